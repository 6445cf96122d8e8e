"""Put a name into a Russian sentence in the case that the words before it take."""

import re
from typing import Any

from workbench.nlp.dictionary import analyzer
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.russian_forms import Case, case_if_known, preposition_case

_ENDS_WITH_ABOUT = re.compile(r"\b(о)б?\s+$", re.IGNORECASE)
_VOWEL = re.compile(r"[\W_]*[аиоуэaeio]", re.IGNORECASE)
_PASSED = ("PRCL", "ADVB", "NPRO")
"""Parts of speech between a verb and a name that leave its case: «Знает ли он Kafka?»."""


def name_after(before: str, name: str, type_label: str) -> str | None:
    """Return the words and the name in its case: «у Анны Ковальской» of «у » and «Анна Ковальская».

    A name that the dictionary cannot inflect stays as it is behind its type: «о проекте АЛОР
    Брокер». None where the case is not sure, or where neither is possible: a person's type and name
    would both be inflected.
    """
    if not is_cyrillic(name):
        return _with_preposition(before, name)
    case = _case_after(before, name, type_label)
    found = name_in_case(name, case, type_label) if case else None
    return _with_preposition(before, found) if found else None


def name_in_case(name: str, case: Case, type_label: str) -> str | None:
    """Return a name in a case, or its type in the case and the name as it is; None if neither."""
    if case == "nomn" or not is_cyrillic(name):
        return name
    if found := case_if_known(name, case):
        return found
    kind = type_label if type_label.isupper() else type_label.lower()
    if not is_cyrillic(kind) or _is_animate(kind):
        return None
    inflected = case_if_known(kind, case)
    return f"{inflected} {name}" if inflected else None


def _case_after(before: str, name: str, type_label: str) -> Case | None:
    """Return the case of a name after words; None if it is not sure."""
    words = before.lower().split()
    if not words or not words[-1][-1].isalnum():
        return "nomn"
    is_preposition, case = preposition_case(words[-1])
    if is_preposition:
        return case
    tag = analyzer().parse(words[-1])[0].tag
    if tag.POS in _PASSED:
        return _case_after(" ".join(words[:-1]), name, type_label)
    if tag.POS == "NOUN":
        is_type = _normal(words[-1]) == type_label.lower()
        return "nomn" if is_type else None
    if tag.POS in ("ADJF", "PRTF"):
        return "nomn" if {"neut", "nomn"} <= tag.grammemes else None  # «Что такое …»
    return _case_after_verb(tag, name, type_label) if tag.POS in ("VERB", "INFN") else "nomn"


def _case_after_verb(tag: Any, name: str, type_label: str) -> Case | None:
    """Return the case after a verb: an object's, a subject's, or either if they are alike."""
    if "tran" not in tag:
        return "nomn"
    if tag.POS == "INFN" or tag.number == "plur":
        return None if _is_animate(type_label.lower()) else "accs"  # «Куда можно написать …»
    alike = case_if_known(name, "accs") in (None, name)
    return "nomn" if alike or _is_animate(type_label.lower()) else None


def _with_preposition(before: str, name: str) -> str:
    """Join them, with «об» before a vowel and «о» before other letters."""
    about = "об" if _VOWEL.match(name) else "о"
    return _ENDS_WITH_ABOUT.sub(lambda found: found[1] + about[1:] + " ", before) + name


def _is_animate(noun: str) -> bool:
    return bool(analyzer().parse(noun.split(" ", maxsplit=1)[0])[0].tag.animacy == "anim")


def _normal(word: str) -> str:
    return str(analyzer().parse(word)[0].normal_form)
