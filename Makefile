# Commands for developers and CI.
# The first call needs Python 3.11 or newer and network access.

SHELL := /bin/bash
.DEFAULT_GOAL := help

VENV := .venv
# uv would install into the environment that this variable names instead of $(VENV).
unexport UV_PROJECT_ENVIRONMENT
BIN := $(VENV)/bin
PEERS := .venv-peers
UV := $(BIN)/uv
CHROMIUM ?= /usr/bin/chromium

DEV_EXTRAS := --extra postgres --extra scale --extra test --extra dev
EXPORT := $(UV) export --quiet --frozen --no-hashes --no-emit-project --all-extras \
	--no-extra semantic --no-header --no-annotate

# Commands below write runs and indexes to a temporary folder.
SCRATCH := home=$$(mktemp -d) && trap 'rm -rf "$$home"' EXIT && export WORKBENCH_HOME="$$home" &&

.PHONY: run
run: $(VENV)/.app ## start the workbench on http://127.0.0.1:8501; PORT=8600 takes another port
	$(BIN)/workbench app $(if $(PORT),--port $(PORT))

.PHONY: test
test: $(VENV)/.dev ## all tests except those in a browser; no network needed
	$(BIN)/pytest -n auto --maxprocesses 8

.PHONY: check
check: lint types contracts test ## lint, types, import contracts, tests

.PHONY: lint
lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

.PHONY: types
types: $(VENV)/.dev
	$(BIN)/mypy

.PHONY: contracts
contracts: $(VENV)/.dev
	$(BIN)/lint-imports --no-logo --no-cache

.PHONY: format
format: $(VENV)/.dev ## format the code and fix lint errors
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: golden
golden: $(VENV)/.dev ## ask the golden questions of every sample workspace, offline
	@$(SCRATCH) $(BIN)/workbench eval golden

.PHONY: prompts
prompts: $(VENV)/.dev ## rewrite the golden files of all prompts; read their diff before you commit it
	@$(BIN)/python -m tests.prompts.rendered

.PHONY: docs
docs: $(VENV)/.dev ## write docs/command_line.md from the commands, and check every link of the pages
	@$(BIN)/python -m tests.documentation.pages

.PHONY: quotes
quotes: $(VENV)/.dev ## check that extracted statements are verbatim quotes; DATA=folder adds a folder
	@$(BIN)/python -m benchmarks.quotes $(if $(DATA),"$(DATA)")

.PHONY: faults
faults: $(VENV)/.dev ## every fault of every provider: outcome, time, attempts
	@$(BIN)/python -m benchmarks.faults

.PHONY: fuzz
fuzz: $(VENV)/.dev ## 10,000 generated plans and 2,000 damaged model replies: no raw exceptions
	@$(BIN)/python -m benchmarks.fuzz

.PHONY: growth
growth: $(VENV)/.dev ## add a provider, tool, metric, style, page … from outside the package and print the diff
	@$(BIN)/python -m benchmarks.growth

.PHONY: load
load: $(VENV)/.dev ## load test: concurrent callers, faults, the bare SDK, idle memory
	@$(BIN)/python -m benchmarks.load

.PHONY: tables
tables: $(VENV)/.dev ## thirty questions over three tables of 100,000 rows, checked with pandas
	@$(BIN)/python -m benchmarks.tables

.PHONY: worlds
worlds: $(VENV)/.dev ## right answers over unknown documents and graphs, by type and stage; DATA=folder of worlds
	@$(BIN)/python -m benchmarks.worlds "$(DATA)"

.PHONY: scripted
scripted: $(VENV)/.dev ## how many faults of scripted models are caught: added facts, swapped numbers …; DATA=folder adds worlds
	@$(BIN)/python -m benchmarks.scripted $(if $(DATA),"$(DATA)")

.PHONY: claims claims-of-003
claims-of-003: claims
claims: $(VENV)/.dev ## traceable facts, right citations, answers within the context, latency, memory; DATA=folder adds worlds
	@$(BIN)/python -m benchmarks.claims $(if $(DATA),"$(DATA)")

.PHONY: trust
trust: $(VENV)/.dev ## verdicts on claims with one edit each, also on public sets; DATA=folder adds these
	@$(BIN)/python -m benchmarks.trust $(if $(DATA),"$(DATA)")

.PHONY: bench
bench: $(VENV)/.dev $(PEERS)/.ready ## speed and size against peers, as ratios; DATA=folder with XQuAD
	@$(BIN)/python -m benchmarks.bench $(PEERS)/bin/python $(if $(DATA),"$(DATA)")

.PHONY: chaos
chaos: $(VENV)/.dev ## kill ingest at every step, two writers at once, killed Dask workers: the index stays consistent
	@$(BIN)/python -m benchmarks.chaos

.PHONY: browser browser-pairs browser-alone
browser: browser-pairs browser-alone responsiveness ## test the screens in Chromium and measure them

browser-pairs: $(VENV)/.dev
	@test -x $(CHROMIUM) || { echo "Chromium is not at $(CHROMIUM): apt-get install chromium" >&2; exit 1; }
	$(BIN)/pytest -m "browser and not alone" -n 2 --dist loadfile

browser-alone: $(VENV)/.dev
	$(BIN)/pytest -m "browser and alone"

.PHONY: pictures
pictures: $(VENV)/.dev ## take the pictures of the README again, from the app itself
	PICTURES=docs/images $(BIN)/pytest -m browser tests/browser/test_walkthrough.py
	@$(BIN)/python -m benchmarks.demo_pictures

.PHONY: responsiveness felt
felt: responsiveness
responsiveness: $(VENV)/.dev ## how long pages, citations, plans and graphs take in Chromium, with limits
	@test -x $(CHROMIUM) || { echo "Chromium is not at $(CHROMIUM): apt-get install chromium" >&2; exit 1; }
	@$(BIN)/python -m benchmarks.responsiveness

.PHONY: notebooks
notebooks: $(VENV)/.dev ## execute every notebook, offline
	@$(SCRATCH) $(BIN)/pytest --nbmake --nbmake-timeout=300 -o addopts= -o filterwarnings= notebooks

.PHONY: lock
lock: $(UV) ## update uv.lock and constraints.txt
	$(UV) lock
	@$(MAKE) --no-print-directory constraints > constraints.txt

.PHONY: constraints
constraints: $(UV)
	@echo '# Exact versions for plain pip, exported from uv.lock by `make lock`.'
	@echo '# Use: pip install -c constraints.txt ".[test]"'
	@$(EXPORT)

.PHONY: help
help: ## print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# The environment: `run` installs the app's dependencies, other targets the tools as well.
$(VENV)/.app: $(UV) pyproject.toml uv.lock
	@echo "Preparing $(VENV)"
	@$(UV) sync --frozen --quiet --inexact
	@touch $@

$(VENV)/.dev: $(UV) pyproject.toml uv.lock
	@echo "Preparing $(VENV)"
	@$(UV) sync --frozen --quiet $(DEV_EXTRAS)
	@touch $@ $(VENV)/.app

$(PEERS)/.ready: $(UV) benchmarks/requirements.txt
	@echo "Preparing $(PEERS), the peers of the benchmark"
	@$(UV) venv --quiet --clear --python $(BIN)/python $(PEERS)
	@$(UV) pip install --quiet --python $(PEERS)/bin/python -r benchmarks/requirements.txt
	@touch $@

$(UV):
	@for candidate in $(PYTHON) python3.11 python3 python3.12 python3.13 python3.14; do \
	    if $$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        python=$$candidate; break; \
	    fi; \
	done; \
	if [ -z "$$python" ]; then \
	    echo "Python 3.11 or newer is needed: install it, or set its path: make PYTHON=..." >&2; \
	    exit 1; \
	fi; \
	$$python -m venv $(VENV) && $(BIN)/pip install --quiet --disable-pip-version-check uv
