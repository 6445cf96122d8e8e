"""The later rows of a long table are found below its header."""

from pathlib import Path

from tests.support.memory_library import retriever_over
from workbench.text.statements import statements

HEADER = "| No | What happened | Days absent |"


async def test_a_passage_of_later_rows_has_the_columns_of_its_table(tmp_path: Path) -> None:
    rows = "".join(f"| {n} | A lamp of hall {n} was dropped | {n % 3} |\n" for n in range(60))
    text = f"# Log\n\n{HEADER}\n|---|---|---|\n{rows}| 77 | A kiln burst | 16 |\n"
    library = retriever_over(tmp_path, {"log.md": text})

    found = (await library.search("When did the kiln burst?"))[0]

    assert found.span is not None
    assert found.text == text[found.span.start : found.span.end]
    assert found.content.startswith(f"{HEADER}\n| --- | --- | --- |\n| ")
    assert statements(found.content)[-1].text == "77 — What happened: A kiln burst; Days absent: 16"


async def test_a_passage_with_the_whole_table_has_its_header_once(tmp_path: Path) -> None:
    text = f"# Log\n\n{HEADER}\n|---|---|---|\n| 77 | A kiln burst | 16 |\n"
    library = retriever_over(tmp_path, {"log.md": text})

    found = (await library.search("When did the kiln burst?"))[0]

    assert found.content.count(HEADER) == 1
