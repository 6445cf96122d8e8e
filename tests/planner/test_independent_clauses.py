"""Questions of several clauses, asked apart."""

import pytest

from workbench.domain.base import Span
from workbench.domain.entities import ResolvedEntity
from workbench.planner.independent_clauses import independent_clauses


def named(text: str, *names: str) -> list[ResolvedEntity]:
    return [
        ResolvedEntity(
            canonical_id=f"x:{name}",
            type="x",
            name=name,
            confidence=1.0,
            matched_by="exact",
            span=Span(start=text.index(name), end=text.index(name) + len(name)),
        )
        for name in names
    ]


@pytest.mark.parametrize(
    ("text", "names", "clauses"),
    [
        (
            "Who designed Heron Bridge and who built it?",
            ["Heron Bridge"],
            ("Who designed Heron Bridge", "who built Heron Bridge?"),
        ),
        (
            "Who designed A and B and who built them?",
            ["A", "B"],
            ("Who designed A and B and who built them?",),
        ),
        (
            "Who built Heron Bridge and when?",
            ["Heron Bridge"],
            ("Who built Heron Bridge and when?",),
        ),
        (
            "Who designed Heron Bridge and what does lunch cost?",
            ["Heron Bridge"],
            ("Who designed Heron Bridge", "what does lunch cost?"),
        ),
        ("Who designed it and who built it?", [], ("Who designed it", "who built it?")),
        ("Who designed Heron Bridge?", ["Heron Bridge"], ("Who designed Heron Bridge?",)),
    ],
)
def test_a_pronoun_stands_for_the_only_name(
    text: str, names: list[str], clauses: tuple[str, ...]
) -> None:
    assert tuple(one.text for one in independent_clauses(text, named(text, *names))) == clauses


def test_a_clause_has_its_names_where_they_stand_in_it() -> None:
    text = "Who designed Heron Bridge and who repaired it after Lund?"

    first, second = independent_clauses(text, named(text, "Heron Bridge", "Lund"))

    assert [one.name for one in first.entities] == ["Heron Bridge"]
    assert [second.text[one.span.start : one.span.end] for one in second.entities if one.span] == [
        "Heron Bridge",
        "Lund",
    ]


def test_a_name_is_no_part_of_another_word() -> None:
    text = "Who paid Ann and who taught Annika?"

    first, second = independent_clauses(text, named(text, "Ann", "Annika"))

    assert [one.name for one in first.entities] == ["Ann"]
    assert [one.name for one in second.entities] == ["Annika"]
