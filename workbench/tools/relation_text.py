"""Relations of a graph in words: a sentence for an edge, a clause for the nodes it leads to."""

from typing import NamedTuple, Protocol

from workbench.domain.graph_query import Direction
from workbench.domain.local_text import Language
from workbench.nlp import english_forms, russian_forms
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.terms import stem_key


class RelationText(Protocol):
    """The grammar of a language for the labels of relations."""

    def sentence(self, label: str, source: str, target: str) -> str:
        """Return an edge as a sentence without a full stop: "Repin teaches Serov"."""
        ...

    def clause(self, things: str, label: str, names: "Names", direction: Direction) -> str:
        """Return the nodes at the other end of a relation: "artists that teach Serov".

        Args:
            things: the type of these nodes, in the plural.
            label: the label of the relation.
            names: the nodes from which it is followed.
            direction: ``in`` if ``things`` are its sources, ``out`` if they are its targets.
        """
        ...

    def plural(self, label: str) -> str:
        """Return a type's label in the plural."""
        ...

    def counted(self, number: int, label: str) -> str:
        """Return a number with a type: "3 paintings"."""
        ...

    def several(self, label: str) -> str:
        """Return a type's label as it stands after "more than 2"."""
        ...

    def counted_things(self, label: str) -> str:
        """Return a property's label as it stands after "more than 2"; empty if it is not plural."""
        ...

    def each(self, label: str) -> str:
        """Return "each museum"."""
        ...

    def such(self, label: str, things: str) -> str:
        """Return nodes with a property that is true: "landlocked countries"."""
        ...


class Names(NamedTuple):
    """The nodes that a relation is followed from: their names, or a phrase for them."""

    parts: tuple[str, ...]
    joint: str = "and"
    is_plural: bool = False
    """Whether they are several, such as "paintings that X painted"."""

    def joined(self) -> str:
        """Return the names in a row."""
        *first, last = self.parts
        return f"{', '.join(first)} {self.joint} {last}" if first else last


_AFTER_BE = ("participle", "preposition")
"""Kinds of labels that stand after "is": "is designed by", "is near"."""


class EnglishRelations:
    """English sentences and clauses."""

    def sentence(self, label: str, source: str, target: str) -> str:
        """Return an edge as a sentence."""
        kind = english_forms.label_kind(label)
        if kind == "noun":
            return f"the {label} of {source} is {target}"
        if kind == "open_noun":
            return f"{source} — {label} {target}"
        if kind == "noun_of":
            return f"{source} is {english_forms.with_article(label)} {target}"
        return f"{source} {'is ' if kind in _AFTER_BE else ''}{label} {target}"

    def clause(self, things: str, label: str, names: Names, direction: Direction) -> str:
        """Return the nodes at the other end of a relation."""
        kind, of = english_forms.label_kind(label), names.joined()
        if kind in ("noun", "open_noun"):
            return self._noun_clause(things, label, of, direction)
        if kind in ("preposition", "noun_of"):
            return self._told_of_be(things, label, names, direction)
        if direction == "out":
            return self._reached(things, label, names)
        if kind == "participle":
            return f"{things} {label} {of}"
        if kind == "be":
            return f"{things} {label.partition(' ')[2]} {of}"
        return f"{things} that {english_forms.plural_verb(label)} {of}"

    @staticmethod
    def _told_of_be(things: str, label: str, names: Names, direction: Direction) -> str:
        """Return things near others or parts of them: "huts near X", "towns that are part of X"."""
        of, is_noun = names.joined(), english_forms.label_kind(label) == "noun_of"
        if direction == "in" and not is_noun:
            return f"{things} {label} {of}"
        if direction == "in":
            return f"{things} that are {english_forms.plural_of(label)} {of}"
        if names.is_plural:
            return f"{things} that {of} are {english_forms.plural_of(label) if is_noun else label}"
        return f"{things} that {of} is {english_forms.with_article(label) if is_noun else label}"

    @staticmethod
    def _reached(things: str, label: str, names: Names) -> str:
        """Return the targets of a verb: "rockets on which missions launched"."""
        label = _without_object(label, things)
        of, verb, preposition = names.joined(), *english_forms.preposition_of(label)
        is_passive = english_forms.label_kind(label) == "participle"
        if is_passive and preposition == "by" and verb.endswith("ed"):
            return f"{things} that {verb} {of}"
        said = f"is {verb}" if is_passive else verb
        said = english_forms.plural_verb(said) if names.is_plural else said
        which = f"{preposition} which" if preposition else "that"
        return f"{things} {which} {of} {said}"

    @staticmethod
    def _noun_clause(things: str, label: str, of: str, direction: Direction) -> str:
        if english_forms.label_kind(label) == "open_noun":  # "trail to"
            return f"{things} — {label} {of}" if direction == "in" else f"{of} — {label}"
        return f"{label} of {of}" if direction == "out" else f"{things} whose {label} is {of}"

    def plural(self, label: str) -> str:
        """Return a type's label in the plural."""
        return english_forms.plural_noun(label)

    def counted(self, number: int, label: str) -> str:
        """Return a number with a type."""
        return f"{number} {label if number == 1 else self.plural(label)}"

    def several(self, label: str) -> str:
        """Return a type's label as it stands after "more than 2"."""
        return self.plural(label)

    def counted_things(self, label: str) -> str:
        """Return the label of "employees", not that of "number of employees"."""
        head = label.partition(" of ")[0].rpartition(" ")[2]
        return label if english_forms.is_plural_noun(head) else ""

    def each(self, label: str) -> str:
        """Return "each museum"."""
        return f"each {label}"

    def such(self, label: str, things: str) -> str:
        """Return nodes with a property that is true."""
        return f"{label} {things}" if " " not in label else f"{things} ({label})"


class RussianRelations:
    """Russian sentences and clauses; where a case is not known, a name follows a colon."""

    def sentence(self, label: str, source: str, target: str) -> str:
        """Return an edge as a sentence."""
        if not is_cyrillic(label):
            return f"{source} — {label}: {target}"
        if not russian_forms.is_verb(label):
            return f"{source}: {label} — {target}"
        verb = russian_forms.verb_for(source, label)
        case = russian_forms.case_after(label)
        if case is None:
            return f"{source} {verb}: {target}"
        return f"{source} {verb} {russian_forms.in_case(target, case)}"

    def clause(self, things: str, label: str, names: Names, direction: Direction) -> str:
        """Return the nodes at the other end of a relation."""
        of = names.joined()
        if not is_cyrillic(label):
            return f"{things} ({label}: {of})"
        if not russian_forms.is_verb(label):
            of = f"{label}: {of}" if direction == "out" else of
            return (
                f"{things} ({of})"
                if direction == "out"
                else (f"{things}, у которых {label} — {of}")
            )
        case = russian_forms.case_after(label)
        if direction == "out":
            return self._reached(things, label, names, case)
        verb = russian_forms.verb_for_plural(label)
        if case is None:
            return f"{things}, которые {verb}: {of}"
        parts = tuple(russian_forms.in_case(part, case) for part in names.parts)
        return f"{things}, которые {verb} {names._replace(parts=parts).joined()}"

    def _reached(
        self, things: str, label: str, names: Names, case: russian_forms.Case | None
    ) -> str:
        verb, preposition = russian_forms.preposition_of(_without_object(label, things))
        verb = russian_forms.verb_for_plural(verb) if names.is_plural else verb
        which = russian_forms.relative(case, things) if case else "которые"
        start = f"{preposition} {which}".strip()
        return f"{things}, {start} {verb} {names.joined()}"

    def plural(self, label: str) -> str:
        """Return a type's label in the plural."""
        return russian_forms.plural_noun(label) if is_cyrillic(label) else label

    def counted(self, number: int, label: str) -> str:
        """Return a number with a type."""
        noun = russian_forms.counted_noun(number, label) if is_cyrillic(label) else label
        return f"{number} {noun}"

    def several(self, label: str) -> str:
        """Return a type's label as it stands after «больше 2»."""
        return russian_forms.genitive_plural(label) if is_cyrillic(label) else label

    def counted_things(self, label: str) -> str:
        """Return «сотрудников» for «сотрудники», nothing for «число сотрудников»."""
        is_plural = is_cyrillic(label) and russian_forms.plural_noun(label) == label
        return russian_forms.genitive_plural(label) if is_plural else ""

    def each(self, label: str) -> str:
        """Return «каждый музей»."""
        return russian_forms.each(label) if is_cyrillic(label) else label

    def such(self, label: str, things: str) -> str:
        """Return nodes with a property that is true."""
        adjective = russian_forms.plural_adjective(label)
        return f"{adjective} {things}" if adjective else f"{things} ({label})"


def _without_object(label: str, things: str) -> str:
    """Return "has" of "has plan" where what it leads to is said before: "plans that X has"."""
    verb, _, noun = label.rpartition(" ")
    return verb if verb and stem_key(noun.lower()) == stem_key(things.lower()) else label


_GRAMMARS: dict[str, RelationText] = {"en": EnglishRelations(), "ru": RussianRelations()}


def relation_text(language: Language) -> RelationText:
    """Return the grammar of a language."""
    return _GRAMMARS[language]
