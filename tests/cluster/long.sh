#!/usr/bin/env bash
# data/cluster/jsmf.mk at length: the same bytes of corpora in 1 to 7 shards here, by GNU parallel and by Slurm; nodes
# that die in the middle of tasks of a minute. usage: long.sh BUILD_DIR [CORPUS...]   prints TAP; ten minutes.
# The corpora are kos, nips12 and wordnet of ../shared/data, or those that are named.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd) || exit 1
shift
[ $# != 0 ] || set -- kos nips12 wordnet
data=${JSMF_SHARED:-$here/../../shared}/data
# shellcheck source=tests/cluster/common.bash
. "$here/cluster/common.bash"
settings=(K=10 BLOCK=128 CURATE='--min-df 5 --max-df 0.5 --top 1500' ONLINE=1 POLISH=1 JOBS=2 THREADS=1 POLL=0.5)
results=(model compositions)
LONGEST=1200
missing=$(no_slurm)
command -v parallel >/dev/null || missing="no parallel (make deps-extra)"

# cut_corpus CORPUS: $corpus-1, $corpus-3, ...: folders of so many shards, at bounds of blocks.
cut_corpus() {
    local n blocks most
    texts "$data/$1/docword.$1.txt.gz" "$data/$1/vocab.$1.txt" >"$1.txt" || return 1
    blocks=$((($(wc -l <"$1.txt") + 127) / 128))
    for n in 1 3 4 7; do
        most=$(((blocks + n - 1) / n))
        in_shards "$1-$n" $((most * 128)) <"$1.txt"
    done
}
same_bytes() { # same_bytes CORPUS OUT SETTINGS...
    cluster "$2" "${@:3}" && same "$1-by-1" "$2" "${results[@]}"
}

if [ -z "$missing" ]; then ok 'slurm.sh: two nodes' start_slurm 2 1; fi
for corpus; do
    if [ ! -e "$data/$corpus/docword.$corpus.txt.gz" ]; then
        verdict 0 "$corpus # SKIP no $data/$corpus"
        continue
    fi
    ok "$corpus: cut" cut_corpus "$corpus"
    ok "$corpus: 1 shard" cluster "$corpus-by-1" SHARDS="$corpus-1/*"
    for n in 3 7; do
        ok "$corpus: $n shards give the same bytes" same_bytes "$corpus" "$corpus-by-$n" SHARDS="$corpus-$n/*"
    done
    if [ -n "$missing" ]; then
        verdict 0 "$corpus: parallel, Slurm # SKIP $missing"
        continue
    fi
    ok "$corpus: 4 shards, GNU parallel: the same bytes" same_bytes "$corpus" "$corpus-parallel" SHARDS="$corpus-4/*" \
        ENGINE=parallel HOSTS=one,two SSH="$scratch/ssh.sh" JOBS=1
    ok "$corpus: 4 shards, Slurm: the same bytes" same_bytes "$corpus" "$corpus-slurm" SHARDS="$corpus-4/*" \
        ENGINE=slurm JOBS=
    low_rank=(LOW_RANK=yes PASSES=4 POLISH=0)
    ok "$corpus: 1 shard, low rank" cluster "$corpus-by-1" SHARDS="$corpus-1/*" "${low_rank[@]}"
    ok "$corpus: 4 shards, low rank, Slurm: the same bytes" same_bytes "$corpus" "$corpus-slurm" SHARDS="$corpus-4/*" \
        ENGINE=slurm JOBS= "${low_rank[@]}"
    # As it was, for what follows.
    ok "$corpus: 1 shard again" cluster "$corpus-by-1" SHARDS="$corpus-1/*"
done

# ---- nodes that die in the middle of a minute ----

# A program that takes a minute more wherever its command matches, and tells where.
mkdir slow
for tool in "$build"/jsmf-*; do ln -s "$tool" slow; done
slowly() { # slowly PROGRAM PATTERN
    rm -f "slow/$1" at-work
    cat >"slow/$1" <<END
#!/bin/sh
case "\$*" in
*--version*) ;;
$2) echo "\$SLURMD_NODENAME" >>$scratch/at-work && sleep 60 ;;
esac
exec $build/$1 "\$@"
END
    chmod +x "slow/$1"
}
# dies_in OUT PART: the first node that is at work there dies after some seconds, without anyone being told of it.
dies_in() {
    local node i status
    cluster "$1" ENGINE=slurm JOBS= SHARDS="$corpus-4/*" BIN="$scratch/slow" &
    for ((i = 0; i < 3000; i++)); do [ ! -s at-work ] || break; sleep 0.1; done
    sleep 5
    node=$(head -n 1 at-work) && "$slurm_here" fail "$scratch/slurm" "$node"
    wait $!
    status=$?
    "$slurm_here" mend "$scratch/slurm" "$node"
    cat at-work
    [ $status = 0 ] && same "$corpus-by-1" "$1" "${results[@]}" && [ "$(wc -l <at-work)" -gt 1 ] &&
        [ "$(grep -c '^==' "$1/log/$2.log")" = 2 ]
}
dies_in_a_map() { slowly jsmf-cooc '*bags/001*' && dies_in in-map sums/001.npz; }
dies_in_a_merge() {
    ln -sf "$build/jsmf-cooc" slow && slowly jsmf-merge '*sums/001*' && dies_in in-merge cooc.npz
}
# A host of GNU parallel dies in the middle of its minute.
host_dies() {
    local host i
    ln -sf "$build/jsmf-merge" slow && slowly jsmf-cooc '*bags/001*'
    rm -f ./*.client
    cluster host-dies SHARDS="$corpus-4/*" ENGINE=parallel HOSTS=one,two SSH="$scratch/ssh.sh" JOBS=1 \
        BIN="$scratch/slow" &
    for ((i = 0; i < 3000; i++)); do [ ! -s at-work ] || break; sleep 0.1; done
    host=$(head -n 1 at-work) && touch "$host.dead" && kill "$(cat "$host.client")"
    wait $! && same "$corpus-by-1" host-dies "${results[@]}" && [ "$(wc -l <at-work)" = 2 ] &&
        [ "$(sort -u at-work | wc -l)" = 2 ]
}
corpus=$1
if [ -z "$missing" ] && [ -e "$corpus-by-1" ]; then
    ok "$corpus, Slurm: a node dies in a map of a minute" dies_in_a_map
    ok "$corpus, Slurm: a node dies in a merge of a minute" dies_in_a_merge
    ok "$corpus, parallel: a host dies in a map of a minute" host_dies
else
    verdict 0 "Slurm: nodes die # SKIP ${missing:-no $corpus}"
fi
plan
