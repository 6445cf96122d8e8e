"""Plans without a model: starts, slots, several entities, follow-ups, unknown names, off-topic."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.workspaces import STUDIO as STUDIO_SPEC
from tests.support.workspaces import request, studio, tours, turn, workspace_of
from workbench.domain.entities import SlotMention
from workbench.domain.plan import (
    GENERAL_UNSTRUCTURED,
    FallbackCondition,
    GraphArgs,
    PlanningResult,
    SearchArgs,
)
from workbench.domain.question import Turn
from workbench.planner.offline_planner import OfflinePlanner
from workbench.planner.validate import validate_plan
from workbench.retrieval.embedders import Embedder
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.understanding.entity_registry import EntityRegistry
from workbench.workspace import Workspace, open_workspace


class Desk:
    """A workspace with its registry and planner; documents that never speak of anything."""

    def __init__(self, workspace: Workspace, relevance: float = 0.0, **settings: int) -> None:
        self.registry = EntityRegistry.build(workspace)
        self.probed: list[str] = []
        self.relevance = relevance
        self.planner = OfflinePlanner(workspace, Settings(**settings), self._probe)  # type: ignore[arg-type]

    async def _probe(self, text: str, _: Embedder | None) -> float:
        self.probed.append(text)
        return self.relevance

    async def plan(self, text: str, *turns: Turn) -> PlanningResult:
        planned = await self.planner.plan(request(text, self.registry, *turns))
        plan, problems = validate_plan(planned.plan, self.registry.workspace)
        assert plan == planned.plan, problems
        return planned


STUDIO, TOURS = Desk(studio()), Desk(tours())
CELADON = turn("Где применялся селадон?", "MATERIAL_USAGE", about=("material:celadon",))


def graph(planned: PlanningResult) -> list[tuple[str, str | None, dict[str, object]]]:
    calls = [call.args for call in planned.plan.tool_calls]
    return [
        (args.intent, args.entity_id, dict(args.filters))
        for args in calls
        if isinstance(args, GraphArgs)
    ]


def searches(planned: PlanningResult) -> list[SearchArgs]:
    return [c.args for c in planned.plan.tool_calls if isinstance(c.args, SearchArgs)]


async def test_an_entity_starts_its_intent() -> None:
    planned = await STUDIO.plan("Где применялся селадон?")
    assert graph(planned) == [("MATERIAL_USAGE", "material:celadon", {})]
    assert planned.origin == "offline"
    assert planned.plan.confidence > 0.9
    assert planned.plan.answer_style == "NATURAL_RU"
    assert planned.plan.fallback.tool == "text_tool"
    assert planned.plan.fallback.when == tuple(FallbackCondition)
    assert planned.scores[0][0] == "MATERIAL_USAGE"
    assert [e.id for e in planned.plan.entities] == ["material:celadon"]


async def test_the_language_chooses_the_style() -> None:
    planned = await STUDIO.plan("Where was Celadon used?")
    assert planned.plan.answer_style == "NATURAL_EN"
    assert planned.reasons[0].startswith("The question")


async def test_the_same_question_in_both_languages_gives_the_same_calls() -> None:
    russian = await STUDIO.plan("Какие глазури в Северном Ветре?")
    english = await STUDIO.plan("Which glazes does North Wind use?")
    assert graph(russian) == graph(english)
    assert graph(english) == [("SERIES_MATERIALS", "series:north-wind", {"group": "glaze"})]


async def test_another_entity_fills_a_slot() -> None:
    planned = await STUDIO.plan("Где применялся селадон в Астере?")
    assert graph(planned) == [("MATERIAL_USAGE", "material:celadon", {"museum": "museum:aster"})]


async def test_without_an_entity_all_of_the_type_are_meant() -> None:
    assert graph(await STUDIO.plan("Перечисли все серии мастерской")) == [("SERIES_LIST", None, {})]
    assert graph(await TOURS.plan("Which tours do you have?")) == [("TOURS", None, {})]


async def test_compared_things_get_a_call_each() -> None:
    planned = await STUDIO.plan("Сравни материалы Северного Ветра и Поляны")
    assert graph(planned) == [
        ("SERIES_MATERIALS", "series:north-wind", {}),
        ("SERIES_MATERIALS", "series:polyana", {}),
    ]
    assert planned.plan.render_style == "TABLE"


async def test_limits_follow_the_kind_of_facts() -> None:
    assert (await STUDIO.plan("Из чего сделан Северный Ветер?")).plan.limits.max_items == 12
    assert (await STUDIO.plan("Где применялся селадон?")).plan.limits.max_items == 10


async def test_calls_beyond_the_maximum_are_left_out_aloud() -> None:
    desk = Desk(studio(), max_tool_calls=1)
    planned = await desk.planner.plan(
        request("Сравни материалы Северного Ветра и Поляны", desk.registry)
    )
    assert len(planned.plan.tool_calls) == 1
    assert "1" in planned.reasons[-1]


async def test_an_intent_without_starts_searches() -> None:
    (args,) = searches(await STUDIO.plan("Что не получилось в Северном Ветре?"))
    assert args.query == "Что не получилось в Северном Ветре?"
    assert args.doc_types == ("essay",)
    assert args.top_k == 4
    assert args.filters == {"series": "series:north-wind"}


async def test_joined_questions_are_searched_apart() -> None:
    intents = {GENERAL_UNSTRUCTURED: STUDIO_SPEC["intents"][GENERAL_UNSTRUCTURED]}
    documents = workspace_of({**STUDIO_SPEC, "intents": intents}, ())
    planned = await Desk(documents, relevance=0.9).plan(
        "When was the tent made and how much does the canvas weigh?"
    )

    queries = [args.query for args in searches(planned)]
    assert queries == ["When was the tent made", "how much does the canvas weigh?"]


async def test_each_of_two_things_compared_is_searched_apart() -> None:
    intents = {GENERAL_UNSTRUCTURED: STUDIO_SPEC["intents"][GENERAL_UNSTRUCTURED]}
    documents = workspace_of({**STUDIO_SPEC, "intents": intents}, ())
    planned = await Desk(documents, relevance=0.9).plan(
        "Which dries faster, the porcelain or the stoneware?"
    )

    queries = [args.query for args in searches(planned)]
    assert queries == [
        "Which dries faster, the porcelain?",
        "Which dries faster, the stoneware?",
    ]


async def test_the_fallback_keeps_to_what_was_asked_about() -> None:
    planned = await STUDIO.plan("Из чего сделан Северный Ветер?")
    assert planned.plan.fallback.filters == {"series": "series:north-wind"}


async def test_a_question_for_two_things_has_two_intents() -> None:
    planned = await STUDIO.plan("Из чего сделан Северный Ветер и почему треснула первая партия?")
    assert planned.plan.intents == ("SERIES_MATERIALS", "GENERAL_UNSTRUCTURED")
    planned = await TOURS.plan("What does the lake tour include, and what would lunch cost me?")
    assert planned.plan.intents == ("INCLUDED", "PRICE")
    assert graph(planned) == [
        ("INCLUDED", "tour:lake", {}),
        ("PRICE", "service:lunch", {}),
    ]


class TestFollowUps:
    async def test_a_complete_question_keeps_to_its_own_subject(self) -> None:
        planned = await STUDIO.plan("А какие серии в Aster?", CELADON)
        assert graph(planned) == [("SERIES_LIST", "museum:aster", {})]

    async def test_a_fragment_asks_the_earlier_question(self) -> None:
        planned = await STUDIO.plan("А в Aster?", CELADON)
        assert graph(planned) == [
            ("MATERIAL_USAGE", "material:celadon", {"museum": "museum:aster"})
        ]

    async def test_a_fragment_may_replace_the_entity(self) -> None:
        assert graph(await STUDIO.plan("А шамот?", CELADON)) == [
            ("MATERIAL_USAGE", "material:chamotte", {})
        ]

    async def test_it_inherits_intent_and_what_is_not_replaced(self) -> None:
        earlier = turn(
            "What is the price of lunch on the lake tour?",
            "PRICE",
            about=("tour:lake", "service:lunch"),
            **{"class": "business"},
        )
        planned = await TOURS.plan("and what about the mountain?", earlier)
        assert graph(planned) == [
            ("PRICE", "tour:mountain", {"class": "business", "service": "service:lunch"})
        ]
        planned = await TOURS.plan("And in economy class?", earlier)
        assert graph(planned) == [
            ("PRICE", "tour:lake", {"class": "economy", "service": "service:lunch"})
        ]

    async def test_a_pronoun_stands_for_the_earlier_entity(self) -> None:
        earlier = turn("Tell me about the lake tour", "INCLUDED", about=("tour:lake",))
        planned = await TOURS.plan("How much does it cost with lunch?", earlier)
        assert graph(planned) == [("PRICE", "service:lunch", {"tour": "tour:lake"})]

    async def test_a_list_of_everything_is_not_narrowed(self) -> None:
        earlier = turn("Tell me about the lake tour", "INCLUDED", about=("tour:lake",))
        assert graph(await TOURS.plan("Which tours do you have?", earlier)) == [("TOURS", None, {})]

    async def test_a_search_names_what_is_not_said(self) -> None:
        (args,) = searches(await STUDIO.plan("А почему его выбрали?", CELADON))
        assert "Селадон" in args.query


class TestUnknownNames:
    @pytest.mark.parametrize(
        "text",
        [
            "Где применялся кобальт в Астере?",
            "Из чего сделана серия Южный Шторм?",
            "Какие серии были в Лувре?",
            "Where did she use Cobalt at Aster?",
        ],
    )
    async def test_the_documents_are_searched(self, text: str) -> None:
        desk = Desk(studio(), relevance=0.9)
        planned = await desk.plan(text)
        assert planned.plan.intents == ("GENERAL_UNSTRUCTURED",)
        assert not graph(planned)
        assert searches(planned)[0].query == text
        assert planned.plan.confidence < 0.7


class TestScope:
    @pytest.mark.parametrize(
        "text", ["Кто президент Франции?", "What is the capital of Peru?", "Рецепт борща"]
    )
    async def test_nothing_speaks_for_it(self, text: str) -> None:
        desk = Desk(studio(), relevance=0.1)
        planned = await desk.plan(text)
        assert planned.plan.scope == "off_topic"
        assert planned.plan.tool_calls == ()
        assert desk.probed == [text]

    async def test_a_relevant_passage_speaks_for_it(self) -> None:
        desk = Desk(studio(), relevance=0.9)
        planned = await desk.plan("Кто президент Франции?")
        assert planned.plan.scope == "in_scope"
        assert searches(planned)

    async def test_where_intents_show_the_scope_a_weakly_relevant_passage_does_not(self) -> None:
        planned = await Desk(studio(), relevance=0.45).plan("Кто президент Франции?")
        assert planned.plan.scope == "off_topic"

    @pytest.mark.parametrize(("relevance", "scope"), [(0.15, "in_scope"), (0.04, "off_topic")])
    async def test_documents_alone_need_not_use_the_words_of_the_question(
        self, relevance: float, scope: str
    ) -> None:
        intents = {GENERAL_UNSTRUCTURED: STUDIO_SPEC["intents"][GENERAL_UNSTRUCTURED]}
        documents = workspace_of({**STUDIO_SPEC, "intents": intents}, ())
        planned = await Desk(documents, relevance=relevance).plan("Кто президент Франции?")
        assert planned.plan.scope == scope

    async def test_a_known_name_speaks_for_it(self) -> None:
        planned = await STUDIO.plan("Сколько весит Северный Ветер на Луне?")
        assert planned.plan.scope == "in_scope"
        assert not STUDIO.probed or STUDIO.probed[-1] != "Сколько весит Северный Ветер на Луне?"

    @pytest.mark.parametrize(
        "question", ["Какой музей ближе всех к Луне?", "Which museum is nearest to the moon?"]
    )
    async def test_the_label_of_a_type_speaks_for_it(self, question: str) -> None:
        planned = await STUDIO.plan(question)
        assert planned.plan.scope == "in_scope"

    async def test_without_a_probe_nothing_is_off_topic(self) -> None:
        planner = OfflinePlanner(studio(), Settings())
        planned = await planner.plan(request("Кто президент Франции?", STUDIO.registry))
        assert planned.plan.scope == "in_scope"
        assert searches(planned)


async def test_an_unsure_plan_is_the_emergency_plan() -> None:
    planned = await STUDIO.plan("Анна, астероид и Северный Ветер над Поляной?")
    if planned.scores[0][1] < 0.5:
        assert planned.origin == "emergency"
        assert planned.plan.intents == ("GENERAL_UNSTRUCTURED",)
    desk = Desk(studio())
    desk.planner = OfflinePlanner(studio(), Settings(plan_confidence_threshold=1.0))
    planned = await desk.plan("Где применялся селадон?")
    assert planned.origin == "emergency"
    assert planned.plan.render_style == "BULLETS"
    assert planned.reasons[0].startswith("Конкретное намерение определить не удалось (")
    assert planned.reasons[0].endswith(" < 1.00); выполняется поиск по документам.")


@pytest.mark.parametrize("text", ["", "?!", "а", "x" * 5000, "⟨material⟩ {series}", "\u2028"])
async def test_any_question_gets_a_valid_plan(text: str) -> None:
    for desk in (STUDIO, TOURS):
        planned = await desk.plan(text)
        assert planned.plan.intents
        assert validate_plan(planned.plan, desk.registry.workspace)[1] == ()


async def test_which_of_the_document_intents_is_meant_makes_no_plan_unsure(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "workspace.yaml").write_text("id: rules\ntitle: House rules\n", "utf-8")
    desk = Desk(open_workspace(folder, TOOL_SPECS), relevance=1.0)
    planned = await desk.plan("What does the caretaker say about bicycles in the hall?")
    assert max(share for _, share in planned.scores) < 0.5
    assert planned.origin == "offline"
    assert planned.plan.confidence > 0.99
    assert [args.query for args in searches(planned)] == [
        "What does the caretaker say about bicycles in the hall?"
    ]


async def test_a_filter_that_a_person_added_holds_where_an_intent_takes_it() -> None:
    asked = request(
        "What does the lake tour include, and what would lunch cost me?", TOURS.registry
    )
    assert asked.resolution.slots == (), "no words of the question name a class"
    added = SlotMention(slot="class", value="business", confidence=1.0, matched_by="manual")
    found = asked.resolution.model_copy(update={"slots": (added,)})
    planned = await TOURS.planner.plan(replace(asked, resolution=found))
    assert graph(planned) == [
        ("INCLUDED", "tour:lake", {}),
        ("PRICE", "service:lunch", {"class": "business"}),
    ]
