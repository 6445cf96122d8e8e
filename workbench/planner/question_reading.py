"""Read a question for the offline planner: its intents, and the entities that each may use."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from workbench.domain.base import Span
from workbench.domain.entities import ResolvedEntity
from workbench.domain.local_text import all_texts
from workbench.nlp.grammar import content_words, in_word_list, leftover_words, readings
from workbench.nlp.morphology import is_cyrillic, lemma
from workbench.nlp.row_conditions import FEW_EXAMPLES, row_conditions, unsupported_conditions
from workbench.nlp.tokens import Token, tokens
from workbench.planner.classifier import Guess, IntentClassifier
from workbench.planner.classifier_features import Vocabulary, labels_in, name_spans
from workbench.planner.clauses import question_clauses
from workbench.planner.graph_calls import PlanningContext, usable_types
from workbench.planner.intent_evidence import IntentEvidence
from workbench.planner.protocol import PlanRequest
from workbench.workspace import Workspace

UNUSABLE = 0.4
"""Factor on the probability of an intent that cannot use any entity the question names."""
SURE_CONTEXT = 0.7
"""Least confidence of an entity of the earlier turn that counts as referred to."""
NAME_GAIN, WORD_GAIN = 0.12, 0.3
"""Gain in familiarity that makes a word an unknown name: if it looks like a name, and if not."""
MOST_UNKNOWN = 3
"""Unexplained words per question that are tried as names."""
SECOND_INTENT = 0.6
"""Least probability for a clause to add its intent to the plan."""
NEW_WORDS = 5
"""Examples of an intent at which a question in other words counts half.

With 3 of the intents of two samples and 4, 8 or 16 examples each, questions of a fourth intent are
taken for one of the three at .5 or more in 23, 50 and 50 of 100 (portfolio; without it 80, 67, 70)
and 10, 23 and 70 (insurance; 37, 63, 93). The log loss of all questions falls by .14-.20 and 0-.13.
"""
FAMILIAR_CLAUSE = 0.4
"""Least familiarity for a clause to add its intent to the plan."""
_OF_NO_PATH = frozenset({"extreme", "in_common"})


@dataclass(frozen=True)
class IntentReading:
    """The intent of a question or of one of its clauses."""

    guess: Guess
    context: PlanningContext
    span: Span


class QuestionReader:
    """Reads questions of one workspace."""

    def __init__(self, workspace: Workspace, training: Path | None = None) -> None:
        """Train on the examples of a workspace; ``training`` is the file that keeps the result."""
        self.workspace = workspace
        self.vocabulary = Vocabulary.of(workspace)
        examples = [
            (self.vocabulary.mask_example(example), intent.id)
            for intent in workspace.spec.intents.values()
            for example in intent.examples
        ]
        self.classifier = IntentClassifier(self.vocabulary, examples, training)
        structured = {name for name, one in workspace.spec.intents.items() if one.is_structured}
        self._evidence = IntentEvidence(self.classifier, examples, structured)
        labels = (t for kind in workspace.spec.node_types.values() for t in all_texts(kind.label))
        self._labels = frozenset(lemma(label) for label in labels if len(label.split()) == 1)

    def guesses(self, request: PlanRequest, span: Span | None = None) -> list[Guess]:
        """Return the intents of the question or of a span of it, most probable first."""
        part = span or Span(start=0, end=len(request.question.text))
        kinds = {name for place, name in name_spans(request.resolution) if _inside(place, part)}
        meant = self._pronoun_types(request, part)
        kinds |= {kind for _, kind in meant}
        readings = [self._masked(request, part)]
        readings += [self._masked(request, part, [one]) for one in meant]
        guessed = (
            self._evidence.weighed(self.classifier.classify(masked), masked) for masked in readings
        )
        found = (self._weighed(guesses, kinds) for guesses in guessed)
        return max(found, key=lambda guesses: guesses[0].familiarity)

    def intents(self, request: PlanRequest, first: Guess) -> list[IntentReading]:
        """Return the question's intent, or the intents of its clauses if several are clear."""
        text = request.question.text
        whole = Span(start=0, end=len(text))
        parts = question_clauses(text, [span for span, _ in name_spans(request.resolution)])
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
        """Whether a follow-up only names entities, such as «А в Aston?», without asking anew."""
        carried = request.memory.carried
        if request.memory.decision != "follow_up" or carried is None or not carried.intents:
            return False
        text, spans = request.question.text, [span for span, _ in name_spans(request.resolution)]
        outside = [
            t.text for t in tokens(text) if not any(_crosses(t.start, t.end, s) for s in spans)
        ]
        own_question = any(in_word_list(word, "interrogatives") for word in outside)
        about = any(in_word_list(word, "topic_prepositions") for word in outside)
        return (
            bool(spans)
            and not leftover_words(text, spans, self._labels)
            and (about or not own_question)
        )

    def oov_ratio(self, text: str) -> float:
        """Return the share of content words that may be names and that no example contains."""
        words = content_words(text)
        return len(self._unexplained(text, ())) / len(words) if words else 0.0

    def unseen_ratio(self, text: str, without: Sequence[Span] = ()) -> float:
        """Return the share of content words outside the spans that are in no example.

        A text without such words yields 1.
        """
        words = content_words(text, without)
        unseen = [word for word in words if not self.classifier.covers(word.text)]
        return len(unseen) / len(words) if words else 1.0

    def trust(self, request: PlanRequest, guess: Guess) -> float:
        """Return the factor on an intent's probability for words that its examples do not have."""
        words = self._content(request)
        _, examples = self.classifier.words_of(guess.intent)
        share = len(self.unseen_words(request, guess)) / len(words) if words else 0.0
        return 1 - share * NEW_WORDS / (NEW_WORDS + examples)

    def unseen_words(self, request: PlanRequest, guess: Guess) -> list[str]:
        """Return the content words outside names that no example of an intent has."""
        known, _ = self.classifier.words_of(guess.intent)
        words = (word.text for word in self._content(request))
        return [word for word in words if not self.classifier.is_in(word, known)]

    def unsupported_words(self, request: PlanRequest, guess: Guess) -> set[str]:
        """Return those of them that may be conditions, without labels of types and slots."""
        unsaid = self.unseen_words(request, guess)
        return {word for word in unsaid if lemma(word) not in self._labels}

    def _content(self, request: PlanRequest) -> list[Token]:
        named = [place for place, _ in name_spans(request.resolution)]
        return content_words(request.question.text, named)

    def needs_query(self, request: PlanRequest, guess: Guess) -> bool:
        """Return True if a question has a condition that the paths of an intent do not apply.

        Nor do they return things of a type that no example asks for: "Which companies …". No path
        chooses the highest of its rows, or those that two have in common, whatever its examples
        say.
        """
        named = [place for place, _ in name_spans(request.resolution)]
        asked = row_conditions(request.question.text, named)
        examples = self.workspace.spec.intents[guess.intent].examples
        is_of_no_path = bool(asked.keys() & _OF_NO_PATH)
        is_unheld = bool(unsupported_conditions(asked, examples, share=FEW_EXAMPLES))
        return is_of_no_path or is_unheld or self._asks_other_type(request, examples)

    def _asks_other_type(self, request: PlanRequest, examples: Sequence[str]) -> bool:
        """Whether a question opens with the label of a type with which no example opens."""
        asked = self._opening_label(request.question.text)
        return bool(asked) and all(self._opening_label(one) != asked for one in examples)

    def _opening_label(self, text: str) -> str:
        """Return the label of a type that opens a text or stands after "which"; "" without one."""
        words = tokens(text)
        for before, word in zip([None, *words], words, strict=False):
            is_opening = before is None or in_word_list(before.text, "type_openings")
            if is_opening and lemma(word.text) in self._labels:
                return lemma(word.text)
        return ""

    def asks_for_number(self, request: PlanRequest) -> bool:
        """Whether a question asks how many of something there are, and nothing else."""
        text = request.question.text
        named = [place for place, _ in name_spans(request.resolution)]
        return "count" in row_conditions(text, named) and len(question_clauses(text, named)) == 1

    def unknown_name(self, request: PlanRequest, asked: IntentReading) -> str:
        """Return an unknown word used where examples have a name; empty if there is none."""
        text = request.question.text
        named = [span for span, _ in name_spans(request.resolution)]
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
        """Yield two shares on 0-1 for every word that looks like an unknown name.

        The first is the question's familiarity with the word masked as the best fitting type, the
        second the share of its other content words not in any example (1 if it has none).
        """
        text = request.question.text
        whole = Span(start=0, end=len(text))
        asked = IntentReading(guess, self._planning_context(request, whole, guess), whole)
        kinds = self._absent_types(asked)
        named = [span for span, _ in name_spans(request.resolution)]
        for token in self._unexplained(text, named)[:MOST_UNKNOWN]:
            if not _is_name(token, text):
                continue
            span = Span(start=token.start, end=token.end)
            gains = (self._gain(request, asked, (span, kind)) for kind in kinds)
            familiarity = guess.familiarity + max(gains, default=0.0)
            yield familiarity, self.unseen_ratio(text, [span])

    def names_type(self, text: str) -> bool:
        """Whether a word is the label of a node type: "exclusions", «проекты»."""
        return any(lemma(word.text) in self._labels for word in content_words(text))

    def refers_to_subject(self, text: str) -> bool:
        """Whether a personal pronoun refers to the workspace's single subject."""
        subject = self.vocabulary.subject
        return bool(subject) and any(
            in_word_list(token.text, "personal_pronouns") for token in tokens(text)
        )

    def _absent_types(self, asked: IntentReading) -> list[str]:
        """Return the node types that examples name and the question does not."""
        at_hand = {e.type for e in (*asked.context.own, *asked.context.sure)}
        named = {self.vocabulary.types.get(label, "") for label in self.classifier.labels}
        types = [kind for kind in self.workspace.spec.node_types if kind in named]
        return [kind for kind in types if kind not in at_hand and kind != self.vocabulary.subject]

    def _gain(
        self, request: PlanRequest, asked: IntentReading, masked_name: tuple[Span, str]
    ) -> float:
        """Return the gain in familiarity when a word is masked as a name of a type."""
        masked = self._masked(request, asked.span, [masked_name])
        return self.classifier.classify(masked)[0].familiarity - asked.guess.familiarity

    def _unexplained(self, text: str, spans: Sequence[Span]) -> list[Token]:
        """Return the nouns and names that neither an example nor a given span contains."""
        return [
            token
            for token in content_words(text, spans)
            if not self.classifier.covers(token.text) and _may_name(token.text)
        ]

    def planning_context(self, request: PlanRequest, guess: Guess | None = None) -> PlanningContext:
        """Return what an intent may use from the whole question."""
        return self._planning_context(request, Span(start=0, end=len(request.question.text)), guess)

    def inherited_context(self, request: PlanRequest) -> PlanningContext:
        """Return what the earlier turn's intents may use: entities of both, and its filters."""
        context = self._planning_context(request, Span(start=0, end=len(request.question.text)))
        carried = request.memory.carried
        return replace(context, inherited=carried.filters if carried is not None else {})

    def _masked(
        self, request: PlanRequest, part: Span, also: Sequence[tuple[Span, str]] = ()
    ) -> str:
        """Return a span of the question with its names masked by types."""
        named = [
            (Span(start=place.start - part.start, end=place.end - part.start), name)
            for place, name in (*name_spans(request.resolution), *also)
            if _inside(place, part)
        ]
        return self.vocabulary.mask(request.question.text[part.start : part.end], named)

    def _pronoun_types(self, request: PlanRequest, part: Span) -> list[tuple[Span, str]]:
        """Return the types that the first pronoun of a span without names may refer to."""
        context = self._planning_context(request, part)
        if context.own or not context.sure:
            return []
        text = request.question.text[part.start : part.end]
        places = [
            Span(start=part.start + token.start, end=part.start + token.end)
            for token in tokens(text)
            if in_word_list(token.text, "anaphoric_words")
            or (in_word_list(token.text, "personal_pronouns") and not self.vocabulary.subject)
        ]
        kinds = dict.fromkeys(entity.type for entity in context.sure)
        return [(places[0], kind) for kind in kinds] if places else []

    def _weighed(self, guesses: Sequence[Guess], named: set[str]) -> list[Guess]:
        """Reduce the probability of intents that cannot use any entity the question names."""
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
        slots = [s for s in resolution.slots if s.span is not None and _inside(s.span, part)]
        added = [slot for slot in resolution.slots if slot.span is None]
        elsewhere = [e for e in resolution.entities if e.span is not None and e not in own]
        carried = [e for e in resolution.entities if e.span is None]
        text = request.question.text[part.start : part.end]
        refers_elsewhere = not (own or slots) or any(
            in_word_list(t.text, "anaphoric_words") for t in tokens(text)
        )
        sure: list[ResolvedEntity] = [e for e in carried if e.confidence >= SURE_CONTEXT]
        return PlanningContext(
            own=own,
            sure=[*elsewhere, *sure] if refers_elsewhere else sure,
            supposed=[*elsewhere, *carried],
            slots=[*slots, *added],
            expected=frozenset(labels_in(guess.nearest) if guess is not None else ()),
        )


def _inside(place: Span, part: Span) -> bool:
    return part.start <= place.start and place.end <= part.end


def _crosses(start: int, end: int, span: Span) -> bool:
    return span.start < end and start < span.end


def _is_name(token: Token, text: str) -> bool:
    """Whether a word looks like a name: capitalised inside a sentence, or in another script."""
    foreign = is_cyrillic(text) and not is_cyrillic(token.text)
    capital = token.text[0].isupper() and bool(text[: token.start].strip())
    return foreign or capital


def _may_name(word: str) -> bool:
    """Whether a word is a noun (by its ending if unknown) or in another script; not for "144"."""
    if not any(map(str.isalpha, word)):
        return False
    return not is_cyrillic(word) or "NOUN" in readings(word)[0].marks
