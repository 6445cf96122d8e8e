"""Title the workspaces so that no two titles are the same."""

from workbench.domain.local_text import localize
from workbench.ui import session
from workbench.ui.option_labels import distinct_labels


def workspace_titles() -> dict[str, str]:
    """Return the titles of the workspaces by id, in the interface's language."""
    language = session.language()
    titles = {one.id: localize(one.title, language) for one in session.workspaces()}
    return distinct_labels(titles, str)
