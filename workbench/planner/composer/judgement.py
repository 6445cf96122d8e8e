"""Decide whether the best reading of a question covers enough of its words to be its query."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from workbench.domain.graph_query import (
    EdgesAnswer,
    GraphQuery,
    ListAnswer,
    NodesSet,
    PathAnswer,
    TopSet,
    ValueAnswer,
    WhereSet,
)
from workbench.nlp.grammar import readings as dictionary_readings
from workbench.nlp.grammar import word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.operators import Degree, Quantity, Rank, operator_mentions
from workbench.nlp.periods import Period
from workbench.nlp.query_words import Word, is_filler, keys_of_list, plain
from workbench.nlp.recurring_dates import RecurringDate
from workbench.planner.composer.follow_up import names_another
from workbench.planner.composer.guesses import (
    follows_unnamed,
    guesses_relation,
    guesses_time,
    guesses_type,
)
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import (
    Condition,
    EdgeCondition,
    EdgePropertyName,
    Measure,
    Mention,
    Named,
    PropertyName,
    Relation,
    TypeName,
)
from workbench.planner.composer.readings import Reading
from workbench.planner.composer.written_query import written_query

Verdict: TypeAlias = Literal["composed", "absent", "unclear", "off_topic"]
"""``absent``: the graph has nothing for some words. ``unclear``: it has, but no query uses them."""

NOTICED = 0.25
"""Least weight of a mention whose omission matters."""
LIGHT_COST, MODIFIER_COST, NOUN_COST = 0.3, 0.6, 1.0
"""Cost of an unread word: a general one, an adjective or verb, any other."""
MOST_COST, MOST_SHARE = 0.59, 0.34
"""Cost of the unread words of a composed question: this, or this share of its content words."""
LEAST_COST = 0.5
"""Least cost of unread words that matters in a short question."""
LEAST_CONFIDENCE = 0.12
_OPENING = 2
"""Words before "of them" that name nothing: "which", "how many"."""


@dataclass(frozen=True)
class Composition:
    """A question as a query; without an answer if it was not understood."""

    verdict: Verdict
    query: GraphQuery
    confidence: float = 0.0
    op: str = ""
    """The operation: that of the answer, or of the set it lists."""
    size: int = 0
    """Number of nodes of the answered set."""
    is_guess: bool = False
    """Whether it follows a relation that no word names where another one fits as well."""
    is_half_said: bool = False
    """Whether no word names the type of its nodes, or the time of a year, where others fit too."""
    is_indirect: bool = False
    """Whether it passes nodes of a type that no word names, over a relation none names."""
    values: tuple[str, ...] = ()
    """The words that choose nodes or edges by a value: "basic level"."""

    @property
    def may_be_empty(self) -> bool:
        """Whether the graph may have nothing: no node, or no value or edge of those it has."""
        has_values = isinstance(self.query.answer, ValueAnswer | EdgesAnswer | PathAnswer)
        return self.verdict == "composed" and (not self.size or has_values)

    @property
    def leaves_none(self) -> bool:
        """Whether an exclusion leaves no node: "Which projects did not use Python?".

        The graph has both sets, so that "none" is an answer.
        """
        return self.verdict == "composed" and not self.size and self.op in ("minus", "lacks")

    @property
    def asks_of_graph(self) -> bool:
        """Whether the query asks for more than the named nodes, which only the graph can answer."""
        return self.verdict == "composed" and self.op not in ("nodes", "all", "prior")


MAY_BE_UNREAD = frozenset(
    {
        *("list", "aside", "now", "anaphor", "versus", "previous", "where"),
        *("solely", "occurs", "shares"),
    }
)
"""Operators that may be left out without changing the query."""


OF_NO_SCHEMA = (str, Degree, Quantity, Rank, Measure, Period, RecurringDate)
"""Meanings that any graph may be asked with."""


class Judgement:
    """Decides whether the best reading of a question covers enough of its words."""

    def __init__(
        self, words: Sequence[Word], asked: LinkedQuestion, best: Reading | None, *, is_part: bool
    ) -> None:
        """``is_part``: whether an earlier query exists, of which a bare name may be a part."""
        self._is_part = is_part
        self._words = words
        self._asked = asked
        self._best = best
        mentions = asked.mentions
        read = {at for mention in mentions for at in range(mention.start, mention.end)}
        self._unknown = [
            word
            for at, word in enumerate(words)
            if at not in read
            and not is_filler(word)
            and not _adds_nothing(word)
            and not _is_comparative(words, at)
            and not word.keys & word_set("place_prepositions")
        ]
        self._unused = [
            mention
            for at, mention in enumerate(mentions)
            if (best is None or not best.reads(at) or at in best.undecided)
            and (asked.weights[at] > NOTICED or "each" in asked.operators_at(at))
            and not self._is_plain_preposition(mention)
        ]
        self._cost = sum(map(_cost, self._unknown))
        self._content = sum(not is_filler(word) for word in words)

    def composition(self) -> Composition:
        """Return the query, or what was understood of a question that is not answered."""
        unread = self._unread(self._unused)
        if self._is_off_topic():
            return Composition("off_topic", GraphQuery(unread=unread))
        if self._is_absent():
            return self.absent()
        if self._best is None or self._is_unclear():
            query = GraphQuery(sets=self._named(), unread=unread, unclear=True)
            return Composition("unclear", query)
        query = written_query(self._asked, self._best, unread)
        op: str = query.answer.op if query.answer else ""
        if isinstance(query.answer, ListAnswer):
            op = query.sets[-1].op
        return Composition(
            "composed",
            query,
            self._confidence,
            op,
            size=len(self._best.nodes),
            is_guess=guesses_relation(self._asked, self._best) or self._asks_for_activities,
            is_half_said=guesses_type(self._asked, self._best)
            or guesses_time(self._asked, self._best),
            is_indirect=follows_unnamed(self._asked, self._best),
            values=self._values(self._best),
        )

    def _values(self, best: Reading) -> tuple[str, ...]:
        """Return the words that a reading has as values of properties."""
        return tuple(
            word.text
            for at, mention in enumerate(self._asked.mentions)
            if best.reads(at)
            and any(isinstance(one.meaning, Condition | EdgeCondition) for one in mention.options)
            for word in self._words[mention.start : mention.end]
        )

    def absent(self) -> Composition:
        """Return the verdict that the graph has nothing for some words."""
        return Composition("absent", GraphQuery(sets=self._named(), unread=self._unread([])))

    @property
    def _confidence(self) -> float:
        """How sure the reading is, by the words left unread and the score lost."""
        if self._best is None:
            return 0.0
        loss = sum(self._asked.weights) - self._asked.value(self._best)
        return math.exp(-0.9 * self._cost - 0.9 * max(0.0, loss - 0.1))

    def _is_off_topic(self) -> bool:
        """Whether no element of the schema is read, or little of a question without names."""
        said = [option.meaning for mention in self._asked.mentions for option in mention.options]
        of_schema = [one for one in said if not isinstance(one, OF_NO_SCHEMA)]
        if not of_schema:
            return self._best is None or self._cost >= LEAST_COST
        names = any(isinstance(one, Named | Relation) for one in said)
        return self._is_absent() and self._cost > 0.7 * self._content and not names

    def _is_absent(self) -> bool:
        """Whether a part of the question is left that the graph has nothing for."""
        return (
            bool(self._unknown_names())
            or (self._is_bare and self._cost > LEAST_COST)
            or self._cost > max(MOST_COST, MOST_SHARE * self._content)
            or any(map(self._is_asked_for, self._unknown))
        )

    @property
    def _is_bare(self) -> bool:
        """Whether the best reading asks for nothing but a named set."""
        best = self._best
        return best is not None and best.op in ("nodes", "all", "prior") and best.answer is None

    @property
    def _asks_for_activities(self) -> bool:
        """Whether the best reading tells of a node, where its deeds are asked for: "What does she
        do?"."""
        after = max((one.end for one in self._asked.mentions), default=0)
        said = self._words if is_cyrillic(self._words[0].text) else self._words[after:]
        doing = keys_of_list("doing_verbs")
        return self._is_bare and any({plain(word.text), *word.keys} & doing for word in said)

    @property
    def _narrows_a_name(self) -> bool:
        """Whether a single name is the only node left by its condition: "X before 1994"."""
        best = self._best
        if best is None or best.term is None or best.answer or self._asked.is_yes_no:
            return False
        is_narrowed = isinstance(best.term.set, WhereSet | TopSet)
        of = best.term.inputs[0].set if best.term.inputs else None
        return is_narrowed and isinstance(of, NodesSet) and len(of.ids) == 1

    def _is_unclear(self) -> bool:
        """Whether words that the graph has something for are left out of the best reading."""
        return (
            self._confidence < LEAST_CONFIDENCE
            or bool(self._best and self._best.undecided)
            or (self._is_bare and bool(self._unused))
            or (self._is_part and names_another(self._words, self._asked.mentions))
            or self._relates_to_all_but_some
            or self._is_of_no_earlier_question
            or self._narrows_a_name
            or self._lists_another_type
            or self._asks_whether_of_a_kind
            or any(map(self._is_needed, self._unused))
            or any(map(self._qualifies_a_property, self._unknown))
            or any(plain(word.text) in word_set("limit_words") for word in self._unknown)
        )

    @property
    def _lists_another_type(self) -> bool:
        """Whether nodes of another type are listed than "which" asks for."""
        best, wanted = self._best, self._asked.wanted
        if best is None or best.answer is not None or self._asked.is_yes_no or not wanted:
            return False
        return best.type not in wanted

    @property
    def _asks_whether_of_a_kind(self) -> bool:
        """Whether "Is X a continent?" would be answered with what X is related to."""
        best = self._best
        if best is None or best.answer is not None or best.op != "follow":
            return False
        start = best.term.inputs[0].set.op if best.term else ""
        articles = word_set("indefinite_articles")
        return (
            self._asked.is_yes_no
            and start == "nodes"
            and any(
                best.type in self._asked.named_types(at)
                and any(plain(word.text) in articles for word in self._words[: one.start][-1:])
                for at, one in enumerate(self._asked.mentions)
            )
        )

    @property
    def _relates_to_all_but_some(self) -> bool:
        """Whether a relation is followed from "every bridge except X", meant of all at once."""
        said = [plain(word.text) for word in self._words]
        every = next((at for at, word in enumerate(said) if word in word_set("every_words")), None)
        if every is None or not {*said[every:]} & word_set("exception_words"):
            return False
        parts = self._best.term.parts() if self._best and self._best.term else ()
        return any(part.set.op == "follow" for part in parts)

    @property
    def _is_of_no_earlier_question(self) -> bool:
        """Whether "which of them" opens a question, and nothing was asked before."""
        opening = (at for at, one in enumerate(self._asked.mentions) if one.start <= _OPENING)
        return not self._is_part and any(
            "previous" in self._asked.operators_at(at) for at in opening
        )

    def _is_needed(self, mention: Mention) -> bool:
        """Whether a query without a mention asks something else: a type may be left out."""
        kept = [
            meaning
            for meaning, _ in mention.options
            if not isinstance(meaning, TypeName) and meaning not in MAY_BE_UNREAD
        ]
        return bool(kept)

    def _is_plain_preposition(self, mention: Mention) -> bool:
        """Whether "by" tells no groups apart: "paintings by Rembrandt"."""
        own = self._words[mention.start : mention.end]
        following = [one for one in self._asked.mentions if one.start == mention.end]
        options = [option for one in following for option in one.options]
        divides = any(isinstance(one.meaning, TypeName | PropertyName) for one in options)
        return bool(own[0].keys & word_set("group_prepositions")) and not divides

    def _qualifies_a_property(self, word: Word) -> bool:
        """Whether an unread word stands beside a property, and so means another: "median price"."""
        if word.keys & word_set("light_words"):
            return False
        at = self._words.index(word)
        beside = [one for one in self._asked.mentions if one.start == at + 1 or one.end == at]
        return any(
            isinstance(meaning, PropertyName | EdgePropertyName)
            for one in beside
            for meaning, _ in one.options[:1]
        )

    def _is_asked_for(self, word: Word) -> bool:
        """Whether an unread word is what is counted, or the event whose time is asked for.

        «Сколько доков на станции X», "When did X crash?".
        """
        at = self._words.index(word)
        before = [one for one in range(self._asked.size) if self._asked.mentions[one].end == at]
        is_before = any(one.start == at + 1 for one in self._asked.mentions)
        is_adjective = is_before and not _is_russian_noun(word)  # «сколько актёров родилось»
        if any("count" in self._asked.operators_at(one) for one in before):
            return not is_adjective
        best = self._best
        if best is None or best.other is not None:  # two names tell which event is meant
            return False
        asks_when = any(map(best.reads, self._asked.operators("when")))
        return asks_when and _cost(word) > LIGHT_COST

    def _unknown_names(self) -> list[Word]:
        """Return the unread words that look like names: capitalised inside the question."""
        first = self._words[0] if self._words else None
        return [word for word in self._unknown if word is not first and word.text[0].isupper()]

    def _unread(self, unused: Sequence[Mention]) -> tuple[str, ...]:
        """Return the words, as written, that the query does not use."""
        left = [(word.start, word.text) for word in self._unknown]
        for mention in unused:
            stretch = self._words[mention.start : mention.end]
            left.append((stretch[0].start, " ".join(word.text for word in stretch)))
        return tuple(text for _, text in sorted(left))

    def _named(self) -> tuple[NodesSet, ...]:
        """Return the nodes that the question names, as sets."""
        found: list[NodesSet] = []
        for mention in self._asked.mentions:
            meaning = mention.options[0].meaning
            if isinstance(meaning, Named):
                found.append(NodesSet(id=f"n{len(found) + 1}", ids=meaning.ids))
        return tuple(found)


def _adds_nothing(word: Word) -> bool:
    """Whether an unread word is a digit, or "most" beside the superlative that it is part of."""
    return word.text.isdigit() or plain(word.text) in word_set("intensifiers")


def _is_comparative(words: Sequence[Word], at: int) -> bool:
    """Whether "more" is part of a comparative: "more expensive"."""
    following = operator_mentions(words[at + 1 : at + 2])
    is_degree = any(isinstance(one.meaning, Degree) for one in following)
    return is_degree and plain(words[at].text) in word_set("comparative_words")


def _cost(word: Word) -> float:
    if word.keys & word_set("light_words"):
        return LIGHT_COST
    is_noun = not is_cyrillic(word.text) or _is_russian_noun(word)
    return NOUN_COST if is_noun else MODIFIER_COST


def _is_russian_noun(word: Word) -> bool:
    forms = dictionary_readings(word.text) if is_cyrillic(word.text) else []
    return bool(forms) and "NOUN" in forms[0].marks
