"""The post-check: no id, no confidence, no debris, no forbidden word reaches a reader."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.insurance_workspace import fact, payload, plan, question, workspace
from workbench.checks.postcheck.clean_up import clean_up
from workbench.checks.postcheck.correction import correct
from workbench.checks.postcheck.inspection import Inspection
from workbench.checks.postcheck.violations import find_violations
from workbench.domain.answer import Answer, Rendered
from workbench.domain.diagnostics import Finding
from workbench.domain.evidence import FactsPayload
from workbench.domain.graph import Node
from workbench.domain.local_text import Language
from workbench.errors import BudgetError, ProviderError
from workbench.i18n.errors import localized
from workbench.rendering import render
from workbench.text import parse
from workbench.text.draft import Draft

FACTS = payload(fact("Glass is covered up to $500"), fact("No leaks were found in 5,000 tests"))


def rendered(facts: FactsPayload = FACTS) -> Rendered:
    return render(plan(), facts, workspace(), "en")


async def checked(
    marked: str, asked: str = "What is covered?", facts: FactsPayload = FACTS, **values: Any
) -> tuple[str, list[tuple[str, str]]]:
    draft, findings = await correct(
        Draft(Answer(text=marked, marked=marked)),
        Inspection(
            facts=facts,
            rendered=rendered(facts),
            workspace=workspace(Path("nowhere")),
            question=question(asked, "ru" if asked.isascii() is False else "en"),
        ),
        **values,
    )
    return draft.answer.marked, [(one.code, one.action) for one in findings]


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
        (f"{CLEAN} Степень уверенности — высокая.", CLEAN, "confidence_leak"),
        (f"{CLEAN} Уверенность в этом ответе: очень высокая.", CLEAN, "confidence_leak"),
        (f"{CLEAN} My level of confidence is very high.", CLEAN, "confidence_leak"),
        (f"{CLEAN}\n\nВысокая степень уверенности.", CLEAN, "confidence_leak"),
        (f"{CLEAN} Рекомендую уточнить детали у Дмитрия.", CLEAN, "forbidden_phrase"),
        (f"{CLEAN} Советуем дополнительно всё уточнить у него.", CLEAN, "forbidden_phrase"),
        (f"{CLEAN} I'd recommend checking with the author.", CLEAN, "forbidden_phrase"),
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
        ("Glass is covered [1] – product:car.", "Glass is covered.", "reference_debris"),
        ("Glass is covered [1] – project:….", "Glass is covered.", "reference_debris"),
        (
            "Glass is covered [Source 1] – product:car.",
            "Glass is covered [Source 1].",
            "reference_debris",
        ),
        ("Glass is covered (product:…).", "Glass is covered.", "id_leak"),
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
        "He works with confidence on high loads of 95 % [Source 1].",
        "Уверенно пишет на Python, уровень высокий [Source 1].",
        "Полис стоит $100. Уточнить сумму можно в заявлении [Source 1].",
        "Glass is covered [Source 1] - see note: glass.",
    ],
)
async def test_what_only_looks_like_an_artefact_stays(text: str) -> None:
    assert (await checked(text))[0] == text


async def test_absence_may_be_told_where_the_question_asks_for_it() -> None:
    text = "Dentures are not mentioned."

    assert (await checked(text, "Is there any cover for dentures?"))[1] == []


async def test_an_answer_may_open_by_saying_that_the_sources_do_not_say_it() -> None:
    """A model that declines honestly is not made to answer from the facts beside the point."""
    text = "The price is not mentioned. Glass is covered [Source 1]."

    assert await checked(text, "What is the price?") == (text, [])


async def test_absence_may_be_told_where_a_source_tells_it() -> None:
    text = "No leaks were found in 5,000 tests [Source 2]."

    assert await checked(text) == (text, [])


@pytest.mark.parametrize(
    "said",
    [
        "Glass is probably covered [Source 1].",
        "Вероятно, стекло покрыто [Source 1].",
        "Стекло, возможно, покрыто [Source 1].",
        "Можно предположить, что стекло покрыто [Source 1].",
    ],
)
async def test_a_sentence_that_speculates_is_left_out(said: str) -> None:
    text, findings = await checked(f"{CLEAN} {said}")

    assert text == CLEAN
    assert findings == [("speculation", "cleaned")]


async def test_an_answer_that_speculates_is_written_again() -> None:
    async def rewrite(_: tuple[Finding, ...]) -> Draft:
        return Draft(Answer(text=CLEAN, marked=CLEAN))

    said = "Вероятно, стекло покрыто [Source 1]."

    assert await checked(said, rewrite=rewrite) == (CLEAN, [("speculation", "rewritten")])


async def test_where_all_is_speculation_the_facts_are_shown() -> None:
    text, findings = await checked("Glass is probably covered [Source 1].")

    assert text == rendered().marked
    assert findings == [("speculation", "replaced"), ("replaced", "replaced")]


@pytest.mark.parametrize(
    "text",
    [
        "Вероятность выплаты растёт, и замена стекла возможна [Source 1].",
        "Стекло возможно заменить дважды, заявление должно быть подано [Source 1].",
        "A probable leak is covered [Source 1].",
    ],
)
async def test_other_words_of_the_same_stem_are_no_speculation(text: str) -> None:
    assert await checked(text) == (text, [])


async def test_a_source_may_speculate() -> None:
    facts = payload(fact("Glass is probably covered"), fact("Keys are covered"))
    text = "Glass is probably covered [Source 1]."

    assert await checked(text, facts=facts) == (text, [])


async def test_a_workspace_may_allow_words_of_speculation() -> None:
    own = workspace(Path("nowhere"))
    rules = own.spec.text_rules.model_copy(update={"allowed_speculation": {"en": ("probably",)}})
    allowing = replace(own, spec=own.spec.model_copy(update={"text_rules": rules}))
    inspection = Inspection(FACTS, rendered(), allowing, question("What is covered?"))

    assert (
        find_violations(parse("Glass is probably covered, perhaps."), inspection)[0].excerpt
        == "perhaps"
    )


async def test_advice_that_a_source_gives_may_be_told() -> None:
    facts = payload(fact("You should ask your doctor first"), fact("Keys are covered"))
    text = "You should ask the doctor [Source 1]."

    assert await checked(text, facts=facts) == (text, [])


def slugs(marked: str, asked: str = "What is covered?", facts: FactsPayload = FACTS) -> list[str]:
    own = workspace(Path("nowhere"))
    node = Node(id="product:car-basic", type="product", name={"en": "Car, Basic"})
    plain = Node(id="product:add-on", type="product", name={"en": "Add-on"})
    known = replace(own, nodes={**own.nodes, node.id: node, plain.id: plain})
    inspection = Inspection(facts, rendered(facts), known, question(asked))
    found = find_violations(parse(marked), inspection)
    return [clean_up(parse(marked), found), *(one.code for one in found)]


def test_the_slug_of_a_node_is_replaced_by_its_name() -> None:
    assert slugs("Glass is covered by car-basic.") == [
        "Glass is covered by Car, Basic.",
        "id_leak",
    ]


@pytest.mark.parametrize(
    ("text", "asked", "facts"),
    [
        ("It is covered by an add-on.", "What is covered?", FACTS),
        ("It is in car-basic.", "What is in car-basic?", FACTS),
        ("It is in car-basic.", "What is covered?", payload(fact("See car-basic"), fact("Keys"))),
        ("See https://example.org/car-basic or car-basic.pdf.", "What is covered?", FACTS),
        ("The car is covered.", "What is covered?", FACTS),
    ],
)
def test_a_word_that_readers_know_is_no_slug(text: str, asked: str, facts: FactsPayload) -> None:
    assert slugs(text, asked, facts) == [text]


async def test_an_answer_that_abstains_is_the_workspaces_own() -> None:
    said = Draft(Answer(outcome="no_answer", text="not mentioned", marked="not mentioned"))

    draft, findings = await correct(
        said,
        Inspection(facts=FACTS, rendered=rendered(), workspace=workspace(), question=question("?")),
    )

    assert (draft, findings) == (said, ())


async def test_a_stricter_rewrite_comes_first() -> None:
    asked: list[Finding] = []

    async def rewrite(findings: tuple[Finding, ...]) -> Draft:
        asked.extend(findings)
        return Draft(Answer(text=CLEAN, marked=CLEAN))

    text, findings = await checked(f"{CLEAN} (confidence: 0.9)", rewrite=rewrite)

    assert text == CLEAN
    assert findings == [("confidence_leak", "rewritten")]
    assert "(confidence: 0.9)" in asked[0].message


async def test_a_rewrite_that_breaks_off_is_not_taken() -> None:
    async def rewrite(_: tuple[Finding, ...]) -> Draft:
        return Draft(Answer(text="", marked="The excess is", partial=True))

    text, _ = await checked(f"{CLEAN} (confidence: 0.9)", rewrite=rewrite)

    assert text == CLEAN


async def test_a_rewrite_that_is_no_better_is_mended() -> None:
    async def rewrite(_: tuple[Finding, ...]) -> Draft:
        return Draft(Answer(text="", marked="Glass is covered (confidence: 1)."))

    text, findings = await checked("x product:car", rewrite=rewrite)

    assert text == "Glass is covered."
    assert findings == [("confidence_leak", "cleaned")]


async def test_a_model_that_is_down_leaves_the_first_draft_to_be_mended() -> None:
    async def rewrite(_: tuple[Finding, ...]) -> Draft:
        raise ProviderError("down", provider="scripted")

    text, _ = await checked(f"{CLEAN} (confidence: 0.9)", rewrite=rewrite)

    assert text == CLEAN


@pytest.mark.parametrize(("language", "told"), [("en", "100 tokens"), ("ru", "100 токенов")])
async def test_a_spent_budget_is_a_finding_beside_the_mended_text(
    language: Language, told: str
) -> None:
    async def rewrite(_: tuple[Finding, ...]) -> Draft:
        raise spent_budget()

    draft, findings = await correct(
        by_a_model(f"{CLEAN} (confidence: 0.9)"),
        Inspection(FACTS, rendered(), workspace(), question("What is covered?", language)),
        rewrite,
    )

    assert draft.answer.marked == CLEAN
    assert [one.code for one in findings] == ["budget_spent", "confidence_leak"]
    assert told in findings[0].message


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
                "степень уверенности — высокая",
                "рекомендую уточнить",
                "вероятно",
                "[1] – product:…",
            ]
        ),
        max_size=14,
    )
)
async def test_nothing_that_is_forbidden_survives(parts: list[str]) -> None:
    text, _ = await checked("".join(parts))

    inspection = Inspection(FACTS, rendered(), workspace(), question("What is covered?"))
    assert [one for one in find_violations(parse(text), inspection) if one.fix != "flag"] == []


WRONG_LANGUAGE = (
    "Стекло входит в покрытие полиса, а сумма выплаты по нему не больше $500 [Source 1]."
)


def spent_budget() -> BudgetError:
    return BudgetError(**localized("llm.tokens_spent", limit=100, spent=90), provider="scripted")


def by_a_model(marked: str) -> Draft:
    return Draft(Answer(text=marked, marked=marked, model="scripted:m"))


async def in_the_wrong_language(
    marked: str, second: str | None = None
) -> tuple[str, list[tuple[str, str]]]:
    async def rewrite(_: tuple[Finding, ...]) -> Draft:
        return by_a_model(second or marked)

    draft, findings = await correct(
        by_a_model(marked),
        Inspection(
            facts=FACTS,
            rendered=rendered(),
            workspace=workspace(Path("nowhere")),
            question=question("What is covered?"),
        ),
        rewrite,
    )
    return draft.answer.marked, [(one.code, one.action) for one in findings]


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
