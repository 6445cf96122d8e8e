"""The exception hierarchy of the workbench.

WorkbenchError
├── ConfigurationError      a setting is missing, unknown or out of range
│   └── WorkspaceError      a workspace file is invalid
├── InputError              an argument from outside is invalid
│   └── PlanError           a QueryPlan fails validation (carries its problems)
├── ToolError               a tool call failed
├── StoreError              an index, graph or vector store is unavailable or damaged
├── ProviderError           a model provider failed (retryable or not)
│   └── BudgetError         the budget does not allow another model call
└── RunStoreError           the run database cannot be read or written

Missing information is a value (an empty FactsPayload, an abstaining Answer), never an error.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol


class Problem(Protocol):
    """The attributes of a plan's problem that PlanError reads."""

    @property
    def path(self) -> str:
        """JSON path of the invalid field."""
        ...

    @property
    def message(self) -> str:
        """What is wrong."""
        ...

    @property
    def suggestion(self) -> str:
        """How to fix it."""
        ...

    @property
    def severity(self) -> str:
        """``error`` or ``warning``."""
        ...


class WorkbenchError(Exception):
    """Base class: ``message`` states what went wrong, ``hint`` what to do about it.

    ``code`` and ``words`` select and fill the localized texts: see ``workbench.i18n.errors``.
    """

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        retryable: bool = False,
        code: str = "",
        words: Mapping[str, str | int | float] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.retryable = retryable
        self.code = code
        self.words = dict(words or {})

    @property
    def kind(self) -> str:
        """The class name: a stable, typed label for records and interfaces."""
        return type(self).__name__

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class ConfigurationError(WorkbenchError):
    """A setting is missing, unknown or out of range."""


class WorkspaceError(ConfigurationError):
    """A workspace file is invalid; ``place`` names the file, and the line or path inside it."""

    @property
    def place(self) -> str:
        """File, and line or path inside it, such as ``graph/nodes.jsonl: line 3``."""
        return str(self.words.get("place", ""))


class InputError(WorkbenchError):
    """An argument from outside is invalid."""


class PlanError(InputError):
    """A QueryPlan failed validation; ``problems`` lists every reason with its JSON path."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        first = problems[0]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{first.path}: {first.message}{more}", hint=first.suggestion)
        self.problems = tuple(problems)


class ToolError(WorkbenchError):
    """A tool call failed; the plan's other calls continue."""


class StoreError(WorkbenchError):
    """An index, graph or vector store is unavailable or damaged."""


class ProviderError(WorkbenchError):
    """A model provider failed; ``original`` is the cause, for logs only."""

    def __init__(
        self,
        message: str,
        *,
        provider: str,
        hint: str = "",
        retryable: bool = False,
        retry_after: float | None = None,
        original: BaseException | None = None,
        code: str = "",
        words: Mapping[str, str | int | float] | None = None,
    ) -> None:
        super().__init__(message, hint=hint, retryable=retryable, code=code, words=words)
        self.provider = provider
        self.retry_after = retry_after
        self.original = original


class BudgetError(ProviderError):
    """The budget does not allow another model call; no request was sent."""


class RunStoreError(WorkbenchError):
    """The run database could not be read or written."""
