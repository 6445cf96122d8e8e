"""Paths between node types over relations that no word of the question names."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from workbench.domain.graph_query import Direction
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.readings import Reading
from workbench.retrieval.graph_query.graph_schema import Step

UNNAMED_STEP, STEP_BACK = 0.4, 0.95
"""Loss for each step that no word names, and for one back along an edge just followed."""
SEVERAL_WAYS = 0.2
"""Loss for two unnamed steps where other ones lead to the same type."""
OF_ANOTHER = 0.3
"""Loss for a name that is read with other things than those right before it."""
BACK_TO_TYPE = 0.5
"""Loss for coming back to a type that was passed: the products of a plan whose benefits are those
of other products."""
RARER_STEP = 0.03
"""Loss for each relation with more edges that would do as well as the one that no word names."""

MOST_COMPARED = 1_000
"""Nodes of a type that are sampled to see whether each belongs to one other."""

FEW = 0.1
"""Share of things that may belong to several, as an orchestra of two halls does."""


def coerced(asked: LinkedQuestion, reading: Reading, wanted: str) -> Iterator[Reading]:
    """Yield the reading as nodes of a type: itself, or one or two unnamed steps away.

    «В Африке» are the countries in Africa. No step leads through a type of a single node, to which
    everything is linked, and none from what lacks something and is not named: studios that never
    won an award are not those with any film that won none.
    """
    if reading.type == wanted:
        yield reading
        return
    if reading.op == "all" or reading.term is None or lacks_unnamed(asked, reading):
        return
    ways = paths(asked, reading.type, wanted)
    is_apart = _is_of_another(asked, reading, wanted)
    for rank, path in enumerate(ways):
        term = reading.term
        for step in path:
            term = asked.followed(term, step)
        back = path[0].edge in reading.edges
        loss = STEP_BACK if back else UNNAMED_STEP * len(path)
        loss += SEVERAL_WAYS * (len(path) > 1 and len(ways) > 1)
        loss += OF_ANOTHER * is_apart + BACK_TO_TYPE * (wanted in reading.types)
        is_unsure = is_apart or (len(path) > 1 and _is_nearer(asked, reading, wanted))
        undecided = reading.undecided | ({reading.mask.bit_length() - 1} if is_unsure else set())
        edges = reading.edges | {step.edge for step in path}
        by_way = replace(reading, edges=edges, undecided=undecided)
        yield asked.of_term(by_way, term, wanted, [], -loss - RARER_STEP * rank)


def lacks_unnamed(asked: LinkedQuestion, reading: Reading) -> bool:
    """Whether nodes lack an edge whose type no word of the reading names."""
    if reading.op != "lacks":
        return False
    read = (at for at in range(asked.size) if reading.reads(at))
    return not any(reading.type in asked.named_types(at) for at in read)


def _is_nearer(asked: LinkedQuestion, reading: Reading, wanted: str) -> bool:
    """Whether what a reading came from is linked to a type that the reading itself is not.

    "How many cups did A play in?" does not ask for the cups held in the country that A plays for.
    """
    passed = reading.types - {reading.type}
    return any(one.source in passed and one.target == wanted for one in asked.schema.steps)


def _is_of_another(asked: LinkedQuestion, reading: Reading, wanted: str) -> bool:
    """Whether a name is right after things of other types: "ships built in Norway".

    They sailed under no flag of it, and «оркестры Германии» has no citizens.
    """
    if reading.op != "nodes" or reading.mask.bit_count() != 1:
        return False
    of = asked.types_before(reading.mask.bit_length() - 1)
    return bool(of) and wanted not in of and reading.type not in of


def paths(asked: LinkedQuestion, source: str, wanted: str) -> Sequence[tuple[Step, ...]]:
    """Return the ways from one type to another: single steps, the commonest first, or else two."""
    steps = asked.schema.steps
    direct = [(one,) for one in steps if one.source == source and one.target == wanted]
    direct.sort(key=lambda path: -asked.schema.edge_counts[path[0].edge])
    return direct or [
        (first, second)
        for first in steps
        if first.source == source and asked.schema.sizes[first.target] > 1
        for second in steps
        if second.source == first.target and second.target == wanted
    ]


def longer_paths(asked: LinkedQuestion, source: str, wanted: str) -> Sequence[tuple[Step, ...]]:
    """Return the ways of three steps from one type to another, over two types in between."""
    return [
        (*path, last)
        for last in asked.schema.steps
        if last.target == wanted and last.source not in (source, wanted)
        for path in paths(asked, source, last.source)
        if len(path) > 1 and path[0].target not in (source, wanted, last.source)
    ]


def is_nested(asked: LinkedQuestion, path: Sequence[Step]) -> bool:
    """Whether each thing at the end of a way belongs to one at its start: a hall, city, country."""
    return all(_is_of_one(asked, step) for step in path)


def _is_of_one(asked: LinkedQuestion, step: Step) -> bool:
    """Whether most targets of a step are linked by it, almost all of them to a single source."""
    direction: Direction = "in" if step.direction == "out" else "out"
    evaluator = asked.evaluator
    nodes = islice(evaluator.store.nodes_of(step.target), MOST_COMPARED)
    numbers = [
        len(evaluator.neighbours(node.id, step.edge, direction, step.source)) for node in nodes
    ]
    linked = [number for number in numbers if number]
    is_usual = 2 * len(linked) > len(numbers)
    of_several = sum(number > 1 for number in linked)
    return step.direction != "both" and is_usual and of_several <= FEW * len(linked)
