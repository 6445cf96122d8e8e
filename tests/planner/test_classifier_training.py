"""The training of the classifier is kept in a file: read for the same examples, else replaced."""

from pathlib import Path

import pytest

from tests.support.workspaces import studio
from workbench.planner import classifier_training
from workbench.planner.classifier import Guess, IntentClassifier
from workbench.planner.classifier_features import Vocabulary
from workbench.planner.classifier_training import Training
from workbench.planner.question_reading import QuestionReader

EXAMPLES = [(f"альфа {n} ⟨a⟩", "A") for n in range(6)] + [(f"beta {n} ⟨b⟩", "B") for n in range(6)]
ASKED = ("альфа 3 ⟨a⟩", "Which beta is in ⟨b⟩?", "погода")


def guesses(file: Path | None, examples: list[tuple[str, str]] = EXAMPLES) -> list[Guess]:
    classifier = IntentClassifier(Vocabulary({}), examples, file)
    return [guess for text in ASKED for guess in classifier.classify(text)]


@pytest.fixture
def no_training(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Training:
        raise AssertionError("trained again")

    monkeypatch.setattr(Training, "of", fail)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    file = tmp_path / "classifier.npz"
    assert guesses(file) == guesses(None)
    return file


def test_the_file_is_for_its_owner_alone(kept: Path) -> None:
    assert kept.stat().st_mode & 0o777 == 0o600


def test_the_kept_training_gives_the_same_guesses(
    kept: Path, request: pytest.FixtureRequest
) -> None:
    wanted = guesses(None)
    request.getfixturevalue("no_training")
    assert guesses(kept) == wanted


def test_a_workspace_is_read_alike_with_its_file(tmp_path: Path) -> None:
    file, asked = tmp_path / "classifier.npz", "Какие материалы в ⟨series⟩?"
    first, second = (QuestionReader(studio(), file).classifier for _ in range(2))
    assert first.classify(asked) == second.classify(asked)
    assert (first.known_words, first.labels) == (second.known_words, second.labels)


@pytest.mark.parametrize(
    "changed",
    [
        [*EXAMPLES, ("гамма", "A")],
        [(text, "B" if text == "beta 1 ⟨b⟩" else "A") for text, _ in EXAMPLES],
    ],
)
def test_other_examples_replace_the_file(
    kept: Path, changed: list[tuple[str, str]], request: pytest.FixtureRequest
) -> None:
    wanted = guesses(None, changed)
    assert guesses(kept, changed) == wanted
    request.getfixturevalue("no_training")
    assert guesses(kept, changed) == wanted


def test_other_code_replaces_the_file(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = kept.read_bytes()
    monkeypatch.setattr(classifier_training, "_code", lambda: "of the next release")
    guesses(kept)
    assert kept.read_bytes() != before


@pytest.mark.parametrize("end", [0, 10, -1])
def test_a_damaged_file_is_replaced(kept: Path, end: int) -> None:
    whole = kept.read_bytes()
    kept.write_bytes(whole[:end])
    assert guesses(kept) == guesses(None)
    assert len(kept.read_bytes()) == len(whole)


def test_a_flipped_number_is_noticed(kept: Path) -> None:
    whole = bytearray(kept.read_bytes())
    whole[len(whole) // 2] ^= 0xFF
    kept.write_bytes(bytes(whole))
    assert guesses(kept) == guesses(None)


def test_a_folder_that_is_missing_is_no_error(tmp_path: Path) -> None:
    assert guesses(tmp_path / "missing" / "classifier.npz") == guesses(None)
