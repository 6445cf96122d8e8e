"""What the offline planner makes of a question: intents, and what each may use."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from workbench.domain.base import Span
from workbench.domain.entities import ResolvedEntity
from workbench.domain.local_text import all_texts
from workbench.nlp.grammar import content_words, in_list, leftover_words, readings
from workbench.nlp.morphology import is_cyrillic, lemma
from workbench.nlp.tokens import Token, tokens
from workbench.planner.classifier import Guess, IntentClassifier
from workbench.planner.classifier_features import Vocabulary, labels_in, named_in
from workbench.planner.clauses import clauses
from workbench.planner.graph_calls import PlanningContext, usable_types
from workbench.planner.protocol import PlanRequest
from workbench.workspace import Workspace

UNUSABLE = 0.4
"""How much of its chance an intent keeps that cannot use a thing the question names."""
SURE_CONTEXT = 0.7
"""An entity carried over more surely than this counts as pointed at."""
NAME_GAIN, WORD_GAIN = 0.12, 0.3
"""So much better a question must be understood for a word to pass for a name, by how it looks."""
MOST_UNKNOWN = 3
"""So many unexplained words of a question are tried as names."""
SECOND_INTENT = 0.6
"""A clause must be at least so sure of its intent to add it to the plan."""


FAMILIAR_CLAUSE = 0.4
"""And so much like an example."""


@dataclass(frozen=True)
class IntentReading:
    """One intent that a question (or a clause of it) asks for."""

    guess: Guess
    context: PlanningContext
    span: Span


class Reader:
    """Reads questions of one workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.vocabulary = Vocabulary.of(workspace)
        examples = [
            (self.vocabulary.mask_example(example), intent.id)
            for intent in workspace.spec.intents.values()
            for example in intent.examples
        ]
        self.classifier = IntentClassifier(self.vocabulary, examples)
        labels = (t for kind in workspace.spec.node_types.values() for t in all_texts(kind.label))
        self._labels = frozenset(lemma(label) for label in labels if len(label.split()) == 1)

    def guesses(self, request: PlanRequest, span: Span | None = None) -> list[Guess]:
        """Intents of the question or of a stretch of it, the likeliest first."""
        part = span or Span(start=0, end=len(request.question.text))
        kinds = {name for place, name in named_in(request.resolution) if _inside(place, part)}
        meant = self._meant(request, part)
        kinds |= {kind for _, kind in meant}
        readings = [self._masked(request, part)]
        readings += [self._masked(request, part, [one]) for one in meant]
        found = (self._weighed(self.classifier.classify(masked), kinds) for masked in readings)
        return max(found, key=lambda guesses: guesses[0].familiarity)

    def asked(self, request: PlanRequest, first: Guess) -> list[IntentReading]:
        """The whole question's intent, or one for each clause that is sure of its own."""
        text = request.question.text
        whole = Span(start=0, end=len(text))
        parts = clauses(text, [span for span, _ in named_in(request.resolution)])
        found: dict[str, IntentReading] = {}
        for part in parts if len(parts) > 1 else []:
            guess = self.guesses(request, part)[0]
            if guess.probability < SECOND_INTENT or guess.familiarity < FAMILIAR_CLAUSE:
                continue
            if guess.intent not in found:
                found[guess.intent] = IntentReading(
                    guess, self._planning_context(request, part, guess), part
                )
        if len(found) > 1 and first.intent in found:
            return list(found.values())
        return [IntentReading(first, self._planning_context(request, whole, first), whole)]

    def is_fragment(self, request: PlanRequest) -> bool:
        """True for «А в Aston?»: names alone, and no question of its own."""
        carried = request.memory.carried
        if request.memory.decision != "follow_up" or carried is None or not carried.intents:
            return False
        text, spans = request.question.text, [span for span, _ in named_in(request.resolution)]
        outside = [
            t.text for t in tokens(text) if not any(_crosses(t.start, t.end, s) for s in spans)
        ]
        own_question = any(in_list(word, "interrogatives") for word in outside)
        about = any(in_list(word, "regarding") for word in outside)
        return (
            bool(spans)
            and not leftover_words(text, spans, self._labels)
            and (about or not own_question)
        )

    def oov_ratio(self, text: str) -> float:
        """The share of content words that may be names and are unlike any word of an example."""
        words = content_words(text)
        return len(self._unexplained(text, ())) / len(words) if words else 0.0

    def unseen_ratio(self, text: str, without: Sequence[Span] = ()) -> float:
        """The share of content words outside the spans that no example uses; 1 where none is."""
        words = content_words(text, without)
        unseen = [word for word in words if not self.classifier.explains(word.text)]
        return len(unseen) / len(words) if words else 1.0

    def unknown_name(self, request: PlanRequest, asked: IntentReading) -> str:
        """A word that stands where examples have a name, and is no name we know."""
        text = request.question.text
        named = [span for span, _ in named_in(request.resolution)]
        unexplained = [t for t in self._unexplained(text, named) if asked.span.start <= t.start]
        kinds = self._absent_types(asked)
        for token in unexplained[:MOST_UNKNOWN]:
            place = Span(start=token.start, end=token.end)
            needed = NAME_GAIN if _is_name(token, text) else WORD_GAIN
            if not _inside(place, asked.span):
                continue
            gains = (self._gain(request, asked, (place, kind)) for kind in kinds)
            if max(gains, default=0.0) >= needed:
                return token.text
        return ""

    def unknown_names(self, request: PlanRequest, guess: Guess) -> Iterator[tuple[float, float]]:
        """Every word that looks like a name we do not know, as two shares on 0-1.

        First how familiar the question is with the name masked as the type that suits it best, then
        how many of its other content words no example uses (1 where there are none).
        """
        text = request.question.text
        whole = Span(start=0, end=len(text))
        asked = IntentReading(guess, self._planning_context(request, whole, guess), whole)
        kinds = self._absent_types(asked)
        named = [span for span, _ in named_in(request.resolution)]
        for token in self._unexplained(text, named)[:MOST_UNKNOWN]:
            if not _is_name(token, text):
                continue
            span = Span(start=token.start, end=token.end)
            gains = (self._gain(request, asked, (span, kind)) for kind in kinds)
            familiarity = guess.familiarity + max(gains, default=0.0)
            yield familiarity, self.unseen_ratio(text, [span])

    def speaks_of_subject(self, text: str) -> bool:
        """True when a personal pronoun stands for the one thing that the workspace is about."""
        subject = self.vocabulary.subject
        return bool(subject) and any(in_list(token.text, "personal") for token in tokens(text))

    def _absent_types(self, asked: IntentReading) -> list[str]:
        """Types of things that examples name and the question does not."""
        at_hand = {e.type for e in (*asked.context.own, *asked.context.sure)}
        named = {self.vocabulary.types.get(label, "") for label in self.classifier.labels}
        types = [kind for kind in self.workspace.spec.node_types if kind in named]
        return [kind for kind in types if kind not in at_hand and kind != self.vocabulary.subject]

    def _gain(
        self, request: PlanRequest, asked: IntentReading, stand_in: tuple[Span, str]
    ) -> float:
        """How much better the question is understood once the word is taken for a name."""
        masked = self._masked(request, asked.span, [stand_in])
        return self.classifier.classify(masked)[0].familiarity - asked.guess.familiarity

    def _unexplained(self, text: str, spans: Sequence[Span]) -> list[Token]:
        """Nouns and names that no example, name or label of the workspace explains."""
        return [
            token
            for token in content_words(text, spans)
            if not self.classifier.explains(token.text) and _may_name(token.text)
        ]

    def planning_context(self, request: PlanRequest, guess: Guess | None = None) -> PlanningContext:
        """What an intent may use of the whole question."""
        return self._planning_context(request, Span(start=0, end=len(request.question.text)), guess)

    def inherited_context(self, request: PlanRequest) -> PlanningContext:
        """What the earlier turn's intents may use: names of both, and its filters."""
        context = self._planning_context(request, Span(start=0, end=len(request.question.text)))
        carried = request.memory.carried
        return replace(context, inherited=carried.filters if carried is not None else {})

    def _masked(
        self, request: PlanRequest, part: Span, also: Sequence[tuple[Span, str]] = ()
    ) -> str:
        """A stretch of the question with what it names hidden behind types."""
        named = [
            (Span(start=place.start - part.start, end=place.end - part.start), name)
            for place, name in (*named_in(request.resolution), *also)
            if _inside(place, part)
        ]
        return self.vocabulary.mask(request.question.text[part.start : part.end], named)

    def _meant(self, request: PlanRequest, part: Span) -> list[tuple[Span, str]]:
        """What the first pronoun of a stretch that names nothing may stand for, by type."""
        context = self._planning_context(request, part)
        if context.own or not context.sure:
            return []
        text = request.question.text[part.start : part.end]
        places = [
            Span(start=part.start + token.start, end=part.start + token.end)
            for token in tokens(text)
            if in_list(token.text, "pointing")
            or (in_list(token.text, "personal") and not self.vocabulary.subject)
        ]
        kinds = dict.fromkeys(entity.type for entity in context.sure)
        return [(places[0], kind) for kind in kinds] if places else []

    def _weighed(self, guesses: Sequence[Guess], named: set[str]) -> list[Guess]:
        """Less chance for an intent that can do nothing with a thing the question names."""
        kinds = named & set(self.workspace.spec.node_types)
        weights = [
            guess.probability * (1.0 if self._uses(guess.intent, kinds) else UNUSABLE)
            for guess in guesses
        ]
        total = sum(weights) or 1.0
        weighed = [
            Guess(guess.intent, weight / total, guess.nearest, guess.likeness)
            for guess, weight in zip(guesses, weights, strict=True)
        ]
        return sorted(weighed, key=lambda guess: -guess.probability)

    def _uses(self, intent_id: str, kinds: set[str]) -> bool:
        intent = self.workspace.spec.intents[intent_id]
        kinds = kinds - {self.vocabulary.subject}
        return (
            not kinds
            or not intent.is_structured
            or bool(kinds & usable_types(intent, self.workspace))
        )

    def _planning_context(
        self, request: PlanRequest, part: Span, guess: Guess | None = None
    ) -> PlanningContext:
        resolution = request.resolution
        own = [e for e in resolution.entities if e.span is not None and _inside(e.span, part)]
        slots = [slot for slot in resolution.slots if _inside(slot.span, part)]
        elsewhere = [e for e in resolution.entities if e.span is not None and e not in own]
        carried = [e for e in resolution.entities if e.span is None]
        text = request.question.text[part.start : part.end]
        leans = not (own or slots) or any(in_list(t.text, "pointing") for t in tokens(text))
        sure: list[ResolvedEntity] = [e for e in carried if e.confidence >= SURE_CONTEXT]
        return PlanningContext(
            own=own,
            sure=[*elsewhere, *sure] if leans else sure,
            supposed=[*elsewhere, *carried],
            slots=slots,
            expected=frozenset(labels_in(guess.nearest) if guess is not None else ()),
        )


def _inside(place: Span, part: Span) -> bool:
    return part.start <= place.start and place.end <= part.end


def _crosses(start: int, end: int, span: Span) -> bool:
    return span.start < end and start < span.end


def _is_name(token: Token, text: str) -> bool:
    """True for a word that looks like a name in its sentence."""
    foreign = is_cyrillic(text) and not is_cyrillic(token.text)
    capital = token.text[0].isupper() and bool(text[: token.start].strip())
    return foreign or capital


def _may_name(word: str) -> bool:
    """True for nouns (an unknown word by its ending) and words of another script; not for "144"."""
    if not any(map(str.isalpha, word)):
        return False
    return not is_cyrillic(word) or "NOUN" in readings(word)[0].marks
