"""A workspace with tables, made of the text of files without an index, and its plans."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from workbench.domain.entities import Resolution
from workbench.domain.local_text import LANGUAGES
from workbench.domain.question import MemoryDecision, Question
from workbench.ingest.catalogue import DocumentRecord
from workbench.ingest.documents import parse_document
from workbench.ingest.tables.build import build_tables, combine_texts, keep_texts, texts_of
from workbench.ingest.tables.stored import read_schemas
from workbench.nlp.language_detection import detect_language
from workbench.planner.protocol import PlanRequest
from workbench.planner.table_plan import TablePlan
from workbench.planner.table_planner import TablePlanner
from workbench.retrieval.tables.query import TableStore
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import Workspace, open_workspace

ORDERS = """\
Order,Date,Region,Manager,Quantity,"Amount, ₽","Discount, %",Comment
A-1,2023-01-15,Perm,Orlova,2,"1 000,50",0,
A-2,2023-02-10,Omsk,Petrova,5,"2 500,00",10,urgent
A-3,2023-02-20,Perm,Orlova,1,"700,25",5,
A-4,2024-03-01,Kazan,Smith,7,"9 100,00",0,Urgent delivery
A-5,2024-03-05,Perm,Smith,3,"1 200,00",10,
A-6,2024-05-30,Omsk,Petrova,4,"50,00",0,
"""


def table_workspace(
    folder: Path, files: Mapping[str, str | bytes] | None = None
) -> tuple[Workspace, TableStore]:
    """Return a workspace whose tables are those of the files: ``orders.csv`` by default."""
    root = folder / "shop"
    root.mkdir()
    (root / "workspace.yaml").write_text("id: shop\ntitle: Shop\nlanguages: [en, ru]\n", "utf-8")
    records: dict[str, DocumentRecord] = {}
    for name, content in (files or {"orders.csv": ORDERS}).items():
        document = parse_document(name, content)
        stored = f"stored{len(records)}"
        build_tables(folder, stored, document)
        keep_texts(folder, stored, texts_of(document))
        records[name] = DocumentRecord(stored=stored, content_hash=document.content_hash)
    combine_texts(folder, records)
    found = read_schemas(folder, records)
    schemas = {name: schema for name, (schema, _) in found.items()}
    store = TableStore({name: path for name, (_, path) in found.items()})
    return replace(open_workspace(root, TOOL_SPECS), tables=schemas), store


def table_plan(workspace: Workspace, text: str) -> TablePlan:
    """Return what the tables have to do with a question that stands by itself."""
    language = detect_language(text, LANGUAGES)
    request = PlanRequest(
        Question(raw=text, text=text, language=language),
        MemoryDecision(decision="independent"),
        Resolution(),
    )
    return TablePlanner(workspace).plan(request)
