"""Render facts as text for readers and as numbered sources for the prompt."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from workbench.domain.answer import Rendered, with_marker
from workbench.domain.evidence import FactsPayload
from workbench.domain.local_text import Language
from workbench.domain.plan import QueryPlan
from workbench.nlp.tokens import count_words
from workbench.render_styles import RENDER_STYLES
from workbench.render_styles.base import Mark, SectionLayout, unmarked
from workbench.rendering.layout import Layout, lay_out
from workbench.rendering.messages import localized_text
from workbench.rendering.model_context import build_context
from workbench.rendering.safe_labels import one_line
from workbench.settings import SOURCE_TOKENS
from workbench.workspace.load import Workspace

_MOST = 1000
"""More listed facts than any plan shows: `Limits.max_items` for each of its calls."""


def render(
    plan: QueryPlan,
    facts: FactsPayload,
    workspace: Workspace,
    language: Language,
    *,
    question: str = "",
    source_tokens: int = SOURCE_TOKENS,
    caps: Mapping[str, int] | None = None,
    max_words: int | None = None,
) -> Rendered:
    """Render the facts, complete up to the plan's limits. The output is deterministic.

    Args:
        plan: its limits apply to each section, its render style to a single section.
        facts: the facts found by the calls.
        workspace: names entities and types.
        language: the reader's language.
        question: selects sentences of passages, together with the plan's search query.
        source_tokens: estimated budget of the prompt's sources; longer ones are shortened.
        caps: the most facts of each kind; the workspace's caps by default.
        max_words: shows fewer facts of lists, but at least one, if the text would be longer.
    """
    words = localized_text(language)
    caps = workspace.spec.caps if caps is None else caps

    def laid_out(most: int) -> Layout:
        layout = lay_out(plan, facts, workspace, language, question, caps, most)
        headed = (
            _with_heading(one, layout.blocks, workspace, language, words) for one in layout.blocks
        )
        return layout._replace(blocks=tuple(headed))

    def is_too_long(most: int) -> bool:
        words_shown = count_words(_text(laid_out(most), unmarked, language))
        return max_words is not None and words_shown > max_words

    most = _MOST
    if max_words is not None and is_too_long(most):
        most = max(bisect_left(range(1, _MOST), True, key=is_too_long), 1)
    shown = laid_out(most)
    named, listed = shown.blocks, shown.listed
    prompted = build_context(
        named, facts, workspace, language, words, question=question, most_tokens=source_tokens
    )
    return Rendered(
        style=named[0].style if named else plan.render_style,
        text=_text(shown, unmarked, language),
        marked=_text(shown, with_marker, language),
        context=prompted.text,
        sources=tuple(item.id for block in named for item in block.sources),
        omitted=sum(part.remaining for part in listed),
        listed=listed,
        shortened=prompted.shortened,
    )


def _with_heading(
    block: SectionLayout,
    blocks: Sequence[SectionLayout],
    workspace: Workspace,
    language: Language,
    words: Mapping[str, str],
) -> SectionLayout:
    """Return the block with a heading; passages without one get it if there are other sections."""
    heading = one_line(block.heading, workspace, language)
    of_documents = all(item.span is not None for item in block.sources)
    if not heading and of_documents and len(blocks) > 1:
        heading = words["documents"]
    return replace(block, heading=heading)


def _text(shown: Layout, mark: Mark, language: Language) -> str:
    if (table := shown.compared) is not None:
        return "\n\n".join(_parts(table.heading, table.lay_out(mark), table.omitted, language))
    return "\n\n".join(_section(block, mark, language) for block in shown.blocks)


def _parts(heading: str, body: str, omitted: int, language: Language) -> Iterator[str]:
    """Yield a section's heading, its facts, and how many are left out."""
    if heading:
        yield heading
    yield body
    if omitted:
        yield localized_text(language)["more"].format(count=omitted)


def _section(block: SectionLayout, mark: Mark, language: Language) -> str:
    style = RENDER_STYLES[block.style]
    body = style.lay_out(block, mark, language)
    on_one_line = style.is_prose and block.heading.endswith(":") and "\n" not in body
    heading, text = ("", f"{block.heading} {body}") if on_one_line else (block.heading, body)
    return "\n\n".join(_parts(heading, text, block.omitted, language))
