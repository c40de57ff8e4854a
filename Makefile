# Enraya. `make play` and `make test` do all the set-up; `make help` lists the rest.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
NATIVE := CMakeLists.txt $(shell find native -type f)
CPP    := $(shell find native tests/native -name '*.[ch]pp')
NOTICE := $(BIN)/python -c 'from enraya.search.native import notice; notice()' && $(BIN)/python web/build.py notice
WEB    := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' -not -name schema.d.ts)
SET_UP := pyproject.toml install.py $(wildcard release/*.py) $(NATIVE) $(WEB)

.PHONY: play test check format bench build pictures docs wheel-test release constraints lock fuzz sanitize tsan clean help
.DEFAULT_GOAL := help

help: ## what can be made
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 18

# The documentation, which the app shows under help, is built meanwhile: nobody waits for it.
play: build ## set up whatever is missing, and play
	@$(BIN)/python docs/build_site.py --behind
	@$(BIN)/enraya

build: $(VENV)/.built ## set up .venv with the enraya command, and nothing else

# Four at once for two cores: many tests wait for a browser or a terminal. Hundreds of processes load the same modules:
# they are to keep what they compiled, also where the environment says not to.
test: export PYTHONDONTWRITEBYTECODE =
test: $(VENV)/.built-dev ## set up whatever is missing, and run every test
	@$(BIN)/python tests/web/browser.py
	$(BIN)/python web/build.py run test
	$(BIN)/python -m pytest -n 4 --dist worksteal --durations 10 $(ARGS)

# `tests/packaging` builds the documentation, the wheel and a package without a compiler only here.
soak: export PYTHONDONTWRITEBYTECODE =
soak: export ENRAYA_TEST_SCALE = soak
soak: $(VENV)/.built-dev ## run every test with large numbers: a class of thirty, a hundred kills, all positions
	@$(BIN)/python tests/web/browser.py
	$(BIN)/python -m pytest -n 4 --dist worksteal --durations 10 $(ARGS)

check: $(VENV)/.built-dev ## style, types, layers, C++ format, and the same of the web page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/clang-format --dry-run -Werror $(CPP)
	$(BIN)/python web/build.py run style
	$(BIN)/python web/build.py run check

format: $(VENV)/.built-dev ## put every file in its house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)
	$(BIN)/python web/build.py run format

# In an environment of its own: the editable install of .venv would always be found before this one.
sanitize: ## run the native tests and forged files of every kind with the address and undefined-behaviour sanitizers
	@$(PYTHON) -m venv build/sanitize
	@build/sanitize/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --no-deps \
	  -r locks/runtime.txt -r locks/sanitize.txt
	@build/sanitize/bin/python -m pip --disable-pip-version-check --quiet install --no-deps --no-build-isolation . \
	  -C cmake.define.ENRAYA_SANITIZE=ON -C cmake.define.ENRAYA_WEB=OFF -C build-dir=build/sanitize/cmake
	ENRAYA_TEST_POSITIONS=200 PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0 \
	  LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)" \
	  build/sanitize/bin/python -m pytest $(ARGS) tests/oracle/test_native*.py tests/oracle/test_gomoku_wins.py \
	  tests/oracle/test_connect.py tests/oracle/test_oso_solver.py tests/oracle/test_maker.py \
	  tests/faults/test_forged_checkpoints.py tests/faults/test_forged_files.py tests/fuzz/test_fuzz.py

MINUTES ?= 10
fuzz: $(VENV)/.built-dev ## try every parser and file format with changed inputs, for MINUTES=10
	@$(PIP) install --require-hashes --no-deps -r locks/fuzz.txt || echo "Without atheris: inputs are changed at random."
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES) $(ARGS)

# Programs of their own: Python's interpreter is not built for this sanitizer.
CORES   := $(shell find native -name '*.cpp' -not -path 'native/python/*' -not -path 'native/checker/*')
DRIVERS := $(patsubst tests/native/%.cpp,build/tsan/%,$(wildcard tests/native/*_threads.cpp))

build/tsan/%: tests/native/%.cpp $(NATIVE)
	@mkdir -p $(@D)
	$(CXX) -std=c++20 -O1 -g -Wall -Wextra -Werror -fsanitize=thread -pthread -I native $< $(CORES) -o $@

tsan: $(DRIVERS) ## run the threaded searches with the thread sanitizer
	for driver in $(DRIVERS); do $$driver $(ARGS) || exit 1; done

bench: build ## measure: search speed, start-up times
	$(BIN)/enraya bench

pictures: $(VENV)/.built-dev ## take the pictures of the web app and of the terminal in docs/pictures
	@$(BIN)/python tests/web/browser.py
	$(BIN)/python docs/pictures.py
	$(BIN)/python docs/tree_animation.py
	$(BIN)/python docs/terminal_pictures.py

docs: $(VENV)/.built-dev ## build the documentation site, which the app then shows under help
	$(BIN)/python docs/build_site.py

release: docs ## build the wheel, the sdist, the bill of materials and their checksums into dist
	$(BIN)/python -m release.build

wheel-test: $(VENV)/.built-dev ## install the wheel into an empty environment and do every line of the README
	ENRAYA_TEST_WHEEL=whole $(BIN)/python -m pytest tests/packaging/test_wheel.py

constraints: $(VENV)/.built-dev ## write down the versions installed, for everybody
	@{ echo "# The versions the tests pass with. Written by: make constraints"; \
	  { $(PIP) freeze --exclude-editable | grep -viE '^(enraya|soupsieve)'; grep '^soupsieve' constraints.txt; } \
	  | LC_ALL=C sort -f; } > constraints.txt.new
	@mv constraints.txt.new constraints.txt

lock: $(BIN)/python ## write down the hashes of the versions in constraints.txt and of npm's packages, for every system
	$(BIN)/python locks/write.py
	$(BIN)/python web/build.py lock

clean: ## remove everything that was built
	rm -rf $(VENV) build dist web/node_modules web/dist

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Enraya needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@echo "Setting up .venv, once. It takes a minute or two ..."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.built: locks/runtime.txt $(SET_UP) | $(BIN)/python
	@echo "Building and installing Enraya:"
	@$(BIN)/python install.py $(BIN)/python runtime
	@$(NOTICE)
	@touch $@

$(VENV)/.built-dev: locks/development.txt $(SET_UP) | $(BIN)/python
	@echo "Building and installing Enraya, and what its tests need:"
	@$(BIN)/python install.py $(BIN)/python development
	@$(NOTICE)
	@touch $@ $(VENV)/.built
