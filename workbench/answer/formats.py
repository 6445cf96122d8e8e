"""An answer in the asked-for format, without a model: plain, Markdown, bullets or JSON."""

import json
import re
import sys
from collections.abc import Callable, Mapping

from pydantic import BaseModel

from workbench.answer.output_schemas import AnswerWithSources, ComparisonResult, PlainJson
from workbench.domain.answer import AskOptions, Format
from workbench.domain.evidence import FactsPayload
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.text import parse
from workbench.text.citation_marks import without_markers
from workbench.text.json_text import structured

_BULLET = re.compile(r"^(\s*)[-*]\s+", re.MULTILINE)
_RULE_ROW = re.compile(r"^\s*\|(?:\s*:?-{3,}:?\s*\|)+\s*$")
_FENCED = re.compile(
    r"^[ \t]*(?P<fence>`{3,}|~{3,})[^`\n]*\n(?P<code>.*?)(?:^[ \t]*(?P=fence)[ \t]*(?:\n|\Z)|\Z)",
    re.MULTILINE | re.DOTALL,
)
_HEAD = re.compile(r"^[ \t]*(?:#{1,6}|>)[ \t]+")
_INLINE = (
    (re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)"), r"\2"),
    (re.compile(r"(\*\*\*|\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=\S)\*(?![\w*])"), r"\1"),
    (re.compile(r"(?<![\w_])_(?=[^\s_])([^_\n]+?)(?<=\S)_(?![\w_])"), r"\1"),
    (re.compile(r"!?\[([^\[\]\n]*)\]\((https?://[^\s()]*)\)"), r"\1 (\2)"),
)
"""Code, strong, emphasised and linked text, and what is left of each without the marks."""


def formatted(marked: str, options: AskOptions, facts: FactsPayload) -> str:
    """The marked text in another shape; the facts stay the same.

    Raises:
        InputError: the schema cannot be filled without a model.
    """
    if options.output_schema or options.format is Format.JSON:
        return _as_json(marked, options.output_schema or "PlainJson", facts)
    marked = shortened(marked, options.max_response_length)
    if options.format is Format.BULLETS:
        return _as_bullets(marked)
    return _as_plain(marked) if options.format is Format.PLAIN else marked


def reshaped(marked: str, form: Format, facts: FactsPayload) -> str:
    """An answer in another format: nothing is asked anew, nothing cut.

    JSON becomes text again where it has its text as ``answer``; other JSON stays as it is.
    """
    data = structured(marked)
    if data is not None:
        text = data.get("answer") if isinstance(data, dict) else None
        if form is Format.JSON or not isinstance(text, str):
            return marked
        marked = text
    return formatted(marked, AskOptions(format=form, max_response_length=sys.maxsize), facts)


def shortened(marked: str, words: int) -> str:
    """As many whole lines or sentences as fit; the first always does."""
    if count_words(marked) <= words:
        return marked
    end = 0
    for span in parse(marked).sentences:
        if end and count_words(marked[: span.end]) > words:
            break
        end = span.end
    return marked[:end].rstrip()


def count_words(marked: str) -> int:
    """Words that are read: neither markers nor list marks."""
    return sum(any(c.isalnum() for c in part) for part in without_markers(marked).text.split())


def _as_bullets(marked: str) -> str:
    """One fact a line; headings and lists stay as they are."""
    return "\n".join(
        line if _is_laid_out(line) else "\n".join(f"- {text}" for text in _sentences(line))
        for line in marked.splitlines()
    )


def _is_laid_out(line: str) -> bool:
    """A list item, a table row, or a line that states no fact."""
    return line.strip().startswith(("-", "*", "|", "#")) or not parse(line).marks


def _sentences(line: str) -> list[str]:
    return [line[span.start : span.end].strip() for span in parse(line).sentences]


def _as_plain(marked: str) -> str:
    """No Markdown: bullets become dashes, table rows commas, an address stands behind its words."""
    out, position = "", 0
    for fence in _FENCED.finditer(marked):
        out += _plain_prose(marked[position : fence.start()]) + fence["code"]
        position = fence.end()
    return out + _plain_prose(marked[position:])


def _plain_prose(marked: str) -> str:
    told = "\n".join(
        _row(line) if line.strip().startswith("|") else _BULLET.sub(r"\1– ", _HEAD.sub("", line))
        for line in marked.split("\n")
        if not _RULE_ROW.match(line)
    )
    for pattern, left in _INLINE:
        told = pattern.sub(left, told)
    return told


def _row(line: str) -> str:
    cells = (cell.strip() for cell in line.strip().strip("|").split("|"))
    return ", ".join(cell for cell in cells if cell)


def _as_json(marked: str, schema: str, facts: FactsPayload) -> str:
    if schema not in _FILL:
        raise InputError(**localized("answer.needs_model", schema=schema, known=", ".join(_FILL)))
    filled = _FILL[schema](marked, facts)
    return json.dumps(filled.model_dump(mode="json"), ensure_ascii=False, indent=2)


def _plain_json(marked: str, _: FactsPayload) -> BaseModel:
    return PlainJson(answer=marked, sources=_numbers(marked))


def _with_sources(marked: str, facts: FactsPayload) -> BaseModel:
    scores = [item.score for item in facts.items if item.score is not None]
    gaps = [gap.message for gap in facts.meta.gaps]
    return AnswerWithSources(
        answer=marked,
        confidence=sum(scores) / len(scores) if scores else 0.0,
        sources_used=_numbers(marked),
        key_facts=_facts(marked),
        limitations=" ".join(gaps) or None,
    )


def _comparison(marked: str, _: FactsPayload) -> BaseModel:
    """Without a model the facts are set side by side and no conclusion is drawn."""
    return ComparisonResult(
        similarities=[], differences=_facts(marked), contradictions=[], conclusion=""
    )


_FILL: Mapping[str, Callable[[str, FactsPayload], BaseModel]] = {
    "PlainJson": _plain_json,
    "AnswerWithSources": _with_sources,
    "ComparisonResult": _comparison,
}


def _numbers(marked: str) -> list[int]:
    return list(dict.fromkeys(mark.number for mark in parse(marked).marks))


def _facts(marked: str) -> list[str]:
    """The lines and sentences that carry a marker."""
    pieces = [marked[span.start : span.end].strip() for span in parse(marked).sentences]
    return [piece for piece in pieces if parse(piece).marks]
