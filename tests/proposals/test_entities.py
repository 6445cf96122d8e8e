"""Entities that documents name, found without a model."""

import pytest

from workbench.domain.graph import Node
from workbench.ingest.documents import parse_document
from workbench.proposals.entities import propose_entities

RULES = """---
title: Lending rules
keywords: Reading Room, Vault
---

# Interlibrary loan

An interlibrary loan (ILL) takes a week. Ask the desk for an ILL form. The interlibrary loan
is free. Each interlibrary loan needs a card. The City Council pays. You can reach the City Council
on Mondays. Letters go to the City Council. Below is the list. Below is the address.

## How to return a book

Click **Save Changes** twice. Then click **Save Changes** again, and **Save Changes** once more.
"""
GLOSSARY = """# Words

- **ADR** - Architecture Decision Record. A note on a choice.
- **LWOP** - leave without pay.
- **Deposit** - money held until the book is back.
- **Step one**: open the door.
- **Fine** - what a late book costs.
""" + "".join(f"- **Shelf {number}** - what stands there.\n" for number in range(12))
CLOUD = """# Хранилище

Объём задаётся на диске виртуальной машины (ВМ). У каждой ВМ свой адрес. Виртуальная машина
работает всегда. Зона доступности — это один или несколько залов. Выберите зону доступности.
Сервис Kubernetes готов. Кластер Kubernetes создан, но Kubernetes платный. Нажмите «Создать».
Кубернетес обновляется сам. Перейдите в зону доступности.

**Название сети**: введите название. **Тип сети**: выберите тип. **Адрес сети**: укажите адрес.
"""


def names(*texts: str) -> dict[str, Node]:
    documents = [parse_document(f"{at}.md", text) for at, text in enumerate(texts)]
    found = propose_entities({document.id: document for document in documents})
    return {str(one.node.name): one.node for one in found}


def test_abbreviations_in_brackets_become_aliases_with_the_sentence_as_evidence() -> None:
    loan = names(RULES)["Interlibrary loan"]
    assert loan.aliases == ("ILL",)
    assert loan.proposed
    assert loan.evidence is not None
    assert loan.evidence.quote == "An interlibrary loan (ILL) takes a week."


def test_names_are_taken_from_capitals_inside_sentences() -> None:
    found = names(RULES)
    assert "City Council" in found
    assert found["City Council"].type == "organization"


def test_everyday_words_and_labels_of_buttons_are_no_names() -> None:
    found = names(RULES)
    assert not {"Below", "Mondays", "Save Changes", "Letters", "Ask", "How to return a book"} & {
        *found
    }


def test_glossaries_give_terms_and_spell_out_abbreviations() -> None:
    found = names(GLOSSARY, "The deposit is small. A deposit is due. Pay the deposit.")
    assert found["Architecture Decision Record"].aliases == ("ADR",)
    assert found["leave without pay"].aliases == ("LWOP",)
    assert "Deposit" in found
    assert "Step one" not in found


def test_russian_phrases_are_named_in_the_nominative() -> None:
    found = names(CLOUD)
    assert "ВМ" in found["Виртуальная машина"].aliases
    assert "Зона доступности" in found


def test_a_name_in_another_script_is_an_alias() -> None:
    kubernetes = names(CLOUD)["Kubernetes"]
    assert "Кубернетес" in kubernetes.aliases


def test_instructions_about_a_form_define_nothing() -> None:
    assert not {"Название сети", "Тип сети", "Адрес сети", "Создать"} & {*names(CLOUD)}


@pytest.mark.parametrize(
    ("text", "name", "short"),
    [
        ("Office of Personnel Management (OPM) pays.", "Office of Personnel Management", "OPM"),
        ("The OPM (Office of Personnel Management) pays.", "Office of Personnel Management", "OPM"),
        ("Use leave without pay (LWOP) then.", "leave without pay", "LWOP"),
        ("The Not To Exceed (NTE) date.", "Not To Exceed", "NTE"),
        ("Работа идёт в центрах обработки данных (далее — ЦОД).", "Центры обработки данных", "ЦОД"),
    ],
)
def test_abbreviations_are_matched_with_their_phrase(text: str, name: str, short: str) -> None:
    found = {key.casefold(): node for key, node in names(text).items()}
    assert found[name.casefold()].aliases == (short,)


def test_texts_in_capitals_and_code_name_nothing() -> None:
    shouted = "ANY EXPRESS OR IMPLIED WARRANTY OF MERCHANTABILITY IS VOID. " * 3
    code = (
        "Call set_option_RAW() or isFileOlder, then `GetName`. Pass @someUser FLAG_X=1 to arg1. "
        * 3
    )
    assert names(shouted, code) == {}


FIELDS = """Name: pages
Topic: Intended Audience :: Developers
Topic: Operating System :: Linux Server
Status: Bug Tracker
"""


def test_the_values_of_fields_are_labels() -> None:
    found = names(*(FIELDS.replace("pages", name) for name in ("one", "two", "three", "four")))
    assert found == {}
    used = "It writes to Linux Server. They met Linux Server. We like Linux Server too."
    assert list(names(FIELDS, used)) == ["Linux Server"]


def test_a_word_in_capitals_is_shouted() -> None:
    text = "There is no warranty of MERCHANTABILITY for it. "
    assert names(text * 4) == {}


def test_a_bracket_that_is_no_abbreviation_gives_nothing() -> None:
    assert names("The main hall (EAST) is open. See the rules (PDF).") == {}


def test_an_abbreviation_of_two_phrases_is_an_alias_of_the_more_frequent_one() -> None:
    found = names(
        "Alternative Work Schedule (AWS) is new. An Alternative Work Schedule (AWS) helps. "
        "Amazon Web Services (AWS) hosts it."
    )
    assert found["Alternative Work Schedule"].aliases == ("AWS",)
    assert found["Amazon Web Services"].aliases == ()


def test_quotes_are_exact_texts_of_their_documents() -> None:
    texts = {"0.md": RULES, "1.md": GLOSSARY, "2.md": CLOUD}
    for node in names(*texts.values()).values():
        assert node.evidence is not None
        assert node.evidence.quote in texts[node.evidence.document]
