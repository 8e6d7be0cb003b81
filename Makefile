# `make play` starts a game with the first camera (without one: a phone) and opens its page, as play.command and play.bat do;
# `make test` checks everything; each sets itself up in a fresh checkout.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: play check test smoke lock

play:
	@PYTHON='$(PYTHON)' VENV='$(VENV)' sh play.command

# Two processes more than two cores: tests of the page wait for it much of the time. What Python compiles is kept,
# wherever it is told otherwise: the suite starts the program many times.
test: check
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n 4 --max-worker-restart 2 --dist loadfile --no-loadscope-reorder

# Style and types; of the page's scripts too, where npm is there (a tool of development alone: the product needs none of it).
check: $(VENV)/test
	$(BIN)/ruff check .
	$(BIN)/mypy
	@if ! command -v npm >/dev/null; then echo "npm is not installed: the page's scripts are not checked."; \
	elif [ -e node_modules/.bin/tsc ] || npm install --silent --no-audit --no-fund --no-package-lock; then npm run --silent check; \
	else echo "biome and typescript could not be fetched: the page's scripts are not checked."; fi

# Exact versions, each with its hashes, of what `make play` installs (requirements.lock), and of uv, which brings a Python
# where there is none (requirements-uv.lock). UV: the program that finds them (`pip install uv`).
UV ?= uv
LOCKED := $(UV) pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate --no-header \
	--no-emit-index-url

lock:
	printf 'setuptools>=78.1.1\n' | $(LOCKED) pyproject.toml - -o requirements.lock
	printf 'uv\n' | $(LOCKED) - -o requirements-uv.lock

# The whole way of a training in minutes: draw, train, export, read (models/recipe/README.md).
smoke: $(VENV)/train
	$(BIN)/python -m models.recipe make $(VENV)/smoke --smoke

$(VENV)/train: $(VENV)/test
	$(BIN)/pip install --quiet --editable '.[train]'
	touch $@

$(VENV)/test: pyproject.toml
	$(PYTHON) -m venv $(VENV) || { echo 'Python brings no venv here; on Debian: apt install python3-venv'; exit 1; }
	$(BIN)/pip install --quiet --editable '.[test,check]'
	touch $@
