"""Tables of CSV, Excel and JSON files become typed columns with the place of every row."""

import csv
import json
from collections.abc import Sequence
from io import BytesIO, StringIO
from pathlib import Path
from typing import cast

import pandas as pd
import pytest
from openpyxl import Workbook

from workbench.domain.documents import Document
from workbench.domain.tables import TableSchema, tables_called
from workbench.ingest.catalogue import DocumentRecord
from workbench.ingest.documents import parse_document
from workbench.ingest.parsers import UnreadableError
from workbench.ingest.tables.build import build_tables
from workbench.ingest.tables.columns import typed_column
from workbench.ingest.tables.rows import read_region
from workbench.ingest.tables.stored import read_schemas, remove_unused
from workbench.retrieval.tables.identifiers import quoted
from workbench.retrieval.tables.query import TableStore


def as_csv(rows: Sequence[Sequence[str]]) -> str:
    text = StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def as_workbook(**sheets: Sequence[Sequence[object]]) -> bytes:
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    content = BytesIO()
    book.save(content)
    return content.getvalue()


def built(folder: Path, *documents: Document) -> tuple[dict[str, object], TableStore]:
    records = {}
    folder.mkdir(exist_ok=True)
    for number, document in enumerate(documents):
        build_tables(folder, f"stored{number}", document)
        records[document.id] = DocumentRecord(
            stored=f"stored{number}",
            content_hash=document.content_hash,
        )
    found = read_schemas(folder, records)
    store = TableStore({name: path for name, (_, path) in found.items()})
    return {name: schema for name, (schema, _) in found.items()}, store


@pytest.mark.parametrize(
    ("cells", "sql_type", "values"),
    [
        (["1 234,56", "12,5", "—", ""], "DECIMAL(18, 2)", ["1234.56", "12.5", None, None]),
        (["$1,234.50", "$12"], "DECIMAL(18, 2)", ["1234.50", "12"]),
        (["1,234", "5,678"], "BIGINT", ["1234", "5678"]),
        (["1,234", "5,6"], "DECIMAL(18, 3)", ["1.234", "5.6"]),
        (["0,125", "1,234"], "DECIMAL(18, 3)", ["0.125", "1.234"]),
        (["1.234.567", "5.678"], "BIGINT", ["1234567", "5678"]),
        (["1.234,5", "5"], "DECIMAL(18, 1)", ["1234.5", "5"]),
        (["1'234'567"], "BIGINT", ["1234567"]),
        (["(500)", "-3", "\u22124", "+7"], "BIGINT", ["-500", "-3", "-4", "7"]),
        (["12%", "0", "5 %"], "BIGINT", ["12", "0", "5"]),
        (["1,2 млн ₽", "300 тыс. руб."], "BIGINT", ["1200000", "300000"]),
        (["$5 million", "$3.25 million"], "BIGINT", ["5000000", "3250000"]),
        (["£180", "Free"], "BIGINT", ["180", "0"]),
        (["1e-07", "2.5"], "DECIMAL(18, 7)", ["0.0000001", "2.5"]),
        (["0.1234567890123456", "123.5"], "DOUBLE", ["0.1234567890123456", "123.5"]),
        (["01.03.2024", "13.04.24"], "DATE", ["2024-03-01", "2024-04-13"]),
        (["01/03/2024", "13/04/2024"], "DATE", ["2024-03-01", "2024-04-13"]),
        (["01/03/2024", "03/14/2024"], "DATE", ["2024-01-03", "2024-03-14"]),
        (["1 марта 2024 г.", "12 мая 2023"], "DATE", ["2024-03-01", "2023-05-12"]),
        (["March 1, 2024", "12 Sep 2023", "н/д"], "DATE", ["2024-03-01", "2023-09-12", None]),
        (
            ["2024-03-01 10:20", "2024-03-02T00:00:00"],
            "TIMESTAMP",
            ["2024-03-01 10:20:00", "2024-03-02 00:00:00"],
        ),
    ],
)
def test_a_column_has_the_type_that_all_its_cells_fit(
    cells: list[str], sql_type: str, values: list[str | None]
) -> None:
    typed = typed_column("x", cells)
    assert (typed.sql_type, typed.values) == (sql_type, values)


@pytest.mark.parametrize(
    "cells",
    [
        ["00123", "12345"],  # codes
        ["40702810900000000001", "1"],  # numbers of accounts
        ["1,234,567", "5,6"],  # both marks divide thousands and decimals
        ["5 кг", "7"],
        ["5 кг", "7 м"],
        ["5", "free"],  # free of what?
        ["12 34", "1"],
        ["+7 999 123-45-67", "1"],
        ["01/03/2024", "03/04/2024"],  # the order of day and month is unknown
        ["31.02.2024", "01.01.2024"],
        ["01.13.2024", "13.01.2024"],
        ["n/a", "—"],
        ["1.", "2"],
    ],
)
def test_a_column_that_does_not_convert_stays_text(cells: list[str]) -> None:
    typed = typed_column("x", cells)
    assert typed.sql_type == "VARCHAR"
    assert typed.values == cells


@pytest.mark.parametrize(
    ("name", "cells", "label", "unit"),
    [
        ("Amount, ₽", ["1"], "Amount", "rub"),
        ("Price (USD)", ["1"], "Price", "usd"),
        ("Вес, кг", ["1"], "Вес", "kilogram"),
        ("Скидка %", ["1"], "Скидка", "percent"),
        ("Share", ["12%"], "Share", "percent"),
        ("Name, first", ["1"], "Name, first", ""),
        ("Cost, EUR meals", ["1"], "Cost meals", "eur"),
        ("Temperature (°C)", ["1"], "Temperature", "degree"),
    ],
)
def test_the_unit_of_a_number_is_read_from_header_or_cells(
    name: str, cells: list[str], label: str, unit: str
) -> None:
    column = typed_column(name, cells).column
    assert (column.name, column.label, column.unit) == (name, label, unit)


def test_rows_keep_their_number_in_the_file_and_their_place_in_the_text() -> None:
    content = "sep=;\nCity;Sum\n\nПермь;1,5\n;\nОмск | север;2\nИтого;3,5\n"
    document = parse_document("a.csv", content)
    table = read_region(document, document.tables[0])
    assert table.header == ("City", "Sum")
    assert [(row.number, row.cells) for row in table.rows] == [
        (4, ("Пермь", "1,5")),
        (6, ("Омск | север", "2")),
    ]
    assert [document.text[row.start : row.end] for row in table.rows] == [
        "| Пермь | 1,5 |",
        "| Омск \\| север | 2 |",
    ]


def test_titles_above_a_header_and_names_that_repeat() -> None:
    content = as_workbook(
        Sales=[
            ["Report for 2023"],
            [],
            ["Region", "Sum", None, "sum"],
            ["North", 1, "x", 2],
            ["South", 2, "y", 3],
        ]
    )
    document = parse_document("report.xlsx", content)
    table = read_region(document, document.tables[0])
    assert table.header == ("Region", "Sum", "#3", "sum (2)")
    assert [row.number for row in table.rows] == [4, 5]


def test_each_sheet_is_a_table_with_its_rows_in_the_text(tmp_path: Path) -> None:
    content = as_workbook(
        Север=[["Город", "Сумма"], ["Пермь", 10.5]], Юг=[["Город", "Дата"], ["Сочи", "01.02.2024"]]
    )
    document = parse_document("продажи.xlsx", content)
    schemas, store = built(tmp_path, document)
    assert list(schemas) == ["продажи/Север", "продажи/Юг"]
    ((city, day, start, end),) = store.query(
        "продажи/Юг", 'SELECT "Город", "Дата", "#start", "#end" FROM "Юг"'
    )
    assert (city, day.isoformat()) == ("Сочи", "2024-02-01")
    assert document.text[start:end] == "| Сочи | 01.02.2024 |"


def test_records_of_json_are_a_table(tmp_path: Path) -> None:
    records = [{"name": "a", "price": 1.5}, {"name": "b", "price": 2}]
    schemas, store = built(tmp_path, parse_document("list.json", json.dumps(records)))
    assert list(schemas) == ["list"]
    assert store.query("list", 'SELECT sum("price"), max("#number") FROM "list"')[0] == (3.5, 2)


def test_a_parquet_file_is_a_table(tmp_path: Path) -> None:
    content = BytesIO()
    frame = pd.DataFrame(
        {
            "Город": ["Пермь", None, "Омск"],
            "Сумма, руб.": [1.5, 2.0, 1234567.25],
            "Дата": pd.to_datetime(["2024-01-31", "2024-02-01", None]),
            "Склад": [True, False, True],
        }
    )
    frame.to_parquet(content)
    document = parse_document("продажи.parquet", content.getvalue())
    assert "| Пермь | 1.5 | 2024-01-31 | true |" in document.text
    schemas, store = built(tmp_path, document)
    assert list(schemas) == ["продажи"]
    ((total, last, row),) = store.query(
        "продажи", 'SELECT sum("Сумма, руб."), max("Дата"), max("#number") FROM "продажи"'
    )
    assert (str(total), last.isoformat(), row) == ("1234570.75", "2024-02-01", 3)


def test_a_damaged_parquet_file_has_its_reason() -> None:
    with pytest.raises(UnreadableError, match="not a Parquet file"):
        parse_document("a.parquet", b"PAR1 and nothing more")


def test_sums_of_money_are_exact(tmp_path: Path) -> None:
    rows = [["Sum, ₽"], *([["0,10"]] * 30)]
    _, store = built(tmp_path, parse_document("money.csv", as_csv(rows)))
    ((total,),) = store.query("money", 'SELECT sum("Sum, ₽") FROM "money"')
    assert str(total) == "3.00"


def test_hostile_names_are_names(tmp_path: Path) -> None:
    hostile = '"; DROP TABLE x; --'
    rows = [[hostile, "#number", "'"], ["'; DELETE", "1", "\\"]]
    document = parse_document('a"b.csv', as_csv(rows))
    schemas, store = built(tmp_path, document)
    (schema,) = schemas.values()
    sql = f"SELECT {quoted(hostile)} FROM {quoted('a' + chr(34) + 'b')}"
    assert store.query(next(iter(schemas)), sql) == [("'; DELETE",)]
    assert len({column.name for column in schema.columns}) == 3  # type: ignore[attr-defined]


def test_subtotals_and_notes_below_the_total_are_no_rows(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["Region", "Manager", "Sales"],
        ["North", "Ann", 10],
        ["North", "Bob", 7],
        ["", "Subtotal", 17],
        ["South", "Eve", 5],
        ["Total", "", 22],
        ["prepared by accounting"],
    ]
    schemas, store = built(tmp_path, parse_document("r.xlsx", as_workbook(Sales=rows)))
    (table,) = schemas
    assert store.query(table, 'SELECT sum("Sales"), count(*) FROM "r"') == [(22, 3)]


@pytest.mark.parametrize(
    ("line", "is_kept"),
    [
        ("Total,,17", False),
        ("Total,,", True),
        ("Overall,Ann,", True),
        ("Всего,Ann,7", True),
    ],
)
def test_a_row_in_between_is_a_subtotal_if_it_has_numbers_and_no_other_text(
    tmp_path: Path, line: str, is_kept: bool
) -> None:
    content = f"Region,Manager,Sales\nNorth,Ann,10\n{line}\nSouth,Eve,5\nWest,Bob,4\n"
    schemas, _ = built(tmp_path, parse_document("r.csv", content))
    assert schemas["r"].rows == 3 + is_kept  # type: ignore[attr-defined]


def test_two_files_of_one_name_have_two_ids(tmp_path: Path) -> None:
    one = parse_document("2023/orders.csv", "a,b\n1,2\n")
    other = parse_document("2024/orders.csv", "a,b\n1,2\n")
    schemas, _ = built(tmp_path, one, other)
    assert list(schemas) == ["2023/orders", "2024/orders"]


def test_a_file_of_the_same_name_in_another_folder_changes_no_id(tmp_path: Path) -> None:
    plans = parse_document("pricing.xlsx", as_workbook(Plans=[["a"], [1]], Other=[["a"], [1]]))
    alone, _ = built(tmp_path / "one", plans)
    other = parse_document("2024/pricing.xlsx", as_workbook(Plans=[["a"], [2]], Old=[["a"], [1]]))
    both, _ = built(tmp_path / "two", other, plans)
    assert list(alone) == ["pricing/Plans", "pricing/Other"]
    assert set(alone) < set(both)


def test_files_that_differ_in_their_suffix_keep_it_and_share_the_short_name(tmp_path: Path) -> None:
    one = parse_document("orders.csv", "a,b\n1,2\n")
    other = parse_document("orders.tsv", "a\tb\n1\t2\n")
    schemas, _ = built(tmp_path, one, other)
    tables = cast("dict[str, TableSchema]", schemas)
    assert list(tables) == ["orders.csv", "orders.tsv"]
    assert [one.id for one in tables_called("orders", tables)] == ["orders.csv", "orders.tsv"]


def test_no_table_is_lost_if_a_file_is_named_like_the_id_of_another(tmp_path: Path) -> None:
    files = {
        "orders.csv": "a,b\n1,2\n",
        "orders.csv.csv": "c,d\n1,2\n",
        "orders.tsv": "e\tf\n1\t2\n",
    }
    documents = [parse_document(name, content) for name, content in files.items()]
    schemas, _ = built(tmp_path, *documents)
    tables = cast("dict[str, TableSchema]", schemas)
    assert {one.id: one.document_id for one in tables.values()} == {
        "orders.csv (2)": "orders.csv",
        "orders.csv": "orders.csv.csv",
        "orders.tsv": "orders.tsv",
    }


def test_a_price_list_has_its_units_its_free_places_and_no_notes(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.append(["Price list, season 2024"])
    sheet.append(["Boat", "Seats", "Price per hour, €", None, "Revenue, thousand EUR"])
    sheet.append([None, None, "weekday", "weekend", None])
    sheet.append(["Tern", 2, 12, 15.5, 1.25])
    sheet.append(["Ring", 1, "free", "Free", 0])
    sheet.append(["Heron", 4, 20, 25, 30])
    sheet.append([])
    sheet.append(["Prices include the lifejacket"])
    for merged in ("A1:E1", "A2:A3", "B2:B3", "C2:D2", "E2:E3"):
        sheet.merge_cells(merged)
    content = BytesIO()
    book.save(content)
    document = parse_document("prices.xlsx", content.getvalue())
    schemas, store = built(tmp_path, document)
    (schema,) = cast("dict[str, TableSchema]", schemas).values()
    assert [(one.label, one.unit) for one in schema.columns] == [
        ("Boat", ""),
        ("Seats", ""),
        ("Price per hour weekday", "eur"),
        ("Price per hour weekend", "eur"),
        ("Revenue", "eur"),
    ]
    found = store.query("prices", f'SELECT * EXCLUDE ("#text") FROM {quoted(schema.name)}')
    assert [tuple(map(str, row[:5])) for row in found] == [
        ("Tern", "2", "12", "15.5", "1250"),
        ("Ring", "1", "0", "0.0", "0"),
        ("Heron", "4", "20", "25.0", "30000"),
    ]
    assert [row[5] for row in found] == [4, 5, 6]
    assert document.text.rstrip().endswith("|\n\nPrices include the lifejacket")


@pytest.mark.parametrize(
    ("header", "cells", "column", "values"),
    [
        ("Item,2022,2023", "Fuel,5,7", ("Year", "number"), [2022, 2023]),
        ("Item,FY2022,FY2023", "Fuel,5,7", ("Year", "number"), [2022, 2023]),
        ("Статья;2022 г.;2023 г.", "Топливо;5;7", ("Год", "number"), [2022, 2023]),
        ("Item,Jan 2024,Feb 2024", "Fuel,5,7", ("Month", "date"), ["2024-01-01", "2024-02-01"]),
        ("Item,Q1 2024,Q2 2024", "Fuel,5,7", ("Quarter", "date"), ["2024-01-01", "2024-04-01"]),
        ("Item,March,April,May", "Fuel,5,7,8", ("Month", "text"), ["March", "April", "May"]),
        ("Вид;январь;февраль;март", "Газ;5;7;8", ("Месяц", "text"), ["январь", "февраль", "март"]),
    ],
)  # fmt: skip
def test_columns_of_periods_become_rows(
    tmp_path: Path, header: str, cells: str, column: tuple[str, str], values: list[object]
) -> None:
    schemas, store = built(tmp_path, parse_document("costs.csv", f"{header}\n{cells}\n"))
    (schema,) = cast("dict[str, TableSchema]", schemas).values()
    assert (schema.columns[1].name, schema.columns[1].type) == column
    assert (schema.columns[2].name, schema.measure) == ("costs", "costs")
    found = store.query("costs", f'SELECT {quoted(column[0])}, costs FROM "costs"')
    is_date = column[1] == "date"
    assert [one.isoformat() if is_date else one for one, _ in found] == values
    assert [value for _, value in found] == [5, 7, 8][: len(values)]


def test_the_unit_in_a_title_is_that_of_the_values_of_years(tmp_path: Path) -> None:
    text = "Расходы по теплице (млн ₽)\n\nСтатья;2022;2023\nПолив;0,4;0,45\nСвет;1,2;1\n"
    schemas, store = built(tmp_path, parse_document("a.csv", text))
    (schema,) = cast("dict[str, TableSchema]", schemas).values()
    assert (schema.columns[-1].label, schema.columns[-1].unit) == ("Расходы по теплице", "rub")
    ((total,),) = store.query("a", f"SELECT sum({quoted(schema.measure)}) FROM a")
    assert total == 3_050_000


def test_the_days_between_two_dates_of_a_file_are_a_column(tmp_path: Path) -> None:
    text = "Course,Starts,Ends\nA,2024-05-01,2024-05-03\nB,2024-05-01,2024-05-11\n"
    schemas, _ = built(tmp_path, parse_document("courses.csv", text))
    (schema,) = cast("dict[str, TableSchema]", schemas).values()
    assert schema.columns[-1].name == "Duration (Starts – Ends)"
    assert (schema.columns[-1].least, schema.columns[-1].most) == ("2", "10")


def test_numbers_of_a_workbook_have_the_sign_that_their_format_shows(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.append(["Name", "Bonus", "Salary", "Year"])
    sheet.append(["Ann", 0.07, 4500, 2020])
    sheet.append(["Bob", 0, 3200.5, 2021])
    for row in (2, 3):
        sheet.cell(row, 2).number_format = "0%"
        sheet.cell(row, 3).number_format = "[$€-407]#,##0.00"
    content = BytesIO()
    book.save(content)
    schemas, _ = built(tmp_path, parse_document("staff.xlsx", content.getvalue()))
    (schema,) = cast("dict[str, TableSchema]", schemas).values()
    assert [(one.unit, one.most) for one in schema.columns[1:]] == [
        ("percent", "7"),
        ("eur", "4500"),
        ("", "2021"),
    ]


def test_tables_of_removed_documents_are_deleted(tmp_path: Path) -> None:
    built(tmp_path, parse_document("a.csv", "a,b\n1,2\n"), parse_document("b.csv", "a,b\n1,2\n"))
    kept = DocumentRecord(stored="stored1", content_hash="")
    remove_unused(tmp_path, [{"b.csv": kept}])
    assert sorted(path.name for path in (tmp_path / "tables").iterdir()) == [
        "stored1.duckdb",
        "stored1.json",
    ]
