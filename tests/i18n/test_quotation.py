"""Quotation marks within quotation marks."""

from workbench.i18n.quotation import nested, requoted
from workbench.ui.texts import Texts


def test_marks_within_marks_are_the_inner_ones() -> None:
    assert nested("Правила клуба «Цапля»", "ru") == "Правила клуба „Цапля“"
    assert nested("The “Heron” handbook", "en") == "The ‘Heron’ handbook"
    assert nested("Правила клуба «Цапля»", "en") == "Правила клуба «Цапля»"


def test_a_list_of_quotations_has_the_marks_of_the_language_around_it() -> None:
    assert requoted("“colour”, “red”", "ru") == "«colour», «red»"
    assert requoted("«цвет»", "en") == "“цвет”"
    assert requoted("the “Heron” handbook", "ru") == "the “Heron” handbook"


def test_what_the_interface_quotes_has_inner_marks() -> None:
    t = Texts("ru")
    assert t("common.quoted", text="Клуб «Цапля»") == "«Клуб „Цапля“»"
    assert t("ask.header.fork_help", stage="План").startswith("Пересчитан с этапа «План»")
