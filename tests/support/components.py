"""What the page of a test handed to its components."""

import json
from typing import Any

from streamlit.testing.v1 import AppTest

UNSEEN = (
    "workbench_language",
    "workbench_question_echo",
    "workbench_tab",
    "workbench_unsent_question",
)
"""Those that draw nothing."""


def component_data(test: AppTest) -> list[dict[str, Any]]:
    """The data of each component of the page that is given some, in order."""
    found = [one.proto for one in test.get("bidi_component")]
    return [json.loads(one.json) for one in found if one.json and one.component_name not in UNSEEN]
