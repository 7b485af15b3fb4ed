# How each part is made. run.sh has make do this in the folder OUT, on whatever machine, for the parts that it names.
# Parts have no prerequisites here, as times of files say little where machines share a folder: part.sh knows the
# command and the inputs, named before the --, of which a part was made, and makes it again only where these differ.

include settings.mk
include shards.mk
export PATH := $(BIN):$(PATH)
export ENGINE
ifneq ($(JSMF_KERNELS),)
export JSMF_KERNELS
endif
ifneq ($(OPENBLAS_CORETYPE),)
export OPENBLAS_CORETYPE
endif

PART = @exec bash '$(CLUSTER)/part.sh' $@
# For a part beside others, and for one alone.
ONE = -q -t $(PART_THREADS)
ALL = -q -t $(THREADS)
# $(call every,KIND): the parts of all shards, in their order.
every = $(names:%=$1/%.npz)
# $(eval $(call summed,KIND,OPTIONS,OUT)): the sum of these parts, OUT or KIND.npz, in groups where there are many.
define summed
$1.groups/%.npz: FORCE
	$$(PART) $$(group.$$*:%=$1/%.npz) -- jsmf-merge $$(ONE) $$(group.$$*:%=$1/%.npz)
$(or $3,$1.npz): FORCE
	$$(PART) $$(addends) -- jsmf-merge $$(ALL) $2 $$(addends)
$(or $3,$1.npz): addends = $(or $(groups:%=$1.groups/%.npz),$(call every,$1))
endef

# Where the documents of a shard are read from, and which of the whole they are.
source = $(if $(TEXT),texts/$*.npz,$(shard.$*))
READ = $(if $(filter %.npz,$(source)),,$(FROM:%=--from %) $(VOCAB:%=--vocab %)) $(source)
# The files that this is read from.
read = $(source) $(if $(filter %.npz,$(source)),,$(VOCAB))
named = $$(bash '$(CLUSTER)/named.sh' $* $(source))
# The beginning of a rule that says so by $$placed, and ends where that is not known.
PLACED = @placed=$$(bash '$(CLUSTER)/named.sh' $* $(source) places.tsv) || exit; $(PART:@%=%)

# Raw text, cut into words.
texts/%.npz: FORCE
	$(PART) $(shard.$*) -- jsmf-text $(ONE) $(TEXT) $(shard.$*)

# The words of a shard: how often they occur, and in how many documents.
words/%.npz: FORCE
	$(PART) $(read) -- jsmf-bow $(ONE) --counts $(named) $(READ)

# The words of all shards.
$(eval $(call summed,words))

# The shards, and the numbers of the documents that they begin with.
places.tsv: FORCE
	$(PART) words.npz -- bash '$(CLUSTER)/places.sh' words.npz $(names)

# The words that stay.
curated = jsmf-bow $(ALL) $(STOP:%=--stop %) $(CURATE)
matched = jsmf-bow $(ONE) $$placed $(READ)
ifeq ($(MIN_WORDS),0)
vocabulary.npz: FORCE
	$(PART) words.npz $(filter /%,$(STOP)) -- $(curated) --counts-from words.npz

# The documents of a shard, as counts of these words.
bags/%.npz: FORCE
	$(PLACED) vocabulary.npz $(read) -- $(matched) --match vocabulary.npz
else
# The same in two rounds: with the documents that become too short go words that only they had.
draft.npz: FORCE
	$(PART) words.npz $(filter /%,$(STOP)) -- $(curated) --counts-from words.npz
drafts/%.npz: FORCE
	$(PLACED) draft.npz $(read) -- $(matched) --match draft.npz --min-words $(MIN_WORDS)
kept/%.npz: FORCE
	$(PART) drafts/$*.npz -- jsmf-bow $(ONE) --counts drafts/$*.npz
$(eval $(call summed,kept))
vocabulary.npz: FORCE
	$(PART) kept.npz -- jsmf-bow $(ALL) --counts-from kept.npz
bags/%.npz: FORCE
	$(PART) vocabulary.npz drafts/$*.npz -- jsmf-bow $(ONE) --match vocabulary.npz drafts/$*.npz
endif

ifneq ($(LOW_RANK),yes)
# What the shard adds to the co-occurrence.
sums/%.npz: FORCE
	$(PART) bags/$*.npz -- jsmf-cooc $(ONE) --partial --block $(BLOCK) bags/$*.npz

# The co-occurrence.
$(eval $(call summed,sums,--finish,cooc.npz))

# The nearby matrix that K topics could have made, and these topics.
rectified.npz: FORCE
	$(PART) cooc.npz -- jsmf-rectify-ap $(ALL) -k $(K) $(RECTIFY) cooc.npz
$(if $(filter 0,$(POLISH)),model,start).npz: FORCE
	$(PART) rectified.npz -- jsmf-aw $(ALL) -k $(K) $(ANCHORS) rectified.npz
else
# The co-occurrence's leading eigenpairs, in passes: what a shard adds to its product with the last block of vectors,
# the sum, and the next block of it and of all blocks before. $(call pass,NUMBER,BLOCKS BEFORE,LAST OF THEM)
blocks := $(ALL_PASSES:%=block.%.npz)
some := bags/$(firstword $(names)).npz
block.0.npz: FORCE
	$(PART) $(some) -- jsmf-krylov $(ALL) --begin -k $(K) --passes $(lastword $(ALL_PASSES)) $(some)
define pass
times.$1/%.npz: FORCE
	$$(PART) $3 bags/$$*.npz -- jsmf-cooc $$(ONE) --partial --block $(BLOCK) --times $3 bags/$$*.npz
$(call summed,times.$1)
block.$1.npz: FORCE
	$$(PART) $2 times.$1.npz -- jsmf-krylov $$(ALL) $2 times.$1.npz
block.$1.npz: export SPENDS = $(if $(filter yes,$(KEEP)),,times.$1)
endef
$(foreach n,$(filter-out 0,$(ALL_PASSES)),$(eval $(call pass,$n,$(wordlist 1,$n,$(blocks)),$(word $n,$(blocks)))))
cooc.npz: FORCE
	$(PART) $(blocks) -- jsmf-krylov $(ALL) --finish $(blocks)

# The same nearby, as a product of K vectors, and the topics.
rectified.npz: FORCE
	$(PART) cooc.npz -- jsmf-rectify-enn $(ALL) -k $(K) $(RECTIFY) cooc.npz
$(if $(filter 0,$(POLISH)),model,start).npz: FORCE
	$(PART) rectified.npz -- jsmf-law $(ALL) $(ANCHORS) rectified.npz
endif

# The topics polished on all documents, in rounds: what a shard adds, the sum, and the next model of it.
# $(call round,NUMBER,MODEL BEFORE,OPTIONS OF A PART,OPTIONS OF THE STEP,MODEL)
define round
polish.$1/%.npz: FORCE
	$$(PART) $2 bags/$$*.npz -- jsmf-polish $$(ONE) --partial $3 $2 bags/$$*.npz
$(call summed,polish.$1)
$5: FORCE
	$$(PART) $2 polish.$1.npz -- jsmf-polish $$(ALL) --step $4 $2 polish.$1.npz
$5: export SPENDS = $(if $(filter yes,$(KEEP)),,polish.$1)
endef
ifneq ($(POLISH),0)
last := $(lastword $(ROUNDS))
$(eval $(call round,0,start.npz,--block $(BLOCK),$(POLISHING),model.0.npz))
# The word n of 0 1 2 ... is the round before n.
$(foreach n,$(filter-out 0,$(ROUNDS)),$(eval $(call round,$n,model.$(word $n,$(ROUNDS)).npz,$(if $(filter \
    $n,$(ONLINE_ROUNDS)),--online),$(if $(filter $(last),$n),--finish),model$(if $(filter $(last),$n),,.$n).npz)))
endif

# What each document of a shard is about; and those of all.
compositions/%.npz: FORCE
	$(PART) model.npz bags/$*.npz -- jsmf-infer $(ONE) $(INFER) model.npz bags/$*.npz
compositions.npz: FORCE
	$(PART) $(call every,compositions) -- jsmf-merge $(ALL) --finish $(call every,compositions)

.PHONY: FORCE
FORCE:
