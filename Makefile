# Two commands: `make demo` and `make test`. Both set up .venv from the lock file first.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test test-all docs pytest lint kernels hooks clean

demo: .venv/ready
	$(BIN)/sightline follow --seed 656 --yes --out demo/field
	$(BIN)/sightline follow --world chai --seed 106 --yes --out demo/house
	@echo "Open goal.png (what it saw, and where it believes the goal is), path.png and run.gif in demo/field and demo/house."

# Lint runs beside the kernels and the tests, so that no core waits for mypy; both must pass.
test: .venv/ready
	@$(MAKE) --no-print-directory -j 2 pytest lint

# Tests run side by side, one process per core.
pytest: kernels
	$(BIN)/python -m pytest -n auto --maxprocesses 8 --dist worksteal

# What takes minutes: site, code of the documents, notebooks, the wheel in an environment of its own, long tests in a browser.
test-all: test .venv/docs-ready
	$(BIN)/python -m pytest -m whole

# The site, in build/site; warnings are errors.
docs: .venv/docs-ready
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict -f website/mkdocs.yml
	@$(BIN)/python website/versions.py

lint: .venv/ready
	$(BIN)/ruff check src tests examples website
	$(BIN)/ruff format --check src tests examples website
	$(BIN)/mypy

kernels: .venv/ready
	$(BIN)/python tests/compile_kernels.py

# A git hook that checks format and lint of what is staged.
hooks: .venv/ready
	@hook="$$(git rev-parse --git-path hooks)/pre-commit"; \
	if [ -e "$$hook" ] && ! grep -q "Git hook of Sightline" "$$hook"; then echo "$$hook is there already and not ours."; exit 1; fi; \
	mkdir -p "$$(dirname "$$hook")" && cp .ci/pre-commit "$$hook" && echo "Installed: $$hook"

.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Sightline needs Python 3.11 or newer; '$(PYTHON)' is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

.venv/docs-ready: .venv/ready requirements-docs.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-docs.lock
	@touch $@

clean:
	rm -rf .venv demo build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests examples -name __pycache__ -type d -prune -exec rm -rf {} +
