# Experiments by make: corpora, methods and numbers of topics in, one table and the papers' figures out.
#   make -f data/experiments.mk demo                        the bundled corpus, a minute
#   make -f data/experiments.mk -j2 DATA=../shared/data     every study, 35 minutes on two cores;
#                                                           `make experiments` builds first
#   ... FULL=1                                              in another hour, of the studies that take longest what is
#                                                           more than their K = 20: splits of the documents and draws
#                                                           of categories for other K, and drawn documents for K = 100,
#                                                           up to 128,000, and by Gibbs sampling up to 32,000
# or in a Makefile of one's own:
#   CORPORA = mine
#   DATA = corpora
#   KS = 5 10 20 50
#   include /usr/local/share/jsmf/experiments.mk
# where corpora/mine/ or corpora/ has docword.mine.txt.gz, vocab.mine.txt and, where documents have labels,
# labels.mine.txt; where words have labels of their own, word-labels.mine.txt, lines of a word, a tab and its label.
# Without FULL=1 such a corpus has no splits, draws of categories and sweep, as they take long; without labels none of
# the studies of labels. A study's numbers of topics, below, are settings of their own, and KS is the grid's alone: a
# small corpus may have fewer topics than some of them ask for.
# Then `make -j4 experiments` makes, in OUT:
#   results.tsv        corpus, method, K, seed, metric, value: a line a measurement
#   figures/*.svg,png  drawn by gnuplot, where it is installed, with what they were drawn by (*.gp)
#   CORPUS/K/...       the stream of every stage, with the time it took (*.time)
# The table and the figures are of what is asked for now; the streams of what was asked for before stay.
# Interrupted and started again, it goes on. What fails is told at the end, and why; the rest is completed.

EXPERIMENTS_HOME := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
EXPERIMENTS_MAIN := $(firstword $(MAKEFILE_LIST))
# The programs: just built, or installed with this file, or whatever PATH has.
EXPERIMENTS_BIN ?= $(dir $(firstword $(wildcard \
    $(EXPERIMENTS_HOME)/../build/release/jsmf-bow $(EXPERIMENTS_HOME)/../../bin/jsmf-bow)))
ifneq ($(EXPERIMENTS_BIN),)
export PATH := $(abspath $(EXPERIMENTS_BIN)):$(PATH)
endif

OUT ?= build/experiments
DATA ?= ../shared/data
EXPERIMENTS_SEVEN := kos nips12 bbc tdt2 20ng-bydate ml-1m msweb
CORPORA ?= $(EXPERIMENTS_SEVEN)
KS ?= 5 10 15 20 25 30 40 50 60 80 100
SEEDS ?= 1
# With -j the stages run beside each other, each on one core.
THREADS ?= $(shell getconf _NPROCESSORS_ONLN)
HELD_OUT ?= 0.1
# The least document frequency of anchors where a method has no @min-df of its own: auto, the programs' default. The
# papers admit all words: MIN_DF=1 makes their figures as they made them.
MIN_DF ?= auto
# Of the random hulls of LogRelativeVolume one, as they take most of the time of measuring; the papers have 10.
HULLS ?= 1

# A method is a rectifier and a way to recover topics, with options after @: AP+AW@iterations-5, AP+AW@solver-admm,
# LR-JSMF@polish, and those of polishing after that: AP+AW@polish@method-gibbs. AW is the one without rectification.
# The grid has METHODS_ALL, and of each kind its figures have the first eight.
METHODS ?= AW AP+AW ENN+LAW PALM+LAW LR-JSMF
unpolished = $(foreach m,$1,$(if $(findstring @polish,$m),,$m))
METHODS_ALL ?= $(METHODS) $(addsuffix @polish,$(call unpolished,$(METHODS)))

# The options of jsmf-bow. A corpus may have its own after @, nips12@top-8000, nips12@max-df-0.1, or as BOW_NAME, and
# its numbers of topics as KS_NAME.
BOW ?= --stop english --max-df 0.5 --top 2000 --min-words 5
BOW_msweb ?= --min-words 2
BOW_debdeps ?= --max-df 0.5 --top 2000 --min-words 3

# ---- studies: the cells, CORPUS:METHOD:K:SEED, that each has ----

# Each is for figures of a paper: 2013 is Arora and others, 2016 Huang and others, 2019, 2020 and 2021 Lee and others.
# A study's corpora and topics are settings, too. One whose corpora are none is left out, and the run says so.
STUDIES ?= grid vocabulary pruning frequency iterations solvers stability labels word-labels recoveries \
    documents anchors correlation anchorfree categories compositions sweep

ks = $(or $(KS_$(firstword $(subst @, ,$1))),$(KS))
# $(call cells,CORPORA,METHODS,KS or nothing for each corpus's own,SEEDS)
cells = $(foreach c,$1,$(foreach m,$2,$(foreach k,$(or $3,$(call ks,$c)),$(foreach s,$4,$c:$m:$k:$s))))
# $(call with,CORPORA OR METHODS,OPTION,VALUES): what has the option already stays as it is.
with = $(foreach c,$1,$(if $(findstring @$2-,$c),$c,$(foreach v,$3,$c@$2-$v)))

# $(call some,WANTED,CORPORA): of the seven a study has those that are wanted, or all where none of these is there; of
# one's own, whose names are others, all.
some = $(or $(strip $(filter $1,$2) $(filter-out $(EXPERIMENTS_SEVEN),$2)),$2)
# What takes long has the wanted ones of the seven alone, unless FULL asks for it of others, too.
long = $(if $(FULL),$(call some,$1,$2),$(filter $1,$2))
# $(call with_file,PREFIXES,CORPORA): those that have a file of such a name, where rules.awk looks for it.
with_file = $(foreach c,$2,$(if $(wildcard $(foreach n,$(firstword $(subst @, ,$c)),$(foreach p,$1,\
    $(DATA)/$n/$p.$n.txt $(DATA)/$p.$n.txt $(EXPERIMENTS_HOME)/$p.$n.txt))),$c))
labelled = $(call with_file,labels,$(CORPORA))

# 2021, Figures 2 and 3; 2013, Figure 5
CELLS_grid = $(call cells,$(CORPORA),$(METHODS_ALL),,$(SEEDS))
# 2021, Figure 4, and the second row of Figure 2
VOCABULARY_CORPORA ?= $(call some,nips12 20ng-bydate tdt2,$(CORPORA))
VOCABULARY_TOPS ?= 500 1000 2000 4000 8000
VOCABULARY_KS ?= 10 20 50
CELLS_vocabulary = \
    $(call cells,$(call with,$(VOCABULARY_CORPORA),top,$(VOCABULARY_TOPS)),LR-JSMF,$(VOCABULARY_KS),1)
# 2019, Figure 1
PRUNING_CORPORA ?= $(call some,nips12 kos,$(CORPORA))
PRUNING_DFS ?= 0.1 0.5 0.9
PRUNING_KS ?= 5 10 20 35 50
CELLS_pruning = \
    $(call cells,$(call with,$(PRUNING_CORPORA),max-df,$(PRUNING_DFS)),AP+AW@solver-admm,$(PRUNING_KS),1)
# Of no paper: anchors of few documents, and of more
FREQUENCY_CORPORA ?= $(call some,nips12 kos bbc 20ng-bydate,$(CORPORA))
FREQUENCY_DFS ?= auto 1 5 10 20 50 100
FREQUENCY_KS ?= 20
CELLS_frequency = \
    $(call cells,$(FREQUENCY_CORPORA),$(call with,AP+AW LR-JSMF,min-df,$(FREQUENCY_DFS)),$(FREQUENCY_KS),1)
# 2019, Figure 2
ITERATIONS_CORPORA ?= $(call some,nips12 kos,$(CORPORA))
ITERATIONS ?= 1 2 5 10 15 20 50 150
ITERATIONS_KS ?= 20
CELLS_iterations = \
    $(call cells,$(ITERATIONS_CORPORA),$(call with,AP+AW DR+AW,iterations,$(ITERATIONS)),$(ITERATIONS_KS),1)
# 2019, Figure 4; and ADMM and exponentiated gradient as printed, with the 500 iterations of the authors' program
SOLVERS_CORPORA ?= $(call some,nips12 kos,$(CORPORA))
SOLVERS ?= AW@solver-expgrad $(call with,AP+AW,solver,expgrad admm active-set) AP+AW@polish \
    AP+AW@solver-admm@gamma-3@bound-500 AP+AW@solver-expgrad@eta-50@bound-500
SOLVERS_KS ?= 5 10 20 35 50
CELLS_solvers = $(call cells,$(SOLVERS_CORPORA),$(SOLVERS),$(SOLVERS_KS),1)
# 2021, text: LR-JSMF's seeds
STABILITY_CORPORA ?= $(CORPORA)
STABILITY_KS ?= 20
CELLS_stability = $(call cells,$(STABILITY_CORPORA),LR-JSMF,$(STABILITY_KS),1 2 3 4 5)
# 2019, Figure 5
LABELS_CORPORA ?= $(call some,bbc 20ng-bydate,$(labelled))
LABELS_K ?= 15
CELLS_labels = $(call cells,$(LABELS_CORPORA:%=%@labels),AP+AW AP+AW@polish,$(LABELS_K),1)
# 2019, Figure 5, where words have labels, the genres of songs. None of the seven has any, and two others stand in.
WORD_LABELS_CORPORA ?= $(call with_file,labels word-labels,$(if $(filter-out $(CORPORA),$(EXPERIMENTS_SEVEN)),\
    $(CORPORA),wordnet debdeps $(filter-out $(EXPERIMENTS_SEVEN),$(CORPORA))))
CELLS_word-labels = $(call cells,$(WORD_LABELS_CORPORA:%=%@word-labels),AP+AW AP+AW@polish,$(LABELS_K),1)
# 2013, Figure 5
RECOVERIES ?= AW@recover-plain AW@loss-kl AW AP+AW AP+AW@polish AP+AW@prior-dirichlet@polish
RECOVERIES_CORPORA ?= $(call some,nips12 kos,$(CORPORA))
RECOVERIES_KS ?= 5 10 20 50
# The paper has five splits of the documents into learned from and held out.
RECOVERIES_SPLITS ?= 2 3 4 5
SPLITS_CORPORA ?= $(call long,nips12 kos,$(RECOVERIES_CORPORA))
SPLITS_KS ?= $(if $(FULL),$(RECOVERIES_KS),$(or $(filter 20,$(RECOVERIES_KS)),$(RECOVERIES_KS)))
CELLS_recoveries = $(call cells,$(RECOVERIES_CORPORA),$(RECOVERIES),$(RECOVERIES_KS),1) \
    $(call cells,$(call with,$(SPLITS_CORPORA),split,$(RECOVERIES_SPLITS)),$(RECOVERIES),$(SPLITS_KS),1)
# 2013, Figures 1 to 4: documents that are drawn from the topics learned of a corpus
DRAWN_CORPORA ?= $(call some,nips12,$(CORPORA))
DRAWN_KS ?= 20 $(if $(FULL),100)
DRAWN_SIZES ?= 500 2000 8000 32000 $(if $(FULL),128000)
DRAWN_GROUPS ?= 10
DRAWN_CORRELATIONS ?= 0 0.3 0.6 0.9
DRAWN = $(call with,$(DRAWN_CORPORA),draw,$(DRAWN_SIZES))
DRAWN_METHODS ?= $(RECOVERIES) UNIFORM
# Sampling is slow, and has fewer documents.
SAMPLED_SIZES ?= $(wordlist 1,$(if $(FULL),4,2),$(DRAWN_SIZES))
SAMPLED = $(call with,$(DRAWN_CORPORA),draw,$(SAMPLED_SIZES))
# $(call drawn_cells,what comes after NAME@draw-SIZE). Infinitely many documents leave nothing to polish by.
drawn_cells = $(call cells,$(DRAWN:%=%$1),$(DRAWN_METHODS),$(DRAWN_KS),1) \
    $(call cells,$(DRAWN_CORPORA:%=%@draw-infinite$1),$(call unpolished,$(RECOVERIES)) UNIFORM,$(DRAWN_KS),1) \
    $(call cells,$(SAMPLED:%=%$1),AP+AW@polish@method-gibbs,$(DRAWN_KS),1)
CELLS_documents = $(call drawn_cells)
CELLS_anchors = $(call drawn_cells,@anchors)
CORRELATED_SIZE ?= $(or $(filter 32000,$(DRAWN_SIZES)),$(lastword $(DRAWN_SIZES)))
CORRELATED = $(DRAWN_CORPORA:%=%@draw-$(CORRELATED_SIZE)@groups-$(DRAWN_GROUPS))
CELLS_correlation = \
    $(call cells,$(call with,$(CORRELATED),correlation,$(DRAWN_CORRELATIONS)),$(RECOVERIES),$(DRAWN_KS),1)
# 2016, Table 1. AnchorFree needs a build with GLPK.
ANCHORFREE_CORPORA ?= $(call some,tdt2,$(labelled))
ANCHORFREE_METHODS ?= AW AW@select-affine AP+AW ANCHORFREE
ANCHORFREE_KS ?= 3 5 7 10 15 20 25
CELLS_anchorfree = \
    $(call cells,$(ANCHORFREE_CORPORA) $(ANCHORFREE_CORPORA:%=%@clusters),$(ANCHORFREE_METHODS),$(ANCHORFREE_KS),1)
# The same by the paper's protocol: draws of some of the categories, weighted counts, the biased estimator, all words
CATEGORIES_CORPORA ?= $(call long,tdt2,$(labelled))
CATEGORIES_METHODS ?= ANCHORFREE $(addsuffix @min-df-1,AW AW@select-affine AW@select-snpa AW@select-xray AP+AW LR-JSMF)
CATEGORIES_KS ?= $(if $(FULL),3 5 7 10 15 20 25,20)
CATEGORIES_DRAWS ?= 1 2 3 4 5
CATEGORIES_WEIGHTS ?= tf-idf ncut
CELLS_categories = $(call cells,$(call with,$(CATEGORIES_CORPORA:%=%@categories),weight,$(CATEGORIES_WEIGHTS)),\
    $(CATEGORIES_METHODS),$(CATEGORIES_KS),$(CATEGORIES_DRAWS))
# 2020, Figures 3 to 5
COMPOSITION_CORPORA ?= $(call some,nips12 kos bbc,$(CORPORA))
COMPOSITION_METHODS ?= padd padd@paper pami pami@paper tli tli@threshold scls scls@weights-none normal vb gibbs
COMPOSITION_KS ?= 5 10 20 50
CELLS_compositions = \
    $(call cells,$(foreach c,SS SR FR,$(COMPOSITION_CORPORA:%=%@$c)),$(COMPOSITION_METHODS),$(COMPOSITION_KS),1)
# 2020, text: as many documents as there may be
SWEEP_CORPORA ?= $(call long,kos,$(CORPORA))
SWEEP_DOCUMENTS ?= 1000 3000 10000 30000 100000
SWEEP_KS ?= 20
CELLS_sweep = $(call cells,$(foreach c,SS SR,$(patsubst %,%@$c,$(call with,$(SWEEP_CORPORA),docs,$(SWEEP_DOCUMENTS)))),\
    $(filter-out gibbs tli%,$(COMPOSITION_METHODS)),$(SWEEP_KS),1)

# The demonstration: the bundled corpus, and a few of some of these.
EXPERIMENTS_DEMO = OUT=$(OUT)-demo DATA=$(EXPERIMENTS_HOME) CORPORA=wordnet BOW='--top 1000 --min-words 3' \
    KS='5 10 20' METHODS_ALL='$(METHODS) AP+AW@polish' STUDIES='grid labels iterations frequency' \
    LABELS_CORPORA=wordnet LABELS_K=10 ITERATIONS_CORPORA=wordnet ITERATIONS='1 5 15' ITERATIONS_KS=10 \
    FREQUENCY_CORPORA=wordnet FREQUENCY_DFS='1 20 100' FREQUENCY_KS=20

# ---- running ----

EXPERIMENTS_SCRIPTS = $(EXPERIMENTS_HOME)/experiments
EXPERIMENTS_T = $(if $(filter -j%,$(MAKEFLAGS)),1,$(THREADS))

EXPERIMENTS_SPACES = can have no spaces, as make has names apart by them
# $(call experiments_plain,VARIABLE)
experiments_plain = $(if $(word 2,[$($1)]),$(error $1 ($($1)): $(EXPERIMENTS_SPACES)))
experiments_main = $(if $(wildcard $(EXPERIMENTS_MAIN)),,$(error the Makefile's name ($(EXPERIMENTS_MAIN) ...): \
    $(EXPERIMENTS_SPACES)))
EXPERIMENTS_EMPTY = no corpus is asked for that these are for, and some need labels or FULL=1$(if \
    $(wildcard $(DATA)/.),,; DATA ($(DATA)) is no folder)
experiments_empty = $(strip $(foreach s,$(STUDIES),$(if $(strip $(CELLS_$s)),,$s)))
experiments_studies = $(foreach s,$(STUDIES),$(if $(filter undefined,$(flavor CELLS_$s)),$(error STUDIES: no $s; there \
    are $(sort $(patsubst CELLS_%,%,$(filter CELLS_%,$(.VARIABLES)))))))
ifeq ($(wildcard $(EXPERIMENTS_SCRIPTS)/rules.awk),)
$(error experiments.mk: no $(EXPERIMENTS_SCRIPTS): it goes with this file, whose folder's name $(EXPERIMENTS_SPACES))
endif

.PHONY: experiments experiments-locked experiments-demo
.DELETE_ON_ERROR:

# One run at a time in a folder: the lock goes when the last of a run's stages has ended, which after kill -9 may be
# later than make.
experiments:
	$(call experiments_plain,OUT)$(call experiments_plain,DATA)$(experiments_main)$(experiments_studies)
	@bash $(EXPERIMENTS_SCRIPTS)/lock.sh '$(OUT)' '$(DATA)' \
	    $(MAKE) --no-print-directory -f $(EXPERIMENTS_MAIN) experiments-locked

# The cells' rules are made anew each time, as what is asked for may have changed; what there is stays. Many topics
# first: what takes longest should not be what is left at the end, alone.
experiments-locked:
	$(file >$(OUT)/settings.new)
	$(foreach v,$(sort $(filter BOW BOW_%,$(.VARIABLES)) HELD_OUT HULLS MIN_DF),$(file >>$(OUT)/settings.new,$v $($v)))
	$(file >>$(OUT)/settings.new,DATA $(realpath $(DATA)))
	$(file >$(OUT)/corpora,$(CORPORA))
	$(file >$(OUT)/methods,$(METHODS_ALL))
	$(file >$(OUT)/cells,$(sort $(foreach s,$(STUDIES),$(CELLS_$s))))
	@bash $(EXPERIMENTS_SCRIPTS)/settings.sh $(OUT)
	$(if $(experiments_empty),@echo 'experiments: nothing of $(experiments_empty): $(EXPERIMENTS_EMPTY)')
	@tr ' :' '\n ' <$(OUT)/cells | sort -s -k 3,3nr | awk -v home=$(EXPERIMENTS_SCRIPTS) -v out=$(OUT) -v data=$(DATA) \
	    -v held_out=$(HELD_OUT) -v hulls=$(HULLS) -v min_df=$(MIN_DF) -f $(EXPERIMENTS_SCRIPTS)/rules.awk \
	    $(OUT)/settings - >$(OUT)/rules.mk
	-@$(MAKE) -k -s --no-print-directory -f $(OUT)/rules.mk T='-t $(EXPERIMENTS_T)' THREADS=$(EXPERIMENTS_T) all
	@bash $(EXPERIMENTS_SCRIPTS)/collect.sh $(OUT)

ifeq ($(EXPERIMENTS_MAIN),$(lastword $(MAKEFILE_LIST)))
.PHONY: demo
demo: experiments-demo
endif
experiments-demo:
	@$(MAKE) --no-print-directory -f $(EXPERIMENTS_MAIN) experiments $(EXPERIMENTS_DEMO)
