"""What a call cost, from the price list that genai-prices bundles; nothing is fetched."""

from collections.abc import Mapping

PRICED: Mapping[str, str] = {"openai": "openai", "anthropic": "anthropic", "gemini": "google"}
"""Our providers by the price list's names. What a compatible server costs, it does not know."""


def price_usd(model: str, *, input_tokens: int, output_tokens: int) -> float | None:
    """The price of a call of ``provider:model``; None where it is not known, which is not free."""
    provider, _, name = model.partition(":")
    listed = PRICED.get(provider)
    if listed is None or not (input_tokens or output_tokens):
        return None
    from genai_prices import Usage, calc_price

    usage = Usage(input_tokens=input_tokens, output_tokens=output_tokens)
    try:
        return float(calc_price(usage, name, provider_id=listed).total_price)
    except LookupError:
        return None
