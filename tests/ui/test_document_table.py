"""The table of files: which it shows, in which order, and what it says of those not read."""

from workbench.domain.documents import SourceFile
from workbench.ui.document_table import COLUMNS, Sort, columns, matching, ordered, table, turned
from workbench.ui.texts import Texts

TERMS = SourceFile(path="glass/terms.pdf", title="Glass terms", size=9, pages=12, passages=48)
COPY = SourceFile(path="old/terms.md", title="Glass terms", duplicate_of="glass/terms.pdf")
FAQ = SourceFile(path="faq.md", title="Questions", size=5, passages=7, language="en")
PHOTO = SourceFile(path="photo.heic", reason="no parser reads .heic files")
FILES = (FAQ, TERMS, COPY, PHOTO)


def paths(files: list[SourceFile]) -> list[str]:
    return [file.path for file in files]


def test_every_word_of_the_filter_is_in_the_title_or_the_path() -> None:
    assert paths(matching(FILES, "TERMS glass")) == ["glass/terms.pdf", "old/terms.md"]
    assert paths(matching(FILES, "old terms")) == ["old/terms.md"]
    assert matching(FILES, "terms photo") == []


def test_files_are_chosen_by_kind_and_state() -> None:
    assert paths(matching(FILES, kind="md")) == ["faq.md", "old/terms.md"]
    assert paths(matching(FILES, state="unread")) == ["photo.heic"]
    assert paths(matching(FILES, kind="md", state="duplicate")) == ["old/terms.md"]


def test_a_file_without_a_value_stands_last_in_both_orders() -> None:
    assert paths(ordered(FILES, Sort("passages", 1)))[-1] == "photo.heic"
    assert paths(ordered(FILES, Sort("passages", -1)))[::3] == ["glass/terms.pdf", "photo.heic"]
    assert ordered(FILES, None) == list(FILES)


def test_a_heading_sorts_up_then_down_then_as_listed() -> None:
    up = turned(None, "title")
    down = turned(up, "title")
    assert (up, down) == (Sort("title", 1), Sort("title", -1))
    assert turned(down, "title") is None
    assert turned(down, "pages") == Sort("pages", 1)


def test_a_row_names_the_reason_and_an_unread_file_does_not_open() -> None:
    rows = {row["id"]: row for row in table(FILES, COLUMNS, Texts("en"), None)["rows"]}
    assert (
        rows["photo.heic"]["cells"]["title"]["note"] == PHOTO.reason[:1].upper() + PHOTO.reason[1:]
    )
    assert not rows["photo.heic"]["opens"]
    assert rows["old/terms.md"]["cells"]["title"]["note"] == "Same text as glass/terms.pdf"
    assert rows["old/terms.md"]["opens"]
    assert rows["glass/terms.pdf"]["cells"]["pages"] == "12"
    assert rows["photo.heic"]["cells"]["title"]["text"] == "photo.heic", "it has no title"


def test_columns_without_any_value_are_left_out() -> None:
    assert columns([PHOTO, COPY]) == ["title", "kind", "passages", "state"]
    assert columns(FILES) == list(COLUMNS)
