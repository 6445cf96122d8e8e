"""The kinds of provider failure. Importing this module loads no SDK."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Failure:
    """A kind of failure, with the ``code`` of its message in ``messages.yaml``.

    ``retryable``: the same request may succeed if it is repeated.
    """

    code: str
    retryable: bool = False


TIMEOUT = Failure("llm.timeout", retryable=True)
UNREACHABLE = Failure("llm.unreachable", retryable=True)
UNREADABLE = Failure("llm.unreadable", retryable=True)
NO_TEXT = Failure("llm.no_text", retryable=True)
NO_ROOM = Failure("llm.no_room")
TOO_LONG = Failure("llm.too_long")
DOWN = Failure("llm.down", retryable=True)
REFUSED_KEY = Failure("llm.refused_key")
BUSY = Failure("llm.busy", retryable=True)
NO_QUOTA = Failure("llm.no_quota")
UNKNOWN_MODEL = Failure("llm.unknown_model")
LONG_REQUEST = Failure("llm.long_request")
REJECTED = Failure("llm.rejected")
