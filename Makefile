# `make demo` and `make test` make the machine ready first; see tools/setup.sh.

SHELL := /bin/bash
PYTHON ?=
export PYTHON

BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help setup demo test lint format bench lock clean

help:
	@echo 'make demo     make a sample match, score it under every ruleset, open it if there is a screen'
	@echo 'make test     every check: style, types, imports, tests'
	@echo 'make lint     the checks without the tests'
	@echo 'make format   put the code into the one style'
	@echo 'make bench    measure speed (installs ffmpeg and mpv's library; see docs/speed.md)'
	@echo 'make lock     write requirements.lock anew (LOCK=--upgrade: with the newest versions)'
	@echo 'make clean    remove what the commands above made, .venv too'

setup:
	@bash tools/setup.sh

demo: setup
	@$(BIN)/annotator demo demo

lint: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

test: lint
	@bash tools/setup.sh chromium chromium-driver # the page for a class is tried in a browser
	$(BIN)/pytest

format: setup
	$(BIN)/ruff check --fix-only --exit-zero
	$(BIN)/ruff format

bench:
	@bash tools/setup.sh ffmpeg libmpv2
	$(BIN)/python tools/bench.py

lock: setup
	@$(BIN)/uv --version 2>/dev/null || $(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --universal --python-version 3.11 --fork-strategy fewest \
	  --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
	  --quiet $(LOCK) --extra dev pyproject.toml --output-file requirements.lock >/dev/null

clean:
	rm -rf .venv build dist demo .mypy_cache .ruff_cache .pytest_cache .hypothesis \
	  .import_linter_cache .coverage *.egg-info bench-*
	find annotator exports tools tests -name __pycache__ -type d -prune -exec rm -rf {} +
