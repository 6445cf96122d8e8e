"""Join the mentions of a question bottom-up into readings: a chart with a beam for each cell."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from workbench.planner.composer.answer_rules import answers
from workbench.planner.composer.average_rules import beside_average
from workbench.planner.composer.combination_rules import combined
from workbench.planner.composer.count_rules import counts_of_edges
from workbench.planner.composer.edge_condition_rules import conditioned
from workbench.planner.composer.group_rules import grouped
from workbench.planner.composer.likeness_rules import alike, in_common
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import Named
from workbench.planner.composer.most_rules import most_of
from workbench.planner.composer.node_comparison_rules import beside_node
from workbench.planner.composer.order_rules import ordered
from workbench.planner.composer.pair_rules import between
from workbench.planner.composer.period_rules import dated
from workbench.planner.composer.place_rules import in_place
from workbench.planner.composer.ranking_rules import ranked
from workbench.planner.composer.readings import Reading
from workbench.planner.composer.set_rules import bases, extended
from workbench.planner.composer.span_rules import lasting
from workbench.planner.composer.year_rules import of_year

BEAM = 7
"""How many readings of the same mentions are kept."""
MOST_CELLS, LEAST_CELLS = 40, 12
"""Groups of equally many mentions whose readings are joined further, the best ones: the most, and
those of the longest questions."""
_MANY_MENTIONS, _FEWER_CELLS = 8, 10
"""Mentions from which there are so many groups, and how many fewer are joined for each further one.
A question of 11 mentions takes a second with 12 groups, and twelve seconds with 40."""
NAMED_ALONE = 0.8
"""Loss of a reading that only names a node."""
ALL_ALONE, ALL_ALONE_IN_FOLLOW_UP = 0.3, 1.0
"""Loss of a reading that asks for all nodes of a type."""


def complete_readings(asked: LinkedQuestion) -> list[Reading]:
    """Return the readings of a question, the best one first."""
    cells: dict[int, list[Reading]] = defaultdict(list)
    for reading in bases(asked):
        cells[reading.mask].append(reading)
    done: dict[int, list[Reading]] = {}
    found: list[Reading] = []
    most = _most_cells(len(asked.mentions))
    for size in range(len(asked.mentions) + 1):
        beams = {mask: _beam(cells[mask]) for mask in cells if mask.bit_count() == size}
        best = sorted(beams, key=lambda mask: (-asked.value(beams[mask][0]), mask))[:most]
        for mask in sorted(best):
            done[mask] = beams[mask]
            for reading in done[mask]:
                for larger in chain(
                    extended(asked, reading),
                    ordered(asked, reading),
                    counts_of_edges(asked, reading),
                    beside_average(asked, reading),
                    beside_node(asked, reading),
                    alike(asked, reading),
                    in_common(asked, reading),
                    ranked(asked, reading),
                    in_place(asked, reading),
                    dated(asked, reading),
                    of_year(asked, reading),
                    lasting(asked, reading),
                    conditioned(asked, reading),
                    combined(asked, reading, done),
                    most_of(asked, reading, done),
                ):
                    cells[larger.mask].append(larger)
                found += answers(asked, reading, done)
                found += _as_it_is(asked, reading)
    for reading in [reading for kept in done.values() for reading in kept]:
        found += grouped(asked, reading, done)
        found += between(asked, reading, done)
    read = (reading for reading in found if reading.mask)
    return sorted(read, key=lambda reading: -asked.value(reading))


def _most_cells(mentions: int) -> int:
    """Return how many groups of mentions are joined further in a question of so many mentions."""
    fewer = _FEWER_CELLS * max(0, mentions - _MANY_MENTIONS)
    return max(LEAST_CELLS, MOST_CELLS - fewer)


def _beam(readings: list[Reading]) -> list[Reading]:
    """Return the best readings that denote different nodes."""
    kept: dict[object, Reading] = {}
    for reading in sorted(readings, key=lambda one: -one.score):
        several = reading.op == "nodes" and len(reading.nodes) > 1
        kept.setdefault((reading.nodes, reading.type, several), reading)
        if len(kept) == BEAM:
            break
    return list(kept.values())


def _as_it_is(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the reading as that of the whole question, whose answer is the set itself."""
    if reading.op == "all" and (_names_any(asked) or not _names_type(asked, reading)):
        return
    loss = asked.loss_of_type(reading)
    if reading.op in ("nodes", "prior"):
        loss += NAMED_ALONE
    elif reading.op == "all":
        loss += ALL_ALONE_IN_FOLLOW_UP if asked.earlier else ALL_ALONE
    where = [at for at in asked.operators("where") if not reading.reads(at)]
    yield asked.same(reading, where if reading.op != "nodes" else [], -loss)


def _names_type(asked: LinkedQuestion, reading: Reading) -> bool:
    """Whether a word that is read names the type; one thing that the graph is about needs none."""
    read = (at for at in range(asked.size) if reading.reads(at))
    is_only = len(asked.schema.sizes) == 1
    return is_only or any(reading.type in asked.named_types(at) for at in read)


def _names_any(asked: LinkedQuestion) -> bool:
    """Whether the question names a node, other than the only one of its type."""
    return any(
        asked.weights[at] > 0.4 and asked.meanings(at, Named) for at in range(len(asked.mentions))
    )
