"""Check any text against given sources, as the check stage does, without a run."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from pydantic import ValidationError

from workbench.answer.resolve_citations import CitationResult, cite
from workbench.checks.diagnostics.check_cited import check_cited
from workbench.checks.diagnostics.diagnose import DEFAULT_CHECKS, CheckConfig
from workbench.checks.grounding.model_judge import Judge
from workbench.checks.time_budget import off_loop
from workbench.domain.answer import Rendered
from workbench.domain.base import Value
from workbench.domain.diagnostics import CheckResult
from workbench.domain.evidence import Evidence, FactsPayload, Passage, SourceRef
from workbench.domain.local_text import Language, WholeText
from workbench.domain.plan import SHORT_STYLE
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.settings import JUDGE_DEADLINE_S
from workbench.text import parse


class GivenSource(Value):
    """A source that the caller provides; ``[Source N]`` refers to the N-th one."""

    text: WholeText
    title: WholeText = ""


Source: TypeAlias = GivenSource | Mapping[str, Any] | str


def given_sources(sources: Sequence[Source]) -> list[Evidence]:
    """Return the sources as evidence, in their order.

    Raises:
        InputError: one is neither a text nor ``{"text": …, "title": …}``; its number is named.
    """
    return [_evidence(number, source) for number, source in enumerate(sources, start=1)]


async def check_text(
    marked: str,
    evidence: Sequence[Evidence],
    language: Language,
    *,
    judge: Judge | None = None,
    deadline_s: float = JUDGE_DEADLINE_S,
    config: CheckConfig = DEFAULT_CHECKS,
) -> CheckResult:
    """Locate the citations of a text and check it; for the arguments, see `check_cited`."""
    cited = await off_loop(partial(_cited, marked, evidence), len(marked))
    checked = await check_cited(
        cited.text,
        marked,
        cited.citations,
        evidence,
        language,
        judge=judge,
        deadline_s=deadline_s,
        config=config,
    )
    return checked.model_copy(update={"unknown_sources": cited.dropped})


def _cited(marked: str, evidence: Sequence[Evidence]) -> CitationResult:
    facts = FactsPayload(found=bool(evidence), items=tuple(evidence))
    sources = tuple(item.id for item in evidence)
    rendered = Rendered(style=SHORT_STYLE, text="", marked="", context="", sources=sources)
    return cite(parse(marked), rendered, facts)


def _evidence(number: int, source: Source) -> Evidence:
    given = _given(number, source)
    name, title = f"source-{number}", given.title
    return Evidence(
        type="source",
        text=given.text,
        source=SourceRef(id=name, title=title),
        span=Passage(document_id=name, title=title, start=0, end=len(given.text)),
    )


def _given(number: int, source: Source) -> GivenSource:
    if isinstance(source, GivenSource):
        return source
    try:
        return GivenSource.model_validate({"text": source} if isinstance(source, str) else source)
    except ValidationError as error:
        said = error.errors()[0]["msg"]
        raise InputError(**localized("pipeline.bad_source", number=number, detail=said)) from error
