"""Fields and slots proposed from front matter, folders and names of files."""

from workbench.ingest.documents import parse_document
from workbench.proposals.fields import propose_fields
from workbench.workspace.path_fields import PathFields
from workbench.workspace.schema import MetadataField


def proposed(documents: dict[str, str]) -> dict[str, object]:
    return propose_fields({name: parse_document(name, text) for name, text in documents.items()})


def note(**fields: str) -> str:
    head = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return f"---\n{head}---\n\nA note.\n"


def test_shared_values_of_the_front_matter_become_a_field_and_a_slot() -> None:
    documents = {
        f"{number}.md": note(team=team, link="https://a.b/c", number=str(number))
        for number, team in enumerate(["Map desk", "Map desk", "Loan desk", "Loan desk"])
    }
    assert proposed(documents) == {
        "documents": {"metadata": {"team": {"label": "Team"}}},
        "slots": {
            "team": {
                "label": "Team",
                "values": {"Loan desk": {"label": "Loan desk"}, "Map desk": {"label": "Map desk"}},
            }
        },
    }


def test_the_outermost_folders_become_values_by_pattern() -> None:
    found = proposed({"map-room/a.md": "A.", "map-room/b.md": "B.", "lending/c.md": "C."})
    field = found["documents"]["metadata"]["folder"]  # type: ignore[index]
    assert field["patterns"] == {"lending": ["lending/*"], "map-room": ["map-room/*"]}
    slot = found["slots"]["folder"]  # type: ignore[index]
    assert slot["values"]["map-room"] == {"label": "map room"}


def test_names_of_files_that_lie_in_several_folders_become_document_types() -> None:
    documents = {f"{shop}/{kind}.md": "Text." for shop in "abc" for kind in ("prices", "hours")}
    found = proposed(documents)
    field = found["documents"]["metadata"]["document_type"]  # type: ignore[index]
    read = PathFields({"document_type": MetadataField.model_validate(field)})
    assert read.of("a/prices.md") == {"document_type": "prices"}
    assert read.of("new/hours.txt") == {"document_type": "hours"}
    assert read.of("a/other.md") == {}


def test_everyday_words_are_no_values_of_a_slot() -> None:
    found = proposed({"help/a.md": "A.", "start/b.md": "B.", "map-room/c.md": "C."})
    assert set(found["slots"]["folder"]["values"]) == {"map-room"}  # type: ignore[index]


def test_customary_names_of_files_are_no_values_of_a_slot() -> None:
    kinds = ("LICENSE.txt", "licenses/a.md", "tariff.md")
    found = proposed({f"{part}/{kind}": "Text." for part in "abc" for kind in kinds})

    fields = found["documents"]["metadata"]  # type: ignore[index]
    assert {"LICENSE", "licenses"} < set(fields["document_type"]["patterns"])
    assert set(found["slots"]["document_type"]["values"]) == {"tariff"}  # type: ignore[index]


def test_few_or_single_values_propose_nothing() -> None:
    assert proposed({"a.md": note(team="Desk"), "b.md": "B."}) == {}
    assert proposed({"only/a.md": "A.", "only/b.md": "B."}) == {}


def types(documents: dict[str, str]) -> dict[str, set[str]]:
    field = proposed(documents)["documents"]["metadata"]["document_type"]  # type: ignore[index]
    return {kind: set(paths) for kind, paths in field["patterns"].items()}


def test_titles_show_document_types() -> None:
    documents = {f"n{at}.md": f"# Release 2.{at} Change Log\n\nText.\n" for at in range(3)}
    documents |= {f"i{at}.md": f"# Loan agreement № {at}\n\nText.\n" for at in range(3)}
    documents |= {f"d{at}.md": f"# Договор № {at}\n\nТекст.\n" for at in range(3)}
    documents["other[1].md"] = "# Opening hours\n\nText.\n"
    assert types(documents) == {
        "change log": {"n0.md", "n1.md", "n2.md"},
        "loan agreement": {"i0.md", "i1.md", "i2.md"},
        "договор": {"d0.md", "d1.md", "d2.md"},
    }


def test_a_word_in_another_case_at_the_end_of_titles_is_no_type() -> None:
    titles = ("Баланс проекта", "Участники проекта", "Квоты проекта")
    documents = {f"{at}.md": f"# {title}\n\nТекст.\n" for at, title in enumerate(titles)}
    assert "documents" not in proposed(documents | {"other.md": "# Оплата\n\nТекст.\n"})


def test_headings_that_documents_share_show_a_type() -> None:
    minutes = "# {} week\n\n## Who came\n\nAll.\n\n## Decisions\n\nNone.\n"
    documents = {f"{day}.md": minutes.format(day) for day in ("one", "two", "three")}
    notes = "# Hall {}\n\n## Light\n\nDim.\n\n## Heat\n\nWarm.\n"
    documents |= {f"hall{at}.md": notes.format("abc"[at]) for at in range(3)}
    documents["other.md"] = "# Opening\n\n## Decisions\n\nText.\n\n## Doors\n\n## Keys\n\nNo.\n"
    assert types(documents) == {
        "who came, decisions": {"one.md", "two.md", "three.md"},
        "light, heat": {"hall0.md", "hall1.md", "hall2.md"},
    }


def test_what_nearly_all_documents_share_is_no_type() -> None:
    documents = {f"{at}.md": f"# Rule {at}\n\n## Why\n\nA.\n\n## How\n\nB.\n" for at in range(5)}
    assert "documents" not in proposed(documents)


def test_a_word_of_many_other_documents_is_no_value_of_a_slot() -> None:
    kinds = {f"{place}/limits.md": f"# {place}\n\nLimits of the {place}." for place in "abc"}
    rules = {f"{place}/timetables.md": f"# {place}\n\nBoats of the {place}." for place in "abc"}
    others = {f"{place}/rules{place}.md": "The limits of a stay are told." for place in "abcd"}

    found = proposed({**kinds, **rules, **others})

    field = found["documents"]["metadata"]["document_type"]  # type: ignore[index]
    assert set(field["patterns"]) >= {"limits", "timetables"}
    assert "limits" not in found["slots"]["document_type"]["values"]  # type: ignore[index]
