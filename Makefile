# Two commands: `make run` plays, `make test` proves. Both make their own environment first.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
ARGS   ?=

.PHONY: run test slow bench lint all clean

run: $(VENV)/.run
	$(BIN)/companion $(ARGS)

test: $(VENV)/.test
	$(BIN)/python -m pytest -n auto $(ARGS)

slow: $(VENV)/.test
	$(BIN)/python -m pytest -m "slow and not bench" $(ARGS)

bench: $(VENV)/.test
	$(BIN)/python -m pytest -m bench -s $(ARGS)

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

all: lint test slow

$(VENV)/.run: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.test: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e ".[test]"
	@touch $@ $(VENV)/.run

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
