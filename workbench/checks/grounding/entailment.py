"""Judge claims with a model of natural language inference in a local folder (docs/formulas.md)."""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias

from workbench.domain.diagnostics import Claim, JudgedClaim
from workbench.domain.evidence import Evidence
from workbench.errors import ConfigurationError, ProviderError
from workbench.i18n.errors import localized
from workbench.text.statements import statements

NAME = "nli"
"""What the model is called in a judgement, before the name of its folder."""
SUPPORTED_FROM = 0.5
"""Least probability of entailment of a supported claim."""
_PREMISE_WORDS = 150
"""Words of a source that a claim is compared with at a time; models read 512 tokens."""
_BATCH = 16
_MODEL_FILE = "config.json"
"""Names the labels; every folder that transformers saves a model to has it."""
_LABEL = "entail"
"""Begins the label of entailment: "ENTAILMENT", "entailment"."""

Pair: TypeAlias = tuple[str, str]
"""A premise and a claim."""


Classifier: TypeAlias = Callable[[Sequence[Pair]], list[float]]
"""Returns the probability on 0-1 that the premise of each pair entails its claim."""


@dataclass(frozen=True)
class EntailmentModel:
    """A judge of claims, made of a classifier of pairs."""

    name: str
    classify: Classifier

    async def judge(
        self, claims: Sequence[Claim], evidence: Sequence[Evidence], deadline_s: float
    ) -> list[tuple[JudgedClaim, float]]:
        """Return each checkable claim with the source that entails it most and its probability.

        Raises:
            ProviderError: the model cannot be loaded, fails, or takes longer than the deadline.
        """
        asked = [claim.statement for claim in claims if claim.verdict != "not_checkable"]
        premises = [(n, part) for n, one in enumerate(evidence, 1) for part in _parts(one.content)]
        pairs = [(part, claim) for claim in asked for _, part in premises]
        shares = await asyncio.to_thread(self._entailments, pairs, time.monotonic() + deadline_s)
        judged = []
        for at, claim in enumerate(asked):
            own = zip(shares[at * len(premises) :], premises, strict=False)
            share, number = max(((share, n) for share, (n, _) in own), default=(0.0, 0))
            is_supported = share >= SUPPORTED_FROM
            source = f"Source {number}" if is_supported else None
            judged.append((JudgedClaim(claim=claim, supported=is_supported, source=source), share))
        return judged

    def _entailments(self, pairs: Sequence[Pair], end: float) -> list[float]:
        shares: list[float] = []
        for at in range(0, len(pairs), _BATCH):
            if time.monotonic() > end:
                raise ProviderError(**localized("checks.nli_late"), provider=NAME)
            try:
                shares += self.classify(pairs[at : at + _BATCH])
            except Exception as error:
                detail = f"{type(error).__name__}: {error}"
                message = localized("checks.nli_failed", model=self.name, detail=detail)
                raise ProviderError(**message, provider=NAME, original=error) from error
        return shares


def entailment_model(folder: str) -> EntailmentModel | None:
    """Return the model in a folder, or None for an empty name.

    Raises:
        ConfigurationError: no model in the folder, or transformers or torch is not installed.
    """
    if not folder:
        return None
    path = Path(folder).expanduser()
    if not (path / _MODEL_FILE).is_file():
        raise ConfigurationError(**localized("checks.no_nli_model", folder=folder))
    if find_spec("transformers") is None or find_spec("torch") is None:
        raise ConfigurationError(**localized("checks.no_nli_extra", folder=folder))
    return EntailmentModel(f"{NAME}:{path.name}", _LocalClassifier(path))


class _LocalClassifier:
    """A sequence classifier with a label of entailment, loaded on the first call.

    Nothing is downloaded and no code from the folder is executed. Calls are made one at a time,
    because the model itself uses every core.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._tokenizer: Any = None
        self._model: Any = None
        self._label = 0

    def __call__(self, pairs: Sequence[Pair]) -> list[float]:
        import torch

        with self._lock:
            if self._model is None:
                self._load()
            premises, claims = zip(*pairs, strict=True)
            limits = (self._tokenizer.model_max_length, self._model.config.max_position_embeddings)
            batch = self._tokenizer(
                list(premises),
                list(claims),
                truncation="only_first",
                max_length=min(limits),
                padding=True,
                return_tensors="pt",
            )
            with torch.inference_mode():
                shares = self._model(**batch).logits.softmax(dim=-1)[:, self._label]
            return [float(one) for one in shares]

    def _load(self) -> None:
        from transformers import AutoModelForSequenceClassification, AutoTokenizer

        local: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}
        folder = str(self._folder)
        model = AutoModelForSequenceClassification.from_pretrained(folder, **local).eval()
        labels: dict[int, str] = model.config.id2label
        found = [at for at, label in labels.items() if label.lower().startswith(_LABEL)]
        if len(found) != 1:
            raise ValueError(f"no label of entailment among {sorted(labels.values())}")
        self._label = found[0]
        self._tokenizer = AutoTokenizer.from_pretrained(folder, **local)
        self._model = model


def _parts(content: str) -> Iterator[str]:
    """Yield a source in stretches of whole statements."""
    words: list[str] = []
    for text in [one.text for one in statements(content)] or [content]:
        if words and len(words) + len(text.split()) > _PREMISE_WORDS:
            yield " ".join(words)
            words = []
        words += text.split()
    yield " ".join(words)
