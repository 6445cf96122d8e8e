"""Rules of groups: "how many paintings per museum", «средняя цена по категориям»."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from workbench.domain.graph_query import AggregateAnswer, AnyAnswer, By, CountAnswer, ListAnswer
from workbench.nlp.operators import Degree
from workbench.nlp.phrase_lists import named_phrases
from workbench.planner.composer.combination_rules import Done, combined_term
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import (
    Condition,
    EdgePropertyName,
    PropertyName,
    Relation,
    TypeName,
)
from workbench.planner.composer.readings import Reading, Term, last_edge
from workbench.planner.composer.times import is_date
from workbench.planner.composer.type_paths import is_nested, longer_paths, paths
from workbench.retrieval.graph_query.graph_schema import PropertyOf, Step

UNNAMED_STEP_IN_GROUPS = 0.15
"""Loss for each relation between a group and what is counted that no word names."""
_PROPERTY_AND_MOST = 2
"""Number of mentions in "Which status is the most common?", which names no type."""
_REACH = 2
"""How many mentions after "per" may name its group: "per Dutch museum"."""


def grouped(asked: LinkedQuestion, reading: Reading, done: Done) -> Iterator[Reading]:
    """Yield what is asked of each node of a reading, or of each value of its property."""
    for each in asked.operators("each"):
        if reading.reads(each):
            continue
        following = range(each + 1, min(each + 1 + _REACH, asked.size))
        if any(reading.reads(at) and reading.type in asked.named_types(at) for at in following):
            yield from _by_nodes(asked, reading, each, done)
        yield from _by_property(asked, reading, each)


def commonest(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the values of a property, those of most nodes first: "which status has the most X"."""
    is_asked_of = reading.mask or asked.size == _PROPERTY_AND_MOST
    if reading.term is None or reading.op == "nodes" or not is_asked_of:
        return
    for at in asked.free(reading):
        for named in asked.meanings(at, PropertyName):
            is_text = asked.schema.properties[PropertyOf(named.type, named.name)] == "text"
            if named.type != reading.type or not is_text or is_date(asked, named):
                continue
            answer = CountAnswer(of="", group_by=By(property=named.name))
            for most in asked.operators("most"):
                if not reading.reads(most) and most != at:
                    yield asked.answered(reading, answer, [at, most], -0.1)


def _by_property(asked: LinkedQuestion, reading: Reading, each: int) -> Iterator[Reading]:
    """Yield an answer in parts: one for each value of the property after "by"."""
    if each + 1 >= len(asked.mentions) or reading.reads(each + 1) or reading.op == "nodes":
        return
    for named in asked.meanings(each + 1, PropertyName):
        if named.type != reading.type:
            continue
        by = By(property=named.name, part=_part_of_date(asked, named, each + 1))
        read = [each, each + 1]
        yield asked.answered(reading, ListAnswer(of="", group_by=by), read, -0.2)
        for at in asked.operators("count"):
            if not reading.reads(at):
                yield asked.answered(reading, CountAnswer(of="", group_by=by), [*read, at])
        for answer, mentions in aggregates(asked, reading, reading.type):
            if not {*mentions} & {*read}:
                one = answer.model_copy(update={"group_by": by})
                yield asked.answered(reading, one, [*read, *mentions])


def _part_of_date(
    asked: LinkedQuestion, named: PropertyName, at: int
) -> Literal["", "year", "month"]:
    """Return the part of a date that groups are of: "by year of launch"."""
    mention = asked.mentions[at]
    words = asked.words[mention.start : mention.end]
    if PropertyOf(named.type, named.name) not in asked.evaluator.dates:
        return ""
    said = {found.name for found in named_phrases(words, "date_parts")}
    return "year" if "year" in said else "month" if "month" in said else ""


def _by_nodes(asked: LinkedQuestion, group: Reading, each: int, done: Done) -> Iterator[Reading]:
    """Yield an answer for each node of a group, from which what is counted is reached."""
    if group.term is None or group.op in ("nodes", "prior"):
        return
    for path, is_sure in _paths_from(asked, group):
        target = path[-1].target
        reached = _reached(asked, group, path)
        undecided = reached.undecided if is_sure else reached.undecided | {each}
        whole = replace(reached, groups=group.term, undecided=undecided)
        for member in (None, *_members(done, group, target)):
            part = whole if member is None else _joined(asked, whole, member)
            if part is not None:
                yield from _asked_of(asked, part, target, each)


def _asked_of(asked: LinkedQuestion, part: Reading, target: str, each: int) -> Iterator[Reading]:
    if part.reads(each):
        return
    yield asked.answered(part, ListAnswer(of=""), [each], -0.2)
    for at in asked.operators("count"):
        if not part.reads(at):
            yield asked.answered(part, CountAnswer(of=""), [each, at])
    for answer, mentions in aggregates(asked, part, target):
        if each not in mentions:
            yield asked.answered(part, answer, [each, *mentions])


def aggregates(
    asked: LinkedQuestion, reading: Reading, node_type: str
) -> Iterator[tuple[AggregateAnswer, Sequence[int]]]:
    """Yield the sums, means, least and greatest values that are asked for.

    They are of a type's numbers, or of those of the edges that led to its nodes.
    """
    for at in asked.free(reading):
        for named in asked.meanings(at, PropertyName):
            is_number = asked.schema.properties[PropertyOf(named.type, named.name)] == "number"
            if named.type != node_type or not is_number:
                continue
            yield from _aggregated(asked, reading, at, named.name)
        for own in asked.meanings(at, EdgePropertyName):
            if own.edge == last_edge(reading) and _is_number(asked, own):
                yield from _aggregated(asked, reading, at, own.name)


def _aggregated(
    asked: LinkedQuestion, reading: Reading, at: int, name: str
) -> Iterator[tuple[AggregateAnswer, Sequence[int]]]:
    for other in asked.free(reading):
        for op in _operations(asked, other) if other != at else ():
            answer: AnyAnswer = AggregateAnswer.model_validate(
                {"op": op, "of": "", "property": name}
            )
            assert isinstance(answer, AggregateAnswer)
            yield answer, (at, other)


def _is_number(asked: LinkedQuestion, own: EdgePropertyName) -> bool:
    spec = asked.evaluator.content.spec.edge_types[own.edge].properties.get(own.name)
    return spec is not None and spec.kind == "number"


def _operations(asked: LinkedQuestion, at: int) -> Iterator[str]:
    operations = {"average": "avg", "sum": "sum", "most": "max", "least": "min"}
    yield from (operations[name] for name in asked.operators_at(at) if name in operations)
    if asked.superlatives[at]:
        yield from ("max" if one.sign > 0 else "min" for one in asked.meanings(at, Degree))


def _paths_from(asked: LinkedQuestion, group: Reading) -> Iterator[tuple[tuple[Step, ...], bool]]:
    """Yield the ways from a group to what a word names: a type, or the end of a relation.

    Each comes with whether it is the only one, or one of several that no word selects.
    """
    edges = {one.edge for at in asked.free(group) for one in asked.meanings(at, Relation)}
    direct = [(step,) for step in asked.schema.steps if step.source == group.type]
    yield from ((path, True) for path in direct if path[0].edge in edges)
    kinds = [one.type for at in asked.free(group) for one in asked.meanings(at, TypeName)]
    kinds += [one.type for at in asked.free(group) for one in asked.meanings(at, PropertyName)]
    kinds += [one.type for at in asked.free(group) for one in asked.meanings(at, Condition)]
    for kind in dict.fromkeys(kinds):
        if kind != group.type:
            found = paths(asked, group.type, kind)
            ways = [path for path in found if len(path) > 1 or path[0].edge not in edges]
            yield from _chosen(asked, group, ways)


def _chosen(
    asked: LinkedQuestion, group: Reading, ways: Sequence[tuple[Step, ...]]
) -> Iterator[tuple[tuple[Step, ...], bool]]:
    """Yield the ways to what is counted, in place of those over several unnamed relations the one
    by which each thing belongs to one group.

    «Сколько оркестров в каждой стране» counts them by their cities, although people of the country
    led some of them too.
    """
    verbs = {
        one.edge
        for at in asked.free(group)
        if not asked.named_types(at)  # "orchestra" may stand for "led", but does not say so
        for one in asked.meanings(at, Relation)
    }
    unnamed = [path for path in ways if len(path) > 1 and verbs.isdisjoint(_edges(path))]
    yield from ((path, True) for path in ways if path not in unnamed)
    if unnamed:
        longer = longer_paths(asked, group.type, unnamed[0][-1].target)
        nested = [path for path in unnamed if is_nested(asked, path)]
        nested = nested or [path for path in longer if is_nested(asked, path)]
        kept = nested if len(nested) == 1 else unnamed
        yield from ((path, len(kept) == 1) for path in kept)


def _edges(path: Sequence[Step]) -> set[str]:
    return {step.edge for step in path}


def _reached(asked: LinkedQuestion, group: Reading, path: Sequence[Step]) -> Reading:
    """Return what a path leads to, with the mentions of its relations read."""
    assert group.term is not None
    term: Term = group.term
    edges = _edges(path)
    for step in path:
        term = asked.followed(term, step)
    read = [
        at for at in asked.free(group) if edges & {one.edge for one in asked.meanings(at, Relation)}
    ]
    named = {one.edge for at in read for one in asked.meanings(at, Relation)}
    loss = UNNAMED_STEP_IN_GROUPS * len(edges - named)
    return asked.of_term(group, term, path[-1].target, read, -loss)


def _members(done: Done, group: Reading, node_type: str) -> Iterator[Reading]:
    """Yield the readings of what is counted: "Dutch paintings" of "Dutch paintings per museum"."""
    for mask, kept in done.items():
        if mask and not mask & group.mask:
            yield from (one for one in kept if one.type == node_type and one.op != "nodes")


def _joined(asked: LinkedQuestion, part: Reading, member: Reading) -> Reading | None:
    mask = part.mask & member.mask
    if part.term is None or member.term is None:
        return None
    if mask and not _only_relations(asked, mask):
        return None
    both = replace(
        part,
        mask=part.mask | member.mask,
        score=part.score + member.score,
        types=part.types | member.types,
        undecided=part.undecided | member.undecided,
    )
    if member.op == "all":
        return both
    return asked.of_term(both, combined_term("and", part.term, member.term), part.type)


def _only_relations(asked: LinkedQuestion, mask: int) -> bool:
    """Whether two readings share nothing but words that are relations and types at once."""
    shared = [at for at in range(len(asked.mentions)) if mask >> at & 1]
    return all(asked.meanings(at, Relation) and asked.meanings(at, TypeName) for at in shared)
