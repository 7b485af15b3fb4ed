#!/usr/bin/env bash
# jsmf-near on compositions of 100,000 documents and 100 topics: whole processes, and the search alone beside the
# product of matrices that it is, by numpy on the same threads.
# usage: tests/bench/near.sh BUILD_DIR   needs python3-numpy
set -eu
build=$(cd "$1" && pwd)
# shellcheck source=tests/bench/common.bash
. "$(dirname "$0")/common.bash"
export PATH="$build:$PATH"

/usr/bin/python3 - "$scratch" <<'END'
import sys, time
import numpy as np
draw = np.random.default_rng(1)
for name, documents in (("archive", 100000), ("queries", 100)):
    W = draw.dirichlet(np.full(100, 0.1), documents)
    with open("%s/%s.npz" % (sys.argv[1], name), "wb") as f:
        np.savez(f, jsmf=np.array("1 compositions"), W=W.T)
    roots = np.sqrt(W)
    if name == "archive":
        archive = roots
times = []
for _ in range(5):
    start = time.perf_counter()
    archive @ roots.T
    times.append(time.perf_counter() - start)
print("numpy: the product of the square roots, 100 queries\t%.3f s" % sorted(times)[2])
END
conditions
# search WHAT OPTIONS...
search() {
    local what=$1
    shift
    for _ in 1 2 3 4 5; do jsmf-near -v -t "$threads" "$@" "$scratch/archive.npz" 2>&1 >/dev/null; done |
        sed -nE 's/.*quer(y|ies) in ([0-9.]+) s$/\2/p' | sort -n | sed -n 3p | sed "s/^/search for $what\t/; s/\$/ s/"
    printf 'all of it, with reading\t%s s\n' \
        "$(seconds 5 "jsmf-near -q -t $threads $(printf '%q ' "$@") $scratch/archive.npz")"
}
search 'the 10 nearest of 100 documents' --to "$scratch/queries.npz"
search 'the 10 nearest of one' --to 17
