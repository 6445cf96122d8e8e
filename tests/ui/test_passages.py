"""The data of the passage browser: a page of passages, and the text around them."""

import pytest

from tests.support.sample_run import sample_run, workspace
from workbench.domain.base import Span, content_hash
from workbench.domain.documents import Chunk, Document
from workbench.domain.local_text import Language
from workbench.domain.run_summary import CitingRun, summarize
from workbench.ui.passages import PAGE_SIZE, browser_data, cited, metadata, page_of, pages
from workbench.ui.texts import Texts

LINE = "Passage {} speaks of glass 🪟 and of the excess.\n"
COUNT = 4 * PAGE_SIZE + 5
WIDTH = len(LINE.format(1000))


RUN = summarize(sample_run())


def document() -> tuple[Document, list[Chunk]]:
    """A document of one line for each passage."""
    text = "".join(LINE.format(1000 + number) for number in range(COUNT))
    whole = Document(id="a.md", title="Terms", text=text, content_hash=content_hash(text))
    chunks = [
        Chunk(
            id=str(number),
            document_id="a.md",
            title="Terms",
            text=text[number * WIDTH : (number + 1) * WIDTH - 1],
            start=number * WIDTH,
            end=(number + 1) * WIDTH - 1,
            heading_path=("Terms", "Cover"),
            page=number + 1,
        )
        for number in range(COUNT)
    ]
    return whole, chunks


def test_metadata_are_told_in_words() -> None:
    fields = {"project": "project:ai-portfolio", "date": "2022-05-06", "team": "search"}
    whole = document()[0].model_copy(update={"metadata": fields})
    told = metadata(whole, workspace(), Texts("ru"))
    assert told == ["Проект: AI-Portfolio", "Дата: 06.05.2022", "team: search"]


@pytest.mark.parametrize(("language", "label"), [("ru", "Резюме, Кейс"), ("en", "CV, Case study")])
def test_a_value_with_a_label_is_told_by_it(language: Language, label: str) -> None:
    whole = document()[0].model_copy(update={"metadata": {"document_type": "cv, case"}})
    (told,) = metadata(whole, workspace(), Texts(language))
    assert told.endswith(f": {label}")


def utf16(text: str, span: list[int]) -> str:
    """The part of a text that JavaScript would cut."""
    return text.encode("utf-16-le")[2 * span[0] : 2 * span[1]].decode("utf-16-le")


def test_each_page_has_its_passages_and_their_text() -> None:
    whole, chunks = document()
    assert pages(chunks) == 5
    seen = []
    for page in range(1, 6):
        data = browser_data(whole, chunks, {}, Texts("en"), page=page)
        for passage in data["passages"]:
            assert utf16(data["text"], passage["range"]) == chunks[passage["number"] - 1].text
            assert page_of(passage["number"]) == page
            seen.append(passage["number"])
    assert seen == list(range(1, COUNT + 1))


def test_a_page_says_where_its_text_goes_on() -> None:
    whole, chunks = document()
    first, third = (browser_data(whole, chunks, {}, Texts("en"), page=page) for page in (1, 3))
    assert (first["cut_before"], first["cut_after"]) == (False, True)
    assert (third["cut_before"], third["cut_after"]) == (True, True)
    assert third["text"].startswith("Passage "), "it begins with a whole line"


def test_a_passage_has_its_headings_page_and_runs() -> None:
    whole, chunks = document()
    one, two = browser_data(whole, chunks, {2: [RUN] * 3}, Texts("ru"))["passages"][:2]
    assert one["where"] == "Cover · с. 1", "a heading that repeats the title is left out"
    assert (one["cited"], two["cited"]) == ("", "Цитируется в 3 запусках")


def test_a_document_without_passages_shows_its_beginning() -> None:
    whole, _ = document()
    data = browser_data(whole, [], {}, Texts("en"))
    assert data["passages"] == []
    assert data["text"] == whole.text[: len(data["text"])] != ""
    assert pages([]) == 1


def test_a_passage_is_cited_by_the_runs_that_quote_any_of_it() -> None:
    _, chunks = document()
    inside = Span(start=chunks[1].start + 3, end=chunks[1].start + 9)
    over_both = Span(start=chunks[3].start + 3, end=chunks[4].start + 9)
    runs = cited(chunks, [CitingRun(run=RUN, spans=(inside, inside, over_both))])
    assert runs == {2: [RUN], 4: [RUN], 5: [RUN]}
    assert cited(chunks, []) == {}
