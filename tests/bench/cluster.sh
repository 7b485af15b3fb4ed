#!/usr/bin/env bash
# Whether two nodes are twice as fast as one: the same job by Slurm on one node of one processor, and on two of them.
# usage: tests/bench/cluster.sh BUILD_DIR [CORPUS [SAMPLES]]   as root, with Slurm (make deps-extra), on two processors
# that have nothing else to do. The job is nips12 of ../shared/data in 16 shards, its model, and compositions by Gibbs
# sampling, of which it takes so many samples that one node needs a few minutes.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd) || exit 1
corpus=${2:-nips12} samples=${3:-3000}
data=${JSMF_SHARED:-$here/../../shared}/data/$corpus
# shellcheck source=tests/cluster/common.bash
. "$here/cluster/common.bash"
missing=$(no_slurm)
if [ -n "$missing" ] || [ ! -e "$data" ]; then
    echo "bench-cluster: ${missing:-no $data}" >&2
    exit 1
fi
texts "$data/docword.$corpus.txt.gz" "$data/vocab.$corpus.txt" >all.txt
in_shards shards $((($(wc -l <all.txt) + 15) / 16)) <all.txt
settings=(SHARDS='shards/*' K=20 CURATE='--min-df 5 --max-df 0.5 --top 3000' POLISH=0 ENGINE=slurm JOBS= THREADS=1
    INFER="--method gibbs --samples $samples")
LONGEST=3600
printf '# %s, %d documents, 16 shards, %d samples; load %s on %d processors\n' "$corpus" "$(wc -l <all.txt)" \
    "$samples" "$(cut -d ' ' -f 1 /proc/loadavg)" "$(nproc)"
for nodes in 1 2; do
    start_slurm $nodes 1 || exit 1
    start=$(date +%s%N)
    if ! cluster "by-$nodes" >said-too; then
        cat said-too
        exit 1
    fi
    took[nodes]=$((($(date +%s%N) - start) / 1000000))
    printf '%d node%s\t%d.%03d s\n' $nodes "$([ $nodes = 1 ] || echo s)" $((took[nodes] / 1000)) $((took[nodes] % 1000))
    stop_slurm
done
same by-1 by-2 model compositions || exit 1
awk -v one="${took[1]}" -v two="${took[2]}" 'BEGIN {
    printf "the same bytes\nratio\t%.2f\n", one / two
    exit one < 1.7 * two }'
