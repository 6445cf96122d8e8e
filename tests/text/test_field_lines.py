"""The lines of a form with several values of a field are items below its label."""

from workbench.text.statements import statements

FORM = (
    "Name: lantern\nVersion: 4.2\nNeeds: wick>=1; on = 'sea'\nOption: oil\nNeeds: lamp\n"
    "   (the small one)\n"
)


def test_the_values_of_a_repeated_label_are_items() -> None:
    assert [(one.kind, one.lead, one.text) for one in statements(FORM)] == [
        ("sentence", "", "Name: lantern"),
        ("sentence", "", "Version: 4.2"),
        ("item", "Needs:", "wick>=1; on = 'sea'"),
        ("sentence", "", "Option: oil"),
        ("item", "Needs:", "lamp (the small one)"),
    ]
    assert {one.label for one in statements(FORM)} == {"Name", "Version", "Needs", "Option"}


def test_a_form_without_a_repeated_label_is_sentences() -> None:
    found = statements("Name: lantern\nVersion: 4.2\nAuthor: Ada Finch\n")

    assert {(one.kind, one.label) for one in found} == {("sentence", "")}
