"""Questions over tables become queries without a model, or none where a word means nothing."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.tables import table_plan, table_workspace
from tests.support.workspaces import request
from workbench.domain.table_query import TableArgs
from workbench.planner.offline_planner import OfflinePlanner
from workbench.planner.tables.read_question import read_question
from workbench.planner.tables.vocabulary import TableVocabulary
from workbench.planner.validate import validate_plan
from workbench.retrieval.embedders import Embedder
from workbench.settings import Settings
from workbench.understanding.entity_registry import EntityRegistry
from workbench.workspace import Workspace

ORDERS = """\
Order ID,Date,Region,Manager,Product,Quantity,"Amount, ₽","Discount, %",Status,Comment
A-1,2023-01-15,Perm,Orlova,Item 1,2,1000.50,0,paid,
A-2,2023-02-10,Omsk,Petrova,Item 2,5,2500.00,10,cancelled,urgent
A-3,2024-03-01,Kazan,Smith,Item 3,7,9100.00,0,shipped,
"""
STAFF = """\
Имя;Отдел;Возраст;Оклад, руб.;Дата найма
Анна;Продажи;31;100000;01.02.2020
Пётр;Склад;45;80000;15.06.2018
"""
AMOUNT = "Amount, ₽"
YEAR_2023 = {"column": "Date", "test": "between", "value": ["2023-01-01", "2023-12-31"]}
COUNT = {"function": "count"}
SUM = {"function": "sum", "column": AMOUNT}


def is_(column: str, value: object, test: str = "eq") -> dict[str, object]:
    return {"column": column, "test": test, "value": value}


def top(order: str = "desc", **key: str) -> dict[str, str]:
    return {**key, "order": order}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    files = {"orders.csv": ORDERS, "сотрудники.csv": STAFF}
    return table_workspace(tmp_path_factory.mktemp("tables"), files)[0]


def asked(workspace: Workspace, text: str) -> tuple[dict[str, Any] | None, str]:
    """Return the arguments of the query that a question is read as, and why there is none."""
    found = table_plan(workspace, text)
    result, reason = found.query, found.reason
    if result is None:
        return None, reason
    checked, problems = validate_plan(result.plan, workspace)
    assert checked is not None, problems
    (call,) = result.plan.tool_calls
    return call.args.model_dump(mode="json", exclude={"table"}), reason


@pytest.mark.parametrize(
    ("question", "args"),
    [
        (
            "How many orders were cancelled in 2023?",
            {"filters": [is_("Status", "cancelled"), YEAR_2023], "aggregates": [COUNT]},
        ),
        (
            "Сколько заказов отменено в Перми?",
            {
                "filters": [is_("Status", "cancelled"), is_("Region", "Perm")],
                "aggregates": [COUNT],
            },
        ),
        (
            "What is the total amount of paid orders in Kazan?",
            {"filters": [is_("Status", "paid"), is_("Region", "Kazan")], "aggregates": [SUM]},
        ),
        (
            "Сумма заказов в Перми и Омске",
            {"filters": [is_("Region", ["Perm", "Omsk"], "in")], "aggregates": [SUM]},
        ),
        (
            "Сумма заказов кроме Перми",
            {"filters": [is_("Region", "Perm", "ne")], "aggregates": [SUM]},
        ),
        ("How many different products are there?", {
            "aggregates": [{"function": "count_distinct", "column": "Product"}]
        }),
        ("minimum and maximum amount", {
            "aggregates": [
                {"function": "min", "column": AMOUNT}, {"function": "max", "column": AMOUNT}
            ]
        }),
        (
            "Средняя скидка по регионам",
            {
                "group_by": [{"column": "Region"}],
                "aggregates": [{"function": "avg", "column": "Discount, %"}],
            },
        ),
        (
            "Number of orders by month in 2023",
            {
                "filters": [YEAR_2023],
                "group_by": [{"column": "Date", "part": "month"}],
                "aggregates": [COUNT],
            },
        ),
        (
            "Количество заказов по месяцам за 2023 год",
            {
                "filters": [YEAR_2023],
                "group_by": [{"column": "Date", "part": "month"}],
                "aggregates": [COUNT],
            },
        ),
        (
            "Топ-5 менеджеров по сумме заказов",
            {
                "group_by": [{"column": "Manager"}],
                "aggregates": [SUM],
                "order_by": [top(column=AMOUNT, function="sum")],
                "limit": 5,
            },
        ),
        (
            "Which manager has the lowest average discount?",
            {
                "group_by": [{"column": "Manager"}],
                "aggregates": [{"function": "avg", "column": "Discount, %"}],
                "order_by": [top("asc", column="Discount, %", function="avg")],
                "limit": 1,
                "with_ties": True,
            },
        ),
        (
            "У какого менеджера больше всего заказов?",
            {
                "group_by": [{"column": "Manager"}],
                "aggregates": [COUNT],
                "order_by": [top(function="count")],
                "limit": 1,
                "with_ties": True,
            },
        ),
        (
            "Где больше заказов: в Перми или в Омске?",
            {
                "filters": [is_("Region", ["Perm", "Omsk"], "in")],
                "group_by": [{"column": "Region"}],
                "aggregates": [COUNT],
                "order_by": [top(function="count")],
                "limit": 2,
            },
        ),
        (
            "Назови пять самых дорогих заказов",
            {"order_by": [top(column=AMOUNT)], "limit": 5},
        ),
        ("Show orders with an amount over -5", {"filters": [is_(AMOUNT, -5, "gt")]}),
        ("orders over 1,234.50 rubles", {"filters": [is_(AMOUNT, 1234.5, "gt")]}),
        (
            "заказы на сумму от 300 до 100 рублей",
            {"filters": [is_(AMOUNT, [100, 300], "between")]},
        ),
        (
            "orders from 2024 to 2023",
            {"filters": [is_("Date", ["2023-01-01", "2024-12-31"], "between")]},
        ),
        ("последние 5 заказов", {"order_by": [top(column="Date")], "limit": 5}),
        (
            "How many orders have an amount over 50,000 and quantity less than 5?",
            {
                "filters": [is_(AMOUNT, 50000, "gt"), is_("Quantity", 5, "lt")],
                "aggregates": [COUNT],
            },
        ),
        (
            "Show orders of Smith with discount 15% and quantity at least 18",
            {
                "filters": [
                    is_("Manager", "Smith"), is_("Discount, %", 15), is_("Quantity", 18, "ge")
                ]
            },
        ),
        (
            "заказы на сумму от 100 до 300 рублей",
            {"filters": [is_(AMOUNT, [100, 300], "between")]},
        ),
        (
            "orders of Smith or Orlova over 8,000 rubles",
            {"filters": [is_("Manager", ["Smith", "Orlova"], "in"), is_(AMOUNT, 8000, "gt")]},
        ),
        ("orders without comment", {"filters": [{"column": "Comment", "test": "is_empty"}]}),
        (
            "orders between 2023-02-01 and 2023-02-03",
            {"filters": [is_("Date", ["2023-02-01", "2023-02-03"], "between")]},
        ),
        ("заказы после 1 марта 2023 года", {"filters": [is_("Date", "2023-03-01", "gt")]}),
        (
            "Сколько сотрудников старше 40 лет?",
            {"filters": [is_("Возраст", 40, "gt")], "aggregates": [COUNT]},
        ),
        (
            "Средний оклад по отделам",
            {
                "group_by": [{"column": "Отдел"}],
                "aggregates": [{"function": "avg", "column": "Оклад, руб."}],
            },
        ),
    ],
)  # fmt: skip
def test_a_question_is_read_as_a_query(
    workspace: Workspace, question: str, args: dict[str, Any]
) -> None:
    assert asked(workspace, question) == (args, "")


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("How many orders were delivered by drones?", "drones"),
        ("How many orders are from loyal customers?", "loyal"),
        ("Which region is the coldest?", "coldest"),
        ("Сколько заказов вернули в Перми?", "вернули"),
        ("Сумма заказов выше среднего по Перми в отпуске", "отпуске"),
        ("orders over 500", "500"),
    ],
)
def test_a_word_that_means_nothing_in_the_table_is_not_ignored(
    workspace: Workspace, question: str, word: str
) -> None:
    args, reason = asked(workspace, question)
    assert args is None
    assert word in reason


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("How many orders were delivered by drones?", "drones"),
        ("Which region is the coldest?", "coldest"),
        ("Средняя сумма заказов в Воронеже", "Воронеже"),
    ],
)
def test_a_question_for_a_number_is_declined_by_its_words(
    workspace: Workspace, question: str, word: str
) -> None:
    declined = table_plan(workspace, question).decline
    assert declined is not None
    checked, problems = validate_plan(declined.plan, workspace)
    assert checked is not None, problems
    assert checked.confidence < 0.5
    (call,) = checked.tool_calls
    assert isinstance(call.args, TableArgs)
    assert call.args.table == "orders"
    assert word in " ".join(call.args.unread)


def test_a_request_for_rows_by_an_unknown_word_is_left_to_the_documents(
    workspace: Workspace,
) -> None:
    asked_for = table_plan(workspace, "Show orders of loyal customers")
    assert (asked_for.query, asked_for.decline) == (None, None)
    assert "loyal" in asked_for.reason


def test_words_of_two_tables_are_declined_with_both(workspace: Workspace) -> None:
    declined = table_plan(workspace, "Средний оклад сотрудников в Перми").decline
    assert declined is not None
    (call,) = declined.plan.tool_calls
    assert isinstance(call.args, TableArgs)
    assert {call.args.table, *call.args.other_tables} == {"orders", "сотрудники"}
    assert call.args.unread == ("Перми",)


@pytest.mark.parametrize(
    "question",
    ["Who is the president of France?", "What is the refund policy?", "Какая погода завтра?", "?"],
)
def test_other_questions_have_nothing_to_do_with_tables(
    workspace: Workspace, question: str
) -> None:
    assert asked(workspace, question) == (None, "")


def test_a_question_that_fits_two_tables_is_not_asked_of_one(tmp_path: Path) -> None:
    files = {"2023/orders.csv": ORDERS, "2024/orders.csv": ORDERS}
    workspace, _ = table_workspace(tmp_path, files)
    args, reason = asked(workspace, "How many orders were cancelled?")
    assert args is None
    assert "orders" in reason


def test_a_number_is_converted_to_the_unit_of_its_column(tmp_path: Path) -> None:
    workspace, _ = table_workspace(tmp_path, {"грузы.csv": "Груз;Вес, кг\nа;100\nб;4000\n"})
    args, _ = asked(workspace, "Сколько грузов весом более 2 тонн?")
    assert args == {"filters": [is_("Вес, кг", 2000, "gt")], "aggregates": [COUNT]}
    args, reason = asked(workspace, "Сколько грузов весом более 2 метров?")
    assert args is None
    assert "метров" in reason


def test_a_word_is_spelled_in_the_other_alphabet_only(tmp_path: Path) -> None:
    """«всего» is a form of «весь», which is spelled like «вес» in Latin letters."""
    rows = "Поставка;Склад;Вес, кг;Цена за тонну\n1;Тверь;100;5\n2;Калуга;4000;7\n"
    workspace, _ = table_workspace(tmp_path, {"поставки.csv": rows})
    args, _ = asked(workspace, "У какого склада больше всего поставок?")
    assert args is not None
    assert args["aggregates"] == [COUNT]
    args, _ = asked(workspace, "Сколько поставок весом более 20 тонн?")
    assert args == {"filters": [is_("Вес, кг", 20000, "gt")], "aggregates": [COUNT]}


def test_a_column_named_like_its_table_is_added_up(tmp_path: Path) -> None:
    rows = "Город;Продажи, руб.\nТверь;100\nКалуга;4000\n"
    workspace, _ = table_workspace(tmp_path, {"продажи.csv": rows})
    total = [{"function": "sum", "column": "Продажи, руб."}]
    args, _ = asked(workspace, "Сумма продаж в Твери")
    assert args == {"filters": [is_("Город", "Тверь")], "aggregates": total}
    args, _ = asked(workspace, "В каком городе самые большие продажи?")
    assert args is not None
    assert args["aggregates"] == total


def test_a_number_of_rows_above_the_limit_of_a_call_is_unread(workspace: Workspace) -> None:
    (table,) = (one for one in workspace.tables.values() if one.document_id == "orders.csv")
    vocabulary = TableVocabulary(table)
    most = read_question("top 500 orders by amount", vocabulary)
    assert most is not None
    assert (most.args.limit, most.unread) == (100, ("500",))
    none = read_question("top 0 orders by amount", vocabulary)
    assert none is not None
    assert none.args.limit is None
    assert "0" in none.unread
    endless = read_question(f"amount over {'9' * 400}", vocabulary)
    assert endless is not None
    assert not endless.is_query


@pytest.mark.parametrize(
    ("question", "args"),
    [
        (
            "How many orders were there on 5 March?",
            {"filters": [is_("Date", "-03-05", "contains")], "aggregates": [COUNT]},
        ),
        ("Заказы в марте", {"filters": [is_("Date", "-03-", "contains")]}),
        (
            "Which orders have an above average quantity?",
            {"filters": [{"column": "Quantity", "test": "gt", "than": "average"}]},
        ),
        (
            "Сколько заказов дороже среднего?",
            {
                "filters": [{"column": AMOUNT, "test": "gt", "than": "average"}],
                "aggregates": [COUNT],
            },
        ),
        (
            "Rank the orders by quantity",
            {"order_by": [top(column="Quantity")]},
        ),
        (
            "What is the least expensive order?",
            {"order_by": [top("asc", column=AMOUNT)], "limit": 1, "with_ties": True},
        ),
        (
            "Rank the regions by average quantity",
            {
                "group_by": [{"column": "Region"}],
                "aggregates": [{"function": "avg", "column": "Quantity"}],
                "order_by": [top(column="Quantity", function="avg")],
            },
        ),
        (
            "How many orders were there in march?",
            {"filters": [is_("Date", "-03-", "contains")], "aggregates": [COUNT]},
        ),
    ],
)
def test_days_of_any_year_averages_and_orders(
    workspace: Workspace, question: str, args: dict[str, Any]
) -> None:
    found, _ = asked(workspace, question)
    assert found == args


@pytest.mark.parametrize(
    "question",
    [
        "How many orders were there before 5 March?",
        "How many orders were there in May and in July?",
        "How many orders were there by March?",
        "How many orders were there by March 2024?",
    ],
)
def test_a_limit_that_may_mean_several_days_is_not_guessed(
    workspace: Workspace, question: str
) -> None:
    assert table_plan(workspace, question).query is None


@pytest.mark.parametrize(
    "question",
    [
        "Which orders are more expensive than the average paid order?",
        "Which orders cost more than the average of cancelled orders?",
        "Какие заказы дороже среднего оплаченного заказа из Perm?",
        "Rank the regions by quantity",
    ],
)
def test_an_average_of_some_rows_and_an_order_of_groups_are_declined(
    workspace: Workspace, question: str
) -> None:
    assert table_plan(workspace, question).query is None


def test_a_question_in_another_alphabet_than_the_tables_says_so(tmp_path: Path) -> None:
    russian = table_workspace(tmp_path, {"сотрудники.csv": STAFF})[0]
    found = table_plan(russian, "How tall are the pines?")
    assert (found.query, found.decline) == (None, None)
    assert found.foreign is not None
    args = found.foreign.plan.tool_calls[0].args
    assert isinstance(args, TableArgs)
    assert "pines" in args.unread
    assert table_plan(russian, "Какой высоты сосны?").foreign is None


async def test_a_question_that_names_a_row_of_a_table_is_not_off_topic(tmp_path: Path) -> None:
    workspace, _ = table_workspace(tmp_path)
    planner = OfflinePlanner(workspace, Settings(), no_passage)
    question = request("When did A-4 vanish?", EntityRegistry.build(workspace))
    planned = (await planner.plan(question)).plan
    assert planned.scope == "in_scope"
    (call,) = planned.tool_calls
    assert isinstance(call.args, TableArgs)
    assert "vanish" in call.args.unread
    other = request("How do I bake bread?", EntityRegistry.build(workspace))
    assert (await planner.plan(other)).plan.scope == "off_topic"


async def no_passage(_: str, __: Embedder | None) -> float:
    """No document is about the question."""
    return 0.0
