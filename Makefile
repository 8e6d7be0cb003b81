# `make play` starts a game with the first camera (without one: a phone) and opens its page, as play.command and play.bat do;
# `make test` checks everything; each sets itself up in a fresh checkout.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: play test smoke

play:
	@PYTHON='$(PYTHON)' VENV='$(VENV)' sh play.command

test: $(VENV)/test
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 --dist loadfile

# The whole way of a training in minutes: draw, train, export, quantise, read (models/README.md).
smoke: $(VENV)/train
	$(BIN)/python -m models.recipe make $(VENV)/smoke --smoke

$(VENV)/train: $(VENV)/test
	$(BIN)/pip install --quiet --editable '.[train]'
	touch $@

$(VENV)/test: pyproject.toml
	$(PYTHON) -m venv $(VENV) || { echo 'Python brings no venv here; on Debian: apt install python3-venv'; exit 1; }
	$(BIN)/pip install --quiet --editable '.[test,check]'
	touch $@
