# jsmf: topics, their correlations and compositions by spectral inference.
#   make deps demo     install what is needed, build, print topics of the bundled corpus
#   make deps check    install what is needed, build, run every test
# Flavours (FLAVOUR=release|asan|tsan|fuzz|debug) build into build/FLAVOUR. V=1 shows the commands.

VERSION = 0.1.0

CC ?= gcc
CFLAGS ?= -O2 -g
FLAVOUR ?= release
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
PKG_CONFIG ?= pkg-config
INSTALL ?= install
CLANG ?= clang
NPROC := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

B = build/$(FLAVOUR)
Q = $(if $(V),,@)

PACKAGES = openblas lapacke arpack zlib
# -O3 for the vectoriser; no contraction, so that gcc and clang agree to the bit where they can.
OWN_CFLAGS = -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wvla -O3 -ffp-contract=off \
	-fno-math-errno -fopenmp -pthread -Iinclude -Isrc -DJSMF_VERSION='"$(VERSION)"'
OWN_LDFLAGS = -fopenmp -pthread

SANITIZE_asan = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
SANITIZE_tsan = -fsanitize=thread
SANITIZE_fuzz = -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all
SANITIZE = $(SANITIZE_$(FLAVOUR))
ifneq ($(filter tsan fuzz,$(FLAVOUR)),)
CC = $(CLANG)
endif

PACKAGE_CFLAGS := $(shell $(PKG_CONFIG) --cflags $(PACKAGES) 2>/dev/null)
PACKAGE_LIBS := $(shell $(PKG_CONFIG) --libs $(PACKAGES) 2>/dev/null)

COMPILE = $(CC) $(CPPFLAGS) $(PACKAGE_CFLAGS) $(CFLAGS) $(OWN_CFLAGS) $(SANITIZE)
LINK = $(CC) $(CFLAGS) $(SANITIZE) $(LDFLAGS) $(OWN_LDFLAGS)
LIBS = $(PACKAGE_LIBS) $(LDLIBS) -lm -ldl

LIBRARY_SOURCES := $(sort $(wildcard src/*/*.c))
LIBRARY_OBJECTS = $(LIBRARY_SOURCES:%.c=$(B)/%.o)
TOOL_SOURCES := $(sort $(wildcard tools/jsmf-*.c))
TOOLS = $(TOOL_SOURCES:tools/%.c=%)
TOOL_SHARED := $(sort $(filter-out $(TOOL_SOURCES),$(wildcard tools/*.c)))
TOOL_SHARED_OBJECTS = $(TOOL_SHARED:%.c=$(B)/%.o)
UNIT_SOURCES := $(sort $(wildcard tests/unit/test_*.c))
UNIT_TESTS = $(UNIT_SOURCES:tests/unit/%.c=$(B)/tests/unit/%)
UNIT_SHARED := $(sort $(filter-out $(UNIT_SOURCES),$(wildcard tests/unit/*.c)))
FUZZ_SOURCES := $(sort $(wildcard tests/fuzz/fuzz_*.c))
FUZZ_TESTS = $(FUZZ_SOURCES:tests/fuzz/%.c=$(B)/tests/fuzz/%)
MAN_PAGES := $(sort $(wildcard man/*.[157]))

.PHONY: all deps demo check units check-asan check-tsan check-valgrind fuzz bench install uninstall dist clean tools
.DELETE_ON_ERROR:
.SECONDARY:

all: tools

tools: $(TOOLS:%=$(B)/%)

# ---- building ----

# Changes with the compiler and its flags, so that objects never mix.
$(B)/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(COMPILE)) $(subst ','\'',$(LINK) $(LIBS))' | cmp -s - $@ || \
		printf '%s\n' '$(subst ','\'',$(COMPILE)) $(subst ','\'',$(LINK) $(LIBS))' > $@
FORCE:

$(B)/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	$(if $(V),,@printf '  CC    %s\n' $<)
	$(Q)$(COMPILE) -MT $@ -MMD -MP -c -o $@ $<

$(B)/libjsmf.a: $(LIBRARY_OBJECTS)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(B)/jsmf-%: $(B)/tools/jsmf-%.o $(TOOL_SHARED_OBJECTS) $(B)/libjsmf.a
	$(if $(V),,@printf '  LINK  %s\n' $@)
	$(Q)$(LINK) -o $@ $^ $(LIBS)

$(B)/tests/unit/test_%: $(B)/tests/unit/test_%.o $(UNIT_SHARED:%.c=$(B)/%.o) $(B)/libjsmf.a
	$(Q)$(LINK) -o $@ $^ $(LIBS) -lcmocka

$(B)/tests/fuzz/fuzz_%: $(B)/tests/fuzz/fuzz_%.o $(B)/libjsmf.a
	$(Q)$(LINK) -fsanitize=fuzzer -o $@ $^ $(LIBS)

-include $(patsubst %.o,%.d,$(LIBRARY_OBJECTS) $(TOOL_SHARED_OBJECTS) $(TOOL_SOURCES:%.c=$(B)/%.o) \
	$(UNIT_SOURCES:%.c=$(B)/%.o) $(UNIT_SHARED:%.c=$(B)/%.o) $(FUZZ_SOURCES:%.c=$(B)/%.o))

units: $(UNIT_TESTS)

clean:
	rm -rf build
