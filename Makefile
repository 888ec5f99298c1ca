# Two commands: `make demo` and `make test`. Both set up .venv first, with the versions of the lock file.
PYTHON ?= python3
# Containers often set this. Without stored bytecode every command compiles 3,500 modules again, which takes 4 s.
unexport PYTHONDONTWRITEBYTECODE
BIN := .venv/bin
# Python compiles modules when they are first imported; most of what is installed never is.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --constraint requirements.lock

.PHONY: demo test test-all docs pytest lint pictures packages kernels hooks clean

demo: .venv/ready
	$(BIN)/sightline follow --seed 656 --yes --out demo/field
	$(BIN)/sightline follow --world chai "go to the kitchen and open the fridge" --house seed:7 --seed 1 --yes --out demo/house
	@echo "Open goal.png (what it saw, and where it believes the goal is), path.png and run.gif in demo/field and demo/house."

# Lint runs beside the kernels and the tests, so that no core waits for mypy; both must pass.
test: .venv/ready-to-test
	@$(MAKE) --no-print-directory -j 2 pytest lint

# Tests run side by side, one process per core, with kernels that are compiled already.
pytest: .venv/ready-to-test
	$(BIN)/python -m sightline.corpus.compiling
	$(BIN)/python -m pytest -n auto --maxprocesses 8 --dist worksteal

# What takes minutes: site, code of the documents, notebooks, the wheel in an environment of its own, long tests in a browser.
test-all: test .venv/docs-ready
	$(BIN)/python -m pytest -m whole

# The site, in build/site; warnings are errors.
docs: .venv/docs-ready
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict -f website/mkdocs.yml
	@$(BIN)/python website/versions.py

lint: .venv/ready-to-test
	$(BIN)/ruff check src tests examples website
	$(BIN)/ruff format --check src tests examples website
	$(BIN)/mypy

# The pictures in docs that show agents and pages, and those that tests compare pages with.
pictures: demo .venv/ready-to-test
	$(BIN)/python tests/web/browser/tour.py

# A git hook that checks format and lint of what is staged.
hooks: .venv/ready-to-test
	@hook="$$(git rev-parse --git-path hooks)/pre-commit"; \
	if [ -e "$$hook" ] && ! grep -q "Git hook of Sightline" "$$hook"; then echo "$$hook is there already and not ours."; exit 1; fi; \
	mkdir -p "$$(dirname "$$hook")" && cp .ci/pre-commit "$$hook" && echo "Installed: $$hook"

.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Sightline needs Python 3.11 or newer; '$(PYTHON)' is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Setting up .venv: packages are installed, and meanwhile the worlds are compiled for this machine. A minute or two, once."
	$(PYTHON) -m venv .venv
	$(PIP) numba scipy hatchling editables
	@$(MAKE) --no-print-directory -j 2 packages kernels
	@touch $@

# Agents and pages; what only tests and training need is left out.
packages:
	$(PIP) --no-build-isolation --editable '.[web]'

# Compiled while the other packages are installed.
kernels:
	PYTHONPATH=src $(BIN)/python -m sightline.corpus.compiling

.venv/ready-to-test: .venv/ready
	$(PIP) --requirement requirements.lock
	@touch $@

.venv/docs-ready: .venv/ready-to-test requirements-docs.lock
	$(PIP) --requirement requirements-docs.lock
	@touch $@

clean:
	rm -rf .venv demo build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests examples -name __pycache__ -type d -prune -exec rm -rf {} +
