"""The table of the search tester: what was found, what was left out, and every score."""

from workbench.domain.evidence import ChannelHit, Evidence, Passage
from workbench.retrieval.search import SearchReport
from workbench.ui.search_results import passages_by_id, table
from workbench.ui.texts import Texts


def passage(text: str, *hits: ChannelHit, score: float = 0.5) -> Evidence:
    span = Passage(
        document_id="a.md", title="Terms", start=0, end=len(text), heading_path=("Glass",)
    )
    return Evidence(type="passage", text=text, score=score, found_by=hits, span=span)


FIRST = passage(
    "The excess is 100.",
    ChannelHit(channel="words", rank=1, score=12.345),
    ChannelHit(channel="characters", rank=3, score=7.0),
    score=0.93,
)
LOW = passage("Parking.", ChannelHit(channel="characters", rank=9, score=1.0), score=0.1)
AGAIN = passage("The excess is 100, again.", ChannelHit(channel="words", rank=2, score=11.0))
REPORT = SearchReport(
    passages=(FIRST,),
    below_floor=(LOW,),
    repetitions=(AGAIN,),
    fused={FIRST.id: 1.5, LOW.id: 0.25, AGAIN.id: 1.1},
)
WEIGHTS = {"words": 1.0, "characters": 0.5, "dense": 1.0}


def test_every_passage_has_its_rank_and_score_in_each_channel() -> None:
    rows = table(REPORT, ("words", "characters"), WEIGHTS, Texts("en"))["rows"]
    first, again, low = (row["cells"] for row in rows)
    assert first["passage"]["text"] == "1. Terms › Glass"
    assert first["words"] == {"text": "#1", "under": "12.35"}
    assert first["characters"]["text"] == "#3"
    assert (first["fused"], first["relevance"]) == ("1.500", "0.930")
    assert low["words"] == "—"
    assert [one["outcome"]["text"] for one in (first, again, low)] == [
        "Found",
        "Repetition",
        "Below the floor",
    ]


def test_columns_are_the_channels_of_the_library_with_their_weights() -> None:
    columns = table(REPORT, ("words", "characters"), WEIGHTS, Texts("ru"))["columns"]
    assert [one["label"] for one in columns][1:3] == ["Слова ×1,0", "Символы ×0,5"]
    assert "dense" not in [one["name"] for one in columns]


def test_a_row_leads_to_its_passage() -> None:
    rows = table(REPORT, ("words",), WEIGHTS, Texts("en"))["rows"]
    assert [passages_by_id(REPORT)[row["id"]] for row in rows] == [FIRST, AGAIN, LOW]
