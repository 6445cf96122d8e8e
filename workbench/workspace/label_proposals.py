"""Labels for the identifiers of a graph that comes without them, in Russian and English."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from workbench.nlp.cross_language import Entry, TermList, header_translations, schema_terms
from workbench.nlp.english_forms import is_agent_noun, label_kind, plural_noun
from workbench.nlp.grammar import readings, word_set
from workbench.nlp.morphology import is_cyrillic, lemma
from workbench.nlp.operators import dimensions_of, unit_named
from workbench.nlp.query_words import is_past_form, word_keys
from workbench.nlp.russian_forms import is_noun, is_verb

# BORN_IN, birthDate, "calling-codes" as words.
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SEPARATORS = re.compile(r"[\s_\-.:/]+")
Role: TypeAlias = Literal["type", "relation", "property"]
"""What an identifier names."""
_LISTS: Mapping[Role, tuple[TermList, ...]] = {
    "type": ("relations", "properties", "types"),
    "relation": ("properties", "types", "relations"),
    "property": ("relations", "types", "properties"),
}
"""The lists of common identifiers for each role; a later list overrides an earlier one."""
_COUNT = "count"
"""End of a number of things: ``page_count`` is a number of pages."""
_LONGEST_ACRONYM = 5
"""Letters of a type in capitals that stays as written: «ГЭС»."""
_BEING = frozenset({"NOUN", "anim"})
"""pymorphy3 marks of nouns for people and animals."""
_TIME = "time"
"""The dimension of years and dates, whose unit is part of their name: ``birth_year``."""


class Labels(NamedTuple):
    """Proposed words of an identifier: the label of each language, further words, opposites.

    ``inverse_words`` name a relation from its other end.
    """

    label: dict[str, str]
    words: tuple[str, ...] = ()
    not_words: tuple[str, ...] = ()
    inverse_words: tuple[str, ...] = ()
    unit: str = ""
    """The unit at the end of a property's identifier: "eur" of ``price_eur``."""


def propose_labels(identifier: str, role: Role = "type") -> Labels:
    """Return the words of a type, relation or property; its own words if it is not a common one.

    A relation is known by its verb too: ``USES_CURRENCY`` by "use".
    """
    words = identifier_words(identifier)
    said = " ".join(words)
    if is_cyrillic(said):
        is_acronym = role == "type" and identifier.isupper() and len(identifier) <= _LONGEST_ACRONYM
        return _of_russian(words, role, identifier if is_acronym else said)
    found = _known(words, role)
    if found is None or (role != "property" and "not" in found):  # an "opening" is not "open"
        return _translated(said, role) if len(words) == 1 else Labels({"en": said})
    if role == "relation" and words[-1] in word_set("agent_prepositions"):
        return _passive(said, found)
    if role == "type" and any(found is one for one in schema_terms("relations").values()):
        return _doer(said, found)
    if role == "type" and is_agent_noun(said, found["en"][0]):  # an "officer" is not "office"
        return _translated(said, role, is_being=True)
    label = {language: texts[0] for language, texts in found.items() if language in ("en", "ru")}
    others = [text for language in label for text in found[language][1:]]
    if role == "relation" and label["en"] != said and _keeps_its_form(words, label["en"]):
        others.insert(0, label["en"])
        label["en"] = said
    extra = [] if said in (*label.values(), *others) else [said]
    return Labels(
        label, (*others, *extra), tuple(found.get("not", ())), tuple(found.get("inverse", ()))
    )


def _translated(said: str, role: Role, *, is_being: bool = False) -> Labels:
    """Return a word that is not a term with its Russian translations that are nouns.

    Those of a being name people or animals: a "lecturer" is not «лекция».
    """
    found = [] if role == "relation" else [*filter(is_noun, header_translations(said))]
    if is_being:
        found = [word for word in found if readings(word)[0].marks >= _BEING]
    return Labels({"en": said, "ru": found[0]}, tuple(found[1:])) if found else Labels({"en": said})


def _of_russian(words: Sequence[str], role: Role, said: str) -> Labels:
    """Return the words of a Russian identifier, with those of its English term if it has one."""
    entries = _by_russian(role)
    found = entries.get(_key(words)) or (entries.get(_key(words[:1])) if len(words) > 1 else None)
    is_part = role != "relation" and found is not None and _key(words) not in entries
    if found is None or is_part or (role != "property" and "not" in found):
        return Labels({"ru": said})
    others = (*found["en"][1:], *(text for text in found["ru"] if text != said))
    return Labels({"en": found["en"][0], "ru": said}, others, tuple(found.get("not", ())))


def _keeps_its_form(words: Sequence[str], label: str) -> bool:
    """Whether a relation is said as it is written: BOUGHT is not "buys", TRAIL_TO not "trail"."""
    kind = label_kind(label)
    is_told = is_past_form(words[0]) and kind == "verb"
    return is_told or (kind == "noun" and words[-1] in word_set("identifier_prepositions"))


def propose_measure_labels(identifier: str) -> Labels:
    """Return the words of a property that is not a boolean, with the unit that it is measured in.

    ``price_eur`` is a price in euros, ``minutes`` a number of minutes.
    """
    words = identifier_words(identifier)
    unit = words[-1] if _is_unit(words[-1]) else ""
    measured = words[:-1] if unit and len(words) > 1 else words
    if len(measured) > 1 and measured[-1] == _COUNT:
        measured = (*measured[:-2], plural_noun(measured[-2]))
    proposed = propose_labels(" ".join(measured), "property")
    if _is_past_form(measured) and measured[-1].endswith(
        "ed"
    ):  # "opened" is a year or a date, not the adjective "open"
        proposed = Labels({"en": " ".join(measured)})
    extra = () if measured == words else (" ".join(words),)
    if is_cyrillic(unit) and not identifier.isupper():
        unit = identifier[-len(unit) :]  # «МВт»
    return proposed._replace(words=(*proposed.words, *extra), unit=unit)


def head_words(identifier: str, role: Role = "property") -> tuple[str, ...]:
    """Return the words for what an identifier of several words is at its end.

    ``ticket_price_eur`` is a "price", a "cost", ``launch_site`` a "site"; empty for a name or a
    code, which say nothing without the words before them. ``exam_date`` is that of an "exam".
    """
    words = identifier_words(identifier)
    *before, head = words[:-1] if _is_unit(words[-1]) and len(words) > 1 else words
    dimensions = dimensions_of(head)
    if _TIME in dimensions and len(before) == 1 and _known(words, role) is None:
        event = propose_labels(before[0], role)
        return (*event.label.values(), *event.words)
    if not before or _TIME in dimensions or head in word_set("identifier_vague_ends"):
        return ()
    found = _known((head,), role) or ({"en": [head]} if dimensions else {})
    return tuple(text for language in ("en", "ru") for text in found.get(language, ()))


def propose_value_words(values: Iterable[str]) -> dict[str, list[str]]:
    """Return further words for those of a property's values that are common, in both languages."""
    found: dict[str, list[str]] = {}
    for value in values:
        for listed in (schema_terms("types"), schema_terms("values")):
            if (entry := listed.get(value.casefold())) is not None:
                found[value] = [*entry["ru"], *entry["en"][1:]]
    return found


def _is_unit(word: str) -> bool:
    """Return True for a unit at the end of an identifier, not for the year of ``birth_year``."""
    unit = unit_named(word)
    return unit is not None and unit.dimension != _TIME


def _is_past_form(words: Sequence[str]) -> bool:
    """Whether an identifier is a past form that is not a term of its own: "opened", "bought"."""
    return is_past_form(words[0]) and tuple(words) not in _terms("property")


def _passive(said: str, found: Entry) -> Labels:
    """Return the words of OWNED_BY: those of "own" name it from its other end.

    Its Russian label is the one who acts: «автор» of DESIGNED_BY.
    """
    active = [text for language in ("en", "ru") for text in found.get(language, ())]
    actor = next((text for text in found.get("ru", ()) if is_noun(text)), "")
    label = {"en": said, "ru": actor} if actor else {"en": said}
    return Labels(label, tuple(found.get("inverse", ())), inverse_words=tuple(active))


def _doer(said: str, found: Entry) -> Labels:
    """Return the words of a type named after a relation: an "explorer" is not "explored"."""
    doers = [text for text in found.get("ru", ()) if is_noun(text)]
    label = {"en": said, "ru": doers[0]} if doers else {"en": said}
    return Labels(label, tuple(doers[1:]))


def identifier_words(identifier: str) -> tuple[str, ...]:
    """Return the words of an identifier: those of ``HAS_CALLING_CODE`` are "calling", "code"."""
    parts = _SEPARATORS.split(_CAMEL.sub(" ", identifier))
    words = [part.casefold() for part in parts if part]
    kept = [word for word in words if word not in word_set("identifier_auxiliaries")]
    return tuple(kept or words)


def _known(words: Sequence[str], role: Role) -> Entry | None:
    """Return the entry of an identifier, tried as a whole and then, of a relation, in part."""
    is_relation = role == "relation"
    for phrase in (words, *(_parts(words) if is_relation else ())):
        # "painting" is a term of its own, although "paint" is its shortest form.
        entries = [_terms(role).get(tuple(phrase)), _by_form(role).get(_key(phrase))]
        found = [entry for entry in entries if entry is not None]
        if is_relation and is_past_form(phrase[0]):  # BOUGHT is not "purchase", BOOKED not "book"
            found = sorted(filter(_is_verb, found), key=lambda one: not is_verb(one["ru"][0]))
        if found:
            return found[0]
    return None


def _is_verb(entry: Entry) -> bool:
    return label_kind(entry["en"][0]) != "noun"


def _parts(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the words that may be listed: "located in" for IN_REGION, "use" for USES_CURRENCY."""
    prepositions = word_set("identifier_prepositions")
    if words[0] in prepositions:
        yield ("located", words[0])
        yield words[1:]
    without = [word for word in words if word not in prepositions]
    if without:
        yield without
        yield without[:1]


def _key(words: Sequence[str]) -> tuple[str, ...]:
    """Return the shortest form of each word, which "codes" and "code" share."""
    return tuple(map(_shortest_form, words))


def _shortest_form(word: str) -> str:
    if is_cyrillic(word):
        return lemma(word)
    return min(word_keys(word), key=lambda form: (len(form), form))


@cache
def _terms(role: Role) -> Mapping[tuple[str, ...], Entry]:
    """Return the listed terms by the words of their identifiers."""
    return {
        tuple(term.split()): entry
        for name in _LISTS[role]
        for term, entry in schema_terms(name).items()
    }


@cache
def _by_form(role: Role) -> Mapping[tuple[str, ...], Entry]:
    """Return the terms by the shortest forms of their words; of several the shortest term."""
    terms = sorted(_terms(role).items(), key=lambda term: sum(map(len, term[0])), reverse=True)
    return {_key(words): entry for words, entry in terms}


@cache
def _by_russian(role: Role) -> Mapping[tuple[str, ...], Entry]:
    """Return the terms by the shortest forms of their Russian words, those of labels first."""
    entries = list(_terms(role).values())[::-1]  # «город» is the first of them, a city
    others = {_key(text.split()): one for one in entries for text in one["ru"][1:]}
    return others | {_key(one["ru"][0].split()): one for one in entries}
