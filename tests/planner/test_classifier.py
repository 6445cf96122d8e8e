"""The linear classifier: names hidden behind types, probabilities that mean what they say."""

import pytest

from tests.support.workspaces import studio, tours
from workbench.planner.classifier import IntentClassifier
from workbench.planner.classifier_features import Vocabulary, features, labels_in, name_spans
from workbench.planner.question_reading import QuestionReader
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import Workspace, open_workspace

STUDIO = QuestionReader(studio())


@pytest.mark.parametrize(
    ("masked", "intent"),
    [
        ("Где применяли ⟨material⟩?", "MATERIAL_USAGE"),
        ("Из чего ⟨series⟩?", "SERIES_MATERIALS"),
        ("Which ⟨group⟩ are in ⟨series⟩?", "SERIES_MATERIALS"),
        ("Какие серии были показаны в ⟨museum⟩?", "SERIES_LIST"),
        ("Почему выбрали ⟨material⟩ тогда?", "GENERAL_UNSTRUCTURED"),
    ],
)
def test_the_likeliest_intent(masked: str, intent: str) -> None:
    best, *others = STUDIO.classifier.classify(masked)
    assert best.intent == intent
    assert all(best.probability >= other.probability for other in others)
    assert sum(guess.probability for guess in (best, *others)) == pytest.approx(1.0)


def test_a_typo_counts_as_the_word_it_misspells() -> None:
    right = STUDIO.classifier.classify("Где применялась ⟨material⟩?")[0]
    wrong = STUDIO.classifier.classify("Где пременялась ⟨material⟩?")[0]
    assert wrong.intent == right.intent
    assert wrong.probability > 0.8 * right.probability


def test_the_nearest_example_is_told() -> None:
    guess = STUDIO.classifier.classify("Состав ⟨series⟩")[0]
    assert guess.nearest == ("состав", "⟨series⟩")
    assert guess.likeness == pytest.approx(1.0, abs=1e-6)


def test_words_never_seen_make_a_question_unlike_the_examples() -> None:
    near = STUDIO.classifier.classify("Где применялась ⟨material⟩?")[0]
    far = STUDIO.classifier.classify("Сколько весит бегемот в зоопарке Берлина?")[0]
    assert far.familiarity < near.familiarity / 4


def test_placeholders_of_entity_slots_share_the_type() -> None:
    vocabulary = Vocabulary.of(studio())
    assert vocabulary.mask_example("{material} и {group}") == "⟨material⟩ и ⟨group⟩"
    assert vocabulary.subject == "person"
    assert Vocabulary.of(tours()).subject == ""


def test_pronouns_of_the_subject_are_the_subject() -> None:
    vocabulary = Vocabulary.of(studio())
    assert labels_in(vocabulary.words("Какие серии она сделала?")) == ["person"]


def test_features_of_nothing() -> None:
    assert set(features([])) == {"b:^ $", "all:"}


def test_cross_validation_is_honest() -> None:
    examples = [(f"альфа {n} ⟨a⟩", "A") for n in range(6)] + [
        (f"бета {n} ⟨b⟩", "B") for n in range(6)
    ]
    classifier = IntentClassifier(Vocabulary({}), examples)
    assert classifier.cross_validation.accuracy == 1.0
    assert classifier.cross_validation.confusions == ()


def test_training_twice_gives_the_same() -> None:
    again = QuestionReader(studio()).classifier
    asked = "Какие материалы в ⟨series⟩?"
    assert [g.probability for g in again.classify(asked)] == [
        g.probability for g in STUDIO.classifier.classify(asked)
    ]


@pytest.mark.parametrize(("name", "floor"), [("portfolio", 0.9), ("insurance", 0.84)])
def test_the_samples_examples_are_told_apart(name: str, floor: float, sample: Workspace) -> None:
    report = QuestionReader(sample).classifier.cross_validation
    assert report.accuracy >= floor
    assert report.expected_error <= 0.08


@pytest.fixture
def sample(name: str, request: pytest.FixtureRequest) -> Workspace:
    return open_workspace(request.config.rootpath / "data" / name, TOOL_SPECS)


def test_nothing_named_is_nothing() -> None:
    from workbench.domain.entities import Resolution

    assert name_spans(Resolution()) == []
