"""The memory gate: strict, in both languages, with its reasons."""

import pytest

from tests.support import crafts
from tests.support.workspaces import asked, studio, tours, turn
from workbench.domain.question import MemoryDecision
from workbench.understanding.entity_registry import EntityRegistry
from workbench.understanding.follow_up_signals import read_signals
from workbench.understanding.memory import FOLLOW_UP, recall

STUDIO = EntityRegistry.build(studio())
TOURS = EntityRegistry.build(tours())
CELADON = turn("Где применялся селадон?", "MATERIAL_USAGE", about=("material:celadon",))
LAKE = turn(
    "How much is lunch on the lake tour?",
    "PRICE",
    about=("tour:lake", "service:lunch"),
    answer="Lunch on the Lake tour is 20 dollars. It is served at Harbour Inn.",
)


def decided(text: str, registry: EntityRegistry = STUDIO) -> MemoryDecision:
    earlier = CELADON if registry is STUDIO else LAKE
    return recall(asked(text, registry.workspace), [earlier], registry)


@pytest.mark.parametrize(
    "text",
    [
        "А в Aster?",
        "А какие серии в Aster?",
        "А шамот?",
        "Почему?",
        "А зачем он там понадобился?",
        "Для чего это было нужно?",
        "Подробнее",
        "ещё?",
        "Какие серии?",
        "And at Aster?",
        "What about chamotte?",
    ],
)
def test_a_question_that_leans_on_the_last_one_is_a_follow_up(text: str) -> None:
    decision = decided(text)
    assert decision.decision == "follow_up"
    assert decision.carried == CELADON
    assert decision.reasons


@pytest.mark.parametrize(
    "text",
    [
        "and what about the mountain?",
        "Does it include a guide?",
        "And in business class?",
        "Is there anything else?",
        "How long does it take?",
        "А обед?",
        "Сколько это стоит?",
    ],
)
def test_follow_ups_of_the_other_kind(text: str) -> None:
    assert decided(text, TOURS).decision == "follow_up"


@pytest.mark.parametrize(
    "text",
    [
        "Из чего сделан Северный Ветер?",
        "Что такое Северный Ветер?",
        "Какие серии сделала Анна?",
        "Перечисли все серии мастерской",
        "Какое у неё образование?",
        "Which series were shown at Aster?",
        "Какая погода в Москве?",
    ],
)
def test_questions_of_their_own(text: str) -> None:
    decision = decided(text)
    assert decision.decision == "independent"
    assert decision.carried is None
    assert not decision.summary


@pytest.mark.parametrize(
    "text",
    [
        "How much is a guide on the mountain tour?",
        "What does the mountain tour include for its guests?",
        "Who was the captain of the Titanic?",
    ],
)
def test_questions_of_their_own_of_the_other_kind(text: str) -> None:
    assert decided(text, TOURS).decision == "independent"


@pytest.mark.parametrize(
    "text",
    [
        "How often should the kiln be descaled by a potter?",
        "Где разрешено разводить большой костёр?",
        "How many frames does the radial extractor hold?",
    ],
)
def test_a_complete_question_needs_no_name(text: str) -> None:
    assert decided(text, TOURS).decision != "follow_up"


@pytest.mark.parametrize(
    "text",
    [
        "Got a leaflet in a strange envelope, whom do I show it?",
        "Я потерял билет на обед. Кому сообщить об этом?",
        "Кто подписывает заявление в последний рабочий день?",
    ],
)
def test_a_pronoun_may_refer_to_the_question_itself(text: str) -> None:
    assert decided(text, TOURS).decision != "follow_up"


@pytest.mark.parametrize("text", ["И последний?", "What did he serve there besides lunch menus?"])
def test_a_pronoun_without_an_antecedent_refers_back(text: str) -> None:
    assert decided(text, TOURS).decision == "follow_up"


@pytest.mark.parametrize(
    "text", ["What about regular paid parking spaces?", "Does Harbour Inn serve any other meals?"]
)
def test_asking_for_another_thing_is_a_follow_up(text: str) -> None:
    assert decided(text, TOURS).decision == "follow_up"


def test_a_doubtful_follow_up_drops_memory() -> None:
    decision = decided("Когда она применялась?")
    assert decision.decision == "doubtful"
    assert decision.carried is None
    assert not decision.summary
    assert decision.reasons[0].startswith("Неясно, продолжение ли это")


def test_the_first_question_of_a_thread_stands_alone() -> None:
    decision = recall(asked("А там?", STUDIO.workspace), [], STUDIO)
    assert decision.decision == "independent"
    assert decision.reasons


def test_an_empty_question_leans_on_nothing() -> None:
    assert decided("…").decision == "independent"


def test_the_summary_tells_the_planner_what_was_spoken_of() -> None:
    summary = decided("and for the mountain?", TOURS).summary
    assert "How much is lunch on the lake tour?" in summary
    assert "PRICE" in summary
    assert "tour:lake" in summary
    assert "20 dollars" in summary


def test_a_long_answer_is_cut_at_a_word() -> None:
    long = turn("Что там?", "SERIES_LIST", answer="слово " * 200)
    decision = recall(asked("А дальше?", STUDIO.workspace), [long], STUDIO)
    assert decision.summary.endswith("слово…")
    assert len(decision.summary) < 400


def test_the_latest_turn_about_something_is_carried() -> None:
    small_talk = turn("Спасибо")
    decision = recall(asked("А в Aster?", STUDIO.workspace), [CELADON, small_talk], STUDIO)
    assert decision.carried == CELADON


def test_a_follow_up_over_documents_is_rewritten_although_names_were_found() -> None:
    earlier = turn(
        "Where is celadon used in Aster?", "DOCUMENT_LOOKUP", about=("material:celadon",)
    )
    question = asked("And in Borealis?", STUDIO.workspace)

    def rewritten(*, searched: bool) -> str:
        before = earlier.model_copy(update={"searched": searched})
        return recall(question, [before], STUDIO).rewritten

    assert rewritten(searched=True) == "Where is celadon used in Borealis?"
    assert rewritten(searched=False) == ""


def test_reasons_are_in_the_language_of_the_question() -> None:
    assert decided("А в Aster?").reasons[0].startswith("Похоже на продолжение")
    assert decided("And at Aster?").reasons[0].startswith("Looks like a follow-up")


def test_the_decision_has_its_score_and_says_it() -> None:
    decision = decided("And at Aster?")

    assert decision.score is not None and decision.score >= FOLLOW_UP
    assert f"{decision.score:.2f}" in decision.reasons[-1]


@pytest.mark.parametrize("text", ["How old was he when he painted?", "Who bought this vase?"])
def test_a_pronoun_before_any_name_refers_back(text: str) -> None:
    codes = {one.code for one in read_signals(asked(text, TOURS.workspace), [LAKE], TOURS)}

    assert "anaphora" in codes


def test_a_pronoun_may_refer_to_a_name_typed_in_lower_case() -> None:
    registry = EntityRegistry.build(crafts.workspace())
    question = asked("where does gromov live and who does he know?", registry.workspace)
    earlier = turn("What is the area of Zarechny?", "GRAPH_QUERY", about=("town:zarechny",))

    assert recall(question, [earlier], registry).decision == "independent"
