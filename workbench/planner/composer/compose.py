"""Compose a query from a question, or decline: nothing understood, or not everything."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias

from workbench.domain.entities import ResolvedEntity
from workbench.domain.graph_query import (
    EdgesAnswer,
    FollowSet,
    GraphQuery,
    ListAnswer,
    NodesSet,
    PathAnswer,
    ValueAnswer,
)
from workbench.nlp.grammar import readings as dictionary_readings
from workbench.nlp.grammar import word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.operators import Degree, Quantity, is_superlative, operator_mentions
from workbench.nlp.period_ranges import named_periods
from workbench.nlp.periods import Period
from workbench.nlp.query_words import Word, asks_yes_or_no, is_filler, plain, query_words
from workbench.nlp.recurring_dates import RecurringDate, recurring_dates
from workbench.planner.composer.chart import complete_readings
from workbench.planner.composer.follow_up import names_another, of_another_name
from workbench.planner.composer.linking import Linker
from workbench.planner.composer.meanings import (
    EdgePropertyName,
    Meaning,
    Measure,
    Mention,
    Named,
    PropertyName,
    Relation,
    TypeName,
)
from workbench.planner.composer.people import person_types
from workbench.planner.composer.readings import Asked, Earlier, Reading
from workbench.planner.composer.vocabulary import Vocabulary
from workbench.planner.composer.written_query import written_query
from workbench.retrieval.graph_query.evaluate import SetEvaluator
from workbench.retrieval.graph_query.graph_schema import GraphSchema
from workbench.retrieval.graph_store import GraphStore
from workbench.workspace import Workspace
from workbench.workspace.missing_labels import missing_labels

Verdict: TypeAlias = Literal["composed", "absent", "unclear", "off_topic"]
"""``absent``: the graph has nothing for some words. ``unclear``: it has, but no query uses them."""

WEIGHTS: Mapping[str, float] = {
    "greater": 0.6,
    "less": 0.6,
    "both": 0.3,
    "same": 0.8,
    "each": 0.2,
    "sum": 0.5,
    "list": 0.0,
    "versus": 0.1,
    "now": 0.4,
    "previous": 0.8,
    "anaphor": 0.1,
    "occurs": 0.3,
    "when": 0.4,
    "where": 0.3,
    "after": 0.4,
    "since": 0.4,
    "before": 0.4,
    "until": 0.4,
    "during": 0.4,
}
"""What reading an operator is worth; 1 for the others."""
TYPE_WEIGHT, SUBJECT_WEIGHT = 0.7, 0.4
"""What reading a type is worth, and the name of the only node of its type."""
NOTICED = 0.25
"""Weight of a mention from which leaving it unread matters."""
LIGHT_COST, MODIFIER_COST, NOUN_COST = 0.3, 0.6, 1.0
"""Cost of an unread word: one that carries little, an adjective or verb, another one."""
MOST_COST, MOST_SHARE = 0.59, 0.34
"""Cost of the unread words of a composed question: this, or this share of its content words."""
LEAST_COST = 0.5
"""Cost of unread words from which they are missed in a question that asks little else."""
LEAST_CONFIDENCE = 0.12
SAME_QUERY = 0.9
"""Confidence of the earlier query asked of another name."""
LARGEST_EARLIER = 200
"""Nodes of an earlier set that a follow-up may be about."""


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

    @property
    def may_be_empty(self) -> bool:
        """Whether the graph may have nothing: no node, or no value or edge of those it has."""
        told = isinstance(self.query.answer, ValueAnswer | EdgesAnswer | PathAnswer)
        return self.verdict == "composed" and (not self.size or told)

    @property
    def asks_of_graph(self) -> bool:
        """Whether something is asked of what the question names, which only the graph can tell."""
        return self.verdict == "composed" and self.op not in ("nodes", "all", "prior")


class Composer:
    """Composes queries to one graph. Holds no state of a question."""

    def __init__(self, workspace: Workspace, store: GraphStore) -> None:
        """Create a composer; its vocabulary is built when first needed."""
        self._workspace = workspace
        self._store = store

    @cached_property
    def _evaluator(self) -> SetEvaluator:
        return SetEvaluator(self._workspace, self._store, GraphSchema.of(self._workspace))

    @cached_property
    def _persons(self) -> frozenset[str]:
        return person_types(self._workspace, self._evaluator.schema)

    @cached_property
    def _linker(self) -> Linker:
        schema, dates = self._evaluator.schema, self._evaluator.dates
        return Linker(Vocabulary(self._workspace, schema, dates))

    def compose(
        self,
        question: str,
        earlier: GraphQuery | None = None,
        entities: Sequence[ResolvedEntity] = (),
    ) -> Composition:
        """Return the query of a question; ``earlier`` is that of the turn that it follows.

        ``entities`` are the names recognised in the question. Words that the query does not use
        are in its ``unread``.
        """
        spans = named_periods(question)
        named: list[Period | RecurringDate] = [one for one in spans if not one.is_year]
        named += [one for one in recurring_dates(question) if not _is_inside(one, spans)]
        words, mentions = self._linker.link(query_words(question), entities, named)
        again = of_another_name(words, mentions, earlier, self._store)
        if again is not None and again.answer is not None:
            size = len(self._evaluator.all_sets(again.sets)[again.answer.of])
            op = again.answer.op if again.answer.op != "list" else again.by_id()[again.answer.of].op
            return Composition("composed", again, SAME_QUERY, op, size)
        asked = self._asked(words, mentions, self._earlier(earlier), question)
        found = complete_readings(asked)
        best = found[0] if found else None
        judged = _Judgement(words, asked, best, is_part=earlier is not None)
        composed = judged.composition()
        is_elsewhere = composed.verdict == "off_topic" and bool(composed.query.unread)
        if is_elsewhere and self._has_unnamed_types(question):
            return judged.absent()  # it may be about what the language has no word for
        return composed

    def coordinated(self, question: str) -> list[str]:
        """Return the questions that "and" joins by two of their words: "open and close".

        Each has one of the words; there are none unless both name a property or a relation.
        """
        words, mentions = self._linker.link(query_words(question))
        for one, other in pairwise(mentions):
            between = {plain(word.text) for word in words[one.end : other.start]}
            joint = between - word_set("the_words")
            is_joined = bool(joint) and joint <= word_set("joining_words")
            if is_joined and all(map(_names_fact, (one, other))):
                first, last = words[one.start].start, words[other.end - 1].end
                end, start = words[one.end - 1].end, words[other.start].start
                return [
                    f"{question[:end]}{question[last:]}",
                    f"{question[:first]}{question[start:]}",
                ]
        return []

    def _has_unnamed_types(self, question: str) -> bool:
        """Whether a type has no word in the language of a question."""
        return is_cyrillic(question) and self._unnamed_types

    @cached_property
    def _unnamed_types(self) -> bool:
        missing = missing_labels(self._workspace.spec)
        return any(one.path == f"node_types.{one.name}" for one in missing)

    def _asked(
        self,
        words: Sequence[Word],
        mentions: Sequence[Mention],
        earlier: Sequence[Earlier],
        question: str,
    ) -> Asked:
        written = [plain(word.text) for word in words]
        content = [word for word in words if not is_filler(word)]
        first = written[0] if written else ""
        is_who = _asks_who(words)
        return Asked(
            words,
            mentions,
            [self._weight(mention.options[0].meaning) for mention in mentions],
            [is_superlative(words, mention.start, mention.end) for mention in mentions],
            self._evaluator,
            is_yes_no=asks_yes_or_no(words, question),
            is_either=bool({*written} & word_set("alternatives")),
            is_elliptical=len(content) <= 2 or first in word_set("leading_conjunctions"),
            earlier=earlier,
            is_who=is_who,
            persons=self._persons if is_who else frozenset(),
        )

    def _weight(self, meaning: Meaning) -> float:
        """Return what reading a mention is worth; less for the only node of its type."""
        if isinstance(meaning, Named):
            if len(meaning.ids) > 1:
                return float(len(meaning.ids))
            return SUBJECT_WEIGHT if self._evaluator.schema.sizes[meaning.type] == 1 else 1.0
        if isinstance(meaning, TypeName):
            return TYPE_WEIGHT
        return WEIGHTS.get(meaning, 1.0) if isinstance(meaning, str) else 1.0

    def _earlier(self, query: GraphQuery | None) -> list[Earlier]:
        """Return the sets of the earlier query, the answered one first."""
        if query is None:
            return []
        nodes = self._evaluator.all_sets(query.sets)
        names = [one.id for one in reversed(query.sets)]
        if query.answer is not None:
            names = [query.answer.of, *(name for name in names if name != query.answer.of)]
        found: dict[frozenset[str], Earlier] = {}
        for name in names:
            held = nodes.get(name, frozenset())
            node = self._store.node(min(held)) if held else None
            if node is not None and len(held) < LARGEST_EARLIER:
                made = query.by_id()[name]
                led_by = made if isinstance(made, FollowSet) else None
                found.setdefault(held, Earlier(name, node.type, held, led_by))
        return list(found.values())


MAY_BE_UNREAD = frozenset({"list", "now", "anaphor", "versus", "previous", "where"})
"""Operators without which a query asks the same."""


OF_NO_SCHEMA = (str, Degree, Quantity, Measure, Period, RecurringDate)
"""Meanings that any graph may be asked with."""


class _Judgement:
    """Decides whether the best reading of a question covers enough of its words."""

    def __init__(
        self, words: Sequence[Word], asked: Asked, best: Reading | None, *, is_part: bool
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
        return Composition("composed", query, self._confidence, op, len(self._best.nodes))

    def absent(self) -> Composition:
        """Return that the graph has nothing for some words."""
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

    def _is_unclear(self) -> bool:
        """Whether words that the graph has something for are left out of the best reading."""
        return (
            self._confidence < LEAST_CONFIDENCE
            or bool(self._best and self._best.undecided)
            or (self._is_bare and bool(self._unused))
            or (self._is_part and names_another(self._words, self._asked.mentions))
            or self._relates_to_all_but_some
            or any(map(self._is_needed, self._unused))
            or any(map(self._qualifies_a_property, self._unknown))
            or any(plain(word.text) in word_set("limit_words") for word in self._unknown)
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
        is_adjective = any(one.start == at + 1 for one in self._asked.mentions)
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


def _names_fact(mention: Mention) -> bool:
    kinds = (PropertyName, EdgePropertyName, Relation)
    return any(isinstance(one.meaning, kinds) for one in mention.options)


def _is_inside(one: RecurringDate, spans: Sequence[Period]) -> bool:
    """Whether a month is an end of a range: "between March and May 2024"."""
    return any(span.start <= one.start and one.end <= span.end for span in spans)


def _asks_who(words: Sequence[Word]) -> bool:
    return any(plain(word.text) in word_set("person_pronouns") for word in words)


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
    forms = dictionary_readings(word.text)
    is_noun = not is_cyrillic(word.text) or (bool(forms) and "NOUN" in forms[0].marks)
    return NOUN_COST if is_noun else MODIFIER_COST
