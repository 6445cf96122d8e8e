"""The post-check: no id, no confidence, no debris, no forbidden word reaches a reader."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.insurer import fact, payload, plan, question, workspace
from workbench.checks.postcheck import check
from workbench.checks.violations import Inspection, find_violations
from workbench.domain.answer import Answer, Rendered
from workbench.domain.diagnostics import Finding
from workbench.domain.evidence import FactsPayload
from workbench.errors import ProviderError
from workbench.rendering import render

FACTS = payload(fact("Glass is covered up to $500"), fact("No leaks were found in 5,000 tests"))


def rendered(facts: FactsPayload = FACTS) -> Rendered:
    return render(plan(), facts, workspace(), "en")


async def checked(
    marked: str, asked: str = "What is covered?", facts: FactsPayload = FACTS, **values: Any
) -> tuple[str, list[tuple[str, str]]]:
    answer, findings = await check(
        Answer(text=marked, marked=marked),
        facts=facts,
        rendered=rendered(facts),
        workspace=workspace(Path("nowhere")),
        question=question(asked, "ru" if asked.isascii() is False else "en"),
        **values,
    )
    return answer.marked, [(one.code, one.action) for one in findings]


CLEAN = "Glass is covered up to $500 [Source 1]."


async def test_a_clean_text_passes_untouched() -> None:
    assert await checked(CLEAN) == (CLEAN, [])


@pytest.mark.parametrize(
    ("marked", "mended", "code"),
    [
        (f"{CLEAN} (confidence: 0.86)", CLEAN, "confidence_leak"),
        (f"{CLEAN} Confidence: 86%.", CLEAN, "confidence_leak"),
        (f"{CLEAN} Уверенность: 86 %.", CLEAN, "confidence_leak"),
        (f"{CLEAN} (уверенность низкая)", CLEAN, "confidence_leak"),
        (f"{CLEAN} Конфиденциальность низкая.", CLEAN, "confidence_leak"),
        (f"{CLEAN} As a language model, I think so.", CLEAN, "forbidden_phrase"),
        (f"{CLEAN} Рекомендую уточнить у агентов.", CLEAN, "forbidden_phrase"),
        (
            "- Glass [Source 1]\n- As a language model I hope",
            "- Glass [Source 1]",
            "forbidden_phrase",
        ),
        (f"{CLEAN}\n\n[1] – Car Insurance", CLEAN, "reference_debris"),
        (f"{CLEAN}\n\nSources:\n[1] Car\n[2] Home", CLEAN, "reference_debris"),
        (f"{CLEAN}\n\nSources:\n[Source 1] – Car", CLEAN, "reference_debris"),
        ("Glass is covered [1].", "Glass is covered.", "reference_debris"),
        ("Glass is covered [Source 1] [Source", "Glass is covered [Source 1]", "reference_debris"),
        ("Glass is covered 【4†x】.", "Glass is covered.", "reference_debris"),
        ("Glass is covered [Source 12].", "Glass is covered.", "unknown_source"),
        ("Glass is covered by product:car.", "Glass is covered by Car Insurance.", "id_leak"),
        ("Glass is covered (product:boat).", "Glass is covered.", "id_leak"),
        ("Glass is covered f-0123456789abcdef.", "Glass is covered.", "id_leak"),
        ("Glass is covered, says graph_query_tool.", "Glass is covered, says.", "id_leak"),
        (
            f"{CLEAN} No other mentions were found: not mentioned elsewhere.",
            CLEAN,
            "needless_absence",
        ),
    ],
)
async def test_what_must_not_stand_is_taken_out(marked: str, mended: str, code: str) -> None:
    text, findings = await checked(marked)

    assert text == mended
    assert (code, "cleaned") in findings


@pytest.mark.parametrize(
    "text",
    [
        "See https://example.org/a:b and mailto:x@example.org [Source 1].",
        "At 12:30 the ratio was 3:1 [Source 1].",
        "Read `array[1]` in [the manual](terms) [Source 1].",
        "- [ ] open [Source 1]",
        "The confidence interval is wide [Source 1].",
    ],
)
async def test_what_only_looks_like_an_artefact_stays(text: str) -> None:
    assert (await checked(text))[0] == text


async def test_absence_may_be_told_where_the_question_asks_for_it() -> None:
    text = "Dentures are not mentioned."

    assert (await checked(text, "Is there any cover for dentures?"))[1] == []


async def test_absence_may_be_told_where_a_source_tells_it() -> None:
    text = "No leaks were found in 5,000 tests [Source 2]."

    assert await checked(text) == (text, [])


async def test_speculation_is_flagged_and_left() -> None:
    text = "Glass is probably covered [Source 1]."

    assert await checked(text) == (text, [("speculation", "none")])


async def test_an_answer_that_abstains_is_the_workspaces_own() -> None:
    said = Answer(outcome="no_answer", text="not mentioned", marked="not mentioned")

    answer, findings = await check(
        said, facts=FACTS, rendered=rendered(), workspace=workspace(), question=question("?")
    )

    assert (answer, findings) == (said, ())


async def test_a_stricter_rewrite_comes_first() -> None:
    asked: list[Finding] = []

    async def rewrite(findings: tuple[Finding, ...]) -> Answer:
        asked.extend(findings)
        return Answer(text=CLEAN, marked=CLEAN)

    text, findings = await checked(f"{CLEAN} (confidence: 0.9)", rewrite=rewrite)

    assert text == CLEAN
    assert findings == [("confidence_leak", "rewritten")]
    assert "(confidence: 0.9)" in asked[0].message


async def test_a_rewrite_that_breaks_off_is_not_taken() -> None:
    async def rewrite(_: tuple[Finding, ...]) -> Answer:
        return Answer(text="", marked="The excess is", partial=True)

    text, _ = await checked(f"{CLEAN} (confidence: 0.9)", rewrite=rewrite)

    assert text == CLEAN


async def test_a_rewrite_that_is_no_better_is_mended() -> None:
    async def rewrite(_: tuple[Finding, ...]) -> Answer:
        return Answer(text="", marked="Glass is covered (confidence: 1).")

    text, findings = await checked("x product:car", rewrite=rewrite)

    assert text == "Glass is covered."
    assert findings == [("confidence_leak", "cleaned")]


async def test_a_model_that_is_down_leaves_the_first_draft_to_be_mended() -> None:
    async def rewrite(_: tuple[Finding, ...]) -> Answer:
        raise ProviderError("down", provider="scripted")

    text, _ = await checked(f"{CLEAN} (confidence: 0.9)", rewrite=rewrite)

    assert text == CLEAN


async def test_where_nothing_is_left_the_facts_are_shown() -> None:
    text, findings = await checked("As a language model I cannot say.")

    assert text == rendered().marked
    assert findings[-1] == ("replaced", "replaced")


@given(
    st.lists(
        st.sampled_from(
            [
                "Glass is covered.",
                " ",
                "\n",
                "- ",
                "[Source 1]",
                "[Source 9]",
                "[1]",
                "[Sour",
                "project:alor",
                "product:car",
                "(confidence: 0.5)",
                "as a language model",
                "()",
                "**",
                "f-0123456789abcdef",
                "Sources:\n[1] – x",
                "`x`",
                ".",
                "уверенность: 5 %",
            ]
        ),
        max_size=14,
    )
)
async def test_nothing_that_is_forbidden_survives(parts: list[str]) -> None:
    text, _ = await checked("".join(parts))

    inspection = Inspection(FACTS, rendered(), workspace(), question("What is covered?"))
    assert [one for one in find_violations(text, inspection) if one.fix != "flag"] == []


WRONG_LANGUAGE = (
    "Стекло входит в покрытие полиса, а сумма выплаты по нему не больше $500 [Source 1]."
)


def by_a_model(marked: str) -> Answer:
    return Answer(text=marked, marked=marked, model="scripted:m")


async def in_the_wrong_language(
    marked: str, second: str | None = None
) -> tuple[str, list[tuple[str, str]]]:
    async def rewrite(_: tuple[Finding, ...]) -> Answer:
        return by_a_model(second or marked)

    answer, findings = await check(
        by_a_model(marked),
        facts=FACTS,
        rendered=rendered(),
        workspace=workspace(Path("nowhere")),
        question=question("What is covered?"),
        rewrite=rewrite,
    )
    return answer.marked, [(one.code, one.action) for one in findings]


async def test_an_answer_in_another_language_than_the_question_is_asked_for_again() -> None:
    shown, findings = await in_the_wrong_language(WRONG_LANGUAGE, CLEAN)

    assert (shown, findings) == (CLEAN, [("answer_language", "rewritten")])


async def test_one_that_stays_in_another_language_is_left_and_told() -> None:
    shown, findings = await in_the_wrong_language(WRONG_LANGUAGE)

    assert (shown, findings) == (WRONG_LANGUAGE, [("answer_language", "none")])


@pytest.mark.parametrize(
    "text",
    [
        "Да, входит [Source 1].",
        "$500 [Source 1]",
        '{"ответ": "Стекло входит в покрытие полиса, а сумма выплаты по нему не больше $500"}',
        "```python\nпечать('Стекло входит в покрытие полиса, а сумма по нему не больше')\n```",
        "| Стекло | $500 |\n|---|---|\n| Ключи | $100 |",
        "Glass is covered up to $500 [Source 1]. Стекло входит в покрытие, и сумма не больше $500.",
    ],
)
async def test_where_no_language_is_plain_nothing_is_said_of_it(text: str) -> None:
    _, findings = await in_the_wrong_language(text)

    assert "answer_language" not in [code for code, _ in findings]


async def test_offline_every_word_is_the_sources_own() -> None:
    assert await checked(WRONG_LANGUAGE) == (WRONG_LANGUAGE, [])
