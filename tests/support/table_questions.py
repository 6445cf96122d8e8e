"""Three generated tables, ten questions over each, and the rows as pandas computes them."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import TypeAlias

import pandas as pd

Row: TypeAlias = Sequence[object]
Expected: TypeAlias = Callable[[pd.DataFrame], list[Row]]


@dataclass(frozen=True)
class AskedTable:
    """A table with its questions: ``expected`` computes the rows of each from the data."""

    file: str
    write: Callable[[Path, int], pd.DataFrame]
    """Writes the file with so many rows, and returns them."""
    questions: tuple[tuple[str, Expected], ...]


def write_orders(path: Path, rows: int) -> pd.DataFrame:
    """Write orders as UTF-8 with commas, amounts with a decimal point."""
    draw = random.Random(20)
    first = date(2022, 1, 1)
    frame = pd.DataFrame(
        {
            "Order ID": [f"A-{number:06d}" for number in range(rows)],
            "Date": [first + timedelta(days=draw.randrange(1000)) for _ in range(rows)],
            "Region": draw.choices(["Moscow", "Kazan", "Perm", "Samara", "Omsk"], k=rows),
            "Manager": draw.choices(
                ["Ivanov", "Petrova", "Smith", "Lee", "Orlova", "Kim"],
                [10, 11, 12, 13, 14, 15],
                k=rows,
            ),
            "Product": [f"Item {draw.randrange(40)}" for _ in range(rows)],
            "Quantity": [draw.randrange(1, 20) for _ in range(rows)],
            "Amount, ₽": [draw.randrange(10_000, 9_000_000) / 100 for _ in range(rows)],
            "Discount, %": draw.choices([0, 5, 10, 15], k=rows),
            "Status": draw.choices(["paid", "cancelled", "shipped"], [6, 1, 3], k=rows),
        }
    )
    frame.to_csv(path, index=False)
    frame["Date"] = pd.to_datetime(frame["Date"])
    return frame.rename(columns={"Amount, ₽": "Amount", "Discount, %": "Discount"})


def write_visits(path: Path, rows: int) -> pd.DataFrame:
    """Write visits to a clinic as Windows-1251 with semicolons and decimal commas."""
    draw = random.Random(21)
    first = date(2023, 1, 1)
    frame = pd.DataFrame(
        {
            "Номер приёма": range(1, rows + 1),
            "Дата приёма": [first + timedelta(days=draw.randrange(700)) for _ in range(rows)],
            "Отделение": draw.choices(
                ["Терапия", "Хирургия", "Кардиология", "Неврология"], [5, 3, 2, 2], k=rows
            ),
            "Врач": draw.choices(
                ["Захаров", "Белова", "Мельник", "Ким", "Гусева"], [5, 4, 3, 2, 1], k=rows
            ),
            "Диагноз": draw.choices(
                ["Гипертония", "Мигрень", "Перелом", "Ангина"], [4, 3, 2, 1], k=rows
            ),
            "Длительность, мин": [draw.randrange(5, 121) for _ in range(rows)],
            "Стоимость, руб.": [draw.randrange(50_000, 900_000) / 100 for _ in range(rows)],
            "Возраст пациента": [draw.randrange(1, 95) for _ in range(rows)],
            "Полис": draw.choices(["ОМС", "ДМС"], [7, 3], k=rows),
        }
    )
    written = frame.assign(**{"Дата приёма": [f"{one:%d.%m.%Y}" for one in frame["Дата приёма"]]})
    written.to_csv(path, index=False, sep=";", decimal=",", encoding="cp1251")
    frame["Дата приёма"] = pd.to_datetime(frame["Дата приёма"])
    return frame.rename(
        columns={"Длительность, мин": "Длительность", "Стоимость, руб.": "Стоимость"}
    )


def _groups(frame: pd.DataFrame, by: str, column: str, function: str) -> list[Row]:
    """Return the groups with one aggregate, the greatest first."""
    found = frame.groupby(by)[column].agg(function)
    return [*found.sort_values(ascending=False, kind="stable").items()]


def _months(frame: pd.DataFrame, column: str) -> list[Row]:
    return [*frame.groupby(frame[column].dt.to_period("M")).size().items()]


ORDERS = AskedTable(
    "orders.csv",
    write_orders,
    (
        (
            "How many orders were cancelled in 2023?",
            lambda t: [[((t.Status == "cancelled") & (t.Date.dt.year == 2023)).sum()]],
        ),
        (
            "What is the total amount of paid orders in Kazan?",
            lambda t: [[t[(t.Status == "paid") & (t.Region == "Kazan")].Amount.sum()]],
        ),
        ("Top 3 managers by total amount", lambda t: _groups(t, "Manager", "Amount", "sum")[:3]),
        (
            "What is the average discount per region?",
            lambda t: _groups(t, "Region", "Discount", "mean"),
        ),
        (
            "How many orders have an amount over 50,000 and quantity less than 5?",
            lambda t: [[((t.Amount > 50_000) & (t.Quantity < 5)).sum()]],
        ),
        (
            "Сколько заказов отменено в Перми?",
            lambda t: [[((t.Status == "cancelled") & (t.Region == "Perm")).sum()]],
        ),
        (
            "Какова сумма оплаченных заказов за март 2023 года?",
            lambda t: [
                [t[(t.Status == "paid") & (t.Date.dt.strftime("%Y-%m") == "2023-03")].Amount.sum()]
            ],
        ),
        (
            "У какого менеджера больше всего заказов?",
            lambda t: _groups(t, "Manager", "Status", "count")[:1],
        ),
        (
            "Количество заказов по месяцам за 2023 год",
            lambda t: _months(t[t.Date.dt.year == 2023], "Date"),
        ),
        (
            "Где больше заказов: в Перми или в Омске?",
            lambda t: _groups(t[t.Region.isin(["Perm", "Omsk"])], "Region", "Status", "count"),
        ),
    ),
)

VISITS = AskedTable(
    "приёмы.csv",
    write_visits,
    (
        (
            "Сколько приёмов было в кардиологии?",
            lambda t: [[(t["Отделение"] == "Кардиология").sum()]],
        ),
        (
            "Какова общая стоимость приёмов за апрель 2024 года?",
            lambda t: [[t[t["Дата приёма"].dt.strftime("%Y-%m") == "2024-04"]["Стоимость"].sum()]],
        ),
        (
            "Средняя длительность приёма по отделениям",
            lambda t: _groups(t, "Отделение", "Длительность", "mean"),
        ),
        ("Топ-3 врачей по числу приёмов", lambda t: _groups(t, "Врач", "Полис", "count")[:3]),
        (
            "Какой диагноз встречается чаще всего?",
            lambda t: _groups(t, "Диагноз", "Полис", "count")[:1],
        ),
        (
            "Сколько приёмов дороже 5000 рублей провёл Захаров?",
            lambda t: [[((t["Стоимость"] > 5000) & (t["Врач"] == "Захаров")).sum()]],
        ),
        (
            "Покажи пять самых долгих приёмов",
            lambda t: [
                [number]
                for number in t.sort_values("Длительность", ascending=False, kind="stable")[
                    "Номер приёма"
                ][:5]
            ],
        ),
        (
            "Сколько пациентов старше 60 лет в терапии?",
            lambda t: [[((t["Возраст пациента"] > 60) & (t["Отделение"] == "Терапия")).sum()]],
        ),
        (
            "В каком отделении самая высокая средняя стоимость?",
            lambda t: _groups(t, "Отделение", "Стоимость", "mean")[:1],
        ),
        (
            "What is the average cost in 2023?",
            lambda t: [[t[t["Дата приёма"].dt.year == 2023]["Стоимость"].mean()]],
        ),
    ),
)


def write_deliveries(path: Path, rows: int) -> pd.DataFrame:
    """Write deliveries of a warehouse as an Excel-like TSV with thousands separators."""
    draw = random.Random(22)
    first = date(2021, 6, 1)
    frame = pd.DataFrame(
        {
            "Накладная": [f"Н-{number:05d}" for number in range(rows)],
            "Поставщик": draw.choices(
                ["Альфа", "Вектор", "Северсталь", "Луч", "Оникс"], [9, 7, 5, 3, 1], k=rows
            ),
            "Материал": draw.choices(
                ["Кирпич", "Цемент", "Песок", "Арматура"], [4, 3, 2, 1], k=rows
            ),
            "Вес, кг": [draw.randrange(100, 25_000) for _ in range(rows)],
            "Цена за тонну, руб.": [draw.randrange(100_000, 6_000_000) / 100 for _ in range(rows)],
            "Склад": draw.choices(["Тверь", "Калуга", "Рязань"], [5, 4, 3], k=rows),
            "Дата доставки": [first + timedelta(days=draw.randrange(1200)) for _ in range(rows)],
            "Принял": draw.choices(["Егоров", "Лапина", "Фомин"], [3, 2, 1], k=rows),
        }
    )
    written = frame.assign(
        **{
            "Вес, кг": [f"{one:,}".replace(",", " ") for one in frame["Вес, кг"]],
            "Цена за тонну, руб.": [
                f"{one:,.2f}".replace(",", " ").replace(".", ",")
                for one in frame["Цена за тонну, руб."]
            ],
            "Дата доставки": [f"{one:%d.%m.%Y}" for one in frame["Дата доставки"]],
        }
    )
    written.to_csv(path, index=False, sep="\t")
    frame["Дата доставки"] = pd.to_datetime(frame["Дата доставки"])
    return frame.rename(columns={"Вес, кг": "Вес", "Цена за тонну, руб.": "Цена"})


DELIVERIES = AskedTable(
    "поставки.tsv",
    write_deliveries,
    (
        (
            "Сколько поставок было в 2022 году?",
            lambda t: [[(t["Дата доставки"].dt.year == 2022).sum()]],
        ),
        (
            "Общий вес кирпича на складе в Твери",
            lambda t: [[t[(t["Материал"] == "Кирпич") & (t["Склад"] == "Тверь")]["Вес"].sum()]],
        ),
        (
            "Какой поставщик привёз больше всего цемента?",
            lambda t: _groups(t[t["Материал"] == "Цемент"], "Поставщик", "Вес", "sum")[:1],
        ),
        ("Средняя цена за тонну по материалам", lambda t: _groups(t, "Материал", "Цена", "mean")),
        ("Топ-3 поставщиков по весу", lambda t: _groups(t, "Поставщик", "Вес", "sum")[:3]),
        (
            "Сколько поставок весом более 20 тонн принял Фомин?",
            lambda t: [[((t["Вес"] > 20_000) & (t["Принял"] == "Фомин")).sum()]],
        ),
        (
            "Сравни число поставок в Калуге и Рязани",
            lambda t: _groups(t[t["Склад"].isin(["Калуга", "Рязань"])], "Склад", "Вес", "count"),
        ),
        (
            "Самая тяжёлая поставка песка",
            lambda t: [
                [name]
                for sand in [t[t["Материал"] == "Песок"]]
                for name in sand[sand["Вес"] == sand["Вес"].max()]["Накладная"]
            ],
        ),
        (
            "Сколько поставок по кварталам 2023 года?",
            lambda t: [
                [f"{quarter} кв. 2023", count]
                for quarter, count in t[t["Дата доставки"].dt.year == 2023]
                .groupby(t["Дата доставки"].dt.quarter)
                .size()
                .items()
            ],
        ),
        (
            "What is the total weight of deliveries from Вектор before 2022?",
            lambda t: [
                [t[(t["Поставщик"] == "Вектор") & (t["Дата доставки"] < "2022")]["Вес"].sum()]
            ],
        ),
    ),
)
