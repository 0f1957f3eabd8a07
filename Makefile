# Everything sets itself up: a machine needs Python 3.11 (with pip and venv), git and make.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
UV_VERSION := 0.13.9
UV := .tools/bin/uv
RUN := $(UV) run --frozen --no-sync

# PostgreSQL's 100 connections serve 8 processes.
PYTEST := $(RUN) pytest --numprocesses logical --maxprocesses 8 --dist worksteal
# Addresses where no service answers.
SILENT := MEZMUN_TEST_DATABASE_URL=postgresql://postgres@127.0.0.1:1/postgres MEZMUN_TEST_BROKER_URL=amqp://guest:guest@127.0.0.1:1//

.DEFAULT_GOAL := help
.PHONY: help demo test coverage test-fast wheel check check-native format figures clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

$(UV):
	$(PYTHON) -m venv .tools
	.tools/bin/pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

.venv/.synced: $(UV) pyproject.toml uv.lock hatch_build.py $(shell find extraction/native -name "*.[ch]")
	$(UV) sync --all-extras --frozen --quiet --python $(PYTHON) --reinstall-package mezmun # so that its C part is compiled here
	@touch $@

demo: .venv/.synced ## crawl the three sample sites on the embedded default and show what was stored
	$(RUN) mezmun demo

test: .venv/.synced ## run every test
	$(PYTEST)

coverage: .venv/.synced ## run every test, and print which part of each file they run
	$(PYTEST) --cov --cov-report=term:skip-covered

test-fast: .venv/.synced ## run the tests that need no service and take no seconds
	$(SILENT) CI=1 $(PYTEST) -m "not services and not slow"

wheel: $(UV) ## build the source distribution and the wheels of every platform into dist/
	$(UV) build --quiet --sdist --out-dir dist .
	for platform in manylinux_2_28_x86_64 manylinux_2_28_aarch64 musllinux_1_2_x86_64 musllinux_1_2_aarch64; do \
	    MEZMUN_PLATFORM=$$platform $(UV) build --quiet --wheel --out-dir dist dist/mezmun-*.tar.gz || exit 1; done
	cd dist && sha256sum mezmun-* > SHA256SUMS

check: .venv/.synced ## lint, format, types, import rules, dead code, unused dependencies
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) mypy
	$(RUN) lint-imports
	$(RUN) vulture
	$(RUN) deptry .

check-native: .venv/.synced ## the part in C under sanitizers: its tests, and a minute of changed pages (needs gcc)
	$(RUN) python tests/extraction/native/check_native.py

format: .venv/.synced ## format, and mend what the linter can mend
	$(RUN) ruff check --fix .
	$(RUN) ruff format .

figures: .venv/.synced ## write the figures and pictures of the documents anew; MEASURED=FOLDER takes new measurements
	$(RUN) python -m evaluation.report.figures $(MEASURED)
	$(RUN) python -m db.diagram docs/architecture.md

clean: ## remove the environments and the caches (never the data folder)
	rm -rf .venv .tools dist .mypy_cache .ruff_cache .pytest_cache
