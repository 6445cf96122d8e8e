"""Shares, differences, conditions on groups, who, yes or no: questions over tables."""

from typing import Any

import pytest

from tests.support.table_readings import reading_of, table_vocabularies
from workbench.planner.tables.vocabulary import TableVocabulary

DEALS = """\
Deal;Date;Branch;Seller;Mileage, km;Price, $;Credit;Channel
D-1;2023-01-15;Oslo;Adams;100;1000.50;yes;site
D-2;2023-02-10;Rome;Baker;;2500.00;no;shop
D-3;2024-03-01;Oslo;Clark;700;9100.00;no;shop
"""
RUSSIAN_DEALS = """\
Сделка;Дата продажи;Филиал;Продавец;Цена, руб.;Кредит
С-1;15.01.2023;Орёл;Белов;1000,50;да
С-2;10.02.2023;Уфа;Гусев;2500,00;нет
С-3;20.03.2024;Орёл;Гусев;700,25;нет
"""
FLIGHTS = """\
flight_id,airline,origin,destination,departure,delay_minutes,passengers
F-1,SkyLine,Oslo,Rome,2024-01-15 10:00,5,100
F-2,Vega,Rome,Oslo,2024-02-15 12:30,90,120
"""
TICKETS = """\
Ticket No,Agent,Priority,Topic,Hours to close,Refund ($)
1,Maya Reed,low,refunds,5,$10.50
2,Tom Hale,high,login,,$0.00
"""
COUNT = {"function": "count"}
FIRST = {"limit": 1, "with_ties": True}


def is_(column: str, value: object) -> dict[str, object]:
    return {"column": column, "test": "eq", "value": value}


def by(column: str) -> dict[str, Any]:
    return {"group_by": [{"column": column}]}


def first(order: str = "desc", **key: str) -> dict[str, Any]:
    return {"order_by": [{**key, "order": order}], **FIRST}


@pytest.fixture(scope="module")
def vocabularies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TableVocabulary]:
    files = {"deals.csv": DEALS, "сделки.csv": RUSSIAN_DEALS, "flights.csv": FLIGHTS}
    files["tickets.csv"] = TICKETS
    return table_vocabularies(tmp_path_factory.mktemp("tables"), files)


@pytest.mark.parametrize(
    ("table", "question", "args"),
    [
        ("deals", "Compare D-1 and D-3", {
            "filters": [{"column": "Deal", "test": "in", "value": ["D-1", "D-3"]}], "limit": 2,
        }),
        ("сделки", "Сравни С-1 и С-3", {
            "filters": [{"column": "Сделка", "test": "in", "value": ["С-1", "С-3"]}], "limit": 2,
        }),
        ("deals", "What share of deals is on credit?", {
            "aggregates": [{"function": "share", "where": [is_("Credit", "yes")]}]
        }),
        ("deals", "What percentage of deals in Oslo was made on the site?", {
            "filters": [is_("Branch", "Oslo")],
            "aggregates": [{"function": "share", "where": [is_("Channel", "site")]}],
        }),
        ("сделки", "Какой процент сделок в кредит?", {
            "aggregates": [{"function": "share", "where": [is_("Кредит", "да")]}]
        }),
        ("deals", "Share of deals by channel", {
            **by("Channel"), "aggregates": [{"function": "share"}]
        }),
        ("deals", "How many deals without credit?", {
            "filters": [is_("Credit", "no")], "aggregates": [COUNT]
        }),
        ("сделки", "Сколько сделок не в кредит в Орле?", {
            "filters": [is_("Филиал", "Орёл"), is_("Кредит", "нет")], "aggregates": [COUNT]
        }),
        ("deals", "Branches with more than 1 deal", {
            **by("Branch"), "aggregates": [COUNT], "having": [{**COUNT, "test": "gt", "value": 1.0}]
        }),
        ("deals", "Which sellers have an average price above 2000?", {
            **by("Seller"),
            "aggregates": [{"function": "avg", "column": "Price, $"}],
            "having": [
                {"function": "avg", "column": "Price, $", "test": "gt", "value": 2000.0}
            ],
        }),
        ("deals", "What is the difference between the average price in Oslo and Rome?", {
            "aggregates": [
                {"function": "avg", "column": "Price, $", "where": [is_("Branch", "Oslo")]},
                {"function": "avg", "column": "Price, $", "where": [is_("Branch", "Rome")]},
            ],
            "compare": "difference",
        }),
        ("сделки", "Во сколько раз сделок в Орле больше, чем в Уфе?", {
            "aggregates": [
                {**COUNT, "where": [is_("Филиал", "Орёл")]},
                {**COUNT, "where": [is_("Филиал", "Уфа")]},
            ],
            "compare": "ratio",
        }),
        ("deals", "Who has the fewest deals?", {
            **by("Seller"), "aggregates": [COUNT], **first("asc", function="count")
        }),
        ("сделки", "Кто продал на самую большую сумму?", {
            **by("Продавец"),
            "aggregates": [{"function": "sum", "column": "Цена, руб."}],
            **first(column="Цена, руб.", function="sum"),
        }),
        ("deals", "Which one of the branches has the most deals?", {
            **by("Branch"), "aggregates": [COUNT], **first(function="count")
        }),
        ("сделки", "Сумма продаж по кварталам", {
            "group_by": [{"column": "Дата продажи", "part": "quarter"}],
            "aggregates": [{"function": "sum", "column": "Цена, руб."}],
        }),
        ("сделки", "Сколько сделок продано в 2023 и 2024 годах?", {
            "filters": [
                {"column": "Дата продажи", "test": "between", "value": ["2023-01-01", "2024-12-31"]}
            ],
            "aggregates": [COUNT],
        }),
        ("flights", "How many flights departed from Oslo to Rome?", {
            "filters": [is_("origin", "Oslo"), is_("destination", "Rome")], "aggregates": [COUNT]
        }),
        ("flights", "Which airline has the longest average delay?", {
            **by("airline"),
            "aggregates": [{"function": "avg", "column": "delay_minutes"}],
            **first(column="delay_minutes", function="avg"),
        }),
        ("flights", "How many flights were delayed by more than 1.5 hours?", {
            "filters": [{"column": "delay_minutes", "test": "gt", "value": 90}],
            "aggregates": [COUNT],
        }),
        ("flights", "What share of total passengers flew with SkyLine?", {
            "aggregates": [
                {
                    "function": "share",
                    "column": "passengers",
                    "where": [is_("airline", "SkyLine")],
                }
            ]
        }),
        ("сделки", "Сколько сделок на сумму от 1 до 2 тысяч рублей?", {
            "filters": [{"column": "Цена, руб.", "test": "between", "value": [1000, 2000]}],
            "aggregates": [COUNT],
        }),
        ("tickets", "Total refunds of low priority tickets", {
            "filters": [is_("Priority", "low")],
            "aggregates": [{"function": "sum", "column": "Refund ($)"}],
        }),
        ("tickets", "How many tickets have a refund over $10?", {
            "filters": [{"column": "Refund ($)", "test": "gt", "value": 10}],
            "aggregates": [COUNT],
        }),
        ("flights", "Total number of passengers of SkyLine", {
            "filters": [is_("airline", "SkyLine")],
            "aggregates": [{"function": "sum", "column": "passengers"}],
        }),
    ],
)  # fmt: skip
def test_a_question_is_read_as_a_query(
    vocabularies: dict[str, TableVocabulary], table: str, question: str, args: dict[str, Any]
) -> None:
    reading = reading_of(vocabularies, table, question)
    assert reading.unread == ()
    assert reading.args.model_dump(mode="json", exclude={"table"}) == args


@pytest.mark.parametrize(
    ("table", "question", "word"),
    [
        ("flights", "How many flights were delayed?", "delayed"),
        ("deals", "How many deals were made in January 2023 and May 2023?", "May 2023"),
        ("deals", "Who is the most experienced seller?", "experienced"),
        ("deals", "Total mileage of deals that were cancelled", "cancelled"),
        ("tickets", "Who closed the most tickets?", "closed"),
        ("flights", "Who carried the most passengers?", "Who"),
    ],
)
def test_what_a_word_says_beyond_the_table_is_left_out(
    vocabularies: dict[str, TableVocabulary], table: str, question: str, word: str
) -> None:
    assert word in reading_of(vocabularies, table, question).left_out
