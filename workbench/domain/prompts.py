"""Versions of prompt templates, and which of them are candidate or live."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Literal, TypeAlias

from workbench.domain.base import Value, content_hash

PromptLabel: TypeAlias = Literal["draft", "candidate", "live"]
PromptRole: TypeAlias = Literal["system", "user", "assistant"]
ORIGINAL = 0
"""The number of the template in a file: the workspace's own, or else the built-in one."""
HASH_LENGTH = 12


def template_hash(text: str) -> str:
    """Return a short hash of a template, or of a set of them, by which runs record it."""
    return content_hash(text)[:HASH_LENGTH]


class PromptVersion(Value):
    """One edited version of a template; versions never change."""

    id: str
    workspace: str
    name: str
    """The template's file, such as ``system.en.jinja``."""
    number: int = ORIGINAL
    """From 1 for each template; the store gives it."""
    text: str
    author: str = ""
    created_at: datetime


class PromptEvent(Value):
    """That a version became candidate or live; the last event of a template and label counts."""

    id: str
    workspace: str
    name: str
    label: Literal["candidate", "live"]
    number: int
    """Of the version; ``ORIGINAL`` for the template of the file."""
    author: str = ""
    created_at: datetime


class PromptHistory(Value):
    """The versions of one template, oldest first, and what became of them."""

    name: str
    versions: tuple[PromptVersion, ...] = ()
    events: tuple[PromptEvent, ...] = ()

    @property
    def live(self) -> int:
        """The number of the version that runs use."""
        return self._last("live")

    @property
    def before_live(self) -> int | None:
        """The number of the version that a roll back makes live; None if there is none.

        A return to the version before is a roll back, which the next one does not undo: after
        versions 1 and 2 and a roll back to 1, the one before is that of the file.
        """
        promoted = [ORIGINAL]
        for number in (one.number for one in self.events if one.label == "live"):
            if promoted[-2:-1] == [number]:
                promoted.pop()
            elif number != promoted[-1]:
                promoted.append(number)
        return promoted[-2] if len(promoted) > 1 else None

    def label(self, number: int) -> PromptLabel | None:
        """The label of a version; None for the template of the file while it is not live."""
        if number == self.live:
            return "live"
        if number == ORIGINAL:
            return None
        return "candidate" if number == self._last("candidate") else "draft"

    def text(self, number: int, original: str) -> str:
        """The text of a version, ``original`` being that of the file."""
        return next((one.text for one in self.versions if one.number == number), original)

    def _last(self, label: str) -> int:
        return next((one.number for one in reversed(self.events) if one.label == label), ORIGINAL)


def lost_events(
    versions: Iterable[PromptVersion], events: Iterable[PromptEvent]
) -> tuple[PromptEvent, ...]:
    """Return the events of versions that are missing, whose text is lost."""
    known = {(one.name, one.number) for one in versions}
    return tuple(
        one for one in events if one.number != ORIGINAL and (one.name, one.number) not in known
    )


def histories(
    versions: Collection[PromptVersion], events: Collection[PromptEvent]
) -> Mapping[str, PromptHistory]:
    """Group versions and events, both oldest first, by template.

    Events of versions that are missing do not count.
    """
    lost = lost_events(versions, events)
    by_name: dict[str, tuple[list[PromptVersion], list[PromptEvent]]] = {}
    for version in versions:
        by_name.setdefault(version.name, ([], []))[0].append(version)
    for event in (one for one in events if one not in lost):
        by_name.setdefault(event.name, ([], []))[1].append(event)
    return {
        name: PromptHistory(name=name, versions=tuple(made), events=tuple(changes))
        for name, (made, changes) in by_name.items()
    }


def live_texts(found: Mapping[str, PromptHistory]) -> Mapping[str, str]:
    """Return the texts of the live versions by template; those of files are left out."""
    return {name: one.text(one.live, "") for name, one in found.items() if one.live != ORIGINAL}


class PromptProblem(Value):
    """A mistake in a template, at a line from 1."""

    code: str
    severity: Literal["error", "warning"]
    line: int
    message: str
    detail: str = ""
    """The name or the words that the mistake is in."""


class PromptMessage(Value):
    """One message that a model would be sent."""

    role: PromptRole
    text: str
    tokens: int


class PromptPreview(Value):
    """The exact messages that a template gives for a run, with tokens by section."""

    messages: tuple[PromptMessage, ...]
    sections: Mapping[str, int]

    @property
    def tokens(self) -> int:
        """Tokens of all messages, estimated."""
        return sum(one.tokens for one in self.messages)
