"""Claims without support are rewritten once; what is left is flagged, or hidden from customers."""

import json
from collections.abc import Callable

import pytest

from workbench.checks.grounding.verdicts import Calibration
from workbench.checks.postcheck.enforce_grounding import require_grounding
from workbench.domain.answer import Answer, Audience, Rendered
from workbench.domain.diagnostics import Finding
from workbench.domain.evidence import Evidence, FactsPayload
from workbench.domain.question import Question
from workbench.errors import BudgetError
from workbench.i18n.errors import localized
from workbench.text.draft import Draft

SAID = "The windscreen excess is $100 for each claim."
FACT = Evidence(type="excess", text=SAID)
FACTS = FactsPayload(found=True, items=(FACT,))
RENDERED = Rendered(style="SHORT", text=SAID, marked=SAID, context=SAID, sources=(FACT.id,))
QUESTION = Question(raw="What is the excess?", text="What is the excess?", language="en")
TRUE = f"{SAID} [Source 1]"
INVENTED = "Every new customer receives a free bicycle helmet."


async def ensure(
    marked: str,
    *,
    audience: Audience = Audience.ANALYST,
    second: str | None = None,
    fits: Callable[[str], bool] = lambda _: True,
) -> tuple[str, list[tuple[str, str]], int]:
    asked = 0

    async def redraft(_: tuple[Finding, ...]) -> tuple[Draft, tuple[Finding, ...]]:
        nonlocal asked
        asked += 1
        return Draft(Answer(text="", marked=second or "")), ()

    draft, findings = await require_grounding(
        Draft(Answer(text="", marked=marked)),
        facts=FACTS,
        rendered=RENDERED,
        question=QUESTION,
        audience=audience,
        redraft=redraft if second is not None else None,
        fits=fits,
    )
    return draft.answer.marked, [(one.excerpt, one.action) for one in findings], asked


async def test_a_supported_answer_is_left_alone() -> None:
    assert await ensure(TRUE, second="anything") == (TRUE, [], 0)


async def test_an_ungrounded_claim_is_rewritten_once() -> None:
    marked, findings, asked = await ensure(f"{TRUE} {INVENTED}", second=TRUE)

    assert marked == TRUE
    assert findings == [(INVENTED, "rewritten")]
    assert asked == 1


async def test_a_second_draft_that_is_no_better_is_not_taken() -> None:
    first = f"{TRUE} {INVENTED}"

    marked, findings, asked = await ensure(first, second=f"{TRUE} {INVENTED} It is red.")

    assert marked == first
    assert findings == [(INVENTED, "none")]
    assert asked == 1


async def test_a_spent_budget_is_a_finding_beside_the_flagged_claim() -> None:
    async def redraft(_: tuple[Finding, ...]) -> tuple[Draft, tuple[Finding, ...]]:
        raise BudgetError(**localized("llm.tokens_spent", limit=100, spent=90), provider="scripted")

    draft, findings = await require_grounding(
        Draft(Answer(text="", marked=f"{TRUE} {INVENTED}")),
        facts=FACTS,
        rendered=RENDERED,
        question=QUESTION,
        audience=Audience.ANALYST,
        redraft=redraft,
    )

    assert INVENTED in draft.answer.marked
    assert [one.code for one in findings] == ["budget_spent", "ungrounded_claim"]
    assert "100 tokens" in findings[0].message


async def test_it_judges_by_the_calibration_that_it_is_given() -> None:
    draft = Draft(Answer(text="", marked=f"{TRUE} {INVENTED}"))
    lenient = Calibration(supported_from=0.0)

    _, findings = await require_grounding(
        draft,
        facts=FACTS,
        rendered=RENDERED,
        question=QUESTION,
        audience=Audience.ANALYST,
        redraft=None,
        calibration=lenient,
    )

    assert findings == ()


async def test_an_analyst_sees_the_claim_flagged_and_a_customer_does_not_see_it() -> None:
    first = f"{TRUE} {INVENTED}"

    shown, flagged, _ = await ensure(first)
    hidden, dropped, _ = await ensure(first, audience=Audience.CUSTOMER)

    assert INVENTED in shown
    assert flagged == [(INVENTED, "none")]
    assert INVENTED not in hidden
    assert "[Source 1]" in hidden
    assert dropped == [(INVENTED, "dropped")]


async def test_a_structured_answer_loses_the_claim_and_stays_structured() -> None:
    said = {"answer": f'{SAID} [Source 1] It is "red".\n{INVENTED}', "sources_used": [1]}

    hidden, dropped, _ = await ensure(json.dumps(said), audience=Audience.CUSTOMER)

    told = json.loads(hidden)
    assert told["answer"] == f"{SAID} [Source 1]"
    assert told["sources_used"] == [1]
    assert [action for _, action in dropped] == ["dropped", "dropped"]


async def test_a_customer_gets_the_facts_where_nothing_of_the_answer_is_carried() -> None:
    shown, findings, _ = await ensure(INVENTED, audience=Audience.CUSTOMER)

    assert shown == RENDERED.marked
    assert findings == [(INVENTED, "replaced"), ("", "replaced")]


async def test_words_that_the_shape_allows_no_others_for_stay_and_are_flagged() -> None:
    cover = "Covered on the platinum plan of every product."
    said = {"answer": f"{SAID} {INVENTED}", "cover": cover}

    def fits(text: str) -> bool:
        return json.loads(text)["cover"] in {cover, "Covered nowhere."}

    hidden, findings, _ = await ensure(json.dumps(said), audience=Audience.CUSTOMER, fits=fits)

    assert json.loads(hidden) == {"answer": SAID, "cover": cover}
    assert findings == [(INVENTED, "dropped"), (cover, "none")]


async def test_labels_of_a_structured_answer_are_neither_judged_nor_cut() -> None:
    said = {
        "product": "boat",
        "currency": "USD",
        "status": "not yet approved",
        "since": "2024-05-01",
        "period": "per_claim",
        "said": f"{SAID} [Source 1]",
    }

    for audience in Audience:
        shown, findings, asked = await ensure(json.dumps(said), audience=audience, second="{}")
        assert json.loads(shown) == said
        assert (findings, asked) == ([], 0)


@pytest.mark.parametrize("short", ["$9,999", "Platinum only", "Free."])
async def test_a_short_answer_of_a_built_in_schema_is_judged(short: str) -> None:
    said = {"answer": short, "sources": [1]}

    shown, findings, _ = await ensure(json.dumps(said))

    assert json.loads(shown) == said
    assert findings == [(short, "none")]


async def test_a_sum_is_judged_wherever_it_stands() -> None:
    said = {"product": "car", "excess": "$9,999", "said": SAID}

    hidden, findings, _ = await ensure(json.dumps(said), audience=Audience.CUSTOMER)

    assert json.loads(hidden) == {"product": "car", "excess": "", "said": SAID}
    assert findings == [("$9,999", "dropped")]


@pytest.mark.parametrize(
    "said",
    [
        {"answer": INVENTED, "sources": [1]},
        {"answer": INVENTED, "confidence": 0.9, "key_facts": [INVENTED], "status": "ok"},
        {"similarities": [], "differences": [INVENTED], "conclusion": ""},
        {"answer": INVENTED, "status": "windscreen"},
    ],
)
async def test_fields_and_numbers_alone_are_no_answer_for_a_customer(said: object) -> None:
    shown, findings, _ = await ensure(json.dumps(said), audience=Audience.CUSTOMER)

    assert shown == RENDERED.marked
    assert findings[-1] == ("", "replaced")
    assert {action for _, action in findings} == {"replaced"}


async def test_a_shape_that_cannot_be_without_its_text_is_stood_in_for() -> None:
    said = {"answer": INVENTED, "key_facts": [SAID]}

    def fits(text: str) -> bool:
        return bool(json.loads(text)["answer"])

    shown, _, _ = await ensure(json.dumps(said), audience=Audience.CUSTOMER, fits=fits)

    assert shown == RENDERED.marked


async def test_a_list_loses_the_member_that_says_nothing_more() -> None:
    said = {"answer": SAID, "key_facts": [INVENTED, SAID, ""], "pairs": [[INVENTED, "USD"]]}

    hidden, _, _ = await ensure(json.dumps(said), audience=Audience.CUSTOMER)

    assert json.loads(hidden) == {"answer": SAID, "key_facts": [SAID, ""], "pairs": [["USD"]]}


async def test_a_list_of_a_fixed_length_keeps_the_place() -> None:
    said = {"answer": SAID, "pair": [INVENTED, SAID]}

    def fits(text: str) -> bool:
        return len(json.loads(text)["pair"]) == 2

    hidden, _, _ = await ensure(json.dumps(said), audience=Audience.CUSTOMER, fits=fits)

    assert json.loads(hidden)["pair"] == ["", SAID]
