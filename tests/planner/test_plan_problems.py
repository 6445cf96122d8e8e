"""The planner's sentences: each one belongs to a problem that some layer finds."""

from pathlib import Path

import workbench
from workbench.i18n.errors import error_codes

SOURCE = "\n".join(
    path.read_text("utf-8")
    for part in ("planner", "tools", "workspace")
    for path in (Path(workbench.__file__).parent / part).glob("*.py")
)


def test_every_sentence_is_of_a_problem_that_is_looked_for() -> None:
    named = {code.removeprefix("planner.") for code in error_codes() if code.startswith("planner.")}
    looked_for = {name for name in named if f'"{name}"' in SOURCE}
    unknown = {
        name for name in named - looked_for if f'"{name.removeprefix("unknown_")}"' in SOURCE
    }
    assert named == looked_for | unknown
