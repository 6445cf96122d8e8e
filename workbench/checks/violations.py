"""What must not stand in a final text: forbidden phrases, ids, confidence, broken references."""

import re
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
from workbench.nlp.phrases import find_phrases, has_phrase
from workbench.nlp.word_lists import word_list
from workbench.text import parse
from workbench.text.reference_debris import reference_debris
from workbench.workspace.load import Workspace
from workbench.workspace.tool_specs import tool_specs

_ID = re.compile(r"(?<![\w/:.@-])[a-z][a-z0-9_]{1,40}:[a-z0-9]*[a-z][\w-]*(?![\w/])")
_EDGE = re.compile(r"\b[a-z]\w*:[\w-]+\|[A-Z][A-Z_]+\|[a-z]\w*:[\w-]+(?:\|[\w-]+)?")
_HASH = re.compile(
    r"\b(?:[a-z]{1,3}-[0-9a-f]{12,}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
    r"|(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,})\b"
)
_SCHEMES = frozenset({"http", "https", "ftp", "mailto", "tel", "urn", "file", "ws", "wss"})
_LEVEL = r"(?:\d+(?:[.,]\d+)?\s*%?|low|medium|high|низк\w+|средн\w+|высок\w+)"
_CONFIDENCE = re.compile(
    rf"[(\[]\s*(?:confidence|уверенность|достоверность)\b[^)\]\n]{{0,40}}[)\]]"
    rf"|\b(?:confidence|уверенность|достоверность|конфиденциальность)"
    rf"(?:\s+(?:score|level|ответа))?\s*(?:[:=–—-]|is|составляет)?\s*{_LEVEL}(?!\w)\.?",
    re.IGNORECASE,
)
Fix = Literal["drop_sentence", "remove", "rewrite", "replace", "flag"]
"""What mends it: a cut; the writer alone (``rewrite``); the writer, else the rendered facts
(``replace``); or nothing."""


@dataclass(frozen=True)
class Violation:
    """One thing that is wrong at one place of a marked text, and how to mend it."""

    code: str
    start: int
    end: int
    excerpt: str
    fix: Fix
    replacement: str = ""

    @property
    def is_cut(self) -> bool:
        """Mended by taking it out, without asking the writer."""
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

    def in_evidence(self, text: str) -> bool:
        """True when the sources themselves say it."""
        wanted = text.casefold()
        return any(wanted in content.casefold() for content in self._contents())

    def evidence_has_phrase(self, phrase: str) -> bool:
        """True when the sources use the phrase, in any form."""
        return any(has_phrase(content, [phrase]) for content in self._contents())

    def _contents(self) -> Iterator[str]:
        provided = set(self.rendered.sources)
        for item in self.facts.items:
            if item.id in provided:
                yield item.content


def find_violations(marked: str, inspection: Inspection) -> list[Violation]:
    """Everything wrong with a marked text, in order of place, nothing inside another."""
    found = [
        *_forbidden(marked, inspection),
        *_ids(marked, inspection),
        *_confidence(marked, inspection),
        *_references(marked, inspection),
        *_absence(marked, inspection),
        *_speculation(marked, inspection),
    ]
    found.sort(key=lambda one: (one.start, -one.end))
    outer: list[Violation] = []
    for one in found:
        if not outer or one.start >= outer[-1].end:
            outer.append(one)
    return outer


def _forbidden(marked: str, inspection: Inspection) -> Iterator[Violation]:
    by_language = inspection.workspace.spec.text_rules.forbidden_phrases
    phrases = [phrase for phrases in by_language.values() for phrase in phrases]
    for found in find_phrases(marked, phrases):
        excerpt = marked[found.start : found.end]
        yield Violation("forbidden_phrase", found.start, found.end, excerpt, "drop_sentence")


def _ids(marked: str, inspection: Inspection) -> Iterator[Violation]:
    workspace, language = inspection.workspace, inspection.language
    for match in _EDGE.finditer(marked):
        yield Violation("id_leak", *match.span(), match.group(), "remove")
    for match in _ID.finditer(marked):
        if match.group().partition(":")[0] in _SCHEMES:
            continue
        if match.group() in workspace.nodes:
            name = workspace.entity_name(match.group(), language)
            yield Violation("id_leak", *match.span(), match.group(), "remove", name)
        elif not inspection.in_evidence(match.group()):
            yield Violation("id_leak", *match.span(), match.group(), "remove")
    for match in _HASH.finditer(marked):
        if not inspection.in_evidence(match.group()):
            yield Violation("id_leak", *match.span(), match.group(), "remove")
    yield from _internal_names(marked, workspace)


def _internal_names(marked: str, workspace: Workspace) -> Iterator[Violation]:
    """Names of tools and intents are ids too; a plain word is not taken for one."""
    tools = map(workspace.spec.tools.name_of, tool_specs())
    names = [name for name in (*tools, *workspace.spec.intents) if "_" in name]
    for name in names:
        for match in re.finditer(rf"\b{re.escape(name)}\b", marked):
            yield Violation("id_leak", *match.span(), match.group(), "remove")


def _confidence(marked: str, inspection: Inspection) -> Iterator[Violation]:
    for match in _CONFIDENCE.finditer(marked):
        if inspection.in_evidence(match.group().strip(" .")):
            continue
        yield Violation("confidence_leak", *match.span(), match.group().strip(), "remove")


def _references(marked: str, inspection: Inspection) -> Iterator[Violation]:
    """Markers of sources that there are not, and what is left of other kinds of reference."""
    known: list[tuple[int, int]] = []
    text = parse(marked)
    for number, start, end in text.marks:
        if 1 <= number <= len(inspection.rendered.sources):
            known.append((start, end))
        else:
            yield Violation("unknown_source", start, end, marked[start:end], "remove")
    for start, end in reference_debris(text, known):
        yield Violation("reference_debris", start, end, marked[start:end].strip(), "remove")


def _absence(marked: str, inspection: Inspection) -> Iterator[Violation]:
    """Reports of absence, unless asked for, or the facts do have gaps, or a source says so."""
    if not inspection.facts.found or inspection.facts.meta.gaps:
        return
    if has_phrase(inspection.question.text, word_list("absence_questions")):
        return
    for found in find_phrases(marked, word_list("absence")):
        if not inspection.evidence_has_phrase(found.phrase):
            excerpt = marked[found.start : found.end]
            yield Violation("needless_absence", found.start, found.end, excerpt, "drop_sentence")


def _speculation(marked: str, inspection: Inspection) -> Iterator[Violation]:
    """Words of speculation that are not the source's own; flagged, not mended."""
    own = inspection.workspace.spec.text_rules.speculation
    phrases = {p for group in own.values() for p in group} | set(word_list("speculation"))
    for found in find_phrases(marked, sorted(phrases)):
        if not inspection.evidence_has_phrase(found.phrase):
            excerpt = marked[found.start : found.end]
            yield Violation("speculation", found.start, found.end, excerpt, "flag")
