# Rushes. 'make help' lists what there is to make.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift

# The programs whose sources are here.
PROGRAMS := $(foreach p,compress rec shortvideo,$(if $(wildcard Sources/$(p)/*.swift),$(p)))
RELEASE := .build/release
# Release programs carry the Swift runtime with them and need only the system's libraries.
RELEASE_FLAGS := -c release --static-swift-stdlib

BIN := $(DESTDIR)$(PREFIX)/bin
SHARE := $(DESTDIR)$(PREFIX)/share

.DEFAULT_GOAL := help
.PHONY: help deps build demo test device-test lint bench install uninstall clean

help: ## list what there is to make
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; do \
	  printf '%-16s %s\n' "$$name" "$$text"; done

deps: ## install the Debian packages that are missing
	@.ci/dependencies

build: deps ## build the release programs
	@for program in $(PROGRAMS); do $(SWIFT) build $(RELEASE_FLAGS) --product "$$program" || exit; done

demo: build ## compress a clip like a phone's, record a test camera, check what came out
	@.ci/demo $(RELEASE) .build/demo

test: deps ## build and run every test
	$(SWIFT) build --build-tests
	.ci/suites $(SWIFT) test --disable-xctest --skip-build

device-test: build ## try the programs and drivers in virtual machines (installs QEMU, needs root, ten minutes)
	$(SWIFT) build --build-tests
	@Tests/DeviceLab/test

lint: ## check the layout of all Swift files
	$(SWIFT) format lint --strict -r Sources Tests Presets Benchmarks Package.swift

bench: build ## build and run the measurements (BENCH_ARGUMENTS=... goes to them)
	$(SWIFT) run $(RELEASE_FLAGS) Benchmarks $(BENCH_ARGUMENTS)

# 'sudo make install' need not find the toolchain: what was built before is installed then.
install: ## install programs, manual pages and completions (PREFIX=/usr/local, DESTDIR=)
	@if command -v $(SWIFT) >/dev/null 2>&1; then $(MAKE) --no-print-directory build; fi
	@for program in $(PROGRAMS); do \
	  .ci/install "$(RELEASE)/$$program" "$(BIN)" "$(SHARE)" || exit; done

uninstall: ## remove what 'install' installed
	@for program in $(PROGRAMS); do rm -f "$(BIN)/$$program" "$(SHARE)/man/man1/$$program.1" \
	  "$(SHARE)/bash-completion/completions/$$program" "$(SHARE)/zsh/site-functions/_$$program" \
	  "$(SHARE)/fish/vendor_completions.d/$$program.fish" || exit; done

clean: ## remove everything that was built
	rm -rf .build
