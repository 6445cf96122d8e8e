"""The pages that `make docs` writes are those of this program, and every link leads somewhere."""

from tests.documentation.command_line import command_line_page
from tests.documentation.links import dead_links
from tests.documentation.pages import COMMAND_LINE


def test_the_reference_of_the_command_line_is_that_of_the_commands() -> None:
    assert COMMAND_LINE.read_text("utf-8") == command_line_page(), "run `make docs`"


def test_every_link_leads_to_a_file_and_a_heading() -> None:
    assert list(dead_links()) == []
