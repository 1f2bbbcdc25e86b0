# make                builds the program and all that is installed with it
# make run            build and open the sample (DEMO=path opens that demo); the first time without what a first look does not need
# make page           builds what "fragscope page" makes pages of, into the user's share (PAGE=file: there)
# make test           everything that has to be right before a commit lands
# make bench, fuzz    figures; a minute of fuzzing each target (FUZZTIME=10m)
# make torture        the tests of a sample of the demos with all of them; then harms every demo in 20 ways and has all verbs read it, fills the disk under every writer
#                     and stops it, and attacks the proxies: hours (TORTURE=12 times each, TORTURE_FROM=run to go on)
# make record         records the matches of the tests again where the programs are (RECORDINGS=folder)
# make beam           vets, builds and tests the pipeline of Apache Beam, a module of its own (downloads 125 MB once)
# make vuln           looks the modules up among known vulnerabilities
# make cross          builds for all systems that are supported
# make install        copies what make has built below prefix=/usr/local, or below DESTDIR for packagers
# make uninstall      removes that again
# make release        all packages into dist/, the same bytes from the same commit
# make pgo          profiles fixed work, by which the compiler builds the program: when what takes most of the time changed
# make generate       rebuilds the map of the embedded sample, and the README's pictures of the sample

GO       ?= go
export PATH := $(CURDIR)/bin/toolchain/bin:$(PATH)
DEMO     ?= sample:
FUZZTIME ?= 1m
TORTURE  ?= 6
PAGE     ?= user
prefix   ?= /usr/local
DESTDIR  ?=
BIN      := bin/fragscope

# What pictures and tests need, and what the window loads at run time: GTK is for its dialogs.
SHOT_PACKAGES := libx11-6 libgl1 libxrandr2 libxi6 libxcursor1 libxinerama1 libegl1 libgl1-mesa-dri xvfb
RUN_PACKAGES  := $(filter-out xvfb,$(SHOT_PACKAGES)) libgtk-3-0

export CGO_ENABLED ?= 0

.PHONY: record all build stage page run test race bench fuzz torture beam vuln cross install uninstall release pgo generate clean

all: stage

build:
	@sh .ci/needs "$(GO)"
	$(GO) build -trimpath -o $(BIN) ./cmd/fragscope

page:
	@sh .ci/needs "$(GO)"
	$(GO) run ./cmd/mkrelease -page $(PAGE)

run:
	@sh .ci/needs "$(GO)"
ifeq ($(or $(DISPLAY),$(WAYLAND_DISPLAY),$(filter-out Linux,$(shell uname -s))),)
	@echo "No display here: the demo is drawn under a virtual one, into fragscope.png."
	@program=$$(sh .ci/first "$(GO)" $(BIN) $(SHOT_PACKAGES)) && sh .ci/virtual-display $$program shot "$(DEMO)" --at 0:32 --size 1280x720 --panels -o fragscope.png
else
	@program=$$(sh .ci/first "$(GO)" $(BIN) $(RUN_PACKAGES)) && $$program "$(DEMO)"
endif

# The tests are of the program as it is written: compiled by the profile, all that they need would be compiled a second time.
test: export GOFLAGS := $(GOFLAGS) -pgo=off
test:
	@sh .ci/needs "$(GO)"
	@sh .ci/packages $(SHOT_PACKAGES)
	@sh .ci/test "$(GO)"

# The race detector needs cgo and a C compiler.
race:
	CGO_ENABLED=1 $(GO) test -race -short -timeout 20m ./formats/... ./sim/... ./assets/...
	CGO_ENABLED=1 $(GO) test -race -short -timeout 20m -run 'Demo|Load|Level|Open' ./viewer

bench:
	$(GO) test -run '^$$' -bench . -benchmem -timeout 1h ./...

fuzz:
	@sh .ci/fuzz "$(GO)" $(FUZZTIME)

torture:
	FRAGSCOPE_EVERY_DEMO=1 $(GO) test -timeout 2h ./formats/... ./sim/...
	FRAGSCOPE_EVERY_DEMO=1 TORTURE=$(TORTURE) $(GO) test -v -run "TestTorture|TestFullDisk|TestStopped|TestLearnedFloor" -timeout 4h ./cmd/fragscope

beam:
	@sh .ci/needs "$(GO)"
	cd cmd/fragscope-beam && $(GO) vet ./... && $(GO) build -trimpath -o ../../bin/fragscope-beam . && FRAGSCOPE_SHARED=$${FRAGSCOPE_SHARED:-$(CURDIR)/../shared} $(GO) test -timeout 10m ./...

record:
	@sh .ci/record/all "$(or $(RECORDINGS),recordings)"

vuln:
	@sh .ci/vulnerabilities

cross:
	@for target in linux/amd64 linux/arm64 windows/amd64 windows/arm64 darwin/amd64 darwin/arm64 js/wasm/web; do \
		echo "$$target"; \
		web=$${target#*/*/}; web=$${web#$$target}; system=$${target%/web}; \
		GOOS=$${system%/*} GOARCH=$${system#*/} $(GO) build -trimpath -o bin/cross/$$system/ ./cmd/fragscope/$$web || exit 1; \
	done

stage: build
	@rm -rf bin/stage
	@$(GO) run ./cmd/mkrelease -install bin/stage -program $(BIN)

install:
	@sh .ci/install bin/stage "$(DESTDIR)$(prefix)"

uninstall:
	$(GO) run ./cmd/mkrelease -uninstall "$(DESTDIR)$(prefix)"

release:
	$(GO) run ./cmd/mkrelease -o dist

pgo:
	@sh .ci/packages $(SHOT_PACKAGES)
	sh .ci/virtual-display sh .ci/pgo "$(GO)" cmd/fragscope/default.pgo

generate:
	$(GO) generate ./...
	@sh .ci/packages $(SHOT_PACKAGES)
	@$(MAKE) --no-print-directory build
	sh .ci/virtual-display sh .ci/pictures "$(GO)" $(BIN) assets/sample

clean:
	rm -rf bin dist
