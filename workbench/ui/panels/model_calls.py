"""What model calls will take, as a line for a person who is asked to agree."""

from workbench.domain.model_calls import CallsEstimate
from workbench.i18n.numbers import integer, money
from workbench.ui.html import Html, tag
from workbench.ui.texts import Texts


def told_calls(t: Texts, found: CallsEstimate) -> Html:
    """The models, the number of calls, their tokens and their price."""
    return tag("p", calls_in_words(t, found), cls="wb-small")


def calls_in_words(t: Texts, found: CallsEstimate) -> str:
    """The same as a text."""
    if found.is_free:
        return t("common.calls.free")
    price = (
        t("graph.extract.price_unknown")
        if found.price_usd is None
        else t("graph.extract.price", price=money(found.price_usd, t.language))
    )
    tokens = t(
        "graph.extract.tokens",
        given=integer(found.input_tokens, t.language),
        written=integer(found.output_tokens, t.language),
    )
    return " · ".join(
        (", ".join(found.models), t("graph.extract.calls", n=found.calls), tokens, price)
    )
