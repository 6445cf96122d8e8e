"""Detect guesses of a reading: a relation, a type or a time that no word of the question names."""

from collections.abc import Iterator

from workbench.domain.graph_query import AllSet, FollowSet, WhereSet
from workbench.nlp.years import YEARS
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import PropertyName
from workbench.planner.composer.readings import Reading, Term
from workbench.retrieval.graph_query.graph_schema import Step


def guesses_relation(asked: LinkedQuestion, reading: Reading) -> bool:
    """Whether a relation that no word names leads to other nodes than one that fits as well.

    The wines of a person may be those that she blended, or those that she rated. A capital is one
    of the towns of its country whichever relation is taken.
    """
    said = {edge for at in _read(asked, reading) for edge in _edges_named(asked, at)}
    for part in _parts(reading):
        taken = part.set
        if isinstance(taken, FollowSet) and taken.op == "follow" and taken.edge not in said:
            found = asked.nodes(part)
            for other in _other_steps(asked, part, taken.edge):
                if asked.nodes(asked.followed(part.inputs[0], other)) - found:
                    return True
    return False


def guesses_type(asked: LinkedQuestion, reading: Reading) -> bool:
    """Return True if no word names the type of the nodes and other types fit as well.

    "What did he do before 2020?" is not answered by the degrees of that time alone: jobs have
    dates too.
    """
    starts = [part.set.type for part in _parts(reading) if isinstance(part.set, AllSet)]
    if not starts or any(_implies_type(asked, at, starts[0]) for at in _read(asked, reading)):
        return False
    if reading.type != starts[0]:  # "projects with the fewest people" are none of a firm
        return True
    tested = {part.set.property for part in _parts(reading) if isinstance(part.set, WhereSet)}
    measured = {
        dimension
        for one, known in asked.schema.dimensions.items()
        if one.type == starts[0] and one.name in tested
        for dimension in known
    }
    own = asked.schema.dimensions.items()
    return any(one.type != starts[0] and known & measured for one, known in own)


def guesses_time(asked: LinkedQuestion, reading: Reading) -> bool:
    """Whether a year is compared with one of several times of a type, none of which is named.

    "Projects in 2022" are not those alone that ended then.
    """
    read = list(_read(asked, reading))
    for part in _parts(reading):
        made = part.set
        if not isinstance(made, WhereSet) or made.test != "eq" or not _is_year(made.value):
            continue
        for node_type in _types_of(asked, part):
            times = [
                one.name
                for one, known in asked.schema.dimensions.items()
                if one.type == node_type and "time" in known
            ]
            own = PropertyName(node_type, made.property)
            is_named = any(own in asked.meanings(at, PropertyName) for at in read)
            if len(times) > 1 and made.property in times and not is_named:
                return True
    return False


def _is_year(value: object) -> bool:
    return isinstance(value, float | int) and not isinstance(value, bool) and value in YEARS


def _implies_type(asked: LinkedQuestion, at: int, node_type: str) -> bool:
    """Whether a mention names a type, or a property, a value or a relation of it."""
    ends = {one.edge for one in asked.schema.steps if one.source == node_type}
    meanings = (option.meaning for option in asked.mentions[at].options)
    return any(
        getattr(one, "type", "") == node_type or getattr(one, "edge", "") in ends
        for one in meanings
    )


def follows_unnamed(asked: LinkedQuestion, reading: Reading) -> bool:
    """Whether a relation that no word names leads to nodes of a type that no word names either.

    "How many people worked on X?" does not ask for the staff of the firm at which X was made.
    """
    read = list(_read(asked, reading))
    said = {edge for at in read for edge in _edges_named(asked, at)}
    types = {name for at in read for name in asked.named_types(at)}
    types |= {one.type for at in read for one in asked.meanings(at, PropertyName)}
    if any(map(reading.reads, asked.operators("where"))):  # "Where is X?" asks for its place
        return False
    return any(
        isinstance(part.set, FollowSet)
        and part.set.op == "follow"
        and part.set.edge not in said
        and types.isdisjoint(_types_of(asked, part))
        and not _is_only_relation(asked, part.inputs[0])
        for part in _parts(reading)
    )


def _is_only_relation(asked: LinkedQuestion, start: Term) -> bool:
    """Whether named nodes are of a type with a single relation: a class of things."""
    sources = _types_of(asked, start)
    steps = [step for step in asked.schema.steps if step.source in sources]
    return start.set.op == "nodes" and len(steps) == 1


def _parts(reading: Reading) -> Iterator[Term]:
    if reading.term is not None:
        yield from reading.term.parts()


def _read(asked: LinkedQuestion, reading: Reading) -> Iterator[int]:
    return (at for at in range(asked.size) if reading.reads(at))


def _types_of(asked: LinkedQuestion, part: Term) -> set[str]:
    node = asked.evaluator.store.node
    return {one.type for name in asked.nodes(part) if (one := node(name))}


def _edges_named(asked: LinkedQuestion, at: int) -> Iterator[str]:
    """Yield the relations that a mention may mean, by their own words or those of a property."""
    for option in asked.mentions[at].options:
        edge = getattr(option.meaning, "edge", "")
        if edge:
            yield edge


def _other_steps(asked: LinkedQuestion, part: Term, edge: str) -> Iterator[Step]:
    """Yield the steps along other edges from what a step starts from to the type it leads to."""
    sources, targets = _types_of(asked, part.inputs[0]), _types_of(asked, part)
    for step in asked.schema.steps:
        if step.edge != edge and {step.source} == sources and {step.target} == targets:
            yield step
