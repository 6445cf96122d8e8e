"""The health and spending panels: circuit breaker states, provider load and session costs."""

import streamlit as st

from workbench.i18n.numbers import UNKNOWN, integer, money, seconds
from workbench.llm.embedding.run_vectors import ROLE as EMBEDDER
from workbench.llm.gateway import Health, ModelHealth, ProviderHealth
from workbench.llm.wrappers.budget import PROBE, Spending, SpendingTotal
from workbench.ui.html import Html, icon, join, tag
from workbench.ui.panels.access import title_of
from workbench.ui.panels.widgets import bar, chip, muted
from workbench.ui.session_models import ROLES, SessionModels
from workbench.ui.texts import Texts

_WHOSE_TONES = {"environment": "green", "session": "blue", "others": "gray"}
_SPENDERS = {
    **{role: f"models.role.{role}" for role in (*ROLES, EMBEDDER)},
    PROBE: "models.budget.trials",
}
"""Text keys of the roles that spend, in the order of the rows."""
_SYMBOLS = {
    "closed": "check_circle",
    "failing": "warning",
    "open": "do_not_disturb_on",
    "half_open": "hourglass_top",
}


def has_cool_down(health: Health) -> bool:
    """Whether any model is in its cool-down."""
    return any(one.state != "closed" for one in health.models)


def draw_health(models: SessionModels, health: Health, t: Texts) -> None:
    """Draw the state of the providers and models that this session uses."""
    with st.container(border=True, key="wb_health"):
        st.html(_health(models, health, t))


def _health(models: SessionModels, health: Health, t: Texts) -> Html:
    known = {*models.known_models(), models.embedder.choice.model}
    met = [one for one in health.models if one.model in known or models.probe_result(one.model)]
    shown = [one for one in met if one.whose != "others" or _is_failing(one)]
    lines = {one.model.partition(":")[0] for one in shown}
    parts = [_line(models, one, t) for one in health.providers if one.provider in lines]
    parts += [_model(one, t) for one in shown]
    cache = t("models.health.cache_on" if health.cache else "models.health.cache_off")
    return tag(
        "div",
        tag("h2", t("models.health.title"), cls="wb-title"),
        join(parts) if parts else muted(t("models.health.idle")),
        tag("p", cache, cls="wb-small wb-rule"),
    )


def _is_failing(one: ModelHealth) -> bool:
    return one.state != "closed" or one.failures > 0


def _line(models: SessionModels, line: ProviderHealth, t: Texts) -> Html:
    told = t(
        "models.health.line",
        title=title_of(models, line.provider, t),
        busy=line.busy,
        limit=line.limit,
    )
    if line.waiting:
        told += f", {t('models.health.waiting', n=line.waiting)}"
    return tag("p", tag("b", told))


def _model(one: ModelHealth, t: Texts) -> Html:
    if one.state == "open":
        left = seconds(one.cool_down_left_s, t.language)
        told = t("models.health.open", time=left)
    elif one.state == "half_open":
        told = t("models.health.half_open")
    elif one.failures:
        told = t("models.health.failures", n=one.failures)
    else:
        told = t("models.health.closed")
    state = "failing" if one.state == "closed" and _is_failing(one) else one.state
    whose = chip(t(f"models.health.{one.whose}", n=one.keys), _WHOSE_TONES[one.whose])
    return tag(
        "p",
        icon(_SYMBOLS[state]),
        tag("span", tag("code", one.model), " ", whose, f" {told}"),
        cls=f"wb-health {state}",
    )


def draw_spending(models: SessionModels, t: Texts) -> None:
    """Draw the spending by role and the limits."""
    with st.container(border=True, key="wb_spending"):
        st.html(_spending(models, t))


def _spending(models: SessionModels, t: Texts) -> Html:
    spent = models.budget.spent
    return tag(
        "div",
        tag("h2", t("models.budget.title"), cls="wb-title"),
        spent_by_role(spent, t) if spent.calls else muted(t("models.budget.none")),
        _limits(spent, t),
    )


def spent_by_role(spent: Spending, t: Texts) -> Html:
    """A table of the spending by role, with a total row."""
    rows = [
        _row("td", t(name), spent.by_role[role], t)
        for role, name in _SPENDERS.items()
        if role in spent.by_role
    ]
    total = _row("th", t("models.budget.all"), spent, t)
    names = ("role", "calls", "tokens", "price")
    head = tag("tr", *(tag("th", t(f"models.budget.{name}")) for name in names))
    unpriced = t("models.budget.unpriced", n=spent.unpriced_calls) if spent.unpriced_calls else ""
    return tag(
        "div",
        tag("table", tag("thead", head), tag("tbody", *rows), tag("tfoot", total), cls="wb-table"),
        tag("p", unpriced, cls="wb-small") if unpriced else "",
    )


def _row(kind: str, name: str, spent: SpendingTotal, t: Texts) -> Html:
    is_priced = spent.unpriced_calls < spent.calls
    price = money(spent.usd, t.language) if is_priced else UNKNOWN
    texts = (name, integer(spent.calls, t.language), integer(spent.tokens, t.language), price)
    return tag("tr", *(tag(kind, text) for text in texts))


def _limits(spent: Spending, t: Texts) -> Html:
    language = t.language
    rows: list[Html] = []
    if spent.usd_limit is not None:
        told = t(
            "models.budget.of",
            spent=money(spent.usd, language),
            limit=money(spent.usd_limit, language),
        )
        rows.append(_limit(t("models.budget.usd_limit"), told, spent.usd, spent.usd_limit))
    if spent.tokens_limit is not None:
        told = t(
            "models.budget.of",
            spent=integer(spent.tokens, language),
            limit=integer(spent.tokens_limit, language),
        )
        rows.append(_limit(t("models.budget.tokens_limit"), told, spent.tokens, spent.tokens_limit))
    if not rows:
        return tag("p", t("models.budget.no_limit"), cls="wb-small wb-rule")
    return tag("div", *rows, cls="wb-rule")


def _limit(name: str, told: str, spent: float, limit: float) -> Html:
    share = spent / limit if limit else 1.0
    return tag("div", tag("span", name), bar(share, told), tag("span", told), cls="wb-limit")
