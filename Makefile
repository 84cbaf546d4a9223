# Everything a checkout needs; `make` alone lists it. Recipes say what they do by the commands they echo.

PREFIX ?= $(HOME)/.local
DESTDIR ?=
ARGS ?=

BIN := $(DESTDIR)$(PREFIX)/bin
LIBRARIES := $(DESTDIR)$(PREFIX)/lib/scrim
PLUGINS := $(LIBRARIES)/plugins
UNITS := $(DESTDIR)$(PREFIX)/share/systemd/user
ENTRIES := $(DESTDIR)$(PREFIX)/share/applications
MANUAL := $(DESTDIR)$(PREFIX)/share/man
SHARE := $(DESTDIR)$(PREFIX)/share
COMPLETIONS := $(SHARE)/bash-completion/completions/scrim $(SHARE)/zsh/site-functions/_scrim $(SHARE)/fish/vendor_completions.d/scrim.fish
ICONS := $(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps
CONFIG := $(DESTDIR)$(or $(XDG_CONFIG_HOME),$(HOME)/.config)/scrim

# $(call chosen,NAME…): those of the names that WITH chooses.
comma := ,
chosen = $(if $(filter all,$(WITH)),$(1),$(foreach name,$(1),$(if $(filter $(shell echo $(name) | tr A-Z a-z),$(subst $(comma), ,$(WITH))),$(name))))
OTHERS := $(patsubst Plugins/%/Package.swift,%,$(wildcard Plugins/*/Package.swift))
LEFT_OUT = $(filter-out $(call chosen,$(OTHERS)),$(OTHERS))
MANIFESTS = $(filter-out $(foreach name,$(LEFT_OUT),Plugins/$(name)/%),$(wildcard Plugins/*/*.scrimplugin))

ALL_PROGRAMS := scrimd scrim scrim-decoder scrim-inspect scrim-link scrim-plugin-check
PROGRAMS = scrimd scrim scrim-decoder $(addprefix scrim-,$(call chosen,inspect link)) scrim-plugin-check
SWIFTFLAGS := --explicit-target-dependency-import-check error
RELEASE := .build/release
KIT := Tests/Conformance
# More cases, where they stand beside the checkout; those of LIVING wait for their features: LIVING=yes adds them.
MORE := $(wildcard ../shared/conformance)
LIVING ?= no
OUT ?= out
# SETUP=no: nothing is installed, nor asked for.
export SETUP
# Plugins in packages of their own that are built beside the core: WITH=vnc,video, WITH=all or WITH=none.
WITH ?= all
export SCRIM_WITH = $(WITH)
# What a newcomer tries needs the core alone.
run test: WITH = none
CHOICES := all none compositors inspect link $(shell echo $(OTHERS) | tr A-Z a-z)
UNKNOWN := $(filter-out $(CHOICES),$(subst $(comma), ,$(WITH)))
$(if $(UNKNOWN),$(error WITH=$(WITH): nothing is called $(UNKNOWN); there are $(CHOICES)))

# The demonstration's own daemon, as `--name demo` finds it: beside the user's service, not in its way.
DEMO := $(or $(XDG_RUNTIME_DIR),/tmp/scrim-$(shell id -u))/scrim/demo.sock

.PHONY: help setup build run test gallery known reference docs try-docs protocols bench bench-living bench-text asan fuzz-decoders fuzz-protocol thread-check
.PHONY: conformance same-bytes link-rounds lint vectors
.PHONY: clients try-clients try-templates swift-kit contract
.PHONY: install install-dev uninstall deb try-deb tarball bare fuzz simulate torture benchmarks counts
.PHONY: counts-update

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

setup: ## install what is missing on Debian or Ubuntu, for building and testing
	@.ci/setup build test

build: ## build the release, with all plugins (WITH=none: the core)
	@.ci/setup build
	SCRIM_RELEASE=1 swift build -c release $(SWIFTFLAGS)

run: build ## start a daemon with the demo scene, and leave it running (WITH=vnc,video or WITH=all: with these plugins)
	@mkdir -p $(OUT)
	@umask 077; mkdir -p $(dir $(DEMO))
	@if $(RELEASE)/scrim --socket $(DEMO) quit >/dev/null 2>&1; then \
	    for try in 1 2 3 4 5 6 7 8 9 10; do test -S $(DEMO) || break; sleep 0.1; done; \
	fi
	@nohup $(RELEASE)/scrimd --socket $(DEMO) --output auto </dev/null >$(OUT)/scrimd.log 2>&1 &
	@for try in 1 2 3 4 5 6 7 8 9 10; do \
	    $(RELEASE)/scrim --socket $(DEMO) hello >/dev/null 2>&1 && break; sleep 0.2; \
	done; $(RELEASE)/scrim --socket $(DEMO) hello >/dev/null || { cat $(OUT)/scrimd.log >&2; exit 1; }
	@PATH="$(abspath $(RELEASE)):$$PATH" SCRIM_SOCKET=$(DEMO) sh examples/cards.sh
	@$(RELEASE)/scrim --socket $(DEMO) snapshot -o $(OUT)/cards.png >/dev/null
	@echo
	@echo "The picture:   $(abspath $(OUT))/cards.png"
	@echo "Talk to it:    export SCRIM_SOCKET=$(DEMO) PATH=$(abspath $(RELEASE)):\$$PATH"
	@echo "               scrim set heart opacity=0.5"
	@echo "Stop it:       scrim quit"

test: ## build and run the tests of the core (WITH=all: every test; ARGS='--filter PixelsTests')
	@.ci/setup build test
	swift build --build-tests $(SWIFTFLAGS)
	.ci/test $(ARGS)

fuzz: ## feed random and damaged lines to a daemon for a minute (SECONDS=60 SEED=1; BUILT=yes: build nothing)
	@.ci/setup build test
	$(if $(BUILT),,swift build --build-tests $(SWIFTFLAGS))
	SCRIM_FUZZ_SECONDS=$(or $(SECONDS),60) SCRIM_FUZZ_SEED=$(or $(SEED),1) SCRIM_FUZZ_CORPUS=$(CURDIR)/$(KIT) \
	    .ci/test --filter ProtocolFuzzTests

simulate: ## live through lives of a daemon whose disk, clock, decoders and clients fail (SEED=1 SECONDS=3600 TRACE=1: step by step; BUILT=yes: ten minutes at most)
	$(if $(TRACE),SCRIM_SIMULATION_TRACE=1) SCRIM_SIMULATION_SEED=$(or $(SEED),1) SCRIM_SIMULATION_SECONDS=$(or $(SECONDS),3600) \
	    $(if $(BUILT),.ci/test,swift test) --filter Simulations

torture: build ## kill, starve and flood a daemon, ten minutes at most (ARGS='--short', ARGS='--only kill')
	.ci/torture --scrimd $(RELEASE)/scrimd $(ARGS)

benchmarks: ## build the benchmarks
	@.ci/setup build bench
	swift build --package-path Benchmarks

FUZZ := SCRIM_FUZZ_OPEN=1 ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
    swift test --skip-build --no-parallel --sanitize=address --scratch-path .build-asan

asan:
	@.ci/setup build
	swift build --build-tests --sanitize=address -Xswiftc -use-ld=lld --scratch-path .build-asan $(SWIFTFLAGS)

fuzz-decoders: asan ## feed damaged files to every decoder under the address sanitizer (SECONDS=600 each)
	SCRIM_FUZZ_SECONDS=$(or $(SECONDS),600) $(FUZZ) --filter ContentsTests.FuzzTests

fuzz-protocol: asan ## feed random and damaged lines to a daemon under the address sanitizer (SECONDS=300)
	SCRIM_FUZZ_SECONDS=$(or $(SECONDS),300) $(FUZZ) --filter ProtocolFuzzTests

TSAN := .build-tsan
THREADS := TSAN_OPTIONS=log_path=$(abspath $(OUT))/threads timeout

thread-check: ## paint, decode, encode and record under the thread sanitizer, ten minutes at most behind the build (SECONDS=20)
	@.ci/setup build conformance
	swift build --sanitize=thread -Xlinker --export-dynamic --scratch-path $(TSAN) $(SWIFTFLAGS)
	@mkdir -p $(OUT); rm -f $(OUT)/threads.*
	$(THREADS) 200 .ci/torture --scrimd $(TSAN)/debug/scrimd --only threads --seconds $(or $(SECONDS),20)
	$(THREADS) 400 "$$(.ci/python-with-numpy)" $(KIT)/run.py $(KIT) --scrimd $(TSAN)/debug/scrimd --awaited $(KIT)/awaited.txt
	@if cat $(OUT)/threads.* 2>/dev/null; then exit 1; else echo "no data race was found"; fi

conformance: ## hold the release to the conformance kit (ARGS='--topic paths', LIVING=yes)
	@.ci/setup build conformance
	SCRIM_RELEASE=1 swift build -c release $(SWIFTFLAGS)
	rm -rf $(OUT)/conformance
	"$$(.ci/python-with-numpy)" $(KIT)/run.py $(KIT) $(MORE) $(if $(filter yes,$(LIVING)),$(addsuffix /living,$(MORE))) \
	    --scrimd $(RELEASE)/scrimd --awaited $(KIT)/awaited.txt --keep $(OUT)/conformance $(ARGS)

same-bytes: ## compare pictures natively and on emulated processors, Nehalem and Haswell (ARGS='--cpu max --random 200')
	@.ci/setup build conformance
	SCRIM_RELEASE=1 swift build -c release $(SWIFTFLAGS)
	"$$(.ci/python-with-numpy)" .ci/same-bytes $(RELEASE)/scrimd $(ARGS)

link-rounds: ## link two daemons over a broker while connections are cut and processes killed (ARGS='--rounds 200', ARGS='--kills 600')
	@.ci/setup build test
	SCRIM_RELEASE=1 swift build -c release $(SWIFTFLAGS)
	python3 Tests/Link/cases.py --bin $(RELEASE)
	python3 Tests/Link/rounds.py --bin $(RELEASE) $(ARGS)

vectors: ## hold PDF and SVG to other renderers of them, over examples and conformance pictures (ARGS=examples/canvas.scrim)
	@.ci/setup build vectors
	SCRIM_RELEASE=1 swift build -c release $(SWIFTFLAGS)
	"$$(.ci/python-with-numpy)" .ci/vectors $(RELEASE)/scrimd $(ARGS)

protocols: ## make the C of the Wayland protocols again
	.ci/wayland-protocols

bench: build ## draw the workloads through the socket beside Blend2D and pixman (ARGS='W3 stroke')
	@.ci/setup build bench
	Benchmarks/run --scrimd $(RELEASE)/scrimd $(ARGS)

bench-living: build ## measure components, bindings, themes and lists beside plain lines
	Benchmarks/living $(RELEASE)/scrimd

bench-text: ## set and draw text beside Pango and cairo
	@.ci/setup build bench
	SCRIM_RELEASE=1 swift build -c release --product Text
	swift build -c release --package-path Benchmarks --product text-bench
	Benchmarks/.build/release/text-bench $(RELEASE)

# An installed daemon: valgrind 3.19 does not read the debugging information of the built one.
COUNTED = $(abspath $(OUT))/installed
define install-counted
@.ci/setup counts
$(MAKE) --no-print-directory -o build install DESTDIR= PREFIX=$(COUNTED) XDG_CONFIG_HOME=$(COUNTED)/etc >/dev/null
endef

counts: build ## hold instructions and allocations of six scenes to Benchmarks/counts.json, by 3 % (ARGS='--only text')
	$(install-counted)
	.ci/counts $(COUNTED)/bin/scrimd $(ARGS)

counts-update: build ## accept the counts of now
	$(install-counted)
	.ci/counts $(COUNTED)/bin/scrimd --update $(ARGS)

lint: ## check the form of the sources
	swift format lint --strict -r Sources Plugins Tests Benchmarks/Sources/*-bench Package.swift

controls-measured: build ## measure contrasts and hit areas of all controls, in all states and themes, into docs/controls-measured.md
	@.ci/setup build conformance
	"$$(.ci/python-with-numpy)" Tests/Controls/measure $(RELEASE)/scrimd -o docs/controls-measured.md

controls-claims: build ## check each claim of docs/controls.md for each control, into docs/controls-claims.md
	@.ci/setup build conformance
	"$$(.ci/python-with-numpy)" Tests/Controls/claims $(RELEASE)/scrimd -o docs/controls-claims.md

text-measured: build ## compare carets, selections and lines of seven scripts with Pango's and Chromium's, into docs/text-measured.md (FONTS=DIR: with those)
	python3 Tests/Text/figures $(RELEASE)/scrimd -o docs/text-measured.md $(if $(FONTS),--fonts "$(FONTS)")

controls-keys: build ## press the keys of GTK 4's text fields in ours, into docs/controls-keys.md
	python3 Tests/Controls/keys $(RELEASE)/scrimd -o docs/controls-keys.md

controls-fling: build ## fling scroll views, and write their velocities into docs/controls-fling.md
	python3 Tests/Controls/fling $(RELEASE)/scrimd -o docs/controls-fling.md

gallery: build ## render the examples that say their size to docs/gallery/
	@mkdir -p docs/gallery
	cd examples && for scene in $$(grep -l '^set main size' *.scrim); do \
	    ../$(RELEASE)/scrim render $$scene -o ../docs/gallery/$${scene%.scrim}.png >/dev/null || exit 1; \
	done
	for scale in 1 1.5 2; do \
	    for scene in states containers; do \
	        $(RELEASE)/scrim render examples/controls/$$scene.scrim --scale $$scale --at 1 -o docs/gallery/control-$$scene-$$scale.png >/dev/null || exit 1; \
	    done; \
	done
	$(RELEASE)/scrim render examples/controls/right-to-left.scrim --at 1 -o docs/gallery/right-to-left.png >/dev/null
	@.ci/setup gallery
	cd examples/motion && for scene in *.scrim; do \
	    frames=$$(mktemp -d) && ../../$(RELEASE)/scrim render $$scene --seconds 3 --fps 20 -o $$frames/%03d.png \
	    && img2webp -loop 0 -lossless -d 50 $$frames/*.png -o ../../docs/gallery/$${scene%.scrim}.webp >/dev/null \
	    || exit 1; rm -r $$frames; \
	done

known: ## draw the known scenes, and count their lines beside their originals' (ARGS=FOLDER, with clones of these)
	cd examples/known && for scene in *.scrim; do \
	    ../../$(RELEASE)/scrim render $$scene --at 1 -o pictures/$${scene%.scrim}.png >/dev/null || exit 1; \
	done
	Benchmarks/ports $(ARGS)

clients: ## write what the clients know of the protocol again, from what was built last
	python3 clients/generate

try-clients: ## run the clients' tests and examples, for the languages that are there (ARGS='python go')
	clients/test $(ARGS)

reference: ## write docs/reference again, from what was built last
	python3 docs/generate reference

docs: ## make manual pages, and the static site of all documents with search, in out/man and out/site
	python3 docs/generate man site --out $(OUT)

try-docs: ## run each block of the site's pages in Chromium, as a reader does (ARGS='docs/tutorial.html')
	Tests/Inspector/try-docs $(ARGS)

install: build ## install into PREFIX (~/.local), with user units, a name and an icon for windows, and a configuration
	@.ci/setup install
	install -d $(BIN) $(PLUGINS) $(UNITS) $(ENTRIES) $(ICONS) $(CONFIG)
	install -m 755 $(addprefix $(RELEASE)/,$(PROGRAMS)) $(BIN)
	set -e; for manifest in $(MANIFESTS); do \
	    install -m 644 "$$manifest" $(PLUGINS); \
	    install -m 755 "$(RELEASE)/lib$$(basename "$$manifest" .scrimplugin).so" $(PLUGINS); \
	done
	.ci/runtime $(LIBRARIES) $(BIN)
	for unit in scrimd scrimd@; do \
	    sed 's|%h/.local/bin|$(PREFIX)/bin|' systemd/$$unit.service >$(UNITS)/$$unit.service || exit 1; \
	    install -m 644 systemd/$$unit.socket $(UNITS); \
	done
	for unit in scrim-link-publish@ scrim-link-follow@ scrim-serve@; do \
	    sed 's|%h/.local/bin|$(PREFIX)/bin|' systemd/$$unit.service >$(UNITS)/$$unit.service || exit 1; \
	done
	install -D -m 644 config/controls.scrim $(SHARE)/scrim/controls.scrim
	install -d $(SHARE)/scrim/templates
	install -m 644 config/templates/*.scrim $(SHARE)/scrim/templates
	set -e; cd examples; for file in *.scrim controls/*.scrim known/*.scrim living/*.scrim motion/*.scrim serve/*.scrim pictures/* fonts/*; do \
	    install -D -m 644 $$file $(SHARE)/scrim/examples/$$file; done
	install -d $(SHARE)/scrim/fonts
	install -m 644 examples/fonts/ScrimSans.ttf examples/fonts/LICENCE $(SHARE)/scrim/fonts
	install -D -m 644 docs/agents/SKILL.md $(SHARE)/scrim/agents/SKILL.md
	install -D -m 755 clients/import/scrim-import $(SHARE)/scrim/import/scrim-import
	install -m 755 clients/import/scrim-picture $(SHARE)/scrim/import/scrim-picture
	install -d $(SHARE)/scrim/import/scrim_import
	install -m 644 clients/import/scrim_import/*.py $(SHARE)/scrim/import/scrim_import
	test -n "$(DESTDIR)" || python3 -m compileall -q --invalidation-mode unchecked-hash $(SHARE)/scrim/import || true
	install -m 644 config/scrim.desktop $(ENTRIES)
	install -m 644 config/scrim.svg $(ICONS)
	python3 docs/generate man $(if $(DESTDIR),,site) --out $(OUT)
	test -n "$(DESTDIR)" || { rm -rf $(SHARE)/scrim/site && cp -r $(OUT)/site $(SHARE)/scrim/site; }
	for page in $(OUT)/man/*; do install -D -m 644 $$page $(MANUAL)/man$${page##*.}/$$(basename $$page) || exit 1; done
	set -e; set -- bash zsh fish; for file in $(COMPLETIONS); do \
	    install -d $$(dirname $$file); $(RELEASE)/scrim completion $$1 >$$file; shift; \
	done
	test -e $(CONFIG)/scrimd.scrim || install -m 644 config/scrimd.scrim $(CONFIG)
	@echo "Enable it:  systemctl --user daemon-reload && systemctl --user enable --now scrimd.socket"

VERSION = $(shell sed -n 's/.*version = "\(.*\)"/\1/p' Sources/Tools/scrim/Help.swift)
INCLUDE := $(DESTDIR)$(PREFIX)/include/scrim
PKGCONFIG := $(DESTDIR)$(PREFIX)/share/pkgconfig
KITS := $(DESTDIR)$(PREFIX)/share/scrim/swift-kit
TEMPLATES := $(DESTDIR)$(PREFIX)/share/scrim/templates
RUST := $(DESTDIR)$(PREFIX)/share/scrim/rust

install-dev: ## install what plugins are written with: headers, a pkg-config file, the kits for Swift and Rust, templates
	install -d $(INCLUDE) $(PKGCONFIG) $(KITS)
	install -m 644 Sources/ScrimPluginABI/include/scrim/*.h $(INCLUDE)
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' packaging/scrim-plugin.pc.in >$(PKGCONFIG)/scrim-plugin.pc
	install -m 644 packaging/swift-kit/Package.swift $(KITS)
	set -e; for file in $$(find Sources/ScrimPluginABI Sources/ScrimPluginKit -type f); do \
	    install -D -m 644 $$file $(KITS)/$$file; \
	done
	set -e; for file in $$(cd packaging/templates && find . -type f); do \
	    install -D -m 644 packaging/templates/$$file $(TEMPLATES)/$$file; \
	done
	set -e; for file in Cargo.toml src/lib.rs; do install -D -m 644 packaging/rust-sys/$$file $(RUST)/$$file; done

swift-kit: ## make the kit for plugins in Swift a git repository with a tag, in out/swift-kit
	packaging/swift-kit/repository $(VERSION) $(OUT)/swift-kit

try-templates: ## make, build, check and load a plugin of each kind in each language (ARGS='rust --kind filter')
	packaging/try-templates $(ARGS)

contract: ## hold the C contract to that of the last release, and version numbers to each other
	.ci/contract
	packaging/release --check

deb: build ## build packages for Debian into out/deb: scrim, scrim-drm, scrim-pipewire, scrim-vnc, scrim-video, scrim-dev, python3-scrim
	@.ci/setup install deb
	packaging/deb $(RELEASE) $(OUT)/deb

try-deb: deb ## install the packages in the bare Debian 12 of `make bare`, use them, remove them again (root)
	packaging/try-deb $(OUT)/deb

tarball: build ## build out/scrim-VERSION-ARCHITECTURE.tar.xz, which runs wherever it is unpacked
	@.ci/setup install
	packaging/tarball $(RELEASE) $(OUT)

uninstall: ## stop the service, and remove what install put there, but not the configuration
	-if [ -z "$(DESTDIR)" ] && systemctl --user show-environment >/dev/null 2>&1; then \
	    systemctl --user disable --now scrimd.socket scrimd.service; \
	    systemctl --user stop 'scrim-serve@*.service' 'scrimd@*.socket' 'scrimd@*.service'; \
	fi
	rm -f $(addprefix $(BIN)/,$(ALL_PROGRAMS)) $(addprefix $(UNITS)/,scrimd.service scrimd.socket scrimd@.service scrimd@.socket)
	rm -f $(UNITS)/scrim-link-publish@.service $(UNITS)/scrim-link-follow@.service $(UNITS)/scrim-serve@.service
	rm -f $(addprefix $(MANUAL)/,man1/scrim.1 man1/scrimd.1 man5/scrim.config.5) $(MANUAL)/man7/scrim-*.7 $(COMPLETIONS)
	rm -f $(ENTRIES)/scrim.desktop $(ICONS)/scrim.svg
	rm -rf $(LIBRARIES) $(INCLUDE) $(PKGCONFIG)/scrim-plugin.pc $(KITS) $(TEMPLATES) $(RUST)
	rm -f $(SHARE)/scrim/controls.scrim
	rm -rf $(SHARE)/scrim/import $(SHARE)/scrim/agents $(SHARE)/scrim/fonts $(SHARE)/scrim/examples $(SHARE)/scrim/site
	-test ! -d $(DESTDIR)$(PREFIX)/share/scrim || rmdir $(DESTDIR)$(PREFIX)/share/scrim

bare: ## try all this as a new user would, in a bare Debian 12 below out/ (root; ARGS='--filter GeometryTests')
	@.ci/setup bare
	.ci/bare $(ARGS)
