"""The extracted answer: markers, lists and rows as the reader sees them."""

from workbench.answer.extract_sentences import Extract, extract
from workbench.answer.protocol import WriteRequest
from workbench.domain.answer import AskOptions, Rendered
from workbench.domain.evidence import Evidence, FactsPayload, Passage
from workbench.domain.local_text import Language
from workbench.domain.plan import QueryPlan, SearchArgs, ToolCall
from workbench.domain.question import MemoryDecision, Question
from workbench.workspace.answer_styles import builtin_styles


def passage(text: str, *headings: str, score: float = 1.0) -> Evidence:
    span = Passage(document_id="d", title="Log", start=0, end=len(text), heading_path=headings)
    return Evidence(type="passage", text=text, score=score, span=span)


def extracted(
    question: str, *passages: Evidence, query: str = "", style: str = "NATURAL_EN"
) -> str:
    return extract_of(question, *passages, query=query, style=style).marked


def extract_of(
    question: str, *passages: Evidence, query: str = "", style: str = "NATURAL_EN"
) -> Extract:
    request = WriteRequest(
        question=Question(raw=question, text=question, language="en"),
        plan=QueryPlan(
            intents=("GENERAL_UNSTRUCTURED",),
            tool_calls=(ToolCall(tool="search", args=SearchArgs(query=query or question)),),
            answer_style=style,
            confidence=0.9,
        ),
        facts=FactsPayload(found=True, items=passages),
        rendered=Rendered(style="SHORT", text="", marked="", context=""),
        memory=MemoryDecision(decision="independent"),
        options=AskOptions(),
    )
    return extract(request, list(enumerate(passages, start=1)), builtin_styles()[style])


def test_each_sentence_cites_the_passage_it_stands_in() -> None:
    answer = extracted(
        "What do the lamp and the foghorn run on?",
        passage("The lamp runs on oil."),
        passage("The foghorn runs on compressed air."),
    )

    assert "The lamp runs on oil [Source 1]." in answer
    assert "The foghorn runs on compressed air [Source 2]." in answer


def test_a_list_stays_a_list_and_an_item_is_one_bullet() -> None:
    text = "- Flood. The spring was wet. It took the sand.\n- Frost. It split the piers."

    answer = extracted("Why did the bridge fall?", passage(text, "Why the bridge fell"))

    first, second = answer.splitlines()
    assert first.startswith("- Flood") and "It took the sand" in first
    assert second.startswith("- Frost")


def test_a_row_reads_label_and_value() -> None:
    table = "| Ferry | Price |\n|---|---|\n| North | 4 crowns |\n| South | 6 crowns |"

    answer = extracted("What is the price of the North ferry?", passage(table))

    assert "North — Price: 4 crowns [Source 1]" in answer


def test_an_elliptic_question_is_read_with_its_search() -> None:
    answer = extracted(
        "And in winter?",
        passage("The museum sells tea. The ferry stops in winter."),
        query="ferry in winter",
    )

    assert "The ferry stops in winter [Source 1]." in answer


def test_a_concise_answer_has_two_sentences_at_most() -> None:
    text = "The dam was raised. The dam was raised again. The dam was raised for a mill."

    answer = extracted("Why was the dam raised?", passage(text), style="CONCISE")

    assert answer.count("[Source 1]") == 2


def test_a_marker_in_a_passage_is_no_citation() -> None:
    answer = extracted("What does the lamp run on?", passage("The lamp runs on oil [Source 9]."))

    assert "[Source 9]" not in answer


def test_each_of_two_joined_questions_is_answered() -> None:
    answer = extracted(
        "When does the ferry leave and how much does the guided tour cost?",
        passage("The ferry leaves at 9:00 from the pier. It is blue."),
        passage("The guided tour costs 12 crowns. The tour ends at the lamp."),
    )

    assert "9:00" in answer and "12 crowns" in answer


def test_the_joined_question_without_an_answer_says_so() -> None:
    answer = extracted(
        "When does the ferry leave and what is the salary of the captain?",
        passage("The ferry leaves at 9:00 from the pier."),
        passage("The captain wears a hat."),
    )

    assert "9:00" in answer
    assert "do not mention such an amount" in answer


def test_a_gap_of_languages_is_named_where_nothing_is_said_outright() -> None:
    passages = [passage("The captain wears a hat on the North ferry.")]
    text = "Какая зарплата у капитана North?"

    assert "документы на другом языке" in opening(text, passages, "ru")
    assert "language" not in opening("What is the salary of the captain?", passages, "en")


def opening(text: str, passages: list[Evidence], language: Language) -> str:
    request = WriteRequest(
        question=Question(raw=text, text=text, language=language),
        plan=QueryPlan(intents=("GENERAL_UNSTRUCTURED",), confidence=0.9),
        facts=FactsPayload(found=True, items=tuple(passages)),
        rendered=Rendered(style="SHORT", text="", marked="", context=""),
        memory=MemoryDecision(decision="independent"),
        options=AskOptions(),
    )
    numbered = list(enumerate(passages, start=1))
    return extract(request, numbered, builtin_styles()["NATURAL_EN"]).opening


def test_the_one_of_two_things_without_an_answer_is_named() -> None:
    found = extract_of(
        "Which of them has a foghorn, the lamp tower or the pilot house?",
        passage("It has a foghorn of compressed air.", "Lamp tower"),
        passage("It has two stoves.", "Pilot house"),
    )

    assert found.opening == "For one of the two (pilot house) the documents do not say this."
    assert "foghorn of compressed air" in found.marked


def test_the_comparison_of_two_values_is_marked_as_computed() -> None:
    found = extract_of(
        "Which is cheaper, the lamp or the foghorn?",
        passage("The lamp costs 40 pounds. The foghorn costs 90 pounds.", "Spares"),
    )

    assert found.opening == (
        "Computed from the values below: cheaper is “lamp”, 40 pounds against 90 pounds."
    )
    assert "The lamp costs 40 pounds [Source 1]." in found.marked


def test_things_that_are_headings_are_one_list_with_their_sources() -> None:
    answer = extracted(
        "Which signals are used?",
        passage("It burns oil.", "Signals", "Lamp"),
        passage("It runs on air.", "Signals", "Foghorn"),
    )

    assert answer.splitlines() == [
        "- Lamp: It burns oil [Source 1].",
        "- Foghorn: It runs on air [Source 2].",
    ]


def test_lists_below_each_other_keep_their_lead_ins() -> None:
    text = (
        "Send us by post:\n\n- the name of the ferry\n- the length of the ferry stay\n\n"
        "The ferry stay is extended if:\n\n"
        "- the skipper of the ferry agrees\n- the ferry stay was free\n"
    )

    answer = extracted("Is the stay with the name and the skipper free?", passage(text))

    assert "Send us by post:" in answer
    assert "The ferry stay is extended if:" in answer


def test_a_question_whose_words_are_known_is_read_without_its_search() -> None:
    answer = extracted(
        "What is the pier line?",
        passage("The pier line is a small railway."),
        passage("The Old Town Tram, also pier line, has 9 stops.", "Old Town Tram"),
        query="What is the pier line? Old Town Tram",
    )

    assert answer.startswith("The pier line is a small railway")
