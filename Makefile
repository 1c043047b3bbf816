# `make help` lists what can be made.

.DEFAULT_GOAL := help
.PHONY: help run test lint doc cargo-test page-test api-test fuzz bench tools

BINARY := target/debug/bestmove
# As the tests have built it: for the binary alone its crates would be built again, with fewer features.
BUILD := cargo build --bin bestmove --test command
SCHEMATHESIS := .venv/bin/schemathesis
# Seconds for each fuzz target.
FUZZ_TIME ?= 60

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

run: ## serve on 127.0.0.1:8080, optimised
	cargo run --release

test: lint doc cargo-test page-test api-test ## everything that must pass; installs what it lacks (Debian, as root)

# The fuzz targets without the fuzzer itself, which is in C++ and needs a nightly toolchain.
lint: ## formatting and clippy, warnings are errors
	cargo fmt --check
	cargo clippy --all-targets -- -D warnings
	cargo clippy --manifest-path fuzz/Cargo.toml --no-default-features --target-dir target -- -D warnings

doc: ## the library's documentation, warnings are errors
	RUSTDOCFLAGS="-D warnings" cargo doc --no-deps

# Clippy has checked the examples: to link them too would take half a minute.
cargo-test: ## unit, integration and documentation tests
	cargo test --lib --bins --tests
	cargo test --doc

page-test: tools ## the page in a browser, and by the rules of accessibility
	$(BUILD)
	npm --prefix tests/page install --no-audit --no-fund
	BESTMOVE_BIN=$(CURDIR)/$(BINARY) npm --prefix tests/page test

api-test: $(SCHEMATHESIS) ## the service against its own description
	$(BUILD)
	PATH="$(CURDIR)/.venv/bin:$$PATH" tests/schemathesis.sh $(BINARY)

fuzz: ## each fuzz target for a minute; needs a nightly toolchain
	@rustup run nightly rustc --version >/dev/null 2>&1 || { \
	  echo "make fuzz needs a nightly toolchain: rustup toolchain install nightly --profile minimal" >&2; exit 1; }
	@cargo fuzz --version >/dev/null 2>&1 || cargo install --locked cargo-fuzz
	@for target in $$(cargo +nightly fuzz list); do \
	  echo "== $$target"; \
	  mkdir -p fuzz/found/$$target; \
	  cargo +nightly fuzz run $$target fuzz/found/$$target fuzz/corpus/$$target -- -max_total_time=$(FUZZ_TIME) || exit 1; \
	done

bench: ## what is promised about speed, measured
	cargo bench

# What the page tests need beside Rust.
tools:
	@command -v chromium-headless-shell >/dev/null || { \
	  apt-get update && apt-get install --yes --no-install-recommends chromium-headless-shell; } || command -v chromium >/dev/null
	@command -v npm >/dev/null || { \
	  apt-get update && apt-get install --yes --no-install-recommends nodejs npm; }
	@node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || { \
	  echo "the page tests need Node.js 20 or newer, this is $$(node --version)" >&2; exit 1; }

$(SCHEMATHESIS):
	@python3 -m venv --help >/dev/null 2>&1 && python3 -c 'import ensurepip' 2>/dev/null || { \
	  apt-get update && apt-get install --yes --no-install-recommends python3-venv; }
	python3 -m venv .venv
	.venv/bin/pip install --quiet schemathesis==4.32.5
