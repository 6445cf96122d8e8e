"""Extract an answer from passages, sentence by sentence, without a model."""

from collections.abc import Sequence
from itertools import groupby, islice

from workbench.answer.protocol import WriteRequest
from workbench.domain.answer import with_marker
from workbench.domain.evidence import Evidence, title_and_headings
from workbench.domain.local_text import Language
from workbench.extractive.sentence_selection import (
    Source,
    SupportingStatement,
    best_statements,
    coverage,
)
from workbench.i18n.messages import messages
from workbench.text.citation_marks import neutralised
from workbench.workspace.answer_styles import AnswerStyle

_LEAST_COVERAGE = 0.4
"""Least share of the question's words in an answer. Below it, on two foreign sets of documents, two
of three answers were wrong: they are given as the nearest that the documents say."""
_ENDS = (".", "!", "?", "…", ":", ";")
"""Endings that need no full stop added."""


def extract(
    request: WriteRequest, passages: Sequence[tuple[int, Evidence]], style: AnswerStyle
) -> str:
    """Return the sentences that answer the question, best first, each with its source's marker.

    Args:
        request: the question, and the plan, whose search query helps to select sentences.
        passages: pairs of source number and passage, most relevant first.
        style: a brief answer has fewer sentences.
    """
    sources = [
        Source(
            item.content, title_and_headings(item), item.score if item.score is not None else 1.0
        )
        for _, item in passages
    ]
    chosen = best_statements(_query(request), sources, brief=style.brief)
    text = "\n\n".join(
        _paragraph(list(same), passages)
        for _, same in groupby(chosen, key=lambda one: (one.source, one.statement.kind))
    )
    if text and coverage(_query(request), sources, chosen) < _LEAST_COVERAGE:
        return f"{_nearest(request.question.language)}\n\n{text}"
    return text


def _nearest(language: Language) -> str:
    return str(messages("workbench.answer")[language]["nearest"])


def _query(request: WriteRequest) -> str:
    """Return the question, joined with the plan's search query if that differs."""
    searched = filter(None, (call.args.search_text for call in request.plan.tool_calls))
    return " ".join(dict.fromkeys([request.question.text, *islice(searched, 1)]))


def _paragraph(
    chosen: Sequence[SupportingStatement], passages: Sequence[tuple[int, Evidence]]
) -> str:
    """Format one passage's sentences as running text, its items and rows as a list."""
    number, passage = passages[chosen[0].source]
    items = _items(chosen, passage.content)
    texts = [" ".join(with_marker(_sentence_text(one), number) for one in item) for item in items]
    if chosen[0].statement.kind == "sentence":
        return " ".join(texts)
    lead = chosen[0].statement.lead
    same_lead = bool(lead) and all(one.statement.lead == lead for one in chosen)
    if len(texts) == 1:
        return f"{neutralised(lead)} {texts[0]}" if same_lead else texts[0]
    bullets = [f"- {text}" for text in texts]
    return "\n".join([neutralised(lead), "", *bullets] if same_lead else bullets)


def _items(chosen: Sequence[SupportingStatement], text: str) -> list[list[SupportingStatement]]:
    """Group consecutive sentences on one line of the passage into one list item."""
    items: list[list[SupportingStatement]] = []
    for one in chosen:
        before = items[-1][-1].statement.end if items else 0
        if items and "\n" not in text[before : one.statement.start]:
            items[-1].append(one)
        else:
            items.append([one])
    return items


def _sentence_text(one: SupportingStatement) -> str:
    text = " ".join(neutralised(one.text).split())
    return text if text.endswith(_ENDS) or one.statement.kind != "sentence" else f"{text}."
