"""A bundle holds the rows that a number rests on, and a verification computes the number again."""

from pathlib import Path

import pytest

from workbench import Settings, Workbench
from workbench.bootstrap.bundles import BundleReport
from workbench.bootstrap.new_workspace import create_workspace
from workbench.domain.run import Run
from workbench.export.bundle import Bundle, Content, read_bundle, write_bundle

ROOMS = "# {0}\n\n## Rooms\n\n| Room | Seats |\n|---|---|\n"


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    home = tmp_path_factory.mktemp("home")
    folder = home / "rooms"
    folder.mkdir()
    for place, count in (("Oslo", 25), ("Riga", 24), ("Bergen", 3)):
        rows = "".join(f"| {place} {n} | {n} |\n" for n in range(1, count + 1))
        (folder / f"{place.lower()}.md").write_text(ROOMS.format(place) + rows, "utf-8")
    (folder / "fees.csv").write_text("Fee,Amount\nA,5\nB,7\n", "utf-8")
    settings = Settings(workbench_home=home, _env_file=None)
    create_workspace("rooms", settings, folder)
    return Workbench.open(settings)


@pytest.fixture(scope="module")
def asked(workbench: Workbench) -> Run:
    return workbench.sync.ask("How many seats do the rooms have in total?", workspace="rooms")


async def bundled(run: Run, workbench: Workbench) -> Bundle:
    return read_bundle(await workbench.export(run, "bundle"))


async def verified(content: Content, workbench: Workbench) -> dict[str, str]:
    report: BundleReport = await workbench.verify_bundle(write_bundle(content, "1"))
    return {step.name: step.state for step in report.steps}


async def test_a_bundle_holds_all_documents_behind_a_number(
    asked: Run, workbench: Workbench
) -> None:
    assert asked.answer is not None and "631" in asked.answer.text
    content = (await bundled(asked, workbench)).content
    assert {one.id for one in content.documents} == {"oslo.md", "riga.md", "bergen.md"}


async def test_a_number_of_a_table_is_computed_again(asked: Run, workbench: Workbench) -> None:
    content = (await bundled(asked, workbench)).content
    assert (await verified(content, workbench))["execute"] == "same"


async def test_rows_that_do_not_give_the_number_are_found(asked: Run, workbench: Workbench) -> None:
    content = (await bundled(asked, workbench)).content
    documents = tuple(
        one.model_copy(update={"text": one.text.replace("| Riga 24 | 24 |", "| Riga 24 | 94 |")})
        for one in content.documents
    )
    changed = content.model_copy(update={"documents": documents})
    assert (await verified(changed, workbench))["execute"] == "differs"


async def test_a_table_whose_rows_are_not_all_there_is_said_not_to_be_repeated(
    asked: Run, workbench: Workbench
) -> None:
    content = (await bundled(asked, workbench)).content
    less = content.model_copy(update={"documents": content.documents[:-1]})
    report = await workbench.verify_bundle(write_bundle(less, "1"))
    (step,) = [one for one in report.steps if one.name == "execute"]
    assert (step.state, step.detail) == ("skipped", "table_tool")


PLANS = "# {0}\n\n## Plans\n\n| {1} | {2} |\n|---|---|\n| A | 5 |\n| B | 7 |\n"


@pytest.fixture(scope="module")
def namesakes(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    home = tmp_path_factory.mktemp("home")
    folder = home / "shop"
    folder.mkdir()
    (folder / "orders.csv").write_text("Customer,Amount\nAnn,5\nBob,7\n", "utf-8")
    (folder / "orders.tsv").write_text("Supplier\tWeight\nAcme\t30\nBolt\t41\n", "utf-8")
    (folder / "a.md").write_text(PLANS.format("Phones", "Phone", "Minutes"), "utf-8")
    (folder / "b.md").write_text(PLANS.format("Discs", "Disc", "Gigabytes"), "utf-8")
    settings = Settings(workbench_home=home, _env_file=None)
    create_workspace("shop", settings, folder)
    return Workbench.open(settings)


@pytest.mark.parametrize(
    ("question", "total", "table"),
    [
        ("What is the total weight?", "71", "orders.tsv"),
        ("What is the total amount?", "12", "orders.csv"),
        ("What is the total of gigabytes?", "12", "b/Plans"),
    ],
)
async def test_a_table_is_queried_again_though_the_bundle_lacks_its_namesake(
    namesakes: Workbench, question: str, total: str, table: str
) -> None:
    run = await namesakes.ask(question, workspace="shop")
    assert run.answer is not None and total in run.answer.text
    assert run.facts is not None
    assert [one.rows.table for one in run.facts.items if one.rows] == [table]
    content = (await bundled(run, namesakes)).content
    assert (await verified(content, namesakes))["execute"] == "same"


async def test_a_file_that_no_parser_reads_is_named_and_not_copied(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "a.md").write_text("# A\n\nOpen daily.\n", "utf-8")
    (source / "photo.jpg").write_bytes(b"\xff\xd8")
    left_out: dict[str, str] = {}
    settings = Settings(workbench_home=tmp_path / "home", _env_file=None)
    folder = create_workspace("photos", settings, source, on_left_out=left_out.__setitem__)
    assert left_out == {"photo.jpg": "no parser reads .jpg files"}
    assert [one.name for one in (folder / "documents").iterdir()] == ["a.md"]
