"""Quotation marks within quotation marks."""

from workbench.i18n.quotation import nested
from workbench.ui.texts import Texts


def test_marks_within_marks_are_the_inner_ones() -> None:
    assert nested("Правила клуба «Цапля»", "ru") == "Правила клуба „Цапля“"
    assert nested("The “Heron” handbook", "en") == "The ‘Heron’ handbook"
    assert nested("Правила клуба «Цапля»", "en") == "Правила клуба «Цапля»"


def test_what_the_interface_quotes_has_inner_marks() -> None:
    t = Texts("ru")
    assert t("common.quoted", text="Клуб «Цапля»") == "«Клуб „Цапля“»"
    assert t("ask.header.fork_help", stage="План").startswith("Пересчитан с этапа «План»")
