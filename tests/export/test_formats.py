"""Every format carries the answer, its sources and what led to it, and nothing that is active."""

import base64
import hashlib
import io
import json
import re
import subprocess
import sys
from html.parser import HTMLParser

import openpyxl
import pypdf
import pytest

from tests.support.hostile_run import OUTSIDE, document, hostile_run
from workbench.bootstrap import Workbench
from workbench.domain.documents import Document
from workbench.domain.local_text import Language
from workbench.domain.run import Run
from workbench.errors import InputError
from workbench.export.formats import EXPORT_FORMATS
from workbench.export.report import Report
from workbench.i18n.numbers import percent

NO_HANDLER = re.compile(r"on[a-z]+")


class Page(HTMLParser):
    """The elements of a page with their attributes, and the text inside each kind of element."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {}
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._open.append(tag)
        if tag in ("mark", "style", "script"):
            self.inside.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if self._open and self._open[-1] in self.inside:
            self.inside[self._open[-1]][-1] += data

    def ids(self) -> set[str | None]:
        return {attrs.get("id") for _, attrs in self.elements}


def exported(workbench: Workbench, run: Run, form: str) -> bytes:
    return workbench.sync.export(run, form, language="ru")


def hostile_report(workbench: Workbench) -> Report:
    """A report of the run with an attack in every text, over a document with attacks."""

    def find(_: str) -> Document | None:
        return document()

    return Report(
        run=hostile_run(),
        workspace=workbench.sync.workspace("portfolio"),
        document=find,
        reader="en",
        release="0",
    )


@pytest.mark.parametrize("run", ["asked", "searched"])
def test_each_citation_of_the_page_leads_to_a_source_with_its_quote(
    run: str, workbench: Workbench, request: pytest.FixtureRequest
) -> None:
    found: Run = request.getfixturevalue(run)
    page = Page(exported(workbench, found, "html").decode())
    links = [attrs["href"] for tag, attrs in page.elements if attrs.get("class") == "cite"]
    assert found.answer is not None
    assert len(links) == len(found.answer.citations) > 0
    assert {str(link).removeprefix("#") for link in links} <= page.ids()
    quotes = [one.quote.text for one in found.answer.citations if one.quote]
    assert quotes
    for quote in quotes:
        assert any(quote in marked for marked in page.inside["mark"])


def test_the_page_has_the_verdict_plan_calls_picture_and_scores(
    asked: Run, workbench: Workbench
) -> None:
    html = exported(workbench, asked, "html").decode()
    assert asked.plan is not None
    assert asked.diagnostics is not None and asked.diagnostics.verdict is not None
    for text in (asked.question, "Ответ найден", *asked.plan.intents, "graph_query_tool", "<svg"):
        assert text in html
    assert percent(asked.diagnostics.verdict.probability, "ru") in html
    (intent,) = asked.plan.intents
    assert f" · {intent}</td>" not in html, "a call names its intent by its title"
    assert ">Причина</th>" not in html, "a column without values is left out"
    nodes = {node.id for call in asked.tool_calls for node in call.subgraph.nodes}
    assert html.count("<circle") == len(nodes) > 1


def test_the_pages_policy_allows_its_own_style_and_script_alone(
    asked: Run, workbench: Workbench
) -> None:
    page = Page(exported(workbench, asked, "html").decode())
    policies = [attrs for tag, attrs in page.elements if attrs.get("http-equiv")]
    policy = str(policies[0]["content"])
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    for kind in ("style", "script"):
        (text,) = page.inside[kind]
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert not [attrs for _, attrs in page.elements if "style" in attrs]


def test_hostile_texts_stay_texts_on_the_page(workbench: Workbench) -> None:
    page = Page(EXPORT_FORMATS["html"].write(hostile_report(workbench)).decode())
    tags = [tag for tag, _ in page.elements]
    assert tags.count("script") == tags.count("style") == 1
    assert OUTSIDE in " ".join(page.texts)
    assert not {"img", "iframe", "object", "link", "base", "form"} & set(tags)
    for _, attrs in page.elements:
        assert not [name for name in attrs if NO_HANDLER.fullmatch(name)]
        address = attrs.get("href") or attrs.get("src") or "#"
        assert address.startswith("#")


def test_hostile_texts_stay_texts_in_markdown(workbench: Workbench) -> None:
    from markdown_it import MarkdownIt

    text = EXPORT_FORMATS["md"].write(hostile_report(workbench)).decode()
    page = Page(MarkdownIt("commonmark").enable("table").render(text))
    assert not [one for one in page.elements if one[0] in ("img", "script", "iframe", "style")]


def test_footnotes_of_the_markdown_report_are_all_defined(asked: Run, workbench: Workbench) -> None:
    text = exported(workbench, asked, "md").decode()
    used = set(re.findall(r"\[\^(\d+)\](?!:)", text))
    defined = set(re.findall(r"^\[\^(\d+)\]:", text, re.MULTILINE))
    assert used == defined != set()


def test_the_pdf_holds_russian_text_and_links(asked: Run, workbench: Workbench) -> None:
    content = exported(workbench, asked, "pdf")
    reader = pypdf.PdfReader(io.BytesIO(content))
    text = "\n".join(page.extract_text() for page in reader.pages)
    assert asked.answer is not None
    assert asked.question in text.replace("\n", " ")
    assert "Источники" in text
    links = [one for page in reader.pages for one in page.get("/Annots", ())]
    assert len(links) >= len(asked.answer.citations)
    assert content == exported(workbench, asked, "pdf")


def test_the_pdf_takes_hostile_texts(workbench: Workbench) -> None:
    content = EXPORT_FORMATS["pdf"].write(hostile_report(workbench))
    reader = pypdf.PdfReader(io.BytesIO(content))
    assert b"/JavaScript" not in content
    assert "onerror" in "\n".join(page.extract_text() for page in reader.pages)


def test_no_cell_of_the_workbook_is_a_formula(workbench: Workbench, asked: Run) -> None:
    formulas = ("=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "#N/A", "=1")
    assert asked.diagnostics is not None
    stated = next(one for one in asked.diagnostics.claims if one.states_something)
    claims = tuple(stated.model_copy(update={"text": text}) for text in formulas)
    changed = asked.model_copy(
        update={"diagnostics": asked.diagnostics.model_copy(update={"claims": claims})}
    )
    book = openpyxl.load_workbook(io.BytesIO(exported(workbench, changed, "xlsx")))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert not {"f", "e", "d"} & {cell.data_type for cell in cells}
    written = {cell.value: cell for cell in cells}
    for text in formulas:
        assert text in written
        assert written[text].quotePrefix is (text != "#N/A")


def test_a_doubtful_claim_comes_first(workbench: Workbench, asked: Run) -> None:
    assert asked.diagnostics is not None
    *others, last = asked.diagnostics.claims
    doubtful = last.model_copy(update={"verdict": "not_in_sources", "text": "Invented."})
    changed = asked.diagnostics.model_copy(update={"claims": (*others, doubtful)})
    text = exported(workbench, asked.model_copy(update={"diagnostics": changed}), "md").decode()
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    stated = [row for row in rows if "подтверждено" in row or "нет в источниках" in row]
    assert "Invented." in stated[0]


def test_the_json_is_the_run(asked: Run, workbench: Workbench) -> None:
    assert Run.model_validate(json.loads(exported(workbench, asked, "json"))) == asked


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_notebook_is_in_the_language_asked_for(
    language: Language, asked: Run, workbench: Workbench
) -> None:
    notebook = json.loads(workbench.sync.export(asked, "ipynb", language=language))
    text = "\n".join(
        cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "markdown"
    )
    heads = {"ru": ("## Утверждения", "## План"), "en": ("## Claims", "## Plan")}
    assert all(head in text for head in heads[language])
    assert not any(head in text for name in heads if name != language for head in heads[name])
    assert "\\[1\\]" in text and "[^1]" not in text, "a notebook has no footnotes"


def test_an_unknown_format_is_told_with_those_that_exist(asked: Run, workbench: Workbench) -> None:
    with pytest.raises(InputError, match="docx") as raised:
        workbench.sync.export(asked, "docx")
    assert "html, md, pdf" in raised.value.hint


@pytest.mark.parametrize("form", ["html", "md", "pdf", "xlsx"])
def test_a_run_that_was_stopped_early_is_exported(form: str, workbench: Workbench) -> None:
    run = workbench.sync.ask(
        "Какие достижения на проекте АЛОР Брокер?", workspace="portfolio", until="plan"
    )
    assert run.answer is None
    assert len(exported(workbench, run, form)) > 500


def test_the_command_line_imports_no_library_of_a_format() -> None:
    script = (
        "import sys; from workbench.cli.commands import command_line; command_line();"
        "print({'openpyxl', 'networkx', 'jinja2', 'PIL', 'lxml'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"
