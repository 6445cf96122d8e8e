"""Calculate the price of a call from the list bundled with genai-prices, without network."""

from functools import lru_cache

from workbench.llm.providers import PROVIDERS


@lru_cache(maxsize=256)  # the budget and the recording ask for each reply's price, 0.5 ms each
def price_usd(model: str, *, input_tokens: int, output_tokens: int) -> float | None:
    """Price of a call of ``provider:model`` in US dollars; None if unknown, which is not free."""
    provider, _, name = model.partition(":")
    listed = PROVIDERS[provider].priced_as if provider in PROVIDERS else ""
    if not listed or not (input_tokens or output_tokens):
        return None
    from genai_prices import Usage, calc_price

    usage = Usage(input_tokens=input_tokens, output_tokens=output_tokens)
    try:
        return float(calc_price(usage, name, provider_id=listed).total_price)
    except LookupError:
        return None
