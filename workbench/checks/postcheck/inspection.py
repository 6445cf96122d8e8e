"""What an inspection of a text knows, and what it finds wrong at one place."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from workbench.checks.messages import localized_text
from workbench.domain.answer import AskOptions, Rendered
from workbench.domain.diagnostics import Finding
from workbench.domain.evidence import FactsPayload
from workbench.domain.local_text import Language
from workbench.domain.plan import QueryPlan
from workbench.domain.question import Question
from workbench.nlp.phrases import has_phrase
from workbench.workspace.load import Workspace

Fix = Literal["drop_sentence", "remove", "rewrite", "replace", "flag"]
"""How it is corrected: a cut; the writer alone (``rewrite``); the writer, else the rendered facts
(``replace``); or not at all (``flag``)."""


@dataclass(frozen=True)
class Violation:
    """One thing that is wrong at one place of a marked text, and how to correct it."""

    code: str
    start: int
    end: int
    excerpt: str
    fix: Fix
    replacement: str = ""

    @property
    def is_cut(self) -> bool:
        """Whether it is corrected by a cut, without a rewrite."""
        return self.fix in ("drop_sentence", "remove")

    def finding(
        self, language: Language, action: Literal["none", "rewritten", "cleaned", "replaced"]
    ) -> Finding:
        """The finding that records it."""
        reason = "speculation_word" if self.code == "speculation" else self.code
        message = localized_text(reason, language, what=self.excerpt)
        return Finding(code=self.code, message=message, excerpt=self.excerpt, action=action)


@dataclass(frozen=True)
class Inspection:
    """What an inspection knows beside the text."""

    facts: FactsPayload
    rendered: Rendered
    workspace: Workspace
    question: Question
    plan: QueryPlan | None = None
    options: AskOptions = field(default_factory=AskOptions)

    @property
    def language(self) -> Language:
        """The reader's language."""
        return self.question.language

    @property
    def contents(self) -> Iterator[str]:
        """The texts of the sources that the answer was written from."""
        provided = set(self.rendered.sources)
        for item in self.facts.items:
            if item.id in provided:
                yield item.content

    def in_evidence(self, text: str) -> bool:
        """True when the sources themselves say it."""
        wanted = text.casefold()
        return any(wanted in content.casefold() for content in self.contents)

    def evidence_has_phrase(self, phrase: str) -> bool:
        """True when the sources use the phrase, in any form."""
        return any(has_phrase(content, [phrase]) for content in self.contents)
