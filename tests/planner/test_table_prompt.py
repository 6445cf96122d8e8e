"""What a planner model is told of a table's columns: their values, as many as are short enough."""

from pathlib import Path

from tests.support.tables import table_workspace
from workbench.planner.prompts import PlannerPrompts

REGIONS = [f"Region {n}" for n in range(10)]
REMARKS = [f"Remark {n}: the parcel was left with a neighbour of the customer" for n in range(10)]


def test_short_values_are_all_listed_and_long_ones_by_a_few_examples(tmp_path: Path) -> None:
    rows = [f"{region},{remark}" for region, remark in zip(REGIONS, REMARKS, strict=True)] * 2
    workspace, _ = table_workspace(tmp_path, {"parcels.csv": "\n".join(["Region,Remark", *rows])})
    prompt = PlannerPrompts(workspace, 5).system("en")
    assert all(f'"{region}"' in prompt for region in REGIONS)
    assert sum(f'"{remark}"' in prompt for remark in REMARKS) == 3
    assert prompt.count(", …\n") == 1
