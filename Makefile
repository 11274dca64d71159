# Wayfarer: `make demo` and `make test` need nothing but apt; see README.md.

PACKAGES := build-essential pkg-config ca-certificates clang-19 llvm-19 llvm-19-dev libclang-19-dev \
            libclang-rt-19-dev lld-19 libz3-dev openjdk-17-jdk-headless junit4 junit5 libasm-java \
            csmith libcsmith-dev bubblewrap git python3-jsonschema gcc-multilib
# Debian 12's up-to-date Rust, used only where there is no cargo yet.
RUST_PACKAGES := cargo-web rustc-web

SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
CARGO ?= cargo

.PHONY: help dependencies build demo test test-of-command tests-beside-it test-long test-mutants attacks soak-truth bench bench-analysers bench-commits bench-coverage bench-gaps bench-lazy bench-lazy-functions bench-objects bench-reach bench-real bench-scan bench-scan-again bench-scan-builds bench-sequences bench-solver bench-specifications bench-specifications-libraries bench-units bench-hard bench-invocations browser report-screenshots fmt clippy

help:
	@echo 'make demo       explore a real C program, replay the tests, show the coverage'
	@echo 'make test       all tests'
	@echo 'make test-long  the tests of make test and the soaks (hundreds of random programs, hours), and make test-mutants'
	@echo 'make test-mutants  parsers on damaged input (MUTANTS_SECONDS=600 for each of some seventy: seven hours on two cores)'
	@echo 'make soak-truth random programs against their native runs on all inputs (SOAK_PROGRAMS=300 SOAK_SEED=1)'
	@echo 'make attacks    what programs get that try to break out of the sandbox (docs/sandbox.md)'
	@echo 'make bench      the figures of docs/benchmarks.md, and targets deep behind other paths (docs/reach.md)'
	@echo 'make bench-solver  the solver against Z3 and Bitwuzla (docs/native-solver.md; from PyPI)'
	@echo 'make bench-hard  errors behind floats, products, hash functions and dates (docs/hard-constraints.md; ONLY=name; up to 40 minutes)'
	@echo 'make bench-analysers  what cppcheck, clang and ecj say of libraries of Debian 12, judged by scans (docs/sarif.md; SECONDS=120)'
	@echo 'make bench-coverage  coverage over time by search order (SECONDS=10 SEEDS=2 JOBS=cores; 25 minutes on two cores)'
	@echo 'make bench-lazy  the tables of docs/lazy.md (SECONDS=60 OPERATIONS=4 TOKENS=8; 15 minutes)'
	@echo 'make bench-lazy-functions  functions of libraries of Debian 12, lazily and eagerly (docs/lazy.md; SECONDS=60; 20 minutes)'
	@echo 'make bench-objects  classes of libraries of Debian 12, with objects in any state and by calls, and scanned (docs/inputs.md; SECONDS=40; 80 minutes on two cores)'
	@echo 'make bench-reach  the tables of docs/reach.md (SECONDS=60; 10 minutes)'
	@echo 'make bench-gaps  what reach decides of what explore leaves uncovered (docs/reach.md; SECONDS=300; an hour)'
	@echo 'make bench-commits  tests of what commits of cJSON change (docs/reach.md; REPOSITORY=clone; 2 minutes)'
	@echo 'make bench-real  real programs of Debian 12 (docs/real-programs.md; SECONDS=60; an hour on two cores)'
	@echo 'make bench-invocations  tools of GNU coreutils by `wayfarer run`, compared with native ones (docs/real-programs.md; TOOLS=names; 10 minutes)'
	@echo 'make bench-scan  libraries of Debian 12, every function and method (SECONDS=300; an hour on two cores)'
	@echo 'make bench-scan-again  scans of libraries of Debian 12 after edits (docs/scan.md; 40 minutes)'
	@echo 'make bench-scan-builds  tests of a scan in projects of Maven and Gradle (SECONDS=60; 4 minutes)'
	@echo 'make bench-sequences  states that sequences of calls make, told apart in several ways (docs/inputs.md; SECONDS=60; an hour)'
	@echo 'make bench-specifications  search orders on the way to violations (docs/specifications.md; SECONDS=10; half an hour on two cores)'
	@echo 'make bench-specifications-libraries  libraries of Debian 12 with --spec libc and --spec jdk (SECONDS=60; 8 minutes)'
	@echo 'make bench-units  functions of libraries of Debian 12, alone (docs/units.md; SECONDS=30; an hour on two cores)'
	@echo 'make report-screenshots  pages of a report in a headless browser (docs/report.md)'
	@echo 'make build      target/release/wayfarer'

# Installs what is missing; says nothing when all is there.
dependencies:
	@missing=''; for package in $(PACKAGES); do \
	  dpkg-query -W -f '$${db:Status-Abbrev}' "$$package" 2>/dev/null | grep -q '^ii' || missing="$$missing $$package"; \
	done; \
	command -v $(CARGO) >/dev/null || missing="$$missing $(RUST_PACKAGES)"; \
	if [ -n "$$missing" ]; then \
	  echo "installing:$$missing"; \
	  $(SUDO) apt-get update -q && DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -q -y --no-install-recommends $$missing; \
	fi

build: dependencies
	$(CARGO) build --release --locked --package wayfarer

demo: build
	sh examples/demo/run.sh target/release/wayfarer

# The longest test program by far runs beside all others, which leave cores idle. They are cargo's to run, and pass
# the longest by; none of them is to take part in the jobs of make.
# Both have javac in a JVM that runs already. Cargo is not told: build scripts would run again for another JAVA_HOME.
WARM := [ -z \"$$WARM_JDK\" ] || export JAVA_HOME=\"$$WARM_JDK\" PATH=\"$$WARM_JDK/bin:$$PATH\";
WITH_JAVAC := target."cfg(all())".runner=["sh", "-c", "$(WARM) exec \"$$0\" \"$$@\""]
PASSING_BY := target."cfg(all())".runner=["sh", "-c", "$(WARM) case $$0 in */command-*) ;; *) exec \"$$0\" \"$$@\";; esac"]
TEST := MAKEFLAGS= MFLAGS= $(CARGO) test --workspace --locked
test: dependencies
	$(TEST) --no-run
	tests/in-memory tests/javac/with target/javac $(MAKE) --no-print-directory --jobs=2 test-of-command tests-beside-it
test-of-command:
	$(TEST) --config '$(WITH_JAVAC)' --test command
tests-beside-it:
	$(TEST) --no-fail-fast --config '$(PASSING_BY)'

# Parsers of foreign bytes get mutants for ten minutes each. Those of one test program run as many at a time as there are
# cores, programs one after the other: the 73 of them take seven hours on two cores, twelve on one.
MUTANTS_SECONDS ?= 600
MUTANTS = MUTANTS_SECONDS=$(MUTANTS_SECONDS) $(CARGO) test --workspace --locked --release --no-fail-fast any_
test-mutants: dependencies
	$(MUTANTS)

# What fails keeps nothing else from running. Parsers come behind the rest: all memory of their process counts as theirs.
test-long: dependencies browser
	status=0; $(CARGO) test --workspace --locked --release --no-fail-fast -- --include-ignored || status=1; \
	  $(MUTANTS) || status=1; exit $$status

# What opens the pages of reports.
browser:
	command -v chromium >/dev/null || \
	  { $(SUDO) apt-get update -q && $(SUDO) apt-get install -q -y --no-install-recommends chromium fonts-dejavu-core; }

# Screenshots go to target/report-screenshots.
report-screenshots: dependencies browser
	$(CARGO) test --locked --package wayfarer --test command report_browser -- --ignored

# Random programs, run natively on every input: what exhaustive runs say must be all there is.
SOAK_PROGRAMS ?= 300
SOAK_SEED ?= 1
soak-truth: dependencies
	SOAK_PROGRAMS=$(SOAK_PROGRAMS) SOAK_SEED=$(SOAK_SEED) \
	  $(CARGO) test --locked --release --package wayfarer --test soak_truth -- --ignored --nocapture

# The table of docs/sandbox.md: as root also as somebody else.
attacks: dependencies
	$(CARGO) test --locked --package wayfarer-suite --test attacks -- --ignored --nocapture table

bench: dependencies build
	$(CARGO) bench --locked --package wayfarer --bench engine --bench java --bench workers
	command -v python3 >/dev/null || $(SUDO) apt-get install -q -y --no-install-recommends python3
	python3 benches/reach/run.py target/release/wayfarer target/bench-reach deep

# The solvers it is compared with, at the versions that the table names.
BENCH_SOLVERS := target/bench-solvers
$(BENCH_SOLVERS)/installed: benches/solver/requirements.txt
	python3 -c 'import venv' || $(SUDO) apt-get install -q -y --no-install-recommends python3-venv
	python3 -m venv $(BENCH_SOLVERS)
	$(BENCH_SOLVERS)/bin/pip install --quiet --requirement benches/solver/requirements.txt
	touch $@

# Names of programs of benches/solver in TRACES: only those.
bench-solver: dependencies $(BENCH_SOLVERS)/installed
	BENCH_SOLVER_PYTHON=$(CURDIR)/$(BENCH_SOLVERS)/bin/python \
	  $(CARGO) bench --locked --package wayfarer --bench solver -- $(TRACES)

# Programs of tests/hard with ONLY in their paths: only those.
bench-hard: dependencies
	$(CARGO) test --locked --release --package wayfarer --test hard -- --ignored --nocapture

bench-coverage: dependencies
	$(CARGO) bench --locked --package wayfarer --bench coverage

bench-lazy: build
	command -v python3 >/dev/null || $(SUDO) apt-get install -q -y --no-install-recommends python3
	python3 benches/lazy/run.py target/release/wayfarer target/bench-lazy

bench-analysers: build
	{ command -v dpkg-source && command -v python3 && command -v ecj; } >/dev/null || \
	  $(SUDO) apt-get install -q -y --no-install-recommends dpkg-dev python3 ecj libjsr305-java libjsoup-java libcommons-lang3-java
	python3 benches/scan/analysers.py target/release/wayfarer target/bench-analysers $(LIBRARIES)

bench-scan-builds: build
	$(SUDO) apt-get install -q -y --no-install-recommends dpkg-dev python3 maven libmaven-compiler-plugin-java \
	  libmaven-resources-plugin-java libsurefire-java junit5 junit4 libhamcrest-java gradle
	python3 benches/scan/in_builds.py target/release/wayfarer target/bench-scan

# Names of functions in UNITS: only those.
bench-lazy-functions: build
	{ command -v dpkg-source && command -v python3; } >/dev/null || \
	  $(SUDO) apt-get install -q -y --no-install-recommends dpkg-dev python3
	python3 benches/lazy/functions.py target/release/wayfarer target/bench-lazy-functions $(UNITS)

bench-reach: build
	command -v python3 >/dev/null || $(SUDO) apt-get install -q -y --no-install-recommends python3
	python3 benches/reach/run.py target/release/wayfarer target/bench-reach

# Programs of bench-coverage, which fetches them, by name in PROGRAMS: only those.
bench-gaps: build
	command -v python3 >/dev/null || $(SUDO) apt-get install -q -y --no-install-recommends python3
	@[ -d target/bench-coverage/java ] || { echo 'make bench-coverage fetches the programs: run it first' >&2; exit 2; }
	python3 benches/reach/gaps.py target/release/wayfarer target/bench-coverage target/bench-gaps $(PROGRAMS)

# A clone of cJSON in REPOSITORY; beginnings of commits in COMMITS: only those.
bench-commits: build
	command -v python3 >/dev/null || $(SUDO) apt-get install -q -y --no-install-recommends python3
	@[ -n "$(REPOSITORY)" ] || { echo 'REPOSITORY=... names a clone of https://github.com/DaveGamble/cJSON' >&2; exit 2; }
	python3 benches/commits/run.py target/release/wayfarer "$(REPOSITORY)" target/bench-commits $(COMMITS)

# Names of programs of benches/real_programs in REAL: only those.
bench-real: build
	{ command -v dpkg-source && command -v python3 && command -v cmake && command -v meson && command -v ninja; } >/dev/null || \
	  $(SUDO) apt-get install -q -y --no-install-recommends dpkg-dev python3 cmake meson ninja-build
	python3 benches/real_programs/run.py target/release/wayfarer target/bench-real $(REAL)

# Names of tools in TOOLS: only those.
bench-invocations: build
	{ command -v dpkg-source && command -v python3; } >/dev/null || \
	  $(SUDO) apt-get install -q -y --no-install-recommends dpkg-dev python3
	python3 benches/real_programs/invocations.py target/release/wayfarer target/bench-real $(TOOLS)

# Names of libraries in LIBRARIES: only those.
bench-scan: build
	{ command -v dpkg-source && command -v python3; } >/dev/null || \
	  $(SUDO) apt-get install -q -y --no-install-recommends dpkg-dev python3
	python3 benches/scan/run.py target/release/wayfarer target/bench-scan $(LIBRARIES)

# Names of libraries in LIBRARIES: only those.
bench-scan-again: build
	$(SUDO) apt-get install -q -y --no-install-recommends dpkg-dev python3 libjsr305-java
	python3 benches/scan/again.py target/release/wayfarer target/bench-scan-again $(LIBRARIES)

# Names of programs of benches/specifications and its protocols in PROGRAMS: only those.
bench-specifications: build
	command -v python3 >/dev/null || $(SUDO) apt-get install -q -y --no-install-recommends python3
	python3 benches/specifications/run.py target/release/wayfarer target/bench-specifications $(PROGRAMS)

# Names of libraries in LIBRARIES: only those.
bench-specifications-libraries: build
	{ command -v dpkg-source && command -v python3 && command -v cmake; } >/dev/null || \
	  $(SUDO) apt-get install -q -y --no-install-recommends dpkg-dev python3 cmake
	python3 benches/specifications/libraries/run.py target/release/wayfarer target/bench-specifications-libraries $(LIBRARIES)

bench-objects: build
	command -v python3 >/dev/null || $(SUDO) apt-get install -q -y --no-install-recommends python3
	python3 benches/objects/run.py target/release/wayfarer target/bench-objects $(CLASSES)

bench-sequences: build
	command -v python3 >/dev/null || $(SUDO) apt-get install -q -y --no-install-recommends python3
	python3 benches/sequences/run.py target/release/wayfarer target/bench-sequences

# Names of functions in UNITS: only those. BEFORE=1: once more without plain values.
bench-units: build
	{ command -v dpkg-source && command -v python3; } >/dev/null || \
	  $(SUDO) apt-get install -q -y --no-install-recommends dpkg-dev python3
	python3 benches/units/run.py target/release/wayfarer target/bench-units $(UNITS)

fmt:
	$(CARGO) fmt --all --check

clippy: dependencies
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
