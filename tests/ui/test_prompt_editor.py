"""The list of a role's templates: first those for the questions that a workspace gets most."""

import pytest

from workbench.bootstrap.prompt_catalogue import prompt_kinds
from workbench.bootstrap.values import PromptTemplate
from workbench.domain.prompts import PromptHistory
from workbench.ui.panels.prompt_editor import labels
from workbench.ui.texts import Texts


@pytest.mark.parametrize(
    ("languages", "first"),
    [(("en", "ru"), "System message · EN"), (("ru", "en"), "System message · RU")],
)
def test_templates_for_the_first_language_of_the_workspace_stand_first(
    languages: tuple[str, ...], first: str
) -> None:
    templates = [
        PromptTemplate(kind=kind, original="", is_own=False, history=PromptHistory(name=kind.name))
        for kind in prompt_kinds().values()
    ]
    found = labels(templates, "answer", languages, Texts("en"))
    assert next(iter(found.values())) == first
    assert len(found) == sum(one.kind.role == "answer" for one in templates)
