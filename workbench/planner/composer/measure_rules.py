"""Rules of questions for a number of named nodes: "how old is X", "how many docks does X have"."""

from collections.abc import Iterator, Sequence

from workbench.domain.graph_query import ValueAnswer
from workbench.nlp.grammar import word_set
from workbench.nlp.query_words import divided, is_filler, plain, query_words
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import EdgePropertyName, Measure, PropertyName
from workbench.planner.composer.readings import Reading
from workbench.retrieval.graph_query.graph_schema import PropertyOf


def number_values(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the values that a question for a number asks of a reading's nodes."""
    if reading.op == "all" or reading.term is None:
        return
    for at in asked.free(reading):
        for measure in asked.meanings(at, Measure) if not _is_noun(asked, at) else ():
            same = _same_measures(asked, reading, at, measure)
            for name in properties_measured(asked, reading.type, _agreed(asked, measure, same)):
                read = [at, *same, *_words_of_name(asked, reading, name, at)]
                yield asked.answered(reading, ValueAnswer(of="", property=name), read)
        if "count" in asked.operators_at(at):
            yield from _counted(asked, reading, at)


def _is_noun(asked: LinkedQuestion, at: int) -> bool:
    """Return True for "the last", which does not ask for a number."""
    start = asked.mentions[at].start
    return any(plain(word.text) in word_set("noun_openings") for word in asked.words[:start][-1:])


def _words_of_name(asked: LinkedQuestion, reading: Reading, name: str, at: int) -> list[int]:
    """Return other mentions of words of a property's name: "how heavy at launch", a launch mass."""
    own = {form for word in query_words(divided(name)) for form in word.keys}
    return [
        other
        for other in asked.free(reading)
        if other != at
        and not asked.operators_at(other)
        and (
            PropertyName(reading.type, name) in asked.meanings(other, PropertyName)
            or all(
                word.keys & own or is_filler(word)
                for word in asked.words[asked.mentions[other].start : asked.mentions[other].end]
            )
        )
    ]


def _same_measures(asked: LinkedQuestion, reading: Reading, at: int, measure: Measure) -> list[int]:
    """Return other mentions of the same number: "last" in "how long did it last"."""
    return [
        other
        for other in asked.free(reading)
        if other != at
        and any({*one.dimensions} & {*measure.dimensions} for one in asked.meanings(other, Measure))
    ]


def _agreed(asked: LinkedQuestion, measure: Measure, same: Sequence[int]) -> Measure:
    """Return what all words for a number may measure: "how long did it take" is not a length."""
    kept = measure.dimensions
    for at in same:
        said = (name for one in asked.meanings(at, Measure) for name in one.dimensions)
        kept = tuple(name for name in said if name in kept)  # "last" is of time first
    return Measure(kept)


def measured_edges(asked: LinkedQuestion, at: int, edge: str) -> Iterator[EdgePropertyName]:
    """Yield the property of an edge that a question for a number asks for."""
    for measure in asked.meanings(at, Measure):
        for dimension in measure.dimensions:
            found = [
                one
                for one, known in asked.schema.edge_dimensions.items()
                if one.edge == edge and dimension in known
            ]
            if len(found) == 1:
                yield EdgePropertyName(found[0].edge, found[0].name)
            if found:
                break


def properties_measured(asked: LinkedQuestion, node_type: str, measure: Measure) -> Iterator[str]:
    """Yield the property of the first dimension that a type has, if it is the only one."""
    for dimension in measure.dimensions:
        found = [
            one.name
            for one, known in asked.schema.dimensions.items()
            if one.type == node_type and dimension in known
        ]
        if found:
            yield from found if len(found) == 1 else ()
            return


def _counted(asked: LinkedQuestion, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield a number that the nodes have as a property right after "how many"."""
    noun = at + 1
    if noun >= asked.size or reading.reads(noun):
        return
    for named in asked.meanings(noun, PropertyName):
        is_number = asked.schema.properties[PropertyOf(named.type, named.name)] == "number"
        if named.type == reading.type and is_number:
            yield asked.answered(reading, ValueAnswer(of="", property=named.name), [at, noun], 0.1)
