# Everything runs in a private environment in .venv; nothing is installed elsewhere.
PYTHON ?= python3
BIN := .venv/bin
NPM := $(BIN)/python tools/node.py npm
PAGES := src/incognita/server/static/index.html
MODULES := web/node_modules/.package-lock.json
.DEFAULT_GOAL := help
.PHONY: help .venv/chromium setup play serve web look test test-all compiled check style types layers generated pages-check \
  bench docs golden examples clean
BOTH := --no-print-directory --jobs=2 --output-sync=line

help: ## what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

setup: .venv/.dev ## the environment for development

play: .venv/.play web ## play in the browser (in the terminal: .venv/bin/incognita play)
	@$(BIN)/incognita serve --open

web: $(PAGES) ## build the pages

$(PAGES): $(MODULES) $(shell find web -maxdepth 1 -type f) $(shell find web/src web/public web/tools -type f)
	@echo "== building the pages"
	@$(NPM) run --silent build -- --logLevel warn || { echo "The pages could not be built: the message above says why."; exit 1; }

$(MODULES): web/package-lock.json | .venv/bin/python
	@echo "== installing what builds the pages (half a minute, once)"
	@$(NPM) ci --no-progress --loglevel error || \
	  { echo "npm could not install what builds the pages: the message above says why. Is there a network? Run the command again to retry."; exit 1; }
	@touch $@

# Asked before anything is tested: whoever has no Chromium should not wait for that answer.
.venv/chromium: tools/chromium.py $(MODULES)
	@$(BIN)/python tools/chromium.py >$@ || { rm -f $@; exit 1; }

look: .venv/.dev .venv/chromium web ## pictures of every page and table into build/look
	@echo "== every page and table: phone and desk, light and dark"
	@CHROMIUM=$$(cat .venv/chromium) $(NPM) run --silent look

serve: .venv/.play web ## tables for people and bots, over HTTP on this machine
	@$(BIN)/incognita serve

test: ## set up, check and run the tests
	@$(MAKE) $(BOTH) .venv/.dev .venv/chromium
	@$(MAKE) $(BOTH) check
	@echo "== tests: some ten minutes on two cores"
	@$(BIN)/pytest -n 2 -m "not slow"
	@echo "== whole games in Chromium: two minutes"; CHROMIUM=$$(cat .venv/chromium) $(NPM) run --silent pages

test-all: ## the tests, the long ones too
	@$(MAKE) $(BOTH) .venv/.dev .venv/chromium
	@$(MAKE) $(BOTH) check
	@echo "== all tests: half an hour and more"
	@$(BIN)/pytest -n 2
	@echo "== whole games in Chromium, the long ones too"; CHROMIUM=$$(cat .venv/chromium) SLOW=1 $(NPM) run --silent pages
	@echo "== the server on PostgreSQL"
	@$(BIN)/python tools/with_postgresql.py $(BIN)/pytest -n 2 -m "not slow" tests/server tests/store tests/cli/test_serve.py

compiled: .venv/.dev
	@echo "== compiling the rules of all games (a minute or two, once)"; $(BIN)/python tools/compile.py

check: style types layers generated pages-check ## style, types, layers, generated files

style: .venv/.dev
	@echo "== style"; $(BIN)/ruff check . && $(BIN)/ruff format --check .

types: .venv/.dev
	@echo "== types"; $(BIN)/mypy

layers: .venv/.dev
	@echo "== layers"; $(BIN)/lint-imports --no-cache >.venv/lint-imports.txt || (cat .venv/lint-imports.txt; exit 1)

generated: .venv/.dev compiled
	@echo "== generated files"; $(BIN)/python tools/generate.py --check

pages-check: web
	@echo "== pages: types, words, logic"; $(NPM) run --silent check

docs: .venv/.dev .venv/.site ## write the generated files anew, and all pages as a site
	@echo "== generated files"; $(BIN)/python tools/generate.py
	@echo "== the site, to be read without a network: build/site/docs/index.html"
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@cp -R examples build/site # what the pages link to

golden: .venv/.dev ## write the golden playthroughs anew (look at the difference before you commit it)
	@$(BIN)/python -m tests.golden

examples: .venv/.dev ## write the answers in docs/protocol.md anew (look at the difference before you commit it)
	@$(BIN)/python -m tests.server.examples

bench: .venv/.bench ## the benchmarks beside C and OpenSpiel; leave the machine alone meanwhile
	@$(BIN)/incognita bench

clean: ## remove the environment and all caches in this folder
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build bench/build web/node_modules src/incognita/server/static
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Incognita needs Python 3.11 or newer as '$(PYTHON)'; name another one: make PYTHON=python3.12 …"; exit 1; }
	@echo "== making a private Python environment in .venv"
	@$(PYTHON) -m venv .venv || \
	  { echo "Python cannot make virtual environments; install its venv module (Debian: apt install python3-venv)."; rm -rf .venv; exit 1; }

.venv/.play .venv/.dev .venv/.bench .venv/.site: .venv/.%: pyproject.toml | .venv/bin/python
	@echo "== installing what '$*' needs (a minute or two, once)"
	@$(BIN)/pip install --quiet --no-compile --disable-pip-version-check --editable '.[$*]' || \
	  { echo "The installation failed: the message above says why. Is there a network? Run the command again to retry."; exit 1; }
	@touch $@
