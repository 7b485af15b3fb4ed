# Experiments by make: corpora, methods and numbers of topics in, one table and the papers' figures out.
#   make -f data/experiments.mk demo                        the bundled corpus, a minute
#   make -f data/experiments.mk -j2 DATA=../shared/data     everything, an hour on two cores
# or in a Makefile of one's own:
#   CORPORA = mine
#   DATA = corpora
#   KS = 5 10 20 50
#   include /usr/local/share/jsmf/experiments.mk
# where corpora/mine/ or corpora/ has docword.mine.txt.gz, vocab.mine.txt and, where documents have labels,
# labels.mine.txt. Then `make -j4 experiments` makes, in OUT:
#   results.tsv        corpus, method, K, seed, metric, value: a line a measurement
#   figures/*.svg,png  drawn by gnuplot, where it is installed, with what they were drawn by (*.gp)
#   CORPUS/K/...       the stream of every stage, with the time it took (*.time)
# Interrupted and started again, it goes on. What fails is told at the end, and why; the rest is completed.

EXPERIMENTS_HOME := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
EXPERIMENTS_MAIN := $(firstword $(MAKEFILE_LIST))
EXPERIMENTS_BIN ?= $(wildcard $(EXPERIMENTS_HOME)/../build/release)
ifneq ($(EXPERIMENTS_BIN),)
export PATH := $(abspath $(EXPERIMENTS_BIN)):$(PATH)
endif

OUT ?= build/experiments
DATA ?= ../shared/data
CORPORA ?= kos nips12 bbc tdt2 20ng-bydate ml-1m msweb
KS ?= 5 10 15 20 25 30 35 40 45 50 55 60 65 70 75 80 85 90 95 100
SEEDS ?= 1
# With -j the stages run beside each other, each on one core.
THREADS ?= $(shell getconf _NPROCESSORS_ONLN)
HELD_OUT ?= 0.1
HULLS ?= 3

# A method is a rectifier and a way to recover topics, with options after @, the last of them polish:
# AP+AW@iterations-5, AP+AW@solver-admm, LR-JSMF@polish. AW is the one without rectification.
METHODS ?= AW AP+AW ENN+LAW PALM+LAW LR-JSMF
METHODS_ALL ?= $(METHODS) $(METHODS:%=%@polish)

# A corpus may have options after @, too, of jsmf-bow: nips12@top-8000, nips12@max-df-0.1.
# KS_NAME and BOW_NAME are a corpus's own.
BOW ?= --stop english --max-df 0.5 --top 2000 --min-words 5
BOW_msweb ?= --min-words 2

# ---- studies: the cells, CORPUS:METHOD:K:SEED, that each has ----

STUDIES ?= grid

ks = $(or $(KS_$(firstword $(subst @, ,$1))),$(KS))
# $(call cells,CORPORA,METHODS,KS or nothing for each corpus's own,SEEDS)
cells = $(foreach c,$1,$(foreach m,$2,$(foreach k,$(or $3,$(call ks,$c)),$(foreach s,$4,$c:$m:$k:$s))))

CELLS_grid = $(call cells,$(CORPORA),$(METHODS_ALL),,$(SEEDS))

# ---- running ----

EXPERIMENTS_SCRIPTS = $(EXPERIMENTS_HOME)/experiments
EXPERIMENTS_T = $(if $(filter -j%,$(MAKEFLAGS)),1,$(THREADS))

.PHONY: experiments experiments-figures experiments-demo
.DELETE_ON_ERROR:

# The cells' rules are made anew each time, as what is asked for may have changed; what there is stays.
experiments:
	$(shell mkdir -p $(OUT))$(file >$(OUT)/settings)$(foreach v,$(filter BOW BOW_%,$(.VARIABLES)),$(file >>$(OUT)/settings,$v $($v)))
	$(file >$(OUT)/cells,$(sort $(foreach s,$(STUDIES),$(CELLS_$s))))
	@tr ' :' '\n ' <$(OUT)/cells | awk -v home=$(EXPERIMENTS_SCRIPTS) -v out=$(OUT) -v data=$(DATA) \
	    -v held_out=$(HELD_OUT) -v hulls=$(HULLS) -f $(EXPERIMENTS_SCRIPTS)/rules.awk $(OUT)/settings - >$(OUT)/rules.mk
	@$(MAKE) -k -s --no-print-directory -f $(OUT)/rules.mk T='-t $(EXPERIMENTS_T)' THREADS=$(EXPERIMENTS_T) all || :
	@bash $(EXPERIMENTS_SCRIPTS)/collect.sh $(OUT)

ifeq ($(EXPERIMENTS_MAIN),$(lastword $(MAKEFILE_LIST)))
.PHONY: demo
demo: experiments-demo
endif
experiments-demo:
	@$(MAKE) --no-print-directory -f $(EXPERIMENTS_MAIN) experiments OUT=$(OUT)-demo DATA=$(EXPERIMENTS_HOME) CORPORA=wordnet KS='5 10 20' STUDIES=grid
