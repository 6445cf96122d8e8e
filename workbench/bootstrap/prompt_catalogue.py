"""The prompt templates that people edit: their roles, variables and limits."""

from collections.abc import Mapping
from functools import cache

from workbench.domain.base import Value
from workbench.domain.local_text import LANGUAGES, Language, LocalText
from workbench.domain.run import Stage
from workbench.package_yaml import package_yaml
from workbench.settings import OFFLINE
from workbench.workspace import Workspace

_LANGUAGE = "{}"
"""In the name of a template that exists in each language."""


class PromptKind(Value):
    """One editable template."""

    name: str
    """Its file, such as ``system.en.jinja``."""
    role: str
    package: str
    stage: Stage | None
    """The first stage that uses it; None outside of runs."""
    language: Language | None
    """The language of the questions that it is for; None for all."""
    label: LocalText
    """What the template is for."""
    variables: Mapping[str, LocalText]
    needs: tuple[str, ...] = ()
    """Variables without which the template is useless, such as the sources."""
    has_marker_rule: bool = False
    """Whether it says how sources are cited."""
    most_tokens: int

    @property
    def stem(self) -> str:
        """The name without language and extension."""
        return self.name.partition(".")[0]


@cache
def prompt_kinds() -> Mapping[str, PromptKind]:
    """Every editable template by its file name, in the order of the catalogue."""
    raw = package_yaml("workbench.bootstrap", "prompt_catalogue.yaml")
    kinds: dict[str, PromptKind] = {}
    for role, group in raw["roles"].items():
        for pattern, one in group["templates"].items():
            for language in LANGUAGES if _LANGUAGE in pattern else (None,):
                name = f"{pattern.format(language)}.jinja"
                kinds[name] = PromptKind(
                    name=name,
                    role=role,
                    package=group["package"],
                    stage=group.get("stage"),
                    language=language,
                    label=one["label"],
                    variables={used: raw["variables"][used] for used in one["uses"]},
                    needs=one.get("needs", ()),
                    has_marker_rule=one.get("marker", False),
                    most_tokens=one["most"],
                )
    return kinds


@cache
def _packages() -> Mapping[str, str]:
    return {kind.role: kind.package for kind in prompt_kinds().values()}


def role_hashes(workspace: Workspace, models: Mapping[str, str]) -> Mapping[str, str]:
    """Return the hash of the templates of each role that has a model."""
    return {
        role: workspace.prompt_files(_packages()[role]).hash
        for role, name in models.items()
        if name != OFFLINE
    }
