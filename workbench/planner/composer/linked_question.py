"""A question whose words are linked to the graph, as the rules of the composer read it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TypeVar

from workbench.domain.graph_query import (
    AllSet,
    AnyAnswer,
    FollowSet,
    PriorSet,
    TopSet,
    WhereSet,
)
from workbench.domain.local_text import all_texts
from workbench.nlp.english_forms import is_agent_noun
from workbench.nlp.grammar import word_set
from workbench.nlp.operators import Degree, Operator, Quantity, Rank
from workbench.nlp.periods import Period
from workbench.nlp.query_words import Word, is_filler, query_words
from workbench.nlp.recurring_dates import RecurringDate
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
from workbench.planner.composer.readings import Earlier, Reading, Term
from workbench.planner.composer.relation_ends import (
    end_of_name,
    is_passive_label,
    is_source_noun,
)
from workbench.planner.composer.vocabulary import readable_name
from workbench.retrieval.graph_query.evaluate import Nodes, SetEvaluator
from workbench.retrieval.graph_query.graph_schema import GraphSchema, Step

EMPTY_LOSS, EMPTY_LACKS_LOSS = 0.5, 0.3
"""Loss of an empty set; lower for a set of what lacks an edge, or is left by an exclusion."""
OTHER_TYPE, NO_PERSON = 0.7, 0.3
"""Loss of nodes of another type than the one asked for, "Which paintings", and of things where
"who" asks for people; companies supply and own too, but no answer is found beyond people."""
DISTANCE_LOSS = 0.02
"""Loss for each mention between two that are read together."""


Kind = TypeVar(
    "Kind",
    Named,
    TypeName,
    Relation,
    PropertyName,
    EdgePropertyName,
    Condition,
    EdgeCondition,
    Measure,
    Period,
    RecurringDate,
    Degree,
    Quantity,
    Rank,
)


class LinkedQuestion:
    """A question with its mentions, and the operations by which rules build its readings.

    Holds the evaluated terms of the question.
    """

    def __init__(
        self,
        words: Sequence[Word],
        mentions: Sequence[Mention],
        weights: Sequence[float],
        superlatives: Sequence[bool],
        evaluator: SetEvaluator,
        *,
        is_yes_no: bool = False,
        is_either: bool = False,
        is_elliptical: bool = False,
        is_who: bool = False,
        earlier: Sequence[Earlier] = (),
        persons: frozenset[str] = frozenset(),
        only_persons: frozenset[str] = frozenset(),
        today: date,
    ) -> None:
        """``persons`` are the types of people if ``is_who``; ``today`` is the day of "now".

        ``only_persons`` are those of a single person, whom "he" stands for.
        """
        self.words = words
        self.mentions = mentions
        self.weights = weights
        self.superlatives = superlatives
        self.evaluator = evaluator
        self.is_yes_no = is_yes_no
        self.is_either = is_either
        self.is_elliptical = is_elliptical
        self.is_who = is_who
        self.earlier = earlier
        self.persons = persons
        self.only_persons = only_persons
        self.today = today
        self._nodes: dict[Term, Nodes] = {}
        self.wanted = {
            name
            for at in range(len(mentions))
            if self._opens(at)
            for name in (self.named_types(at) or self._implied_types(at))
        }

    @property
    def schema(self) -> GraphSchema:
        """What the graph holds."""
        return self.evaluator.schema

    @property
    def size(self) -> int:
        """Number of mentions."""
        return len(self.mentions)

    def loss_of_type(self, reading: Reading) -> float:
        """Return the loss of nodes of another type than is asked for: "Which paintings", "who"."""
        is_no_person = bool(self.persons) and reading.type not in self.persons
        is_past_people = is_no_person and not self.persons.isdisjoint(reading.types)
        is_other = bool(self.wanted) and reading.type not in self.wanted
        loss = OTHER_TYPE * (is_other or is_past_people)
        return loss + NO_PERSON * is_no_person

    def loss_of_counted(self, reading: Reading, at: int) -> float:
        """Return the loss of nodes of another type than stands behind "how many"."""
        counted = self.type_after(at)
        return OTHER_TYPE * bool(counted and reading.type not in counted)

    def type_after(self, at: int) -> frozenset[str]:
        """Return the type right after a mention: "the most bikes", "the largest city"."""
        after = at + 1
        if after >= self.size or self.mentions[after].start != self.mentions[at].end:
            return frozenset()
        return frozenset(one.type for one in self.meanings(after, TypeName))

    def types_before(self, at: int) -> frozenset[str]:
        """Return the types of the things that the words right before a name are about.

        They are those of a type, or of the end of a verb that no type before it names; empty if
        something else stands there.
        """
        before, start = at - 1, self.mentions[at].start
        if not at or not all(map(is_filler, self.words[self.mentions[before].end : start])):
            return frozenset()
        if named := self.named_types(before):
            return named
        edges = {one.edge for one in self.meanings(before, Relation)}
        ends = {one.source for one in self.schema.steps if one.edge in edges}
        return frozenset(ends - (self.named_types(before - 1) if before else frozenset()))

    def _opens(self, at: int) -> bool:
        """Whether a mention follows "which", or is the first word: "Paintings by Spaniards".

        What describes it may stand between: "Which Dutch artists".
        """
        start = self.mentions[at].start
        before = self.words[start - 1 : start] if start else ()
        if not start or any(word.keys & word_set("type_openings") for word in before):
            return True
        return bool(at) and self.describes_next(at - 1) and self._opens(at - 1)

    def asks_for(self, at: int) -> bool:
        """Whether a mention follows "which" or "how many", which it tells things for."""
        before = at - 1
        is_beside = at > 0 and self.mentions[before].end == self.mentions[at].start
        return self._opens(at) or (is_beside and "count" in self.operators_at(before))

    def describes_next(self, at: int) -> bool:
        """Whether a name or a condition stands right before a type: "Dutch artists"."""
        after = at + 1
        if after >= self.size or self.mentions[after].start != self.mentions[at].end:
            return False
        is_said = bool(self.meanings(at, Named) or self.meanings(at, Condition))
        return is_said and bool(self.named_types(after) or self.describes_next(after))

    def named_types(self, at: int) -> frozenset[str]:
        """Return the types that a mention names."""
        return frozenset(one.type for one in self.meanings(at, TypeName))

    def _implied_types(self, at: int) -> frozenset[str]:
        """Return the types that a noun stands for: "asteroids" by value, "designers" by relation.

        "Dutch" of "Which Dutch artists" stands for none.
        """
        is_adjective = at + 1 < self.size and self.mentions[at + 1].start == self.mentions[at].end
        if is_adjective and (self.named_types(at + 1) or self.agents(at + 1)):
            return frozenset()
        types = {one.type for one in self.meanings(at, Condition) if isinstance(one.value, str)}
        return frozenset(types or (step.source for step in self.agents(at)))

    def agents(self, at: int) -> list[Step]:
        """Return the relations of an agent noun: ``DESIGNED_BY`` for "designers"."""
        word = self.words[self.mentions[at].end - 1]
        ways = {
            one.edge: "in" if self.is_passive(one.edge) else "out"
            for one in self.meanings(at, Relation)
            if self._does(word, one.edge)
        }
        return [step for step in self.schema.steps if ways.get(step.edge) == step.direction]

    def _does(self, word: Word, edge: str) -> bool:
        """Return True if a noun is the agent noun of a verb of the relation."""
        spec = self.evaluator.content.spec.edge_types[edge]
        texts = (readable_name(edge), *all_texts(spec.label), *spec.words, *spec.inverse_words)
        forms = {key for text in texts for one in query_words(text) for key in one.keys}
        return any(is_agent_noun(word.text, form) for form in forms)

    def is_passive(self, edge: str) -> bool:
        """Return True if the label of a relation is passive: "designed by"."""
        label = self.evaluator.content.spec.edge_types[edge].label
        return any(is_passive_label(text) for text in (edge, *all_texts(label)))

    def type_spoken_of(self, at: int) -> str:
        """Return the last type named before a mention, to which "before 1980" applies."""
        named = (sorted(self.named_types(one)) for one in range(at - 1, -1, -1))
        return next((types[0] for types in named if types), "")

    def repeats(self, reading: Reading, at: int) -> bool:
        """Whether a mention has the words of one that is read: "taught those who taught"."""
        said = self.words[self.mentions[at].start].keys
        read = (one for one in range(self.size) if reading.reads(one))
        return any(self.words[self.mentions[one].start].keys & said for one in read)

    def free(self, reading: Reading) -> list[int]:
        """Return the mentions that a reading has not read."""
        return [at for at in range(len(self.mentions)) if not reading.reads(at)]

    def operators(self, *names: Operator) -> list[int]:
        """Return the mentions that may be one of these operators."""
        return [
            at
            for at, mention in enumerate(self.mentions)
            if any(option.meaning in names for option in mention.options)
        ]

    def meanings(self, at: int, kind: type[Kind]) -> list[Kind]:
        """Return the meanings of a kind that a mention may have."""
        found = (option.meaning for option in self.mentions[at].options)
        return [meaning for meaning in found if isinstance(meaning, kind)]

    def value(self, reading: Reading) -> float:
        """Return the score of a reading with the weights of what it reads."""
        return reading.score + sum(
            weight for at, weight in enumerate(self.weights) if reading.reads(at)
        )

    def nodes(self, term: Term) -> Nodes:
        """Return the nodes of a term, evaluating it once."""
        if term not in self._nodes:
            if isinstance(term.set, PriorSet):
                name = term.set.set
                found = next((one.nodes for one in self.earlier if one.id == name), frozenset())
            else:
                found = self._evaluated(term)
            self._nodes[term] = found
        return self._nodes[term]

    def _evaluated(self, term: Term) -> Nodes:
        inputs = [self.nodes(one) for one in term.inputs]
        of = term.inputs[0] if term.inputs else None
        if (
            of is not None
            and isinstance(term.set, WhereSet | TopSet)
            and isinstance(of.set, FollowSet)
        ):
            starts = self.nodes(of.inputs[0])
            return self.evaluator.chosen(term.set, of.set, inputs[0], starts)
        if isinstance(term.set, FollowSet) and of is not None and isinstance(of.set, AllSet):
            return self.evaluator.followed_of_all(term.set, inputs[0])
        return self.evaluator.nodes(term.set, inputs)

    def of_term(
        self,
        reading: Reading,
        term: Term,
        node_type: str,
        mentions: Sequence[int] = (),
        gain: float = 0.0,
        *,
        edge: str = "",
        types: Sequence[str] = (),
        may_be_empty: bool = False,
    ) -> Reading:
        """Return a reading of a set, made of another by reading further mentions."""
        nodes = self.nodes(term)
        loss = 0.0
        if not nodes and not may_be_empty:
            loss = EMPTY_LACKS_LOSS if term.set.op in ("lacks", "minus") else EMPTY_LOSS
        return replace(
            self._further(reading, mentions, gain - loss),
            term=term,
            type=node_type,
            nodes=nodes,
            edges=reading.edges | ({edge} if edge else frozenset()),
            types=reading.types | {node_type, *types},
        )

    def same(self, reading: Reading, mentions: Sequence[int], gain: float) -> Reading:
        """Return the reading with further mentions that change nothing."""
        return self._further(reading, mentions, gain)

    def answered(
        self, reading: Reading, answer: AnyAnswer, mentions: Sequence[int], gain: float = 0.0
    ) -> Reading:
        """Return a reading of what is asked of a set."""
        return replace(self._further(reading, mentions, gain), answer=answer)

    def _further(self, reading: Reading, mentions: Sequence[int], gain: float) -> Reading:
        read = [at for at in range(len(self.mentions)) if reading.reads(at)]
        far = sum(min((abs(at - other) - 1 for other in read), default=0) for at in mentions)
        mask = reading.mask | sum(1 << at for at in mentions)
        return replace(reading, mask=mask, score=reading.score + gain - DISTANCE_LOSS * far)

    def end_of(self, reading: Reading, at: int, relation: Relation) -> str | None:
        """Return the end of a relation at which the words put a reading; None if that is open."""
        named = [
            place
            for place in range(len(self.mentions))
            if reading.reads(place)
            and (self.meanings(place, Named) or "anaphor" in self.operators_at(place))
        ]
        nearest = min(named, key=lambda one: abs(one - at), default=None)
        name = self.mentions[nearest] if nearest is not None else None
        end = end_of_name(self.words, self.mentions[at], name, is_amid=self._is_amid_names(at))
        if end is None or not relation.is_inverse:
            return end
        return "source" if end == "target" else "target"

    def _is_amid_names(self, at: int) -> bool:
        """Whether names of nodes stand both before and after a mention."""
        named = [bool(self.meanings(one, Named)) for one in range(self.size)]
        return any(named[:at]) and any(named[at + 1 :])

    def names_source(self, at: int, relation: Relation) -> bool:
        """Return True for a noun that names the source of a verb's relation: «сотрудник»."""
        if relation.is_inverse or self.meanings(at, TypeName):
            return False
        label = self.evaluator.content.spec.edge_types[relation.edge].label
        return is_source_noun(self.words[self.mentions[at].start], label)

    def operators_at(self, at: int) -> frozenset[Operator]:
        """Return the operators that a mention may be."""
        found = (option.meaning for option in self.mentions[at].options)
        return frozenset(meaning for meaning in found if isinstance(meaning, str))

    def followed(self, term: Term, step: Step, *, every: bool = False) -> Term:
        """Return the term of the nodes that a step leads to."""
        return Term(
            FollowSet(
                op="follow_all" if every else "follow",
                of="",
                edge=step.edge,
                direction=step.direction,
                to=self.end_type(step),
            ),
            (term,),
        )

    def end_type(self, step: Step) -> str:
        """Return the type that a step leads to where its edges lead to several; else nothing."""
        targets = self.schema.targets(step.edge, step.direction, step.source)
        return step.target if len(targets) > 1 else ""
