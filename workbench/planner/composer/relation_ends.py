"""Infer from the wording which end of a relation a name is: "who taught X", «у кого учился X»."""

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

from workbench.domain.local_text import LocalText, all_texts
from workbench.nlp.grammar import PROPER_MARKS, readings, word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.query_words import Word, is_past_form, plain
from workbench.nlp.russian_forms import is_verb
from workbench.planner.composer.meanings import Mention

End: TypeAlias = Literal["source", "target"]

# "painted by", "owned by", and the identifier PAINTED_BY.
_AGENT_END = re.compile(r"\w[ _]by$", re.IGNORECASE)
_OTHER: dict[End, End] = {"source": "target", "target": "source"}
_PARSES = 3
"""Dictionary parses of a Russian word that count: «подчинённый» is a participle and a noun."""
_AGENT_REACH = 2
"""Words after a participle within which "by" makes it passive: "taught mainly by X"."""


def end_of_name(
    words: Sequence[Word], relation: Mention, name: Mention | None, *, is_amid: bool = False
) -> End | None:
    """Return the end of the relation at which a name is; None if the words leave it open.

    The words of a relation are taken for verbs whose subject is the source ("X teaches Y") and for
    nouns that name the source ("the teacher of Y"). Where a noun is amid two names, ``is_amid``,
    the first is the source: "Is X the teacher of Y?".
    """
    if is_cyrillic(words[relation.start].text):
        return _end_in_russian(words, relation, name, is_amid=is_amid)
    return _end_in_english(words, relation, name, is_amid=is_amid) if name is not None else None


def end_of_asked(words: Sequence[Word], relation: Mention) -> End | None:
    """Return at which end the things asked for stand: "who teaches the most", "who is taught"."""
    if not is_cyrillic(words[relation.start].text):
        return "target" if _is_passive(words, relation) else "source"
    end = _end_in_russian(words, relation, None, is_amid=False)
    return _OTHER[end] if end is not None else None


def is_passive_label(text: str) -> bool:
    """Return True for a passive label of a relation: "held by"."""
    return bool(_AGENT_END.search(text))


def is_source_noun(word: Word, label: LocalText) -> bool:
    """Return True for a Russian noun among the words of a relation whose label is a verb."""
    if not is_cyrillic(word.text) or "NOUN" not in readings(word.text)[0].marks:
        return False
    return any(is_cyrillic(text) and is_verb(text) for text in all_texts(label))


def _asks_for_owner(before: Sequence[Word]) -> bool:
    """Whether a word before the relation asks who it belongs to: "whose", «чей», «чья»."""
    owners = word_set("owner_questions")
    return any(plain(word.text) in owners or word.keys & owners for word in before)


def _asks_behind(words: Sequence[Word], relation: Mention) -> bool:
    """Return True if the question word follows a noun: "the student of whom", «учеником какого».

    A preposition that ends the question belongs to its first word: "Which town is X the capital
    of?".
    """
    after = words[relation.end :]
    if after and plain(after[0].text) in word_set("possessive_prepositions"):
        after = after[1:]
        if not after:
            return True
    asking = word_set("type_openings") | word_set("object_pronouns")
    return bool(after) and bool({plain(after[0].text), *after[0].keys} & asking)


def _end_in_english(
    words: Sequence[Word], relation: Mention, name: Mention, *, is_amid: bool
) -> End:
    is_before = name.start < relation.start
    if _is_english_noun(words, relation, name):
        is_first = is_amid and is_before and not _is_possessive(words, relation, name)
        asks_owner = _asks_for_owner(words[: relation.start]) or _asks_behind(words, relation)
        return "source" if asks_owner or is_first else "target"
    end: End = "source" if is_before else "target"
    return _OTHER[end] if _is_passive(words, relation) else end


def _is_english_noun(words: Sequence[Word], relation: Mention, name: Mention) -> bool:
    """Whether a word is used as a noun: "teacher of X", "X's teacher", "his teacher"."""
    before = words[relation.start - 1] if relation.start else None
    after = words[relation.end] if relation.end < len(words) else None
    if after is not None and plain(after.text) in word_set("possessive_prepositions"):
        return True
    if before is None:
        return False
    is_opened = plain(before.text) in word_set("noun_openings")
    return is_opened or _is_possessive(words, relation, name)


def _is_possessive(words: Sequence[Word], relation: Mention, name: Mention) -> bool:
    """Whether a name right before a noun owns it: "X's teacher"."""
    before = words[relation.start - 1]
    return before.end - before.start > len(before.text) and name.end == relation.start


def _is_passive(words: Sequence[Word], relation: Mention) -> bool:
    """Whether a verb is a participle with a form of "be" before it, or with "by" after it."""
    verb = plain(words[relation.start].text)
    if not is_past_form(verb):
        return False
    before = {plain(word.text) for word in words[: relation.start]}
    after = words[relation.start + 1 : relation.end + _AGENT_REACH]
    has_agent = any(plain(word.text) in word_set("agent_prepositions") for word in after)
    return has_agent or bool(before & word_set("forms_of_be"))


def _end_in_russian(
    words: Sequence[Word], relation: Mention, name: Mention | None, *, is_amid: bool
) -> End | None:
    forms = [reading.marks for reading in readings(words[relation.start].text)[:_PARSES]]
    marks = forms[0]
    if any("NOUN" in one for one in forms) and not marks & {"VERB", "INFN"}:
        is_first = is_amid and name is not None and name.start < relation.start
        asks_owner = _asks_for_owner(words[: relation.start]) or _asks_behind(words, relation)
        return "source" if asks_owner or is_first else "target"
    is_subject = _asks_for_subject(words[: relation.start])
    if is_subject is None:
        is_subject = _is_object(words[name.start : name.end]) if name is not None else None
    if is_subject is None:
        return None
    end: End = "target" if is_subject else "source"
    return _OTHER[end] if "pssv" in marks else end


def _asks_for_subject(before: Sequence[Word]) -> bool | None:
    """Whether the pronoun nearest to the verb is its subject: «кто», not «кого» or «кем»."""
    for word in reversed(before):
        low = plain(word.text)
        if low in word_set("subject_pronouns"):
            return True
        if low in word_set("object_pronouns"):
            return False
    return None


def _forms(word: str) -> list[frozenset[str]]:
    """Return the grammemes of a word; of a capitalised one, as a proper name where it can be one.

    «Ока» is the river, not the genitive of «око».
    """
    forms = [reading.marks for reading in readings(word)]
    proper = [marks for marks in forms if marks & PROPER_MARKS] if word[:1].isupper() else []
    return proper or forms


def _is_object(name: Sequence[Word]) -> bool | None:
    """Whether a name is in another case than the nominative; None if it may be in either."""
    found: set[bool] = set()
    for word in name:
        forms = _forms(word.text)
        cases = {"nomn" in marks for marks in forms if "NOUN" in marks or "ADJF" in marks}
        if len(cases) == 1:
            found |= cases
    return None if len(found) != 1 else found == {False}
