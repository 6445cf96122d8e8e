"""A chat model and a model of natural language inference are judges of one kind."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.contracts.grounding_judge import (
    CLAIMS,
    FALSE,
    SOURCES,
    TRUE,
    GroundingJudgeContract,
    claim,
)
from tests.support.insurance_workspace import fact
from workbench import Settings, Workbench
from workbench.checks.grounding import entailment
from workbench.checks.grounding.entailment import EntailmentModel, Pair, entailment_model
from workbench.checks.grounding.model_judge import Judge, judgement_or_error
from workbench.errors import ConfigurationError
from workbench.llm.scripted import ScriptedModel

SAID = {
    "grounded": False,
    "claims": [
        {"claim": TRUE, "supported": True, "source": "Source 2"},
        {"claim": FALSE, "supported": False, "source": None},
    ],
    "ungrounded_claims": [FALSE],
    "confidence": 0.8,
}
LABELS = {0: "contradiction", 1: "neutral", 2: "entailment"}


def by_words(pairs: Sequence[Pair]) -> list[float]:
    """The share of a claim's words that its premise has."""
    words = [(set(re.findall(r"\w+", a)), re.findall(r"\w+", b)) for a, b in pairs]
    return [sum(word in had for word in said) / len(said) for had, said in words]


def broken(pairs: Sequence[Pair]) -> list[float]:
    raise RuntimeError(f"out of memory with {len(pairs)} pairs")


class TestModelJudge(GroundingJudgeContract):
    def a_judge(self) -> Judge:
        return ScriptedModel([json.dumps(SAID)])

    def a_broken_judge(self) -> Judge:
        return ScriptedModel(["Fine!"])


class TestEntailmentJudge(GroundingJudgeContract):
    def a_judge(self) -> Judge:
        return EntailmentModel("nli:words", by_words)

    def a_broken_judge(self) -> Judge:
        return EntailmentModel("nli:broken", broken)


async def test_a_long_source_is_read_to_its_end() -> None:
    long = fact(" ".join(f"The rope number {n} is green." for n in range(200)))
    judge = EntailmentModel("nli:words", by_words)

    said = claim("The rope number 199 is green", "supported")
    found, _ = await judgement_or_error("", [said], [SOURCES[0], long], judge, 5.0)

    assert found is not None
    assert found.claims[0].source == "Source 2"


async def test_a_judge_that_is_late_is_a_failure() -> None:
    judge = EntailmentModel("nli:words", by_words)

    _, error = await judgement_or_error("", CLAIMS, SOURCES, judge, deadline_s=-1.0)

    assert error is not None
    assert error.code == "checks.nli_late"


async def test_without_sources_nothing_is_supported() -> None:
    judge = EntailmentModel("nli:words", by_words)

    found, _ = await judgement_or_error("", CLAIMS, (), judge, 5.0)

    assert found is not None
    assert found.ungrounded_claims == (TRUE, FALSE)


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=tmp_path.name):
        entailment_model(str(tmp_path))


def test_no_folder_is_no_judge() -> None:
    assert entailment_model("") is None


def test_the_extra_is_named_where_it_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config.json").write_text("{}")
    monkeypatch.setattr(entailment, "find_spec", lambda _: None)

    with pytest.raises(ConfigurationError, match="transformers and torch") as refused:
        Workbench.open(Settings(_env_file=None, workbench_home=tmp_path, nli_model=str(tmp_path)))
    assert "semantic" in refused.value.hint


@pytest.fixture(scope="session")
def nli_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A classifier of two thousand random weights, saved as transformers saves any."""
    pytest.importorskip("transformers", reason="the extra `semantic` is not installed")
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    folder = tmp_path_factory.mktemp("nli")
    said = " ".join([TRUE, FALSE, *(one.content for one in SOURCES)]).lower()
    words = sorted(set(re.findall(r"\w+|\S", said)))
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words]
    (folder / "vocab.txt").write_text("\n".join(vocabulary), "utf-8")
    BertTokenizerFast(vocab=str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(7)
    size = BertConfig(
        vocab_size=80,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
        id2label=LABELS,
        label2id={label: at for at, label in LABELS.items()},
    )
    BertForSequenceClassification(size).save_pretrained(folder)
    return folder


async def test_a_model_in_a_folder_judges_a_text(nli_folder: Path, tmp_path: Path) -> None:
    settings = Settings(_env_file=None, workbench_home=tmp_path, nli_model=str(nli_folder))
    bench = Workbench.open(settings)

    checked = await bench.check(f"{TRUE}. {FALSE}.", [one.content for one in SOURCES])

    assert checked.judge_error is None and checked.judge is not None
    assert checked.judge.model == f"nli:{nli_folder.name}"
    assert [one.claim for one in checked.judge.claims] == [one.text for one in checked.claims]
    assert checked.judge.agreement is not None


async def test_a_model_without_a_label_of_entailment_is_a_failure(nli_folder: Path) -> None:
    config = json.loads((nli_folder / "config.json").read_text())
    other = nli_folder.with_name("sentiment")
    other.mkdir()
    for file in nli_folder.iterdir():
        (other / file.name).write_bytes(file.read_bytes())
    labels = {"0": "good", "1": "bad", "2": "mixed"}
    (other / "config.json").write_text(json.dumps({**config, "id2label": labels, "label2id": {}}))

    _, error = await judgement_or_error("", CLAIMS, SOURCES, entailment_model(str(other)), 30.0)

    assert error is not None
    assert "no label of entailment" in error.message
