"""Length limits for texts from outside, in the app, the CLI and Python alike."""

QUESTION = 2_000
"""Characters of a question or a search query; people's questions rarely pass 300."""

INSTRUCTIONS = 4_000
"""Characters of ``system_instructions``."""

ANSWER = 64_000
"""Characters of a text to check: about four times a model's longest reply."""

SOURCES = 1_000_000
"""Characters of all sources of a check together: a book of 500 pages, read in about 3 s."""

PROMPT = 40_000
"""Characters of a prompt template: about seven times the longest built-in one."""

PLAN = 200_000
"""Characters of a plan or of another stage's output given as JSON."""

SCHEMA = 100_000
"""Characters of the JSON schema of a class that answers fill; providers refuse larger ones."""
