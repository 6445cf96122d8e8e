"""The sets of a graph query as noun phrases: "paintings held by the Prado", «города России»."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from workbench.domain.graph import Scalar
from workbench.domain.graph_query import (
    MOST_IN_ORDER,
    AllSet,
    AnySet,
    By,
    CombinedSet,
    Direction,
    FollowSet,
    GraphQuery,
    LinkedSet,
    NodesSet,
    PriorSet,
    TopSet,
    WhereSet,
)
from workbench.domain.local_text import Language
from workbench.i18n.messages import messages
from workbench.i18n.properties import property_text
from workbench.nlp.grammar import word_set
from workbench.nlp.query_words import plain
from workbench.nlp.recurring_dates import recurring_part
from workbench.nlp.years import YEARS
from workbench.retrieval.graph_query.evaluate import average_of
from workbench.retrieval.graph_query.graph_schema import PropertyOf, property_spec
from workbench.tools.relation_text import Names, relation_text
from workbench.workspace.content import WorkspaceContent

_AVERAGE_DECIMALS = 2
# "2024-03", "2024-03-05"
_DATE_START = re.compile(r"\d{4}-\d{2}(?:-\d{2})?")
_LONGEST_CLAUSE = 3
"""Relations that a phrase tells by clauses inside one another."""
_JOINTS = {"and": "and", "or": "or_set", "minus": "minus"}


class QueryPhrases:
    """The sets of one query in the reader's language."""

    def __init__(self, query: GraphQuery, workspace: WorkspaceContent, language: Language) -> None:
        self._sets = query.by_id()
        self._workspace = workspace
        self._language = language
        self._grammar = relation_text(language)
        group = getattr(query.answer, "group_by", None)
        self._groups = group.set if group is not None else ""

    @cached_property
    def _words(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = messages("workbench.tools")[self._language]["query"]["phrases"]
        return found

    def phrase(self, set_id: str) -> str:
        """Return a set in words, in the plural where it is not a list of names."""
        one = self._sets.get(set_id)
        return self._phrase(one) if one is not None else set_id

    def heading(self, set_id: str) -> str:
        """Return a set in words as the beginning of a sentence; over many relations, its way."""
        way = self._way(set_id)
        is_long = len(way) > _LONGEST_CLAUSE + 1
        return " \u2192 ".join(way) if is_long else as_sentence(self.phrase(set_id))

    def _way(self, set_id: str) -> list[str]:
        """Return the start and what each relation leads to: "Oslo", "museums", "painters"."""
        one = self._sets.get(set_id)
        if one is None or isinstance(one, NodesSet | AllSet | PriorSet):
            return [self.phrase(set_id)]
        way = self._way(one.inputs()[0])
        if isinstance(one, FollowSet):
            return [*way, self._inside(self.types(set_id))]
        return [*way[:-1], self._narrowed(one, way[-1])]

    def grouped(self, set_id: str, by: By) -> str:
        """Return what the groups of a set are: "Paintings, by category"."""
        what = self.heading(set_id)
        if by.set:  # the phrase has the groups in it: "paintings held by each museum"
            return what
        return str(self._words["grouped"]).format(what=what, by=self.by(by))

    def types(self, set_id: str) -> tuple[str, ...]:
        """Return the node types that a set may hold."""
        one = self._sets.get(set_id)
        match one:
            case None | PriorSet():
                return ()
            case NodesSet():
                nodes = self._workspace.nodes
                return tuple(dict.fromkeys(nodes[i].type for i in one.ids if i in nodes))
            case AllSet():
                return (one.type,)
            case FollowSet():
                return (one.to,) if one.to else self._ends(one.edge, one.direction, one.of)
            case _:
                return self.types(one.inputs()[0])

    def counted(self, number: int, set_id: str) -> str:
        """Return a number of nodes of a set: "3 paintings"; the number alone for mixed types."""
        types = self.types(set_id)
        if len(types) != 1:
            return str(number)
        return self._grammar.counted(number, self._label(types[0]))

    def sentence(self, edge: str, source: str, target: str) -> str:
        """Return an edge between two named nodes as a sentence, without a full stop."""
        return self._grammar.sentence(self._label(edge), self._name(source), self._name(target))

    def by(self, by: By) -> str:
        """Return what nodes are compared or grouped by."""
        if by.edge:
            return self._label(by.edge)
        if by.property:
            label = self._workspace.property_label(by.property, self._language)
            return f"{label} ({self._words['parts'][by.part]})" if by.part else label
        types = self.types(by.set)
        return ", ".join(map(self._label, types))

    def compared(self, set_id: str, by: By) -> str:
        """Return what nodes may have the same of: a property, or the type that an edge leads to."""
        types = (by.to,) if by.to else self._ends(by.edge, by.direction, set_id)
        return self._label(types[0]) if len(types) == 1 else self.by(by)

    def counted_ends(self, number: int, set_id: str, by: By) -> str:
        """Return a number of edges as one of the nodes at their ends: "3 paintings"."""
        types = (by.to,) if by.to else self._ends(by.edge, by.direction, set_id)
        if len(types) != 1:
            return str(number)
        return self._grammar.counted(number, self._label(types[0]))

    def ends_of(self, set_id: str, edge: str, direction: Direction, to: str = "") -> str:
        """Return the plural of the type at the other end of an edge, as after "more than 2"."""
        return self._types_at_end(self._grammar.several, set_id, edge, direction, to)

    def _types_at_end(
        self,
        form: Callable[[str], str],
        set_id: str,
        edge: str,
        direction: Direction,
        to: str,
    ) -> str:
        """Return the types at the other end of an edge in a grammatical form."""
        types = (to,) if to else self._ends(edge, direction, set_id)
        return str(self._words["or"]).join(form(self._label(one)) for one in types)

    def _ends(self, edge: str, direction: Direction, of: str) -> tuple[str, ...]:
        spec = self._workspace.spec.edge_types.get(edge)
        if spec is None:
            return ()
        if direction == "both":
            return self.types(of)
        return spec.to if direction == "out" else spec.from_

    def _name(self, node_id: str) -> str:
        return self._workspace.entity_name(node_id, self._language)

    def _label(self, name: str) -> str:
        return self._workspace.type_label(name, self._language)

    def _plural(self, types: Iterable[str]) -> str:
        names = (self._grammar.plural(self._label(one)) for one in types)
        return str(self._words["or"]).join(names) or str(self._words["nodes"])

    def _phrase(self, one: AnySet) -> str:
        match one:
            case NodesSet():
                names = Names(tuple(map(self._name, one.ids)), self._words["joints"]["follow_all"])
                return names.joined()
            case AllSet():
                is_group = one.id == self._groups
                return (
                    self._grammar.each(self._label(one.type))
                    if is_group
                    else (self._plural([one.type]))
                )
            case PriorSet():
                return str(self._words["prior"])
            case FollowSet():
                return self._followed(one)
            case _:
                return self._narrowed(one, self.phrase(one.of))

    def _followed(self, one: FollowSet) -> str:
        direction: Direction = "out" if one.direction == "out" else "in"
        things = self._plural(self.types(one.id))
        clause = self._grammar.clause(things, self._label(one.edge), self._names(one), direction)
        return self.at_time(clause, one)

    def at_time(self, text: str, one: FollowSet | LinkedSet) -> str:
        """Return a text about edges with the time at which they have to last, if there is one."""
        time = time_text(one, self._language)
        return f"{text} ({time})" if time else text

    def _names(self, one: FollowSet) -> Names:
        """Return the nodes from which a relation is followed."""
        start = self._sets.get(one.of)
        if not isinstance(start, NodesSet):
            return Names((self._clause(one.of),), is_plural=one.of != self._groups)
        joint = self._words["joints"][one.op]
        return Names(tuple(map(self._name, start.ids)), joint, is_plural=len(start.ids) > 1)

    def _clause(self, set_id: str) -> str:
        """Return a phrase as it stands inside another: "works of painters", not "of Painters"."""
        text, types = self.phrase(set_id), self.types(set_id)
        own = self._plural(types)
        return self._inside(types) + text.removeprefix(own) if text.startswith(own) else text

    def _inside(self, types: Iterable[str]) -> str:
        """Return types in the plural as common nouns; "NASA centres" keep their capitals."""
        name = self._plural(types)
        return f"{name[:1].lower()}{name[1:]}" if name[1:].islower() else name

    def _narrowed(self, one: WhereSet | LinkedSet | CombinedSet | TopSet, of: str) -> str:
        words = self._words
        match one:
            case WhereSet():
                return self._where(one, of)
            case LinkedSet():
                is_any = one.op == "has" and (one.test, one.number) == ("ge", 1)
                form = self._grammar.plural if is_any else self._grammar.several
                ends = self._types_at_end(form, one.of, one.edge, one.direction, one.to)
                kind = "lacks" if one.op == "lacks" else "has" if is_any else "has_number"
                if kind == "has_number" and one.test == "eq":
                    return self.at_time(self._with_exactly(one, of), one)
                limit = str(words["numbers"][one.test]).format(value=one.number)
                phrase = str(words[kind]).format(
                    of=of, ends=ends, limit=limit, edge=self._label(one.edge)
                )
                return self.at_time(phrase, one)
            case CombinedSet():
                if (label := self._false_property(one)) is not None:
                    return self._denied(of, label)
                return self._combined(one, of, self.phrase(one.with_))
            case TopSet():
                return self._top(one, of)

    def _with_exactly(self, one: LinkedSet, of: str) -> str:
        """Return nodes with a number of edges: "countries with exactly 1 country (borders)"."""
        by = By(edge=one.edge, direction=one.direction, to=one.to)
        number = self.counted_ends(one.number, one.of, by)
        label = self._label(one.edge)
        return str(self._words["has_exactly"]).format(of=of, number=number, edge=label)

    def _combined(self, one: CombinedSet, of: str, other: str) -> str:
        """Return "projects except those that use X" for "projects except projects that use X"."""
        rest = other.removeprefix(of)
        if one.op == "minus" and rest != other and rest[:1] in (" ", ","):
            return str(self._words["minus_those"]).format(of=of, rest=rest)
        if one.op == "and" and (both := self._of_both(one, of, other)):
            return both
        is_name = isinstance(self._sets.get(one.with_), NodesSet)
        joint = "minus_named" if one.op == "minus" and is_name else _JOINTS[one.op]
        return str(self._words[joint]).format(of=of, other=other)

    def _of_both(self, one: CombinedSet, of: str, other: str) -> str:
        """Return "countries in Africa that speak Portuguese" for two sets; "" if not possible."""
        things = self._plural(self.types(one.with_))
        clause, clauses = other.removeprefix(things), tuple(self._words["clauses"])
        if isinstance(self._sets.get(one.of), NodesSet):
            return str(self._words["is_among"]).format(of=of, other=self._clause(one.with_))
        if clause == other or clause[:1] not in (" ", ","):
            return ""
        own = next((mark for mark in clauses if mark in of), "")
        if not clause.startswith(clauses):  # "in Africa" stands before "that speak Portuguese"
            head, _, rest = of.partition(own) if own else (of, "", "")
            return f"{head}{clause}{own}{rest}"
        and_those = str(self._words["and_those"])
        return and_those.format(of=of, rest=clause.lstrip(",")) if own else f"{of}{clause}"

    def _denied(self, of: str, label: str) -> str:
        """Return nodes with a property that is false, without a double negation."""
        denies = plain(label.partition(" ")[0]) in word_set("negation")
        return str(self._words["is_false" if denies else "is_not_so"]).format(of=of, label=label)

    def _false_property(self, one: CombinedSet) -> str | None:
        """Return the property that the nodes lack which are not "languages that are compiled"."""
        other = self._sets.get(one.with_)
        if one.op != "minus" or not isinstance(other, WhereSet) or other.value is not True:
            return None
        of_all = isinstance(self._sets.get(other.of), AllSet)
        return self._workspace.property_label(other.property, self._language) if of_all else None

    def _where(self, one: WhereSet, of: str) -> str:
        label = self._workspace.property_label(one.property, self._language)
        if isinstance(one.value, bool):
            if one.value is (one.test == "eq"):
                return self._grammar.such(label, of)
            return self._denied(of, label)
        value = self._limit(one)
        compared = self._value_of(one.than_node, one.property) if one.than_node else one.value
        is_time = _is_year(compared) or is_date_part(compared)
        kind = "times" if is_time and not one.unit else "limits"
        if kind == "limits" and (things := self._counted_things(one, label)):
            return str(self._words["has_number"]).format(
                of=of, ends=things, limit=self._compared("numbers", one, value)
            )
        limit = self._compared(kind, one, value)
        is_named = kind == "limits" and isinstance(compared, str) and one.test in ("eq", "ne")
        told = str(self._words["where_values" if is_named else f"where_{kind}"])
        return told.format(of=of, label=label, limit=limit)

    def _compared(self, kind: str, one: WhereSet, value: str) -> str:
        return value if one.until else str(self._words[kind][one.test]).format(value=value)

    def _counted_things(self, one: WhereSet, label: str) -> str:
        """Return the things that a property counts: "more than 100 employees"; else empty."""
        is_number = isinstance(one.value, int | float) and not one.unit
        return self._grammar.counted_things(label) if is_number else ""

    def _limit(self, one: WhereSet) -> str:
        """Return what a value is compared with: "20 m", "the average (16.7 kg)"."""
        if one.than is not None:
            return str(self._words["average"]).format(value=self._average(one))
        if one.than_node:
            return f"{self._measure_of(one)} ({self._name(one.than_node)})"
        if (part := recurring_part(one.value)) is not None:
            return part.text(self._language)
        return f"{range_text(one, self._language)} {one.unit}".strip()

    def _value_of(self, node_id: str, name: str) -> Any:
        node = self._workspace.nodes.get(node_id)
        return node.properties.get(name) if node else None

    def _measure_of(self, one: WhereSet) -> str:
        """Return the value of the node that others are compared with: "3530 km"."""
        node = self._workspace.nodes.get(one.than_node)
        spec = property_spec(self._workspace, PropertyOf(node.type, one.property)) if node else None
        text = property_text(self._value_of(one.than_node, one.property), self._language)
        return f"{text} {spec.unit if spec else ''}".strip()

    def _average(self, one: WhereSet) -> str:
        owners = [PropertyOf(kind, one.property) for kind in self.types(one.of)]
        found = [
            (value, property_spec(self._workspace, own))
            for own in owners
            if (value := average_of(self._workspace, own)) is not None
        ]
        shown = [
            f"{property_text(round(value, _AVERAGE_DECIMALS), self._language)} "
            f"{spec.unit if spec else ''}".strip()
            for value, spec in found
        ]
        return ", ".join(shown)

    def _top(self, one: TopSet, of: str) -> str:
        kind = "in_order" if one.limit == MOST_IN_ORDER else "place" if one.offset else "top"
        if one.by.edge:
            ends = self.ends_of(one.of, one.by.edge, one.by.direction, one.by.to)
            ends = self.phrase(one.with_) if one.with_ else ends
            words = self._words[f"{kind}_edges"][one.order]
            phrase = str(words).format(of=of, ends=ends, place=one.offset + 1)
            own = self._label(one.by.edge) if one.by.direction == "both" else ""
            details = ", ".join(filter(None, (own, time_text(one.by, self._language))))
            return f"{phrase} ({details})" if details else phrase
        words = self._words[kind][one.order]
        return str(words).format(of=of, by=self.by(one.by), place=one.offset + 1)


def range_text(one: WhereSet, language: Language) -> str:
    """Return the value of a condition, or both ends of its range: "1900 – 1960"."""
    return _range(one.value, one.until, language)


def time_text(one: FollowSet | LinkedSet | By, language: Language) -> str:
    """Return the time at which the edges of a set last: "2003 – 2007"; empty for any time."""
    return _range(one.at, one.until, language) if one.at is not None else ""


def _range(first: Scalar | None, last: Scalar | None, language: Language) -> str:
    ends = [first] if last is None else [first, last]
    return " – ".join(property_text(end, language) for end in ends)


def is_date_part(value: object) -> bool:
    """Whether a value is a part of dates: "2024-03", "-08-"."""
    return recurring_part(value) is not None or (
        isinstance(value, str) and _DATE_START.fullmatch(value) is not None
    )


def _is_year(value: object) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and float(str(value)) in YEARS


def as_sentence(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
