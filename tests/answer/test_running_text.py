"""Sentences of one source run on; its code stands in blocks of its own."""

from workbench.answer.running_text import running_text
from workbench.extractive.sentence_selection import SupportingStatement
from workbench.text.statements import statements


def written(text: str) -> str:
    chosen = [SupportingStatement(0, one, 1.0, one.text) for one in statements(text)]
    return running_text(chosen, 2, text)


def test_sentences_run_on_and_each_has_its_marker() -> None:
    assert written("The lamp is lit at dusk. The keeper trims it at midnight.") == (
        "The lamp is lit at dusk [Source 2]. The keeper trims it at midnight [Source 2]."
    )


def test_code_is_a_block_with_its_own_lines() -> None:
    text = (
        "Install it with pip or conda.\n\n"
        "```sh\npip install lamp\n\nlamp --dusk\n```\n\n"
        "Then trim the lamp."
    )

    assert written(text) == (
        "Install it with pip or conda [Source 2].\n\n"
        "```sh\npip install lamp\n\nlamp --dusk\n```\n\n[Source 2]\n\n"
        "Then trim the lamp [Source 2]."
    )


def test_two_blocks_of_code_stay_two() -> None:
    text = "```sh\nlamp --dusk\n```\n\n```sh\nlamp --dawn\n```"

    assert written(text).count("[Source 2]") == 2


def test_code_with_backticks_has_a_longer_fence() -> None:
    text = "````python\nfence = '```'\n````"

    assert written(text) == "````python\nfence = '```'\n````\n\n[Source 2]"
