"""Decide whether a question is in the workspace's scope, and whether it resembles an example.

A question about an unknown name stays in scope if its form resembles an example. It is off-topic
only if the classifier, the recognised names, the workspace's subject and the documents all give no
sign of relevance.
"""

import re
from collections.abc import Awaitable, Callable

from workbench.nlp.grammar import content_words
from workbench.nlp.query_words import carries_little
from workbench.planner.classifier import Guess
from workbench.planner.protocol import PlanRequest
from workbench.planner.question_reading import QuestionReader
from workbench.retrieval.embedders import Embedder
from workbench.workspace import Workspace

ScopeProbe = Callable[[str, Embedder | None], Awaitable[float]]
"""Returns the relevance of the best passage to a text, on 0-1, given the run's embedder."""

_NUMBER = re.compile(r"\b\d+(?:[.,]\d+)*\b")
"""A number by itself: 2, 17, 3.5, 1,000; not a part of a name, as in S3."""
FAMILIAR = 0.3
"""Least familiarity of a question that resembles an example."""
KNOWN_FORM = 0.4
"""Least familiarity of a question with its unknown name masked as a type."""
SURE_INTENT = 0.75
"""Least probability of an intent that counts as certain."""
MOST_UNEXPLAINED = 0.2
"""A question with a certain intent is familiar below this share of unexplained words."""
UNKNOWN_WORDS = 0.5
"""From this share of unknown words on, a question without known names is unfamiliar."""
TELLING_WORDS, MOST_UNSEEN = 2, 0.25
"""A question of at least so many telling words is in scope if at most this share of its content
words is in no example."""
BESIDE_INTENTS, DOCUMENTS_ALONE = 0.5, 0.05
"""The least relevance of the documents that keeps an unfamiliar question in scope, with structured
intents and without. The examples of structured intents cover most of what a workspace is about;
without them the documents alone tell, and a question in other words than theirs is searched rather
than declined."""


class ScopeGate:
    """Checks questions against one workspace; holds no state of a question."""

    def __init__(
        self, workspace: Workspace, reader: QuestionReader, probe: ScopeProbe | None
    ) -> None:
        """Create a gate; without a ``probe`` no question is off-topic."""
        self._intents = workspace.spec.intents
        has_structured = any(intent.is_structured for intent in self._intents.values())
        self.floor = BESIDE_INTENTS if has_structured else DOCUMENTS_ALONE
        self._reader = reader
        self._probe = probe

    def is_familiar(self, request: PlanRequest, best: Guess) -> bool:
        """Whether a question names something known or resembles an example."""
        context = self._reader.planning_context(request, best)
        if context.own or context.slots or context.sure:
            return True
        unexplained = self._reader.oov_ratio(request.question.text)
        sure = self._is_sure_structured(best) and unexplained < MOST_UNEXPLAINED
        return (sure or best.familiarity >= FAMILIAR) and unexplained < UNKNOWN_WORDS

    async def is_off_topic(self, request: PlanRequest, best: Guess) -> bool:
        """Whether an unfamiliar question has no relation to the workspace."""
        return await self.evidence(request, best) < self.floor

    async def evidence(self, request: PlanRequest, best: Guess) -> float:
        """Return the relevance of the documents to an unfamiliar question, on 0-1.

        It is 1 where the question's form or its subject is evidence enough.
        """
        text = request.question.text
        unseen = self._reader.unseen_ratio(text)
        if self._probe is None or not (best.familiarity < FAMILIAR or unseen >= UNKNOWN_WORDS):
            return 1.0
        if self._is_sure_structured(best) and best.familiarity >= FAMILIAR:
            return 1.0
        if self._reader.refers_to_subject(text) or self._reader.names_type(text):
            return 1.0
        if self._is_in_words_of_examples(text):
            return 1.0
        if self._has_name_in_known_form(request, best):
            return 1.0
        return await self._relevance(request)

    async def documents_hold(self, text: str, words: str, embedder: Embedder | None) -> bool:
        """Return True if a passage has most of a question's words, or of its informative ones."""
        if self._probe is None:
            return True
        for asked in (text, words):
            if asked and await self._probe(asked, embedder) >= BESIDE_INTENTS:
                return True
        return False

    def _is_sure_structured(self, best: Guess) -> bool:
        return self._intents[best.intent].is_structured and best.probability >= SURE_INTENT

    def _is_in_words_of_examples(self, text: str) -> bool:
        """Whether a question has words of the examples alone: "How long is a payout?"."""
        telling = [word for word in content_words(text) if not carries_little(word.text)]
        unseen = self._reader.unseen_ratio(text)
        return len(telling) >= TELLING_WORDS and unseen <= MOST_UNSEEN

    def _has_name_in_known_form(self, request: PlanRequest, best: Guess) -> bool:
        """Whether a question matches an example except for its name: "Is Lasik covered?"."""
        return any(
            familiarity >= KNOWN_FORM and unseen <= UNKNOWN_WORDS
            for familiarity, unseen in self._reader.unknown_names(request, best)
        )

    async def _relevance(self, request: PlanRequest) -> float:
        """Return the relevance of the documents to a question without its numbers."""
        words = _NUMBER.sub("", request.question.text)
        if self._probe is None or not any(map(str.isalpha, words)):
            return 0.0
        return await self._probe(words, request.embedder)
