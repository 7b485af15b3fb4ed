# jsmf: topics, their correlations and compositions by spectral inference.
#   make deps demo     install what is needed, build, print topics of the bundled corpus
#   make deps check    install what is needed, build, run the tests
#   make check-full    before a release: what check samples under the address sanitizer is run completely
#   make experiments   build, make the papers' figures of the corpora in DATA (data/experiments.mk)
# Flavours (FLAVOUR=release|clang|asan|tsan|fuzz|debug) build into build/FLAVOUR. V=1 shows the commands.

VERSION = 1.0.0
# The number of the shared library: whoever is linked with one runs with every library of that number.
SOVERSION = 0

CC ?= gcc
CFLAGS ?= -O2 -g
FLAVOUR ?= release
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
DATADIR ?= $(PREFIX)/share/jsmf
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DOCDIR ?= $(PREFIX)/share/doc/jsmf
HTMLDIR ?= $(DOCDIR)/html
COMPLETIONDIR ?= $(PREFIX)/share/bash-completion/completions
PKG_CONFIG ?= pkg-config
INSTALL ?= install
CLANG ?= clang
NPROC := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

B = build/$(FLAVOUR)
Q = $(if $(V),,@)

PACKAGES = openblas lapacke arpack zlib
# -O3 for the vectoriser; under the sanitizers less, as compiling costs more there than running does. What gcc takes
# for uninitialised at -O1 is none at -O3, where it is an error.
OPTIMIZE_asan = -O1 -Wno-maybe-uninitialized
OPTIMIZE_tsan = -O1
OPTIMIZE = $(or $(OPTIMIZE_$(FLAVOUR)),-O3)
# Of what only tests run, lines for a stack trace are enough, and a faster linker will do, where there is one.
TESTED_ONLY = $(filter clang asan tsan,$(FLAVOUR))
DEBUG = $(if $(TESTED_ONLY),-g1)
FAST_LINKER := $(firstword $(foreach name,lld gold,$(if $(shell command -v ld.$(name)),-fuse-ld=$(name))))
# No contraction, so that gcc and clang agree to the bit where they can.
OWN_CFLAGS = -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wvla $(OPTIMIZE) $(DEBUG) \
	-ffp-contract=off -fno-math-errno -pthread -Iinclude -Isrc -DJSMF_VERSION='"$(VERSION)"'
OWN_LDFLAGS = -pthread -Wl,--as-needed
# A program has what it can reach alone: tests/options.py reads what it may say.
ifeq ($(FLAVOUR),release)
OWN_CFLAGS += -ffunction-sections -fdata-sections
OWN_LDFLAGS += -Wl,--gc-sections
endif

# The unit tests themselves need no vectoriser.
UNIT_CFLAGS = -iquote tests/unit -O1 -g1 $(if $(SANITIZE),-DSANITIZED)

SANITIZE_asan = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
SANITIZE_tsan = -fsanitize=thread
SANITIZE_fuzz = -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all
SANITIZE = $(SANITIZE_$(FLAVOUR))
# gcc's shared sanitizers start more slowly than those that are linked in, which clang's always are.
LINK_asan = $(if $(findstring clang,$(CC)),,-static-libasan -static-libubsan)
ifneq ($(filter tsan fuzz,$(FLAVOUR)),)
CC = $(CLANG)
endif

PACKAGE_CFLAGS := $(shell $(PKG_CONFIG) --cflags $(PACKAGES) 2>/dev/null)
SHARED_LIBS := $(shell $(PKG_CONFIG) --libs $(PACKAGES) 2>/dev/null)
PACKAGE_LIBS := $(SHARED_LIBS)
# The few functions of LAPACKE that are called go into the program, where there is an archive of it: its shared library
# comes with all of LAPACK a second time, and loading them is a fifth of what the start of a program takes.
ifneq ($(filter /%,$(shell $(CC) -print-file-name=liblapacke.a)),)
PACKAGE_LIBS := $(patsubst -llapacke,-l:liblapacke.a,$(PACKAGE_LIBS))
endif

# GLPK, of which Debian has no .pc file, solves jsmf-anchorfree's linear programs; without it (or with GLPK=no) that
# tool says so when it is run. Nothing else is linked with it.
GLPK ?= $(shell printf '\043include <glpk.h>\n' | $(CC) $(CPPFLAGS) $(CFLAGS) -E -x c - >/dev/null 2>&1 && echo yes || echo no)
GLPK := $(GLPK)
GLPK_CFLAGS = $(if $(filter yes,$(GLPK)),-DJSMF_GLPK)
GLPK_LIBS = $(if $(filter yes,$(GLPK)),-lglpk)

# ICU, which knows Unicode's words and regular expressions, is jsmf-text's alone in the same way (ICU=no).
ICU ?= $(shell $(PKG_CONFIG) --exists icu-uc icu-i18n 2>/dev/null && echo yes || echo no)
ICU := $(ICU)
ICU_CFLAGS := $(if $(filter yes,$(ICU)),-DJSMF_ICU $(shell $(PKG_CONFIG) --cflags icu-uc icu-i18n))
ICU_LIBS := $(if $(filter yes,$(ICU)),$(shell $(PKG_CONFIG) --libs icu-uc icu-i18n))

COMPILE = $(CC) $(CPPFLAGS) $(PACKAGE_CFLAGS) $(GLPK_CFLAGS) $(CFLAGS) $(OWN_CFLAGS) $(SANITIZE)
LINK = $(CC) $(CFLAGS) $(SANITIZE) $(LINK_$(FLAVOUR)) $(if $(TESTED_ONLY),$(FAST_LINKER)) $(LDFLAGS) $(OWN_LDFLAGS)
# What is not taken out of a program that cannot reach it, in flavours other than release, may call ICU.
LIBS = $(PACKAGE_LIBS) $(if $(filter release,$(FLAVOUR)),,$(ICU_LIBS)) $(LDLIBS) -lm -ldl
# What one program is linked with beside: of those that solve linear programs or cut words; and a room's unit tests.
LIBS_jsmf-anchorfree = $(GLPK_LIBS)
LIBS_test_anchorfree = $(GLPK_LIBS)
LIBS_jsmf-text = $(ICU_LIBS)
LIBS_fuzz_cut = $(ICU_LIBS)
LIBS_of_words = $(ICU_LIBS)
LIBS_of_tally = $(ICU_LIBS)

# The library has the rooms that need neither GLPK nor ICU; the others are the programs' alone.
OUTSIDE = anchorfree tally words
OUTSIDE_OBJECTS := $(patsubst %.c,$(B)/%.o,$(sort $(wildcard $(OUTSIDE:%=src/%/*.c))))
LIBRARY_OBJECTS := $(filter-out $(OUTSIDE_OBJECTS),$(patsubst %.c,$(B)/%.o,$(sort $(wildcard src/*/*.c))))
LIBRARY_HEADERS := $(filter-out $(OUTSIDE:%=include/jsmf/%.h),$(sort $(wildcard include/jsmf/*.h)))
SHARED_LIBRARY = libjsmf.so.$(SOVERSION)
TOOL_SOURCES := $(sort $(wildcard tools/jsmf-*.c))
TOOLS = $(TOOL_SOURCES:tools/%.c=%)
TOOL_SHARED := $(sort $(wildcard tools/shared/*.c))
TOOL_SHARED_OBJECTS = $(TOOL_SHARED:%.c=$(B)/%.o)
UNIT_SOURCES := $(sort $(wildcard tests/unit/*/test_*.c))
# The thread sanitizer has something to see only where there are threads: in the tests that set their number, or draw a
# corpus with a number of them. EVERY=yes builds and runs the others, too.
ifeq ($(FLAVOUR)$(EVERY),tsan)
UNIT_SOURCES := $(shell grep -lE 'threads|(corpus|known)_(prepare|draw)' $(UNIT_SOURCES))
endif
UNIT_TESTS = $(UNIT_SOURCES:tests/unit/%.c=$(B)/tests/unit/%)
UNIT_SHARED := $(sort $(wildcard tests/unit/*.c))
FUZZ_SOURCES := $(sort $(wildcard tests/fuzz/fuzz_*.c))
FUZZ_TESTS = $(FUZZ_SOURCES:tests/fuzz/%.c=$(B)/tests/fuzz/%)
MAN_PAGES := $(sort $(wildcard man/*.[157]))
# What is installed of data/, with its folders.
EXPERIMENTS := experiments.mk $(patsubst data/%,%,$(sort $(wildcard data/experiments/* data/cluster/* data/*.wordnet* \
	data/glosses.csv.gz)))

.PHONY: all tools library units names-of-units deps deps-extra demo experiments check check-full check-asan check-tsan \
	check-cluster check-valgrind build-release build-clang build-asan build-tsan same-bytes fuzz attack bench \
	bench-kernels bench-scale bench-cluster bench-compositions bench-days bench-defaults bench-drawn bench-huge bench-merge \
	bench-near bench-orderings bench-polish bench-processors bench-quality bench-rates bench-rounds bench-text install uninstall \
	dist deb html clean read-tools FORCE
.DELETE_ON_ERROR:
.SECONDARY:

all: tools library $(B)/jsmf.bash

tools: $(TOOLS:%=$(B)/%)

library: $(B)/libjsmf.a $(B)/$(SHARED_LIBRARY)

# ---- building ----

# Changes with the compiler and its flags, so that objects never mix.
FLAGS = $(COMPILE) $(UNIT_CFLAGS) $(ICU_CFLAGS) $(LINK) $(LIBS)
$(B)/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(FLAGS))' | cmp -s - $@ || printf '%s\n' '$(subst ','\'',$(FLAGS))' > $@
FORCE:

$(B)/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	$(if $(V),,@printf '  CC    %s\n' $<)
	$(Q)$(COMPILE) -MT $@ -MMD -MP -c -o $@ $<

# What no test runs is read for its warnings alone.
$(B)/%.read: %.c $(B)/flags
	@mkdir -p $(@D)
	$(if $(V),,@printf '  READ  %s\n' $<)
	$(Q)$(COMPILE) -MT $@ -MMD -MP -MF $(@:.read=.d) -fsyntax-only $< && touch $@

# The files that jsmf-report's pages are made of, as numbers for an array of char, which a 0 ends.
REPORT_FILES := $(sort $(wildcard tools/report/*))
$(B)/tools/report/%.bytes: tools/report/%
	@mkdir -p $(@D)
	$(Q)od -An -v -td1 $< | sed 's/\(-*[0-9][0-9]*\)/\1,/g; $$s/$$/ 0/' > $@
REPORT_ASSETS = $(B)/tools/shared/report_assets.o $(B)/tools/shared/report_assets.read
$(REPORT_ASSETS): $(REPORT_FILES:%=$(B)/%.bytes)
$(REPORT_ASSETS): private OWN_CFLAGS += -I$(B)

# private: not for $(B)/flags, too, which an object waits for.
$(B)/tests/unit/%.o: private OWN_CFLAGS += $(UNIT_CFLAGS)

# The room of words alone knows of ICU.
$(B)/src/words/%.o $(B)/tests/unit/words/%.o: private OWN_CFLAGS += $(ICU_CFLAGS)

# Objects of the library suit a shared one. Its functions call each other directly.
ifeq ($(FLAVOUR),release)
$(LIBRARY_OBJECTS): private OWN_CFLAGS += -fPIC -fno-semantic-interposition
endif

$(B)/libjsmf.a: $(LIBRARY_OBJECTS)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(B)/liboutside.a: $(OUTSIDE_OBJECTS)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# What the headers declare is what the shared library exports.
$(B)/libjsmf.map: $(LIBRARY_HEADERS)
	$(Q)printf 'JSMF_$(SOVERSION) {\nglobal:\n' > $@
	$(Q)cat $^ | $(CC) -w -E -P -fpreprocessed - | grep -o 'jsmf_[a-z0-9_]*' | sort -u | sed 's/$$/;/' >> $@
	$(Q)printf 'local: *;\n};\n' >> $@

$(B)/$(SHARED_LIBRARY): $(B)/libjsmf.map $(LIBRARY_OBJECTS)
	$(if $(V),,@printf '  LINK  %s\n' $@)
	$(Q)$(LINK) -shared -Wl,-soname,$(@F) -Wl,--version-script=$< -Wl,-Bsymbolic -Wl,-z,defs -o $@ \
		$(LIBRARY_OBJECTS) $(SHARED_LIBS) $(LDLIBS) -lm

# Of an archive a program takes what it calls; of all of it the address sanitizer would have to prepare everything.
$(B)/libtools.a: $(TOOL_SHARED_OBJECTS)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(B)/jsmf-%: $(B)/tools/jsmf-%.o $(B)/libtools.a $(B)/liboutside.a $(B)/libjsmf.a
	$(if $(V),,@printf '  LINK  %s\n' $@)
	$(Q)$(LINK) -o $@ $^ $(LIBS_$(@F)) $(LIBS)

$(UNIT_TESTS): $(B)/tests/unit/%: $(B)/tests/unit/%.o $(UNIT_SHARED:%.c=$(B)/%.o) $(B)/liboutside.a \
		$(B)/libjsmf.a
	$(Q)$(LINK) $(FAST_LINKER) -o $@ $^ $(LIBS_$(@F)) $(LIBS_of_$(notdir $(@D))) $(LIBS) -lcmocka

$(B)/tests/bench/product $(B)/tests/bench/kernels: %: %.o $(B)/libjsmf.a
	$(Q)$(LINK) -o $@ $^ $(LIBS)

$(B)/tests/fuzz/fuzz_%: $(B)/tests/fuzz/fuzz_%.o $(B)/liboutside.a $(B)/libjsmf.a
	$(Q)$(LINK) -fsanitize=fuzzer -o $@ $^ $(LIBS_$(@F)) $(LIBS)

-include $(patsubst %.o,%.d,$(LIBRARY_OBJECTS) $(OUTSIDE_OBJECTS) $(TOOL_SHARED_OBJECTS) $(TOOL_SOURCES:%.c=$(B)/%.o) \
	$(UNIT_SOURCES:%.c=$(B)/%.o) $(UNIT_SHARED:%.c=$(B)/%.o) $(FUZZ_SOURCES:%.c=$(B)/%.o))

units: $(UNIT_TESTS)

read-tools: $(TOOL_SOURCES:%.c=$(B)/%.read) $(TOOL_SHARED:%.c=$(B)/%.read)

# What check.sh runs.
names-of-units:
	@printf '%s\n' $(UNIT_TESTS)

clean:
	rm -rf build

# ---- what a fresh Debian machine needs ----

BUILD_PACKAGES = gcc make pkg-config libopenblas-dev liblapacke-dev libarpack2-dev zlib1g-dev libglpk-dev libicu-dev
TEST_PACKAGES = libcmocka-dev python3-numpy python3-scipy valgrind shellcheck groff clang libclang-rt-dev jq g++ \
	dpkg-dev gnuplot-nox codespell mandoc
# Large ones, of which a single test each has need; without them it is skipped, and says so.
EXTRA_PACKAGES = chromium tidy lintian $(if $(shell command -v npm),,nodejs npm) slurmctld slurmd slurm-client munge parallel \
	python3-sklearn python3-pandas python3-gensim r-base-core r-cran-reticulate octave unicode-data mmdebstrap

# What drives the browser in tests/browser, from npm.
NODE_MODULES = build/browser/node_modules

# Asks the packages' manager only for what is missing, so that it costs nothing the second time and needs no network.
deps: WANTED = $(BUILD_PACKAGES) $(TEST_PACKAGES)
deps-extra: WANTED = $(EXTRA_PACKAGES)
deps deps-extra:
	@missing=$$(for p in $(WANTED); do \
		dpkg-query -W -f '$${Status}\n' "$$p" 2>/dev/null | grep -q '^install ok installed' || printf '%s ' "$$p"; done); \
	if [ -n "$$missing" ]; then \
		sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
		$$sudo apt-get update -q && \
		$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$missing; \
	fi
	@if [ $@ = deps-extra ] && [ ! -e $(NODE_MODULES)/puppeteer-core -o ! -e $(NODE_MODULES)/axe-core ]; then \
		npm install --no-audit --no-fund --prefix $(NODE_MODULES)/.. puppeteer-core@24 axe-core@4; \
	fi

# Named together with other goals, these go first (with -j too, one after the other); the goals below build in a make of
# their own, whose pkg-config sees what was installed.
ifneq ($(filter deps,$(MAKECMDGOALS)),)
$(filter-out deps,$(MAKECMDGOALS)): | deps
endif
ifneq ($(filter deps-extra,$(MAKECMDGOALS)),)
$(filter-out deps deps-extra,$(MAKECMDGOALS)): | deps-extra
endif

# ---- the main job, on the bundled corpus ----

demo:
	@$(MAKE) --no-print-directory -j$(NPROC) FLAVOUR=release tools
	@sh data/demo.sh build/release

experiments:
	@$(MAKE) --no-print-directory -j$(NPROC) FLAVOUR=release tools
	@$(MAKE) --no-print-directory -j$(NPROC) -f data/experiments.mk experiments

# ---- tests ----

check:
	@$(MAKE) --no-print-directory -j$(NPROC) build-release build-clang build-asan build-tsan
	@tests/check.sh all

build-release:
	@$(MAKE) --no-print-directory all units $(if $(shell command -v mandoc),html)
build-asan:
	@$(MAKE) --no-print-directory FLAVOUR=asan tools units
build-clang:
	@$(MAKE) --no-print-directory FLAVOUR=clang CC=$(CLANG) read-tools units
build-tsan:
	@$(MAKE) --no-print-directory FLAVOUR=tsan units

# Before a release. EVERY=yes does the same for check-asan and check-tsan.
check-full:
	@$(MAKE) --no-print-directory EVERY=yes check

check-asan:
	@$(MAKE) --no-print-directory -j$(NPROC) FLAVOUR=asan tools units
	@tests/check.sh asan

check-tsan:
	@$(MAKE) --no-print-directory -j$(NPROC) FLAVOUR=tsan units
	@tests/check.sh tsan

# Nodes that die, and corpora of ../shared, by data/cluster: ten minutes.
check-cluster:
	@$(MAKE) --no-print-directory -j$(NPROC) FLAVOUR=release tools
	@tests/cluster/long.sh build/release $(CORPORA)

check-valgrind:
	@$(MAKE) --no-print-directory -j$(NPROC) FLAVOUR=debug CFLAGS='-O1 -g' units
	@tests/check.sh valgrind

# Whether the programs do what those of an earlier build do: OLD=its folder. DATA=the corpora's (tests/same-bytes.sh).
same-bytes:
	@test -n "$(OLD)" || { echo 'usage: make same-bytes OLD=FOLDER_OF_PROGRAMS [DATA=FOLDER_OF_CORPORA]' >&2; exit 2; }
	@$(MAKE) --no-print-directory -j$(NPROC) FLAVOUR=release tools
	@tests/same-bytes.sh "$(OLD)" build/release $(if $(DATA),"$(DATA)")

# A minute each; SECONDS_EACH=600 for longer.
SECONDS_EACH ?= 60
fuzz:
	@$(MAKE) --no-print-directory -j$(NPROC) FLAVOUR=release tools
	@$(MAKE) --no-print-directory -j$(NPROC) FLAVOUR=fuzz $(FUZZ_SOURCES:tests/fuzz/%.c=build/fuzz/tests/fuzz/%)
	@tests/fuzz/run.sh build/fuzz/tests/fuzz $(SECONDS_EACH)

# Programs on streams whose arrays are changed: RUNS in the release build, and as many under the address sanitizer.
RUNS ?= 10000
attack:
	@$(MAKE) --no-print-directory -j$(NPROC) FLAVOUR=release tools
	@$(MAKE) --no-print-directory -j$(NPROC) FLAVOUR=asan tools
	@/usr/bin/python3 -B tests/fuzz/attack.py build/release $(RUNS)
	@/usr/bin/python3 -B tests/fuzz/attack.py build/asan $(RUNS) 2

bench:
	@$(MAKE) --no-print-directory -j$(NPROC) FLAVOUR=release tools
	@tests/bench/run.sh build/release

# The large vocabularies: hours with the exact pipeline, minutes without (PARTS="low_rank synthetic linear product").
bench-scale:
	@$(MAKE) --no-print-directory -j$(NPROC) FLAVOUR=release tools build/release/tests/bench/product
	@tests/bench/scale.sh build/release $(PARTS)

# Every hot kernel with every set of instructions that the machine has, on one thread.
bench-kernels:
	@$(MAKE) --no-print-directory -j$(NPROC) FLAVOUR=release build/release/tests/bench/kernels
	@for set in avx512 avx2 baseline; do \
		env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE JSMF_KERNELS=$$set build/release/tests/bench/kernels || :; done

# What topics and compositions are worth, beside others' (tests/bench/*.sh say what they need).
bench-cluster bench-compositions bench-days bench-defaults bench-drawn bench-huge bench-merge bench-near bench-orderings \
bench-polish bench-processors bench-quality bench-rates bench-rounds bench-text:
	@$(MAKE) --no-print-directory -j$(NPROC) FLAVOUR=release tools
	@tests/bench/$(@:bench-%=%).sh build/release $(PARTS)

# ---- installing ----

# What a shell completes, from the tables of options.
$(B)/jsmf.bash: data/packaging/completion.sh $(TOOLS:%=$(B)/%)
	$(Q)sh $< $(B) > $@

# The manuals for a browser, where there is mandoc.
HTML_PAGES = $(MAN_PAGES:man/%=build/html/%.html) build/html/index.html build/html/manual.css
html: build/html/index.html
build/html/index.html: $(MAN_PAGES) data/packaging/html.sh data/packaging/manual.css
	$(Q)sh data/packaging/html.sh man build/html

install: all $(if $(shell command -v mandoc),html)
	$(INSTALL) -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(MANDIR)/man1 $(DESTDIR)$(MANDIR)/man5 $(DESTDIR)$(MANDIR)/man7 \
		$(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(INCLUDEDIR)/jsmf $(DESTDIR)$(DOCDIR) $(DESTDIR)$(COMPLETIONDIR)
	$(INSTALL) -m 644 README.md LICENSE $(DESTDIR)$(DOCDIR)
	if [ -e build/html/index.html ]; then $(INSTALL) -d $(DESTDIR)$(HTMLDIR) && \
		$(INSTALL) -m 644 $(HTML_PAGES) $(DESTDIR)$(HTMLDIR); fi
	$(INSTALL) -m 644 $(B)/jsmf.bash $(DESTDIR)$(COMPLETIONDIR)/jsmf
	for tool in $(TOOLS); do ln -sf jsmf $(DESTDIR)$(COMPLETIONDIR)/$$tool || exit; done
	$(INSTALL) -m 644 $(B)/libjsmf.a $(B)/$(SHARED_LIBRARY) $(DESTDIR)$(LIBDIR)
	ln -sf $(SHARED_LIBRARY) $(DESTDIR)$(LIBDIR)/libjsmf.so
	sed $(foreach name,PREFIX LIBDIR INCLUDEDIR VERSION PACKAGES,-e 's,@$(name)@,$($(name)),') data/packaging/jsmf.pc.in \
		> $(DESTDIR)$(LIBDIR)/pkgconfig/jsmf.pc
	$(INSTALL) -m 644 $(LIBRARY_HEADERS) $(DESTDIR)$(INCLUDEDIR)/jsmf
	$(INSTALL) -m 755 $(TOOLS:%=$(B)/%) $(DESTDIR)$(BINDIR)
	$(INSTALL) -m 644 $(filter %.1,$(MAN_PAGES)) $(DESTDIR)$(MANDIR)/man1
	$(INSTALL) -m 644 $(filter %.5,$(MAN_PAGES)) $(DESTDIR)$(MANDIR)/man5
	$(INSTALL) -m 644 $(filter %.7,$(MAN_PAGES)) $(DESTDIR)$(MANDIR)/man7
	$(INSTALL) -d $(DESTDIR)$(DATADIR)/experiments $(DESTDIR)$(DATADIR)/cluster
	for file in $(EXPERIMENTS); do case $$file in *.sh | *.sbatch) mode=755 ;; *) mode=644 ;; esac; \
		$(INSTALL) -m $$mode data/$$file $(DESTDIR)$(DATADIR)/$$file || exit; done

uninstall:
	rm -f $(DESTDIR)$(LIBDIR)/libjsmf.a $(DESTDIR)$(LIBDIR)/libjsmf.so $(DESTDIR)$(LIBDIR)/$(SHARED_LIBRARY) \
		$(DESTDIR)$(LIBDIR)/pkgconfig/jsmf.pc $(LIBRARY_HEADERS:include/%=$(DESTDIR)$(INCLUDEDIR)/%)
	rm -f $(HTML_PAGES:build/html/%=$(DESTDIR)$(HTMLDIR)/%)
	rmdir $(DESTDIR)$(HTMLDIR) 2>/dev/null || :
	rm -f $(DESTDIR)$(DOCDIR)/README.md $(DESTDIR)$(DOCDIR)/LICENSE $(DESTDIR)$(COMPLETIONDIR)/jsmf \
		$(TOOLS:%=$(DESTDIR)$(COMPLETIONDIR)/%)
	rmdir $(DESTDIR)$(INCLUDEDIR)/jsmf $(DESTDIR)$(DOCDIR) 2>/dev/null || :
	rm -f $(TOOLS:%=$(DESTDIR)$(BINDIR)/%)
	rm -f $(foreach page,$(MAN_PAGES:man/%=%),$(DESTDIR)$(MANDIR)/man$(subst .,,$(suffix $(page)))/$(page))
	rm -f $(EXPERIMENTS:%=$(DESTDIR)$(DATADIR)/%)
	rmdir $(DESTDIR)$(DATADIR)/experiments $(DESTDIR)$(DATADIR)/cluster 2>/dev/null || :
	rmdir $(DESTDIR)$(DATADIR) 2>/dev/null || :

# The same bytes for the same commit, or for the same SOURCE_DATE_EPOCH. What is in the tarball needs no git.
dist:
	@mkdir -p build/dist && rm -rf build/dist/jsmf-$(VERSION)
	git archive --prefix=jsmf-$(VERSION)/ HEAD | tar -x -C build/dist
	tar -c -C build/dist --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mode=u+rw,go=u-w \
		--mtime=@$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct)} jsmf-$(VERSION) | gzip -9n > build/jsmf-$(VERSION).tar.gz
	@rm -rf build/dist

# Packages for Debian in build/deb: jsmf, libjsmf0, libjsmf-dev. The maintainer is DEBFULLNAME <DEBEMAIL>.
deb: all
	@MAKE='$(MAKE)' sh data/packaging/deb.sh $(B) $(VERSION) build/deb
