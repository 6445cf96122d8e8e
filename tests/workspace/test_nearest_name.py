"""The name that is suggested for an unknown one."""

import pytest

from workbench.workspace.nearest_name import nearest

NODES = ("project:contract-lens", "project:harvest", "company:zernoline", "technology:flask")


@pytest.mark.parametrize(
    ("name", "close"),
    [
        ("project:contract-lense", "project:contract-lens"),
        ("projct:harvest", "project:harvest"),
        ("harvest", "project:harvest"),
        ("project:nope", None),
        ("company:xyz", None),
        ("technology:glass", "technology:flask"),
    ],
)
def test_a_type_in_common_is_no_similarity(name: str, close: str | None) -> None:
    assert nearest(name, NODES) == close
