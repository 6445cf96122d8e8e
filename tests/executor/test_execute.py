"""The executor runs every call, falls back when due, and never loses the rest to one failure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from workbench.domain.evidence import ChannelHit, Evidence, Gap, GraphPath
from workbench.domain.plan import (
    Fallback,
    FallbackCondition,
    GraphArgs,
    QueryPlan,
    SearchArgs,
    ToolArgs,
    ToolCall,
)
from workbench.errors import StoreError
from workbench.executor import ExecutionContext, execute
from workbench.tools.protocol import CallContext, ToolOutcome

CONTEXT = ExecutionContext(question="Что написала Орлова?", language="ru")


class FakeTool:
    """A tool that gives what it was filled with and remembers what it was asked."""

    def __init__(self, *texts: str, kind: Literal["graph", "search"] = "graph") -> None:
        self.kind = kind
        self.asked: list[ToolArgs] = []
        self._texts = texts

    async def run(self, args: ToolArgs, context: CallContext) -> ToolOutcome:
        self.asked.append(args)
        items = tuple(
            Evidence(
                type="t", text=text, call=context.call, found_by=(ChannelHit(channel=self.kind),)
            )
            for text in self._texts
        )
        gap = Gap(call=context.call, entity_id=None, relation="X", reason="absent", message="none")
        return ToolOutcome(items=items, answered=bool(items), gaps=() if items else (gap,))


class Broken(FakeTool):
    """A tool whose store is down."""

    async def run(self, args: ToolArgs, context: CallContext) -> ToolOutcome:
        raise StoreError("the store is down", hint="start it")


def plan(*tools: str, when: Sequence[FallbackCondition] = tuple(FallbackCondition)) -> QueryPlan:
    calls = tuple(ToolCall(tool=tool, args=GraphArgs(intent="X")) for tool in tools)
    fallback = Fallback(tool="search", when=tuple(when))
    return QueryPlan(intents=("X",), tool_calls=calls, fallback=fallback, confidence=1.0)


async def test_every_call_of_the_plan_is_carried_out_in_order() -> None:
    done = await execute(plan("a", "b"), {"a": FakeTool("one"), "b": FakeTool("two")}, CONTEXT)

    assert [item.text for item in done.facts.items] == ["one", "two"]
    assert [call.caused_by for call in done.tool_calls] == ["plan[0]", "plan[1]"]
    assert done.facts.meta.coverage == 1.0


async def test_the_fallback_is_called_when_nothing_was_found_with_the_questions_words() -> None:
    search = FakeTool("passage", kind="search")

    done = await execute(plan("a"), {"a": FakeTool(), "search": search}, CONTEXT)

    assert done.tool_calls[1].caused_by == "NO_RESULTS"
    assert done.facts.meta.fallback == "NO_RESULTS"
    assert search.asked == [SearchArgs(query="Что написала Орлова?")]
    assert [item.text for item in done.facts.items] == ["passage"]
    assert done.facts.meta.coverage == 0.0


async def test_low_coverage_adds_to_what_was_found() -> None:
    tools = {
        "a": FakeTool("one"),
        "b": FakeTool(),
        "c": FakeTool(),
        "search": FakeTool("passage", kind="search"),
    }

    done = await execute(plan("a", "b", "c"), tools, CONTEXT)

    assert done.facts.meta.fallback == "LOW_COVERAGE"
    assert [item.text for item in done.facts.items] == ["one", "passage"]


async def test_a_fallback_whose_condition_is_not_listed_is_not_called() -> None:
    search = FakeTool("passage", kind="search")

    done = await execute(plan("a", when=()), {"a": FakeTool(), "search": search}, CONTEXT)

    assert not search.asked
    assert not done.facts.found


async def test_the_fallback_names_entities_that_the_question_only_implies() -> None:
    search = FakeTool("passage", kind="search")
    context = replace(CONTEXT, implied=("Васин",))

    await execute(plan("a"), {"a": FakeTool(), "search": search}, context)

    assert search.asked == [SearchArgs(query="Что написала Орлова? Васин")]


async def test_a_fact_found_twice_stands_once_and_keeps_both_ways() -> None:
    done = await execute(
        plan("a", "b"), {"a": FakeTool("Same  fact"), "b": FakeTool("same fact")}, CONTEXT
    )

    assert len(done.facts.items) == 1


async def test_the_same_words_about_two_entities_are_two_facts() -> None:
    class About(FakeTool):
        async def run(self, args: ToolArgs, context: CallContext) -> ToolOutcome:
            path = GraphPath(nodes=(f"painter:{context.call}", "hall:north"))
            item = Evidence(type="hall", text="North hall", path=path, call=context.call)
            return ToolOutcome(items=(item,), answered=1)

    done = await execute(plan("a", "b"), {"a": About(), "b": About()}, CONTEXT)

    assert len(done.facts.items) == 2


async def test_one_failed_call_leaves_the_others() -> None:
    done = await execute(plan("a", "b"), {"a": Broken(), "b": FakeTool("two")}, CONTEXT)

    assert [call.status for call in done.tool_calls] == ["failed", "ok"]
    assert done.tool_calls[0].error is not None
    assert done.tool_calls[0].error.kind == "StoreError"
    assert done.facts.found
    assert done.outage is None
    assert [gap.reason for gap in done.facts.meta.gaps] == ["failed"]


async def test_a_gap_says_what_failed_in_the_questions_language() -> None:
    context = replace(CONTEXT, language="ru")
    done = await execute(plan("lost"), {"search": FakeTool("passage", kind="search")}, context)

    assert done.facts.meta.gaps[0].message == "Нет инструмента «lost»."
    assert done.tool_calls[0].error is not None
    assert done.tool_calls[0].error.message == "Unknown tool “lost”."


async def test_an_outage_is_an_error_and_not_an_empty_result() -> None:
    done = await execute(plan("a"), {"a": FakeTool(), "search": Broken(kind="search")}, CONTEXT)

    assert done.outage is not None
    assert done.outage.kind == "StoreError"
    assert [call.status for call in done.tool_calls] == ["empty", "failed"]
    assert done.facts.meta.gaps[-1].reason == "failed"


async def test_a_plan_without_calls_finds_nothing_and_calls_nothing() -> None:
    search = FakeTool("passage", kind="search")

    done = await execute(plan(), {"search": search}, CONTEXT)

    assert not search.asked
    assert done.facts.meta.coverage is None


async def test_the_fallback_is_narrowed_as_the_plan_says() -> None:
    search = FakeTool("passage", kind="search")
    narrowed = Fallback(tool="search", filters={"hall": "hall:north"})

    await execute(
        plan("a").model_copy(update={"fallback": narrowed}),
        {"a": FakeTool(), "search": search},
        CONTEXT,
    )

    assert search.asked == [SearchArgs(query=CONTEXT.question, filters={"hall": "hall:north"})]


async def test_words_that_were_searched_for_everywhere_are_not_searched_again() -> None:
    search = FakeTool(kind="search")
    call = ToolCall(tool="search", args=SearchArgs(query=CONTEXT.question))
    searched = plan().model_copy(update={"tool_calls": (call,)})

    await execute(searched, {"search": search}, CONTEXT)

    assert len(search.asked) == 1


async def test_a_narrow_search_that_found_nothing_is_widened_by_the_fallback() -> None:
    search = FakeTool(kind="search")
    narrow = SearchArgs(query=CONTEXT.question, doc_types=("faq",))
    call = ToolCall(tool="search", args=narrow)
    searched = plan().model_copy(update={"tool_calls": (call,)})

    await execute(searched, {"search": search}, CONTEXT)

    assert search.asked == [narrow, SearchArgs(query=CONTEXT.question)]


async def test_arguments_of_another_kind_fail_that_call_alone() -> None:
    calls = (ToolCall(tool="a", args=SearchArgs(query="x")), *plan("b").tool_calls)
    mixed = plan().model_copy(update={"tool_calls": calls})

    done = await execute(mixed, {"a": FakeTool("one"), "b": FakeTool("two")}, CONTEXT)

    assert [call.status for call in done.tool_calls] == ["failed", "ok"]
    assert done.tool_calls[0].error is not None
    assert done.tool_calls[0].error.kind == "ToolError"
