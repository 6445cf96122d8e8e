"""Inflect Russian labels and names: number, case, agreement of verbs."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Literal, TypeAlias, cast

from workbench.nlp.dictionary import analyzer
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.word_lists import word_list

Case: TypeAlias = Literal["nomn", "gent", "datv", "accs", "ablt", "loct"]

_RELATIVE: dict[str, str] = {
    "nomn": "которые",
    "gent": "которых",
    "datv": "которым",
    "accs": "которые",
    "ablt": "которыми",
    "loct": "которых",
}
# «страны» of «страны, которые …», «Проект » of «Проект «Маяк»».
_END_OF_HEAD = re.compile(r"([^,(«]*)(.*)", re.DOTALL)
_NAMES = ("Name", "Surn", "Patr")


def plural_noun(label: str) -> str:
    """Return a noun phrase in the nominative plural: «вид спорта» as «виды спорта»."""
    return _of_head(label, {"nomn", "plur"})


def counted_noun(number: int, label: str) -> str:
    """Return a noun phrase as it stands after a number: 5 and «проект» is «проектов»."""
    if number % 10 == 1 and number % 100 != 11:
        return label
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return _of_head(label, {"gent", "sing" if few else "plur"})


def genitive_plural(label: str) -> str:
    """Return a noun phrase after «больше двух» or «нет»: «проектов»."""
    return _of_head(label, {"gent", "plur"})


def in_case(name: str, case: Case) -> str:
    """Return a name in a case; unchanged if it has a word that the dictionary does not know.

    Words in quotes stay as they are: «Проект «Маяк»» is «Проекте «Маяк»». Of a phrase that has a
    clause, «города, в которых …», the words before the comma are inflected.
    """
    return case_if_known(name, case) or name


@lru_cache(maxsize=50_000)
def case_if_known(name: str, case: Case) -> str | None:
    """Return a name in a case as ``in_case`` does; None if it is not known how it is inflected."""
    if case == "nomn":
        return name
    head, rest = _END_OF_HEAD.match(name).groups()  # type: ignore[union-attr]
    words = head.split()
    if person := _person_in_case(words, case):
        return person + rest
    if not words or not all(_is_inflected(word) for word in words):
        return None
    inflected = words if _is_person(words) else words[: _head(words) + 1]
    animacy = _parse(words[_head(words)]).tag.animacy or ""
    found = [_word_in_case(word, case, animacy) for word in inflected]
    if None in found:
        return None
    kept = [word for word in found if word is not None]
    space = " " if head.endswith(" ") else ""
    return f"{' '.join((*kept, *words[len(kept) :]))}{space}{rest}"


def preposition_case(word: str) -> tuple[bool, Case | None]:
    """Return whether a word is a preposition, and its case; None if it takes several."""
    case = _cases("fixed_preposition_cases").get(word)
    return case is not None or word in _cases("preposition_cases"), case


def each(label: str) -> str:
    """Return a type with «каждый»: «каждая картина»."""
    gender = _parse(label.split(" ", maxsplit=1)[0]).tag.gender or "masc"
    found = _parse("каждый").inflect({"nomn", "sing", gender})
    return f"{found.word if found else 'каждый'} {label}"


def plural_adjective(label: str) -> str:
    """Return an adjective in the plural: «независимый» as «независимые»; empty for other words."""
    parsed = _parse(label)
    found = parsed.inflect({"plur", "nomn"}) if parsed.tag.POS == "ADJF" else None
    return str(found.word) if found else ""


def verb_for_plural(label: str) -> str:
    """Return a verb with a plural subject: «работает в» as «работают в»."""
    return _verb(label, {"plur"})


def verb_for(subject: str, label: str) -> str:
    """Return a verb in the past as its subject has it: «Анна» and «написал» is «написала»."""
    verb = _parse(label.split(" ", maxsplit=1)[0])
    subject_tag = analyzer().parse(subject.split(" ", maxsplit=1)[0].lower())[0].tag
    if verb.tag.tense != "past":
        return label
    if subject_tag.number == "plur":
        return _verb(label, {"plur"})
    gender = subject_tag.gender
    return _verb(label, {str(gender)}) if gender in ("femn", "neut") else label


def is_verb(label: str) -> bool:
    """Return True for a label that begins with a verb, a participle or a short adjective."""
    return str(_parse(label.split(" ", maxsplit=1)[0]).tag.POS) in ("VERB", "INFN", "PRTS", "ADJS")


def is_noun(label: str) -> bool:
    """Return True for a label that begins with a noun in the nominative."""
    tag = _parse(label.split(" ", maxsplit=1)[0]).tag
    return str(tag.POS) == "NOUN" and str(tag.case) == "nomn"


def case_after(label: str) -> Case | None:
    """Return the case of the object of a relation's label; None if it is not known."""
    *_, last = label.split(" ")
    verb = _parse(label.split(" ", maxsplit=1)[0])
    if (known := _cases("verb_cases").get(str(verb.normal_form))) is not None:
        return known
    for prepositions in ("fixed_preposition_cases", "preposition_cases"):
        if (known := _cases(prepositions).get(last)) is not None:
            return known
    return "accs" if "tran" in verb.tag and len(label.split(" ")) == 1 else None


def preposition_of(label: str) -> tuple[str, str]:
    """Return a label without the preposition at its end, and the preposition: «работает», «в»."""
    words = label.split(" ")
    if len(words) > 1 and words[-1] in _cases("preposition_cases"):
        return " ".join(words[:-1]), words[-1]
    return label, ""


def relative(case: Case, noun: str) -> str:
    """Return «которые» in a case, for the plural of a noun."""
    if case == "accs" and _parse(noun.split(" ", maxsplit=1)[0]).tag.animacy == "anim":
        return "которых"
    return _RELATIVE[case]


def _of_head(label: str, form: set[str]) -> str:
    """Return a noun phrase with its first noun and the adjectives before it in a form."""
    words = label.split(" ")
    at = next((at for at, word in enumerate(words) if "NOUN" in _parse(word).tag), None)
    if at is None:
        return label
    return " ".join([*(_inflect(word, form) or word for word in words[: at + 1]), *words[at + 1 :]])


def _is_person(words: Sequence[str]) -> bool:
    parses = [analyzer().parse(word.lower()) for word in words]
    return all(any(kind in one.tag for one in found for kind in _NAMES) for found in parses)


def _person_in_case(words: Sequence[str], case: Case) -> str | None:
    """Return «Дмитрия Лукоморова», whose surname is in no dictionary; None for other names."""
    if len(words) != 2 or _is_inflected(words[1]) or not words[1].isalpha():
        return None
    given = _parse(words[0]).tag
    surname = _unlisted_surname(words[1].lower(), str(given.gender)) if "Name" in given else None
    found, first = surname and surname.inflect({case}), _inflect(words[0], {case})
    return f"{first} {str(found.word).capitalize()}" if found and first else None


def _unlisted_surname(word: str, gender: str) -> Any:
    """Return the reading of a surname; a man's is known by its genitive, «Лукоморова»."""
    known_form = f"{word}а" if gender == "masc" else word
    wanted = {"Surn", gender, "gent" if gender == "masc" else "nomn"}
    found = (one for one in analyzer().parse(known_form) if wanted <= one.tag.grammemes)
    return next((one for one in found if gender == "femn" or one.normal_form == word), None)


def _head(words: Sequence[str]) -> int:
    """Return the place of the first noun; the words after it do not agree with it."""
    nouns = (at for at, word in enumerate(words) if "NOUN" in _parse(word.rpartition("-")[2]).tag)
    return next(nouns, len(words) - 1)


def _word_in_case(word: str, case: Case, animacy: str) -> str | None:
    first, hyphen, last = word.rpartition("-")
    # «юридический отдел», «общие правила», but «нового сотрудника»: an adjective agrees.
    tag = _parse(last).tag
    has_animate_form = tag.gender == "masc" or tag.number == "plur"
    agrees = case == "accs" and tag.POS == "ADJF" and has_animate_form
    found = _inflect(last, {case, animacy} if agrees and animacy else {case})
    return f"{first}{hyphen}{found}" if found else None


def _is_inflected(word: str) -> bool:
    last = word.rpartition("-")[2]
    return is_cyrillic(last) and bool(analyzer().word_is_known(last.lower()))


def _inflect(word: str, form: set[str]) -> str | None:
    parses = analyzer().parse(word.lower())
    is_name = word[:1].isupper()  # «машины» are no people named «Машин»
    named = [one for one in parses if is_name and any(kind in one.tag for kind in _NAMES)]
    nominative = [one for one in (*named, *parses) if one.tag.case == "nomn"]
    best = (nominative or parses)[0]
    found = best.inflect(form)
    if found is None:
        return None
    text = str(found.word)
    if word.isupper():
        return text.upper()
    return text.capitalize() if word[:1].isupper() else text


def _verb(label: str, form: set[str]) -> str:
    first, space, rest = label.partition(" ")
    found = _parse(first).inflect(form)
    return f"{found.word if found else first}{space}{rest}"


@lru_cache(maxsize=10_000)
def _parse(word: str) -> Any:
    parses = analyzer().parse(word.lower())
    return next((one for one in parses if one.tag.case in (None, "nomn")), parses[0])


@cache
def _cases(name: str) -> dict[str, Case]:
    pairs = (entry.split() for entry in word_list(name))
    return {word: cast(Case, case) for word, case in pairs}
