"""Repeat the query of the turn before with another name: "and John Smith?"."""

from collections.abc import Iterator, Sequence

from workbench.domain.graph_query import GraphQuery, NodesSet, TopSet
from workbench.domain.local_text import all_texts
from workbench.nlp.grammar import word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.operators import GENERAL_DIMENSIONS, Degree, Rank
from workbench.nlp.query_words import Word, is_filler, plain, query_words
from workbench.planner.composer.meanings import Mention, Named
from workbench.retrieval.graph_store import GraphStore


def of_another_name(
    words: Sequence[Word],
    mentions: Sequence[Mention],
    earlier: GraphQuery | None,
    store: GraphStore,
) -> GraphQuery | None:
    """Return the earlier query with the name that a follow-up consists of.

    The name takes the place of the only node of its type that the query names; None if there is
    no such node, several of them, or more in the follow-up.
    """
    if earlier is None or earlier.answer is None or not all(map(_is_light, earlier.unread)):
        return None
    if not names_another(words, mentions):
        return None
    found = list(dict.fromkeys(_replaced(mentions[0], earlier, store)))
    return found[0] if len(found) == 1 else None


def in_another_order(
    words: Sequence[Word],
    mentions: Sequence[Mention],
    superlatives: Sequence[bool],
    earlier: GraphQuery | None,
) -> GraphQuery | None:
    """Return an earlier query for the first of an order, from its other end: "and the lowest?".

    The follow-up is nothing but a superlative that compares any numbers, or a place: "the second".
    """
    last = earlier.sets[-1] if earlier is not None and earlier.sets else None
    read = {at for mention in mentions for at in range(mention.start, mention.end)}
    others = [word for at, word in enumerate(words) if at not in read]
    if earlier is None or not isinstance(last, TopSet) or not all(map(is_filler, others)):
        return None
    order, offset = last.order, 0
    for mention, is_superlative in zip(mentions, superlatives, strict=True):
        sign = next(filter(None, (_sign(one.meaning) for one in mention.options)), 0)
        ranks = [one.meaning for one in mention.options if isinstance(one.meaning, Rank)]
        if ranks:
            offset = ranks[0].place - 1
        elif sign and (is_superlative or isinstance(mention.options[0].meaning, str)):
            order = "desc" if sign > 0 else "asc"
        else:
            return None
    top = last.model_copy(update={"order": order, "offset": offset})
    is_other = bool(mentions) and top != last
    return earlier.model_copy(update={"sets": (*earlier.sets[:-1], top)}) if is_other else None


def _sign(meaning: object) -> int:
    """Return 1 for the most of anything and -1 for the least; 0 for what compares no numbers."""
    if isinstance(meaning, Degree):
        return meaning.sign if meaning.dimension in GENERAL_DIMENSIONS else 0
    return {"most": 1, "least": -1}.get(meaning, 0) if isinstance(meaning, str) else 0


def names_another(words: Sequence[Word], mentions: Sequence[Mention]) -> bool:
    """Whether a question is a name after a conjunction or "what about", and nothing more."""
    if len(mentions) != 1 or not isinstance(mentions[0].options[0].meaning, Named):
        return False
    others = [*words[: mentions[0].start], *words[mentions[0].end :]]
    openings = word_set("leading_conjunctions") | word_set("topic_prepositions")
    is_opened = any(plain(word.text) in openings for word in words[: mentions[0].start])
    return is_opened and all(map(is_filler, others))


def _is_light(text: str) -> bool:
    """Whether words that a query does not use add little to it: "get" of "did she get"."""
    light = word_set("light_words")
    return all(is_filler(word) or word.keys & light for word in query_words(text))


def with_noun(question: str, earlier: GraphQuery, store: GraphStore) -> Iterator[str]:
    """Yield a question completed with nouns of the earlier query: "and the blue (line)?".

    An adjective alone names nothing, «а на синей?» may be about the line "Blue Line".
    """
    ids = (name for one in earlier.sets if isinstance(one, NodesSet) for name in one.ids)
    nodes = (node for name in ids if (node := store.node(name)) is not None)
    names = (query_words(text) for node in nodes for text in all_texts(node.name))
    heads = {words[-1].text for words in names if len(words) > 1}
    for head in sorted(heads):
        if is_cyrillic(head) == is_cyrillic(question):
            yield f"{question.rstrip(' ?!.')} {head}"


def _replaced(mention: Mention, earlier: GraphQuery, store: GraphStore) -> Iterator[GraphQuery]:
    for option in mention.options:
        if isinstance(option.meaning, Named):
            places = [one for one in earlier.sets if _names(one, option.meaning.type, store)]
            if len(places) == 1:
                other = NodesSet(id=places[0].id, ids=option.meaning.ids)
                sets = tuple(other if one.id == other.id else one for one in earlier.sets)
                yield earlier.model_copy(update={"sets": sets})


def _names(one: object, node_type: str, store: GraphStore) -> bool:
    """Whether a set is of named nodes of a type."""
    if not isinstance(one, NodesSet):
        return False
    found = [store.node(name) for name in one.ids]
    return any(node is not None and node.type == node_type for node in found)
