"""What model calls will take: their number, tokens and price."""

from workbench.domain.base import Value


class CallsEstimate(Value):
    """The calls that a piece of work will make; without a model it makes none and is free.

    A reply with mistakes is asked for again, and such repairs are not counted.
    """

    calls: int = 0
    models: tuple[str, ...] = ()
    """The models that are called, each as ``provider:name``."""
    input_tokens: int = 0
    """Estimated from the prompts."""
    output_tokens: int = 0
    """At most: the limits of the replies."""
    price_usd: float | None = 0.0
    """At most; None where the price of a model is unknown."""

    @property
    def is_free(self) -> bool:
        """Whether no model is called."""
        return self.calls == 0

    def __add__(self, other: "CallsEstimate") -> "CallsEstimate":
        known = self.price_usd is not None and other.price_usd is not None
        return CallsEstimate(
            calls=self.calls + other.calls,
            models=tuple(dict.fromkeys((*self.models, *other.models))),
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            price_usd=(self.price_usd or 0.0) + (other.price_usd or 0.0) if known else None,
        )

    def times(self, number: int) -> "CallsEstimate":
        """Return the estimate of the same calls made several times."""
        if not number:
            return CallsEstimate()
        return CallsEstimate(
            calls=self.calls * number,
            models=self.models,
            input_tokens=self.input_tokens * number,
            output_tokens=self.output_tokens * number,
            price_usd=None if self.price_usd is None else self.price_usd * number,
        )
