"""Contract tests for Tools; a subclass provides the tool and its arguments."""

from abc import ABC, abstractmethod

import pytest

from workbench.domain.local_text import LANGUAGES, Language
from workbench.domain.plan import Limits, ToolArgs
from workbench.errors import InputError
from workbench.tools.protocol import CallContext, Tool, ToolOutcome

CALL = 3


class ToolContract(ABC):
    """The tests."""

    kind: str
    answered: ToolArgs
    """Arguments with a result."""
    unanswered: tuple[ToolArgs, ...]
    """Valid arguments without a result: an unknown entity, a filter that matches nothing."""
    unknown: ToolArgs
    """Arguments with a filter that the workspace does not declare."""

    @pytest.fixture
    @abstractmethod
    def tool(self, tmp_path: object) -> Tool:
        """The tool under test."""

    async def outcome(self, tool: Tool, args: ToolArgs, language: Language = "en") -> ToolOutcome:
        return await tool.run(args, CallContext(language=language, call=CALL, limits=Limits()))

    def test_it_has_its_kind(self, tool: Tool) -> None:
        assert tool.kind == self.kind

    async def test_items_record_their_call_and_channels(self, tool: Tool) -> None:
        items = (await self.outcome(tool, self.answered)).items

        assert items
        assert {item.call for item in items} == {CALL}
        assert all(item.found_by and item.content for item in items)
        assert all(item.score is not None and 0 <= item.score <= 1 for item in items)
        assert len({item.id for item in items}) == len(items)

    async def test_a_section_counts_the_items(self, tool: Tool) -> None:
        outcome = await self.outcome(tool, self.answered)

        assert outcome.section is not None
        assert (outcome.section.call, outcome.section.total) == (CALL, len(outcome.items))
        assert 1 <= outcome.answered <= outcome.requested

    async def test_an_unanswered_call_leaves_a_localized_gap(self, tool: Tool) -> None:
        for args in self.unanswered:
            messages = []
            for language in LANGUAGES:
                outcome = await self.outcome(tool, args, language)
                assert outcome.items == ()
                assert outcome.answered < outcome.requested
                assert {gap.call for gap in outcome.gaps} == {CALL}
                messages.append({gap.message for gap in outcome.gaps})
            assert messages[0].isdisjoint(messages[1])

    async def test_an_unknown_filter_is_an_input_error(self, tool: Tool) -> None:
        with pytest.raises(InputError):
            await self.outcome(tool, self.unknown)

    async def test_the_same_call_gives_the_same_outcome(self, tool: Tool) -> None:
        first = await self.outcome(tool, self.answered)

        assert await self.outcome(tool, self.answered) == first
