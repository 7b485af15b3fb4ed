#!/bin/sh
# What jsmf.mk takes on paper: minutes of each stretch of the way for a corpus, on 1, 8 and 32 nodes.
# usage: estimate.sh [DOCUMENTS WORDS ENTRIES K]   without these: PubMed's, and ten times as many documents, K = 100
set -eu
[ $# = 0 ] || [ $# = 4 ] || { sed -n '3s/^# //p' "$0" >&2 && exit 2; }

# Of one core in a second, by `make bench-rates`: a quarter of the IMDb reviews (25,000 documents, 57,244 words, 1.9
# million entries), K = 100, on an AMD EPYC with AVX2, seconds of the processor at a load of about
# ten on two processors. At 18 to 25 all but UPDATE are 10 to 27 % lower. Entries that
# jsmf-bow counts and matches; entries by vectors of jsmf-cooc --times; bytes that jsmf-merge reads; words by vectors by
# vectors of jsmf-krylov; words by topics of jsmf-rectify-enn and jsmf-law, and of jsmf-polish --step; entries by topics
# of jsmf-polish --partial, online or not, and of jsmf-infer.
export COUNT="${COUNT:-1.0e7}" MATCH="${MATCH:-1.0e7}" TIMES="${TIMES:-3.8e8}" MERGE="${MERGE:-1.5e9}"
export STEP="${STEP:-2.9e9}" RECTIFY="${RECTIFY:-1.8e5}" UPDATE="${UPDATE:-1.0e7}"
export ONLINE="${ONLINE:-5.4e7}" WHOLE="${WHOLE:-5.0e7}" INFER="${INFER:-1.9e7}"
# Assumed: cores of a node, and the part of them that as many threads make good use of; bytes a second of the folder
# that the nodes share, for all of them, and of checking what was made; seconds between two steps.
export CORES="${CORES:-16}" GOOD="${GOOD:-0.7}" FOLDER="${FOLDER:-1e9}" CHECK="${CHECK:-4e8}" BETWEEN="${BETWEEN:-2}"
export PASSES="${PASSES:-8}" ONLINE_ROUNDS="${ONLINE_ROUNDS:-8}" WHOLE_ROUNDS="${WHOLE_ROUNDS:-2}"

# d documents with e entries of n words, and k topics, on a number of nodes, each of which has a shard.
awk -v given="$*" '
    function of(name) { return ENVIRON[name] + 0 }
    function moved(bytes) { return bytes / of("FOLDER") }
    function between(steps) { return steps * of("BETWEEN") }
    function by_all_cores(work, name) { return work / of(name) / of("CORES") / of("GOOD") }
    # What all shards have to add: checked where it is made, written, read, and added by one thread.
    function summed(bytes) { return bytes / of("CHECK") + 2 * moved(nodes * bytes) + nodes * bytes / of("MERGE") }
    # Text is read by one core of each node; an entry has 4 bytes in compressed text, 8 in a bag.
    function words() {
        return e / nodes / of("COUNT") + e / nodes / of("MATCH") + moved(16 * e) + summed(64 * n) + between(6)
    }
    function pairs(    p, s) {
        for (p = 1; p <= of("PASSES"); p++) {
            s += by_all_cores(e * 2 * k / nodes, "TIMES") + moved(8 * e) + summed(n * 2 * k * 16)
            s += by_all_cores(p * n * 4 * k * k, "STEP") + between(3)
        }
        return s + by_all_cores(p * n * 4 * k * k, "STEP") + between(2)
    }
    function model() { return by_all_cores(n * k, "RECTIFY") + between(2) }
    function polished(    s) {
        s = of("ONLINE_ROUNDS") * by_all_cores(e * k / nodes, "ONLINE")
        s += of("WHOLE_ROUNDS") * by_all_cores(e * k / nodes, "WHOLE")
        # The round before the first one only counts.
        return s + (1 + of("ONLINE_ROUNDS") + of("WHOLE_ROUNDS")) * round_trip()
    }
    function round_trip() { return moved(8 * e) + summed(n * k * 16) + n * k / of("UPDATE") + between(3) }
    function inferred() { return by_all_cores(e * k / nodes, "INFER") + moved(8 * e + 8 * d * k) + between(1) }

    function line(what,    a, b, c, f, g) {
        a = words(); b = pairs(); c = model(); f = polished(); g = inferred()
        printf "%-12s %6d %7.1f %7.1f %7.1f %7.1f %7.1f %7.1f\n", what, nodes, a / 60, b / 60, c / 60, f / 60, g / 60,
            (a + b + c + f + g) / 60
    }
    function lines(what) {
        nodes = 1; line(what)
        nodes = 8; line(what)
        nodes = 32; line(what)
    }
    BEGIN {
        print "minutes       nodes   words   pairs   model  polish   infer     all"
        if (split(given, g, " ") == 4) {
            d = g[1]; n = g[2]; e = g[3]; k = g[4]
            lines("these")
        } else {
            d = 8.2e6; n = 141043; e = 4.83e8; k = 100
            lines("PubMed")
            d *= 10; e *= 10
            lines("ten times it")
        }
    }'
