#!/usr/bin/env bash
# Prints for each shard its name and the number of its first document in the whole, apart by tabs.
# usage: places.sh WORDS NAME...   WORDS: the words' sums, which know how many documents each shard has; NAMEs in order.
set -eu -o pipefail
words=$1
shift
paste <(jsmf-cat --array sums.shards "$words") <(jsmf-cat --array sums.rows "$words") |
    awk -F '\t' -v names="$*" '{ rows[$1] = $2 }
        END { n = split(names, name, " ")
            for (i = 1; i <= n; i++) { print name[i] "\t" at + 0; at += rows[name[i]] } }'
