"""Every error the workbench raises on purpose, as one tree.

WorkbenchError
├── ConfigurationError      a setting is missing or makes no sense
│   └── WorkspaceError      a workspace folder says something that cannot be
├── InputError              what a person or a program handed in is not usable
│   └── PlanError           a QueryPlan that does not pass validation (carries its problems)
├── ToolError               a tool call could not be carried out
├── StoreError              an index, a graph or a vector store is down or damaged
├── ProviderError           a model provider failed (retryable or not)
│   └── BudgetError         a model was not asked: what may be spent is spent
└── RunStoreError           the run database is down or refuses

"The data does not say" is a value (an empty FactsPayload, an abstaining Answer), never an error.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol


class Problem(Protocol):
    """What an error needs to know of a plan's problem."""

    @property
    def path(self) -> str:
        """JSON path of the place."""
        ...

    @property
    def message(self) -> str:
        """What is wrong there."""
        ...

    @property
    def suggestion(self) -> str:
        """What would be right."""
        ...

    @property
    def severity(self) -> str:
        """``error`` or ``warning``."""
        ...


class WorkbenchError(Exception):
    """What went wrong, in one plain sentence, and what the reader can do about it.

    ``code`` and ``words`` say the same in any language: see ``workbench.i18n.errors``.
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
    """A workspace file is wrong; its words name the place (file, and line or path inside it)."""

    @property
    def place(self) -> str:
        """File, and line or path inside it, such as ``graph/nodes.jsonl: line 3``."""
        return str(self.words.get("place", ""))


class InputError(WorkbenchError):
    """An argument from outside cannot be used as it is."""


class PlanError(InputError):
    """A QueryPlan was refused; ``problems`` lists every reason with its JSON path."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        first = problems[0]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{first.path}: {first.message}{more}", hint=first.suggestion)
        self.problems = tuple(problems)


class ToolError(WorkbenchError):
    """A tool call failed; the rest of the plan goes on."""


class StoreError(WorkbenchError):
    """An index, graph or vector store is unavailable or damaged."""


class ProviderError(WorkbenchError):
    """A model provider failed; ``original`` keeps the cause for the log, never for the screen."""

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
    """The budget does not allow another call; none was made."""


class RunStoreError(WorkbenchError):
    """The run database could not be read or written."""
