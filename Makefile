# Everything sets itself up: a machine needs Python 3.11 (with pip and venv), git and make.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
UV := .tools/bin/uv
RUN := $(UV) run --frozen --no-sync

# One process more than there are processors, since tests of crawls mostly wait; PostgreSQL's 100 connections serve 8 processes.
PYTEST := $(RUN) pytest --numprocesses $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1) --maxprocesses 8 --dist worksteal
# The tools that build are those of .ci/build-tools.txt, to the byte.
BUILD := build --quiet --out-dir dist --build-constraints .ci/build-tools.txt --require-hashes
# Addresses where no service answers.
SILENT := MEZMUN_TEST_DATABASE_URL=postgresql://postgres@127.0.0.1:1/postgres MEZMUN_TEST_BROKER_URL=amqp://guest:guest@127.0.0.1:1//

.DEFAULT_GOAL := help
.PHONY: help demo test coverage test-fast simulate chaos wheel checksums release check check-native docs format figures clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

$(UV): .ci/uv.txt
	$(PYTHON) -m venv .tools
	.tools/bin/pip install --quiet --disable-pip-version-check --require-hashes -r .ci/uv.txt
	@touch $@

.venv/.synced: $(UV) pyproject.toml uv.lock hatch_build.py $(shell find native -name "*.[ch]")
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

simulate: .venv/.synced ## thirty days of the crawler on a simulated internet, some minutes; needs PostgreSQL
	MEZMUN_SIMULATED_DAYS=30 $(RUN) pytest -s tests/acceptance/test_simulated_internet.py

chaos: .venv/.synced ## crawlers and workers under 300 faults, about half an hour; needs RabbitMQ's programs
	$(RUN) python -m tests.acceptance.chaos

wheel: $(UV) ## build the source distribution and the wheels of every platform into dist/
	$(UV) $(BUILD) --sdist .
	for platform in manylinux_2_28_x86_64 manylinux_2_28_aarch64 musllinux_1_2_x86_64 musllinux_1_2_aarch64; do \
	    MEZMUN_PLATFORM=$$platform $(UV) $(BUILD) --wheel dist/mezmun-*.tar.gz || exit 1; done
	$(MAKE) --no-print-directory checksums

checksums: ## write the SHA-256 of all that is in dist/
	cd dist && sha256sum mezmun-* > SHA256SUMS

release: .venv/.synced ## VERSION=1.2.3: set the version, close the changelog, build and check what is published, with its bill of materials
	PATH=$(CURDIR)/.tools/bin:$$PATH $(RUN) python release.py $(VERSION)

check: .venv/.synced ## lint, format, types, import rules, dead code, unused dependencies
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) mypy
	$(RUN) lint-imports
	$(RUN) vulture
	$(RUN) deptry .

check-native: .venv/.synced ## the part in C under sanitizers: its tests, and a minute of changed pages (needs gcc)
	$(RUN) python tests/native/check_native.py

format: .venv/.synced ## format, and mend what the linter can mend
	$(RUN) ruff check --fix .
	$(RUN) ruff format .

docs: .venv/.synced ## build the documentation site into site/, and check its links
	NO_MKDOCS_2_WARNING=1 $(RUN) mkdocs build --strict

figures: .venv/.synced ## write the figures and pictures of the documents anew; MEASURED=FOLDER takes new measurements
	$(RUN) python -m evaluation.report.figures $(MEASURED)
	$(RUN) python -m db.schema.diagram docs/tables.md

clean: ## remove the environments and the caches (never the data folder)
	rm -rf .venv .tools dist site .mypy_cache .ruff_cache .pytest_cache
