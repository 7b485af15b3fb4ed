# Topics of a corpus that is in shards: on one machine, on several by GNU parallel, or on a cluster by Slurm.
#   make -f jsmf.mk SHARDS='shards/*.txt' K=50                 the model and the documents' compositions, in out/
#   make -f jsmf.mk ENGINE=parallel HOSTS=node1,node2 ...      on machines that ssh reaches
#   make -f jsmf.mk ENGINE=slurm SBATCH='--partition=short' ...   by Slurm
#   make -f jsmf.mk ... vocabulary | cooc | model              only so far
# or in a Makefile of one's own, which sets some of these and says `include /usr/local/share/jsmf/cluster/jsmf.mk`.
# Started again it makes only what is missing, damaged, or was made of something else. jsmf-cluster(7) tells the rest.

# ---- what it is made of ----

# The shards: text, a document a line; UCI docword, lda-c or SVMlight with VOCAB; plain or gzip. Or bags, those
# of jsmf-bow --cut cut by the same BLOCK. Their order is that of their names, in which 2 comes before 10.
SHARDS ?= shards/*
# The words of shards whose words are numbers, one a line; the shards' format, where it is not to be guessed.
VOCAB ?=
FROM ?=
# Options of jsmf-text, if the shards are raw text, CSV or JSON lines: TEXT='--text body --id id'. Empty: they are not.
TEXT ?=
# The folder of all that is made. Every machine must see it, and the shards, under the same name.
OUT ?= out

# ---- what is made ----

# The vocabulary: a list of words, or english, and options of jsmf-bow that tell by their counts which words stay.
STOP ?= english
CURATE ?= --min-df 5 --max-df 0.5 --top 5000
# Documents of fewer words than this are emptied.
MIN_WORDS ?= 0
# Documents that are summed up before sums are rounded. Text that is cut at multiples of it gives the same bytes,
# whatever the number of shards.
BLOCK ?= 65536
# The number of topics.
K ?= 50
# no: the whole co-occurrence, jsmf-rectify-ap and jsmf-aw, for up to 15,000 words. yes: for more of them, its K leading
# eigenpairs, in so many PASSES over the documents, jsmf-rectify-enn and jsmf-law. Options of these two programs.
LOW_RANK ?= no
PASSES ?= 8
RECTIFY ?=
ANCHORS ?=
# Rounds of polishing: online ones, and whole ones behind them; without whole ones there is none at all. Options of the
# first jsmf-polish --step, such as --prior dirichlet; soft topics are what online rounds do most with.
ONLINE ?= 8
POLISH ?= 2
POLISHING ?= $(if $(filter-out 0,$(ONLINE)),--soft)
# Options of jsmf-infer. JOIN: the compositions of all shards in one file, too, if they fit in the memory (yes or no).
INFER ?=
JOIN ?= yes

# ---- where it is made ----

# local: by make on this machine. parallel: by GNU parallel. slurm: by Slurm, as arrays of jobs.
ENGINE ?= local
# Parts that are made at once: here, on each host, or, by Slurm, altogether (empty: as many as there is room for).
JOBS ?= $(or $(patsubst -j%,%,$(filter -j%,$(MAKEFLAGS))),$(if $(filter slurm,$(ENGINE)),,$(shell nproc)))
# Threads of each of these parts: more of them, and fewer and larger shards, are less traffic.
PART_THREADS ?= 1
# Threads of the parts that are made one at a time: merging, and the model.
THREADS ?= $(if $(filter slurm,$(ENGINE)),1,$(shell nproc))
# Sums of more shards than this are added in groups of so many first, beside each other.
GROUP ?= 32
# Whether the sums of a pass or a round of polishing stay when it is over (yes or no). They are as many as the shards,
# each of 32 K or 16 K bytes a word.
KEEP ?= no
# parallel: the hosts, as --sshlogin takes them, and how they are reached; a host that is silent for 30 s is given up.
HOSTS ?= :
SSH ?= ssh -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=10 -o ServerAliveCountMax=3
# How many hosts try a part before it counts as failed.
RETRIES ?= 3
# slurm: options of sbatch for all jobs, and for those of single parts beside --cpus-per-task=THREADS. The most tasks
# of an array; a task takes several shards where there are more. Empty: as many as Slurm allows.
SBATCH ?=
SBATCH_SINGLE ?=
MAX_TASKS ?=
# Seconds until Slurm is asked again what has become of the jobs.
POLL ?= 5
# The programs' folder: just built, or installed with this file, or else found in PATH.
CLUSTER := $(abspath $(dir $(lastword $(MAKEFILE_LIST))))
BIN ?= $(abspath $(dir $(firstword $(wildcard $(CLUSTER)/../../build/release/jsmf-bow \
    $(CLUSTER)/../../../bin/jsmf-bow) $(shell command -v jsmf-bow))))
# Machines of several kinds give the same bytes with the same kernels alone, such as avx2 and HASWELL.
JSMF_KERNELS ?=
OPENBLAS_CORETYPE ?=

# ---- the steps, in their order: one that ends in / has a part for each shard; parts.mk tells how each is made ----

# The sums of a kind of all shards: of each, of groups, where there are many, and of all.
summed = $1/ $1.groups/ $1.npz

# The words of all shards and their counts, and the vocabulary that is made of them.
TO_VOCABULARY = $(if $(TEXT),texts/) $(call summed,words) places.tsv $(if $(filter 0,$(MIN_WORDS)),,$(TO_KEPT)) \
    vocabulary.npz
# Where documents are emptied, words go that only they had: these are counted once more.
TO_KEPT = draft.npz drafts/ $(call summed,kept)
# The bags over the vocabulary, and their sums: the co-occurrence, or what each pass adds to its eigenpairs.
TO_COOC = $(TO_VOCABULARY) bags/ $(if $(filter yes,$(LOW_RANK)),$(TO_PAIRS),sums/ sums.groups/) cooc.npz
TO_PAIRS = $(foreach pass,$(ALL_PASSES),$(if $(filter-out 0,$(pass)),$(call summed,times.$(pass))) block.$(pass).npz)
ALL_PASSES = $(shell seq 0 $(PASSES))
# The model, and what each round of polishing makes of it; round 0 only counts.
TO_MODEL = $(TO_COOC) rectified.npz $(if $(ROUNDS),start.npz $(foreach round,$(ROUNDS), \
    $(call summed,polish.$(round)) $(if $(filter $(lastword $(ROUNDS)),$(round)),,model.$(round).npz))) model.npz
ROUNDS = $(if $(filter 0,$(POLISH)),,$(shell seq 0 $$(($(ONLINE) + $(POLISH)))))
ONLINE_ROUNDS = $(shell seq $(ONLINE))
# What each document is about.
TO_COMPOSITIONS = $(TO_MODEL) compositions/ $(if $(filter yes,$(JOIN)),compositions.npz)

# ---- running ----

compositions: STEPS = $(TO_COMPOSITIONS)
vocabulary: STEPS = $(TO_VOCABULARY)
cooc: STEPS = $(TO_COOC)
model: STEPS = $(TO_MODEL)
.PHONY: compositions vocabulary cooc model
ifeq ($(.DEFAULT_GOAL),)
.DEFAULT_GOAL := compositions
endif

# What the parts are made by, wherever they are made: $(OUT)/settings.mk.
SETTINGS = SHARDS VOCAB FROM TEXT STOP CURATE MIN_WORDS BLOCK K LOW_RANK ALL_PASSES RECTIFY ANCHORS POLISH POLISHING \
    ROUNDS ONLINE_ROUNDS INFER ENGINE JOBS PART_THREADS THREADS GROUP KEEP HOSTS SSH RETRIES SBATCH SBATCH_SINGLE \
    MAX_TASKS POLL CLUSTER BIN JSMF_KERNELS OPENBLAS_CORETYPE
# Names of files in these are as this folder has them.
override VOCAB := $(if $(VOCAB),$(abspath $(VOCAB)))
override STOP := $(foreach list,$(STOP),$(if $(filter english,$(list)),english,$(abspath $(list))))
define NEWLINE


endef
HASH := \#
# A setting as make will read it, in a line of its own.
setting = $(if $(or $(findstring $(NEWLINE),$($1)),$(filter %\,$(lastword x$($1)))),$(error $1 has a line break or \
    ends in a backslash, which settings.mk cannot hold: write it in one line without))$(as_read)
as_read = $1 := $(subst $(HASH),\$(HASH),$(subst $$,$$$$,$($1)))$(NEWLINE)
quoted = '$(subst ','\'',$1)'
$(if $(wildcard $(CLUSTER)/run.sh),,$(error no $(CLUSTER)/run.sh: the folder of jsmf.mk must have no blanks))

compositions vocabulary cooc model:
	$(shell mkdir -p $(call quoted,$(OUT)))$(file >$(OUT)/settings.new,$(foreach name,$(SETTINGS),$(call setting,$(name))))
	@bash '$(CLUSTER)/run.sh' $(call quoted,$(OUT)) $(STEPS)
