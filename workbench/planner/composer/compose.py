"""Compose a query from a question, or decline: nothing understood, or not everything."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cached_property
from itertools import pairwise

from workbench.domain.entities import ResolvedEntity
from workbench.domain.graph_query import (
    FollowSet,
    GraphQuery,
)
from workbench.nlp.grammar import word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.operators import is_superlative
from workbench.nlp.period_ranges import named_periods
from workbench.nlp.periods import Period
from workbench.nlp.query_words import Word, asks_yes_or_no, is_filler, plain, query_words
from workbench.nlp.recurring_dates import RecurringDate, recurring_dates
from workbench.planner.composer.chart import complete_readings
from workbench.planner.composer.follow_up import in_another_order, of_another_name, with_noun
from workbench.planner.composer.judgement import Composition, Judgement
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.linking import Linker
from workbench.planner.composer.meanings import (
    EdgePropertyName,
    Meaning,
    Mention,
    Named,
    PropertyName,
    Relation,
    TypeName,
)
from workbench.planner.composer.people import person_types
from workbench.planner.composer.readings import Earlier
from workbench.planner.composer.vocabulary import Vocabulary
from workbench.retrieval.graph_query.evaluate import SetEvaluator
from workbench.retrieval.graph_query.graph_schema import GraphSchema
from workbench.retrieval.graph_store import GraphStore
from workbench.workspace import Workspace
from workbench.workspace.missing_labels import missing_labels

WEIGHTS: Mapping[str, float] = {
    "greater": 0.6,
    "less": 0.6,
    "both": 0.3,
    "same": 0.8,
    "each": 0.2,
    "sum": 0.5,
    "list": 0.0,
    "aside": 0.0,
    "versus": 0.1,
    "now": 0.4,
    "previous": 0.8,
    "anaphor": 0.1,
    "solely": 0.3,
    "shares": 0.3,
    "occurs": 0.3,
    "when": 0.4,
    "where": 0.3,
    "after": 0.4,
    "since": 0.4,
    "before": 0.4,
    "until": 0.4,
    "during": 0.4,
}
"""Weights of operators; 1 for the others."""
TYPE_WEIGHT, SUBJECT_WEIGHT = 0.7, 0.4
"""Weights of a type, and of the name of the only node of its type."""
SAME_QUERY = 0.9
"""Confidence of the earlier query with another name."""
LARGEST_EARLIER = 200
"""Most nodes of an earlier set that a follow-up may refer to."""


class Composer:
    """Composes queries to one graph. Holds no state of a question."""

    def __init__(
        self, workspace: Workspace, store: GraphStore, today: Callable[[], date] = date.today
    ) -> None:
        """Create a composer; its vocabulary is built when first needed.

        ``today`` returns the day that "now" means.
        """
        self._today = today
        self._workspace = workspace
        self._store = store

    @cached_property
    def _evaluator(self) -> SetEvaluator:
        return SetEvaluator(self._workspace, self._store, GraphSchema.of(self._workspace))

    @cached_property
    def _persons(self) -> frozenset[str]:
        return person_types(self._workspace, self._evaluator.schema)

    @cached_property
    def _only_persons(self) -> frozenset[str]:
        sizes = self._evaluator.schema.sizes
        return frozenset(name for name in self._persons if sizes[name] == 1)

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
        if again is None and earlier is not None and not mentions:
            again = self._of_adjective(question, earlier)
        if again is None:
            superlatives = [is_superlative(words, one.start, one.end) for one in mentions]
            again = in_another_order(words, mentions, superlatives, earlier)
        if again is not None and again.answer is not None:
            size = len(self._evaluator.all_sets(again.sets)[again.answer.of])
            op = again.answer.op if again.answer.op != "list" else again.by_id()[again.answer.of].op
            return Composition("composed", again, SAME_QUERY, op, size)
        asked = self._asked(words, mentions, self._earlier(earlier), question)
        found = complete_readings(asked)
        best = found[0] if found else None
        judged = Judgement(words, asked, best, is_part=earlier is not None)
        composed = judged.composition()
        is_elsewhere = composed.verdict == "off_topic" and bool(composed.query.unread)
        if is_elsewhere and self._has_unnamed_types(question):
            return judged.absent()  # a type may have no word in the language of the question
        return composed

    def _of_adjective(self, question: str, earlier: GraphQuery) -> GraphQuery | None:
        """Return the earlier query of a name whose noun is left out: "and the blue?"."""
        for text in with_noun(question, earlier, self._store):
            words, mentions = self._linker.link(query_words(text))
            again = of_another_name(words, mentions, earlier, self._store)
            if again is not None:
                return again
        return None

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
    ) -> LinkedQuestion:
        written = [plain(word.text) for word in words]
        content = [word for word in words if not is_filler(word)]
        first = written[0] if written else ""
        is_who = _asks_who(words)
        return LinkedQuestion(
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
            only_persons=self._only_persons,
            today=self._today(),
        )

    def _weight(self, meaning: Meaning) -> float:
        """Return the weight of a mention; lower for the only node of its type."""
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
                is_answer = query.answer is not None
                found.setdefault(held, Earlier(name, node.type, held, led_by, is_answer))
        return list(found.values())


def _names_fact(mention: Mention) -> bool:
    kinds = (PropertyName, EdgePropertyName, Relation)
    return any(isinstance(one.meaning, kinds) for one in mention.options)


def _is_inside(one: RecurringDate, spans: Sequence[Period]) -> bool:
    """Whether a month is an end of a range: "between March and May 2024"."""
    return any(span.start <= one.start and one.end <= span.end for span in spans)


def _asks_who(words: Sequence[Word]) -> bool:
    return any(plain(word.text) in word_set("person_pronouns") for word in words)
