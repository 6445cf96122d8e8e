"""A model in a local folder embeds like any other; what cannot be loaded is named."""

import re
from pathlib import Path

import numpy as np
import pytest

from tests.contracts.embedder import TEXTS, EmbedderContract
from workbench.errors import ConfigurationError, StoreError
from workbench.retrieval.embedders import Embedder, embedder_named

WORDS = sorted(
    {word for text in TEXTS for word in re.findall(r"\w+|\S", text.lower())} | {"clause", "policy"}
)


@pytest.fixture(scope="session")
def model_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of two thousand random weights, saved as sentence-transformers saves any."""
    pytest.importorskip("sentence_transformers", reason="the extra `semantic` is not installed")
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from transformers import BertConfig, BertModel, BertTokenizerFast

    parts, folder = tmp_path_factory.mktemp("parts"), tmp_path_factory.mktemp("model")
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    letters = [f"##{one}" for one in "0123456789"]
    (parts / "vocab.txt").write_text("\n".join([*special, *WORDS, *letters]), "utf-8")
    BertTokenizerFast(vocab=str(parts / "vocab.txt")).save_pretrained(parts)
    torch.manual_seed(7)
    size = BertConfig(
        vocab_size=80,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
    )
    BertModel(size).save_pretrained(parts)
    words = Transformer(str(parts), max_seq_length=64)
    model = SentenceTransformer(modules=[words, Pooling(16)], device="cpu")
    model.save(str(folder))
    return folder


class TestLocalEmbedder(EmbedderContract):
    @pytest.fixture(autouse=True)
    def _in_folder(self, model_folder: Path) -> None:
        self._folder = model_folder

    def an_embedder(self) -> Embedder:
        return embedder_named(f"local:{self._folder}")


async def test_queries_and_documents_get_the_prompts_of_the_model(model_folder: Path) -> None:
    from sentence_transformers import SentenceTransformer

    prompted = model_folder.with_name("prompted")
    prompts = {"query": "clause ", "document": "policy "}
    SentenceTransformer(str(model_folder), prompts=prompts).save(str(prompted))

    plain, told = embedder_named(f"local:{model_folder}"), embedder_named(f"local:{prompted}")

    (query,) = await told.embed(["baggage"], "query")
    (document,) = await told.embed(["baggage"], "document")
    assert np.allclose(query, (await plain.embed(["clause baggage"], "query"))[0], atol=1e-5)
    assert np.allclose(document, (await plain.embed(["policy baggage"], "query"))[0], atol=1e-5)


async def test_damaged_weights_are_an_error_with_the_folder(
    model_folder: Path, tmp_path: Path
) -> None:
    for file in model_folder.rglob("*"):
        if file.is_file():
            copy = tmp_path / file.relative_to(model_folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
    (weights,) = tmp_path.rglob("*.safetensors")
    weights.write_bytes(b"no weights")

    with pytest.raises(StoreError, match=tmp_path.name):
        await embedder_named(f"local:{tmp_path}").embed(["glass"], "document")


@pytest.mark.parametrize("name", ["local:", "local:nowhere", "local:/"])
def test_a_folder_without_a_model_is_refused_before_anything_is_indexed(name: str) -> None:
    with pytest.raises(ConfigurationError, match="no sentence-transformers model"):
        embedder_named(name)
