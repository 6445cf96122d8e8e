"""Prose comes out of its fence; code stays where it is."""

import pytest

from workbench.text.fences import without_prose_fences


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("```markdown\nGlass.\n```", "Glass.\n"),
        ("A.\n\n~~~\nGlass.\n~~~\nB.", "A.\n\nGlass.\n\nB."),
        ("````text\nGlass.\n```\n````", "Glass.\n```\n"),
        ("```my-notes\nGlass.\n```", "Glass.\n"),
        ("```markdown\nGlass is cov", "Glass is cov"),
        ("```python\nx = 1\n```", "```python\nx = 1\n```"),
        ("``` JSON\n{}\n```", "``` JSON\n{}\n```"),
        ("```sql\nSELECT 1", "```sql\nSELECT 1"),
        ("Read `a` and ``b``.", "Read `a` and ``b``."),
    ],
)
def test_prose_comes_out_of_its_fence(text: str, bare: str) -> None:
    assert without_prose_fences(text) == bare
