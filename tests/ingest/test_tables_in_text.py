"""Tables in the text of documents become tables of the workspace, with the place of every row."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import docx
import pytest
from pptx import Presentation
from pptx.util import Inches

from tests.support.tables import table_workspace
from workbench.domain.tables import TableSchema
from workbench.ingest.catalogue import DocumentRecord
from workbench.ingest.documents import parse_document
from workbench.ingest.tables import combine
from workbench.ingest.tables.build import combine_texts, keep_texts, texts_of
from workbench.ingest.tables.columns import TypedColumn
from workbench.ingest.tables.in_text import tables_in_text
from workbench.ingest.tables.stored import read_schemas, remove_unused
from workbench.ingest.tables.verify import combined_problems, table_problems
from workbench.retrieval.tables.identifiers import quoted

PLANS = """\
# Prices of the ferry

The ferry sails all year.

## Tickets

| Ticket | Price | Valid until |
|---|---:|---|
| Single | €4 | 2024-05-01 |
| **Weekly** | €22.50 | 2024-06-01 |
| [Season](season.md) | €80 | 2024-12-31 |
| Total | €106.50 | |
"""


def columns(schema: TableSchema) -> list[tuple[str, str]]:
    return [(column.name, column.type) for column in schema.columns]


def rows(folder: Path, files: dict[str, str | bytes], table: str) -> list[tuple[object, ...]]:
    workspace, store = table_workspace(folder, files)
    schema = workspace.tables[table]
    names = ", ".join(quoted(column.name) for column in schema.columns)
    return store.query(table, f'SELECT {names} FROM {quoted(schema.name)} ORDER BY "#number"')


def test_a_table_is_typed_and_named_by_its_heading_and_document(tmp_path: Path) -> None:
    workspace, _ = table_workspace(tmp_path, {"ferry.md": PLANS})

    (schema,) = workspace.tables.values()

    assert (schema.id, schema.place, schema.rows) == ("ferry/Tickets", "ferry.md, Tickets", 3)
    assert columns(schema) == [("Ticket", "text"), ("Price", "number"), ("Valid until", "date")]
    assert schema.columns[0].values == ("Single", "Weekly", "Season")
    assert (schema.columns[1].unit, schema.columns[1].most) == ("eur", "80")


def test_each_row_is_found_at_its_offsets(tmp_path: Path) -> None:
    workspace, store = table_workspace(tmp_path, {"ferry.md": PLANS})
    schema = workspace.tables["ferry/Tickets"]

    found = store.query(
        schema.id, f'SELECT "#number", "#start", "#end", "#text" FROM {quoted(schema.name)}'
    )

    assert [number for number, *_ in found] == [1, 2, 3]
    for number, start, end, line in found:
        place = schema.located(number, start, end)
        assert place.document_id == "ferry.md"
        assert PLANS[place.span.start : place.span.end] == line


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("| A | B |\n|---|---|\n| 1 | 2 |\n", "one row"),
        ("| A | |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n", "a column without a name"),
        ("| A | a |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n", "a name twice"),
        ("| A | B |\n| 1 | 2 |\n| 3 | 4 |\n", "no header"),
        ("| A |\n|---|\n| 1 |\n| 2 |\n", "one column"),
        ("| A | B |\n|---|---|\n| 1 | 2 | 3 |\n| 4 | 5 |\n", "a row too long"),
        (f"| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | {'words ' * 80} |\n", "a text as a cell"),
        ("For example:\n\n| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n", "an example"),
        ("```\n| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n```\n", "code"),
    ],
)
def test_what_is_not_worth_asking_stays_a_passage(text: str, why: str) -> None:
    assert tables_in_text(parse_document("a.md", f"# Note\n\n{text}")) == (), why


def test_a_repeated_header_and_a_heading_across_the_table_are_no_rows(tmp_path: Path) -> None:
    page = """<table><tr><th>Town</th><th>Seats</th><th>Floor</th></tr>
        <tr><td colspan=3>North</td></tr><tr><td>Riga</td><td>5</td><td>1</td></tr>
        <tr><th>Town</th><th>Seats</th><th>Floor</th></tr>
        <tr><td>Oslo</td><td>7</td><td></td></tr></table>"""
    text = page.replace("<td colspan=3>North</td>", "<th colspan=3>North</th>")

    found = rows(tmp_path, {"rooms.html": f"<h1>Rooms</h1>{text}"}, "rooms/Rooms")

    assert found == [("Riga", 5, 1), ("Oslo", 7, None)]


def test_a_caption_names_a_table_and_a_header_of_two_rows_is_one(tmp_path: Path) -> None:
    page = """<h1>Fleet</h1><table><caption>Boats</caption><colgroup><col></colgroup>
        <thead><tr><th rowspan=2>Boat</th><th colspan=2>Cost</th></tr>
        <tr><th>new</th><th>used</th></tr></thead>
        <tbody><tr><td>Tern</td><td>9</td><td>4</td></tr>
        <tr><td>Heron</td><td>8</td><td>3</td></tr></tbody></table>"""
    workspace, _ = table_workspace(tmp_path, {"fleet.html": page})
    assert columns(workspace.tables["fleet/Boats"]) == [
        ("Boat", "text"),
        ("Cost new", "number"),
        ("Cost used", "number"),
    ]


BOATS = [("Tern", 9), ("Heron", 4), ("Skua", 7)]


@pytest.mark.parametrize("cell", ["td", "th"])
def test_rows_that_are_all_in_the_head_of_a_table_are_kept(tmp_path: Path, cell: str) -> None:
    lines = "".join(f"<tr><{cell}>{name}</{cell}><{cell}>{n}</{cell}></tr>" for name, n in BOATS)
    page = f"<h1>Fleet</h1><table><thead><tr><th>Boat</th><th>Cost</th></tr>{lines}</thead></table>"
    assert rows(tmp_path, {"fleet.html": page}, "fleet/Fleet") == BOATS


def test_a_row_of_data_in_the_head_of_a_table_stays_a_row(tmp_path: Path) -> None:
    first, *rest = [f"<tr><td>{name}</td><td>{number}</td></tr>" for name, number in BOATS]
    head = f"<thead><tr><th>Boat</th><th>Cost</th></tr>{first}</thead>"
    page = f"<h1>Fleet</h1><table>{head}<tbody>{''.join(rest)}</tbody></table>"
    assert rows(tmp_path, {"fleet.html": page}, "fleet/Fleet") == BOATS


def test_text_beside_a_caption_is_kept() -> None:
    page = "<table><caption>Boats</caption>All are wooden.<tr><td>Tern</td><td>9</td></tr></table>"
    assert "Boats\n\nAll are wooden.\n\n| Tern" in parse_document("fleet.html", page).text


def test_tables_of_word_and_powerpoint_are_tables(tmp_path: Path) -> None:
    cells = [["Бригада", "Людей"], ["Первая", "12"], ["Вторая", "9"]]
    word = docx.Document()
    word.add_heading("Бригады", 1)
    table = word.add_table(3, 2)
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Смены"
    grid = slide.shapes.add_table(3, 2, Inches(1), Inches(1), Inches(4), Inches(2)).table
    for at, row in enumerate(cells):
        for column, cell in enumerate(row):
            table.cell(at, column).text = cell
            grid.cell(at, column).text = cell if at else f"{cell} в смене"
    files: dict[str, str | bytes] = {}
    for name, file in (("a.docx", word), ("b.pptx", deck)):
        content = BytesIO()
        file.save(content)
        files[name] = content.getvalue()

    workspace, _ = table_workspace(tmp_path, files)

    assert {name: table.rows for name, table in workspace.tables.items()} == {
        "a/Бригады": 2,
        "b/Смены": 2,
    }


def room(name: str, *lines: str) -> str:
    table = "\n".join(["| Room | Seats |", "|---|---|", *lines])
    return f"# {name} office\n\nAbout {name}.\n\n## Rooms\n\n{table}\n"


def test_tables_with_one_header_are_one_with_their_documents(tmp_path: Path) -> None:
    oslo = room("Oslo", "| Fjord | 12 |", "| Birch | 6 |")
    riga = room("Riga", "| Amber | 8 |", "| Dune | 4 |")
    files: dict[str, str | bytes] = {"oslo.md": oslo, "riga.md": riga}
    workspace, store = table_workspace(tmp_path, files)

    (schema,) = workspace.tables.values()
    found = store.query(
        "oslo/Rooms",
        f'SELECT "Document", "#number", "#start", "#end", "#text" FROM {quoted("Rooms")}',
    )

    assert (schema.id, schema.place) == ("oslo/Rooms", "oslo.md, riga.md, Rooms")
    assert [one[0] for one in found] == ["Oslo office"] * 2 + ["Riga office"] * 2
    places = [schema.located(*one[1:4]) for one in found]
    assert [(one.document_id, one.number) for one in places] == [
        ("oslo.md", 1),
        ("oslo.md", 2),
        ("riga.md", 1),
        ("riga.md", 2),
    ]
    for one, (*_, line) in zip(places, found, strict=True):
        assert str(files[one.document_id])[one.span.start : one.span.end] == line


def test_tables_with_one_header_under_several_headings_are_one_with_their_sections(
    tmp_path: Path,
) -> None:
    table = "| Trail | Length, km |\n|---|---|\n| {0} 1 | 3 |\n| {0} 2 | 4.5 |\n"
    text = "# Trails\n\n" + "".join(
        f"## {name} shore\n\n{table.format(name)}\n" for name in ("North", "South")
    )

    found = rows(tmp_path, {"island.md": text}, "island/Trails")

    assert [(row[0], row[-1]) for row in found] == [
        ("North 1", "North shore"),
        ("North 2", "North shore"),
        ("South 1", "South shore"),
        ("South 2", "South shore"),
    ]


def test_years_as_columns_become_rows(tmp_path: Path) -> None:
    text = """# Урожай, тонн

| Культура | 2021 | 2022 г. |
|---|---|---|
| Ячмень | 610 | — |
| Картофель | 2 300 | 2 450 |
"""
    workspace, _ = table_workspace(tmp_path, {"farm.md": text})
    (schema,) = workspace.tables.values()

    assert [(one.name, one.unit) for one in schema.columns][1:] == [
        ("Год", ""),
        ("Урожай, тонн", "tonne"),
    ]
    assert (schema.rows, schema.measure) == (3, "Урожай, тонн")


def test_two_dates_of_each_row_give_its_duration(tmp_path: Path) -> None:
    text = """# Works

| Pier | Begun | Finished |
|---|---|---|
| North | 2020-01-01 | 2020-01-31 |
| South | 2020-02-01 | |
| East | 2021-01-01 | 2021-01-02 |
"""
    found = rows(tmp_path, {"works.md": text}, "works/Works")
    assert [row[-1] for row in found] == [30, None, 1]

    (tmp_path / "other").mkdir()
    born = text.replace("2021-01-02", "2019-01-02")
    workspace, _ = table_workspace(tmp_path / "other", {"works.md": born})
    assert len(workspace.tables["works/Works"].columns) == 3


def test_dates_of_the_first_centuries_and_digits_of_other_scripts_are_read(tmp_path: Path) -> None:
    text = """# Reigns

| Ruler | Begun | Finished | Sons |
|---|---|---|---|
| First | 0001-01-01 | 0001-02-01 | ٣ |
| Second | 0900-01-01 | 0900-01-11 | ١٢ |
"""
    found = rows(tmp_path, {"reigns.md": text}, "reigns/Reigns")
    assert [row[-2:] for row in found] == [(3, 31), (12, 10)]


def test_an_added_duration_has_a_name_of_its_own(tmp_path: Path) -> None:
    text = """# Works

| Begun | Finished | Duration (Begun – Finished) |
|---|---|---|
| 2020-01-01 | 2020-01-31 | a month |
| 2020-02-01 | 2020-02-02 | a day |
"""
    found = rows(tmp_path, {"works.md": text}, "works/Works")
    assert [row[-2:] for row in found] == [("a month", 30), ("a day", 1)]


class Index:
    """An index folder whose documents change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.records: dict[str, DocumentRecord] = {}

    def put(self, name: str, text: str) -> None:
        document = parse_document(name, text)
        stored = document.content_hash
        keep_texts(self.folder, stored, texts_of(document))
        self.records[name] = DocumentRecord(stored=stored, content_hash=stored)

    def build(self) -> dict[str, TableSchema]:
        before = dict(self.records)
        combine_texts(self.folder, self.records)
        remove_unused(self.folder, [before])
        return {name: one for name, (one, _) in read_schemas(self.folder, self.records).items()}

    @property
    def files(self) -> dict[str, int]:
        return {one.name: one.stat().st_mtime_ns for one in (self.folder / "tables").iterdir()}


def test_the_tables_follow_the_documents(tmp_path: Path) -> None:
    index = Index(tmp_path)
    index.put("oslo.md", room("Oslo", "| Fjord | 12 |", "| Birch | 6 |"))
    index.put("riga.md", room("Riga", "| Amber | 8 |", "| Dune | 4 |"))
    assert index.build()["oslo/Rooms"].rows == 4

    same = index.files
    index.build()
    assert index.files == same

    index.put("riga.md", room("Riga", "| Amber | 8 |", "| Dune | 4 |", "| Pine | 6 |"))
    assert index.build()["oslo/Rooms"].rows == 5

    del index.records["oslo.md"]
    assert [(name, one.rows) for name, one in index.build().items()] == [("riga/Rooms", 3)]

    del index.records["riga.md"]
    assert index.build() == {}
    assert index.files == {}


def test_a_rebuild_writes_the_tables_again(tmp_path: Path) -> None:
    index = Index(tmp_path)
    index.put("oslo.md", room("Oslo", "| Fjord | 12 |", "| Birch | 6 |"))
    index.build()
    (database,) = (tmp_path / "tables").glob("texts-*.duckdb")
    sound = database.read_bytes()
    database.write_bytes(b"damaged")

    combine_texts(tmp_path, index.records)
    assert database.read_bytes() == b"damaged"

    combine_texts(tmp_path, index.records, again=True)
    assert len(database.read_bytes()) == len(sound)


def test_a_duplicate_adds_no_rows(tmp_path: Path) -> None:
    index = Index(tmp_path)
    index.put("oslo.md", room("Oslo", "| Fjord | 12 |", "| Birch | 6 |"))
    copy = replace(index.records["oslo.md"], duplicate_of="oslo.md")
    index.records["copy.md"] = copy
    assert index.build()["oslo/Rooms"].rows == 2


def test_a_table_that_cannot_be_made_costs_none_of_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails_on_seats(columns: Sequence[TypedColumn]) -> list[TypedColumn]:
        if columns[1].column.name == "Seats":
            raise OverflowError("too large")
        return [*columns]

    monkeypatch.setattr(combine, "with_duration", fails_on_seats)
    index = Index(tmp_path)
    index.put("oslo.md", room("Oslo", "| Fjord | 12 |", "| Birch | 6 |"))
    index.put("ferry.md", PLANS)

    assert list(index.build()) == ["ferry/Tickets"]
    assert (
        "table_left_out document='oslo.md' table='Rooms' reason='OverflowError: too large'"
        in caplog.text
    )


def test_tables_kept_of_a_text_that_cannot_be_read_are_left_out(tmp_path: Path) -> None:
    index = Index(tmp_path)
    oslo = room("Oslo", "| Fjord | 12 |", "| Birch | 6 |")
    index.put("oslo.md", oslo)
    index.put("ferry.md", PLANS)
    damaged = tmp_path / "tables" / f"{index.records['oslo.md'].stored}.texts.json"
    damaged.write_text("{", "utf-8")

    assert list(index.build()) == ["ferry/Tickets"]
    assert list(combined_problems(tmp_path, index.records)) == []
    stored = index.records["oslo.md"].stored
    (problem,) = table_problems(tmp_path, stored, parse_document("oslo.md", oslo))
    assert "oslo.md is stored with other tables" in problem
