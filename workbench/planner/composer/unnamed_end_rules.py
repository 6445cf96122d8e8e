"""Rules of relations whose other end no word names: "designers", "were visited", "where is"."""

from collections.abc import Iterator, Sequence

from workbench.domain.graph_query import AllSet, By, Order, TopSet
from workbench.domain.local_text import all_texts
from workbench.nlp.english_forms import plural_noun
from workbench.nlp.grammar import readings
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.operator_spans import TIME_OPERATORS
from workbench.nlp.periods import Period
from workbench.nlp.query_words import has_listed_form, is_past_form, plain, query_words
from workbench.nlp.recurring_dates import RecurringDate
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.readings import EMPTY, Reading, Term, linked_term

OF_CLASS = 0.2
"""Loss for the things of a class that only its name in the plural tells."""
ANY_LINK = 0.4
"""Loss for a relation to anything at all."""


def agents(asked: LinkedQuestion, at: int) -> Iterator[Reading]:
    """Yield the nodes that an agent noun names: "designers".

    Suppliers are all things of their type, also those that supply nothing.
    """
    for step in asked.agents(at):
        if step.source in asked.named_types(at):
            continue
        term = linked_term(Term(AllSet(type=step.source)), step, has=True)
        yield asked.of_term(EMPTY, term, step.source, [at], edge=step.edge)


def placed(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the place of a named node, the nearest if it has several: "Where is X?".

    There are more of the nearest ones: a country is in one of 24 subregions and of 6 regions.
    """
    if reading.op != "nodes" or reading.term is None:
        return
    steps = [
        step
        for step in asked.schema.steps
        if step.source == reading.type
        and step.direction == "out"
        and _is_of_place(asked, step.edge)
    ]
    if not steps:
        return
    nearest = max(steps, key=lambda step: asked.schema.sizes[step.target])
    for at in asked.operators("where"):
        if not reading.reads(at):
            term = asked.followed(reading.term, nearest)
            yield asked.of_term(reading, term, nearest.target, [at], edge=nearest.edge)


def commonest_of_all(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the most common things of a type, by the only relation that it has."""
    edges = {step.edge: step for step in asked.schema.steps if step.source == reading.type}
    if reading.op != "all" or reading.term is None or not reading.mask or len(edges) != 1:
        return
    [step] = edges.values()
    for at in asked.operators("most", "least"):
        word = asked.words[asked.mentions[at].end - 1]
        if not reading.reads(at) and has_listed_form(word, "usual_words"):
            order: Order = "desc" if "most" in asked.operators_at(at) else "asc"
            by = By(edge=step.edge, direction=step.direction)
            term = Term(TopSet(of="", by=by, order=order), (reading.term,))
            yield asked.of_term(reading, term, reading.type, [at], edge=step.edge)


def members(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the things of a named class that is asked for in the plural: "Which noble gases …".

    They are the nodes that the only relation to classes leads from.
    """
    if reading.op != "nodes" or reading.term is None or reading.mask.bit_count() != 1:
        return
    at = reading.mask.bit_length() - 1
    if not asked.asks_for(at) or not _is_plural_of_name(asked, at, reading.named):
        return
    steps = [
        step
        for step in asked.schema.steps
        if (step.source, step.direction) == (reading.type, "in") and step.target != reading.type
    ]
    for step in steps if len(steps) == 1 else ():
        term = asked.followed(reading.term, step)
        yield asked.of_term(reading, term, step.target, [], -OF_CLASS, edge=step.edge)


def _is_plural_of_name(asked: LinkedQuestion, at: int, ids: Sequence[str]) -> bool:
    """Whether a mention is a name in the plural that the node has in the singular."""
    node = asked.evaluator.store.node(ids[0]) if len(ids) == 1 else None
    said = asked.words[asked.mentions[at].end - 1]
    if node is None:
        return False
    names = [words[-1] for text in all_texts(node.name) if (words := query_words(text))]
    own = [plain(word.text) for word in names if word.keys & said.keys]
    last = plain(said.text)
    if is_cyrillic(last):
        return last not in own and any("plur" in one.marks for one in readings(last))
    return any(plural_noun(name) == last != name for name in own)


def linked(asked: LinkedQuestion, reading: Reading, at: int, edge: str) -> Iterator[Reading]:
    """Yield the nodes that are asked for which have any edge: "Which comets have been visited?"."""
    is_asked_for = reading.term is not None and reading.type in asked.wanted
    is_done = is_past_form(plain(asked.words[asked.mentions[at].start].text))
    if reading.term is None or not (is_asked_for and is_done) or reading.op == "nodes":
        return
    if _names_time(asked) and _is_dated(asked, edge):
        return  # "inspected in June" is the time of the edge
    for step in asked.schema.steps:
        if (step.edge, step.source) == (edge, reading.type) and step.direction != "both":
            term = linked_term(reading.term, step, has=True)
            yield asked.of_term(reading, term, reading.type, [at], -ANY_LINK, edge=edge)


def _is_of_place(asked: LinkedQuestion, edge: str) -> bool:
    """Return True if a relation states where something is: "located in"."""
    label = asked.evaluator.content.spec.edge_types[edge].label
    words = (word for text in all_texts(label) for word in query_words(text))
    return any(has_listed_form(word, "place_verbs") for word in words)


def _is_dated(asked: LinkedQuestion, edge: str) -> bool:
    """Whether the edges of a type have times of their own."""
    known = asked.schema.edge_dimensions
    return any(one.edge == edge and "time" in found for one, found in known.items())


def _names_time(asked: LinkedQuestion) -> bool:
    """Whether the question has a date, or a word such as "before"."""
    kinds = (Period, RecurringDate)
    found = (one.meaning for mention in asked.mentions for one in mention.options)
    return any(isinstance(one, kinds) or one in TIME_OPERATORS for one in found)
