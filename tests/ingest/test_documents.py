"""Files become documents with exact text, headings and metadata, or fail with a reason."""

import gzip
import os
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from workbench.domain.documents import Document
from workbench.ingest import parsers
from workbench.ingest.chunks import chunk_document
from workbench.ingest.documents import (
    FoundFile,
    find_files,
    metadata_problem,
    parse_document,
    read_document,
)
from workbench.ingest.parsers import Parsed, Parser, UnreadableError
from workbench.workspace.schema import MetadataField

CAR = """---
title: Car Terms
document_type: terms
product: [product:car, product:motorcycle]
date: 2026-02-01
year: 2026
old: false
note:
---
# Section I

Words.

## Windscreen

```
# not a heading
```

~~~
## nor this
~~~

### Excess ###
"""


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read(folder: Path) -> dict[str, Document]:
    found, failed = find_files(folder)
    assert failed == []
    return {file.id: read_document(file) for file in found}


def test_the_text_is_the_whole_file_and_the_body_begins_after_the_front_matter() -> None:
    document = parse_document("car.md", CAR)
    assert document.text == CAR
    assert document.text[document.body_start :].startswith("# Section I")


def test_front_matter_gives_title_and_metadata_as_text() -> None:
    document = parse_document("car.md", CAR)
    assert document.title == "Car Terms"
    assert document.metadata == {
        "document_type": "terms",
        "product": "product:car, product:motorcycle",
        "date": "2026-02-01",
        "year": "2026",
        "old": "false",
    }


def test_headings_have_their_offsets_and_code_has_none() -> None:
    headings = parse_document("car.md", CAR).headings
    assert [(h.level, h.text) for h in headings] == [
        (1, "Section I"),
        (2, "Windscreen"),
        (3, "Excess"),
    ]
    assert all(CAR[h.start :].startswith("#" * h.level + " " + h.text) for h in headings)


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("a.md", "# First\n\ntext", "First"),
        ("deep/plain-name.md", "text only", "plain-name"),
        ("notes.txt", "# Not a heading in plain text", "notes"),
    ],
)
def test_without_a_title_the_first_heading_or_the_file_name_serves(
    name: str, text: str, title: str
) -> None:
    assert parse_document(name, text).title == title


def test_plain_text_has_no_headings() -> None:
    assert parse_document("notes.txt", "# a remark\n\ntext").headings == ()


def test_underlined_titles_are_headings_of_markdown_and_of_plain_text() -> None:
    text = "Rules\n=====\n\nBe quiet.\n\nLending\n-------\nThree weeks.\n\nNo title.\n---\nText.\n"
    for name in ("a.md", "a.txt", "README"):
        document = parse_document(name, text)
        assert [(h.level, h.text) for h in document.headings] == [(1, "Rules"), (2, "Lending")]
        chunks = [one.chunk for one in chunk_document(document, 160)]
        assert chunks[0].text == "Be quiet."
        assert chunks[1].text.startswith("Three weeks.")
        assert chunks[1].heading_path == ("Rules", "Lending")


def test_files_are_found_in_any_depth_under_stable_ids(tmp_path: Path) -> None:
    for name in ("b/deep/c.md", "a.txt", "b/A.MD", "skip.exe", ".hidden.md", ".git/d.md"):
        write(tmp_path, name, "text")
    found, failed = find_files(tmp_path)
    assert [file.id for file in found] == ["a.txt", "b/A.MD", "b/deep/c.md"]
    assert [(file.path, file.reason) for file in failed] == [
        ("skip.exe", "no parser reads .exe files")
    ]


def test_files_without_a_suffix_and_compressed_files_are_read(tmp_path: Path) -> None:
    write(tmp_path, "COPYING", "Copies are free.")
    write(tmp_path, "news/changelog.gz", gzip.compress(b"Version 2: faster."))
    write(tmp_path, "page.html.gz", gzip.compress(b"<html><body><h1>Fees</h1>None.</body></html>"))
    documents = read(tmp_path)
    assert documents["COPYING"].text == "Copies are free."
    assert documents["news/changelog.gz"].title == "news/changelog"
    assert documents["news/changelog.gz"].text == "Version 2: faster."
    assert documents["page.html.gz"].title == "Fees"


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"no gzip", "damaged gzip"), (gzip.compress(b"a" * 21_000_000), "more than 20 MB")],
)
def test_a_compressed_file_is_not_unpacked_without_limit(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    write(tmp_path, "a.txt.gz", content)
    ((file,), _) = find_files(tmp_path)
    with pytest.raises(UnreadableError, match=reason):
        read_document(file)


def test_offsets_hold_for_whoever_reads_the_file_as_text(tmp_path: Path) -> None:
    path = write(tmp_path, "windows.md", "---\r\ntitle: T\r\n---\r\n# One\r\n\r\nтекст\r\n")
    document = read(tmp_path)["windows.md"]
    assert document.text == path.read_text("utf-8")
    assert document.title == "T"
    assert [h.text for h in document.headings] == ["One"]


def test_a_byte_order_mark_hides_no_front_matter(tmp_path: Path) -> None:
    path = write(tmp_path, "a.md", "\ufeff---\ntitle: Marked\n---\ntext")
    document = read(tmp_path)["a.md"]
    assert document.title == "Marked"
    assert document.text == path.read_text("utf-8-sig")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\xff\xfe\x00", "not utf-16"),
        ("", "has no text"),
        ("---\ntitle: T\n---\n \n", "has no text"),
        ("---\ntitle: [\n---\ntext", r"not YAML \(line 3\)"),
        ("---\nx: 0x" + "f" * 6000 + "\n---\ntext", r"not YAML \(line 2\)"),
    ],
)
def test_what_cannot_be_read_says_why(tmp_path: Path, content: str | bytes, reason: str) -> None:
    write(tmp_path, "a.md", content)
    ((file,), _) = find_files(tmp_path)
    with pytest.raises(match=reason):
        read_document(file)


def test_nested_front_matter_is_kept_as_json_and_does_not_cost_the_document() -> None:
    steps = "steps:\n  - {name: Book, day: 2026-03-02}\n  - null"
    document = parse_document("a.md", f"---\n{steps}\nsidebar: {{open: true}}\n---\nText.")
    assert document.metadata == {
        "steps": '{"name": "Book", "day": "2026-03-02"}',
        "sidebar": '{"open": true}',
    }
    fields = {"sidebar": MetadataField(label="Sidebar", values=("left",))}
    assert "unknown to the workspace" in metadata_problem(document.metadata, fields, ())


def test_a_colon_in_a_value_does_not_cost_the_document() -> None:
    document = parse_document("a.md", "---\ntitle: Procedure 1: Cleaning\nsite: Leeds\n---\nText.")
    assert document.title == "Procedure 1: Cleaning"
    assert document.metadata["site"] == "Leeds"


def test_what_stands_between_two_rules_is_text_unless_it_names_values() -> None:
    text = "---\n- one\n---\nText."
    document = parse_document("a.md", text)
    assert (document.metadata, document.body_start) == ({}, 0)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.md")
    ((file,), _) = find_files(tmp_path)
    with pytest.raises(UnreadableError, match="not a regular file"):
        read_document(file)


def test_a_parser_that_fails_costs_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: bytes) -> Parsed:
        raise RecursionError("too deep")

    failing = Parser(frozenset({".txt"}), broken)
    monkeypatch.setattr(parsers, "PARSERS", {**parsers.PARSERS, "text": failing})
    with pytest.raises(UnreadableError, match="its parser failed"):
        parse_document("a.txt", "words")
    assert parse_document("a.md", "words").text == "words"


def test_a_file_that_went_away_says_why(tmp_path: Path) -> None:
    gone = FoundFile("gone.md", tmp_path / "gone.md", 0, 0)
    with pytest.raises(UnreadableError, match="cannot be read"):
        read_document(gone)


def test_links_out_of_the_folder_are_refused_and_the_rest_goes_on(tmp_path: Path) -> None:
    secret = write(tmp_path, "outside/secret.md", "secret")
    folder = tmp_path / "documents"
    write(folder, "fine.md", "fine")
    write(folder, "sub/also.md", "fine")
    (folder / "link.md").symlink_to(secret)
    (folder / "linked").symlink_to(secret.parent, target_is_directory=True)
    (folder / "dangling.md").symlink_to(tmp_path / "nowhere.md")
    (folder / "inside.md").symlink_to(folder / "fine.md")

    found, failed = find_files(folder)

    assert [file.id for file in found] == ["fine.md", "inside.md", "sub/also.md"]
    reasons = {file.path: file.reason for file in failed}
    assert set(reasons) == {"link.md", "linked", "dangling.md"}
    assert "leads out" in reasons["link.md"]
    assert "leads out" in reasons["linked"]


def test_only_links_are_resolved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "plain.md").write_text("# Plain\n", "utf-8")
    (folder / "link.md").symlink_to(folder / "plain.md")
    resolved: list[str] = []
    resolve = Path.resolve

    def noted(path: Path, *, strict: bool = False) -> Path:
        resolved.append(path.name)
        return resolve(path, strict=strict)

    monkeypatch.setattr(Path, "resolve", noted)
    found, _ = find_files(folder)
    assert [file.id for file in found] == ["link.md", "plain.md"]
    assert "link.md" in resolved
    assert "plain.md" not in resolved


def test_a_file_too_large_is_refused(tmp_path: Path) -> None:
    with write(tmp_path, "big.md", "x").open("r+b") as file:
        file.truncate(20_000_001)
    assert [f.reason for f in find_files(tmp_path)[1]] == ["larger than 20 MB"]


def test_a_folder_that_is_not_there_has_no_files(tmp_path: Path) -> None:
    assert find_files(tmp_path / "documents") == ([], [])


FIELDS = {
    "document_type": MetadataField(label="Type", values=("terms", "faq")),
    "product": MetadataField(label="Product", node_type="product"),
    "region": MetadataField(label="Region"),
}
NODES = ("product:car", "product:home")


@pytest.mark.parametrize(
    ("metadata", "problem"),
    [
        ({}, ""),
        ({"document_type": "faq", "product": "product:car", "author": "anybody"}, ""),
        ({"product": "product:car, product:home", "region": "north"}, ""),
        ({"document_type": "term"}, "did you mean terms"),
        ({"product": "product:car, product:hom"}, "did you mean product:home"),
    ],
)
def test_metadata_that_the_workspace_does_not_know_is_named(
    metadata: dict[str, str], problem: str
) -> None:
    found = metadata_problem(metadata, FIELDS, NODES)
    assert problem in found
    assert bool(found) == bool(problem)


def test_half_a_surrogate_pair_is_replaced_in_text_headings_and_metadata(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    document = parse_document("a.json", r'[{"t":"caf\ud83d"}]')
    assert "t: caf\ufffd" in document.text
    document = parse_document("a.json", r'{"name": "caf\ud83d bar", "open": true}')
    assert [(h.text, h.start) for h in document.headings] == [("caf\ufffd bar", 0)]
    assert document.title == "caf\ufffd bar"
    broken = Parser(frozenset({".txt"}), lambda _: Parsed("words", metadata={"x\udc00": "y\udc00"}))
    monkeypatch.setattr(parsers, "PARSERS", {**parsers.PARSERS, "text": broken})
    assert parse_document("a.txt", "words").metadata == {"x\ufffd": "y\ufffd"}


def test_a_reason_can_be_stored_whatever_it_quotes() -> None:
    assert str(UnreadableError("no member caf\ud83d")) == r"no member caf\ud83d"


def test_a_file_whose_name_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    write(tmp_path, os.fsdecode(b"sub/\xcf\xf0.md"), "words")
    write(tmp_path, "fine.md", "words")
    found, failed = find_files(tmp_path)
    assert [file.id for file in found] == ["fine.md"]
    assert [(f.path, f.reason) for f in failed] == [(r"sub/\xcf\xf0.md", "its name is not UTF-8")]


def test_any_failure_of_one_file_is_a_reason(tmp_path: Path) -> None:
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.md", "words " * 1000)
    damaged = bytearray(content.getvalue())
    damaged[40:44] = b"\xff" * 4  # inside the compressed data
    write(tmp_path, "docs.zip", bytes(damaged))
    ((file,), _) = find_files(tmp_path)
    with pytest.raises(UnreadableError):
        read_document(file)


@pytest.mark.parametrize(
    "name",
    [
        "README.Debian",
        "changelog.Debian.amd64.gz",
        "NEWS.Debian.gz",
        "v2.30-ReleaseNotes",
        "todo.1",
    ],
)
def test_a_document_is_text_whatever_its_name_has_after_the_dot(tmp_path: Path, name: str) -> None:
    content = b"The printer needs a driver."
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    (found,), failed = find_files(tmp_path)
    assert failed == []
    assert read_document(found).text == "The printer needs a driver."


@pytest.mark.parametrize("name", ["README.exe", "news.png", "reader.bin", "archive.7z"])
def test_other_suffixes_are_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"text")
    found, (failed,) = find_files(tmp_path)
    assert found == []
    assert failed.reason.startswith("no parser reads .")


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("guides/manual.txt.gz", "manual"),
        ("README.txt", "README"),
        ("rich/README.txt", "rich/README"),
        ("packages/rich/readme.debian.txt", "rich/readme.debian"),
        ("rich/METADATA", "rich/METADATA"),
        ("дом/Введение.txt", "дом/Введение"),
    ],
)
def test_a_file_without_headings_is_titled_by_its_name_and_a_generic_one_by_its_folder_too(
    name: str, title: str
) -> None:
    assert parse_document(name, "Words.").title == title


def test_a_heading_is_the_title_whatever_the_name() -> None:
    assert parse_document("rich/README.md", "# Rich\n\nWords.").title == "Rich"


def test_a_section_below_other_text_gives_a_plain_text_no_title() -> None:
    text = "BOAT(1)    Commands    BOAT(1)\n\nNAME\n       boat - row a boat\n"

    assert parse_document("manual/boat.txt", text).title == "boat"


def test_a_word_broken_by_a_typeset_hyphen_is_whole_again() -> None:
    text = "Row the boat with op\u2010\n    tional oars.\nIt is self\u2010\nmade\nand light.\n"

    assert parse_document("boat.txt", text).text == (
        "Row the boat with optional\n    oars.\nIt is selfmade\nand light.\n"
    )
