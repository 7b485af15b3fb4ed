# What jsmf-polish does to the streams of tools.sh. Sourced by it.
# shellcheck shell=bash disable=SC2154

# Streams have no other arrays than models do.
is_a_model() {
    diff <(jsmf-cat --list one-model | grep -v ^history | sort) \
        <(jsmf-cat --list one-polished | grep -v ^history | sort) &&
        for x in S unigram vocab; do array $x one-model >ax && array $x one-polished | cmp - ax || return 1; done &&
        run jsmf-topics one-polished >topics && run jsmf-eval --bag one-bag one-polished >/dev/null
}
bag_may_be_a_pipe() {
    bag | run jsmf-polish -i 3 one-model >a && cmp a one-polished &&
        run jsmf-polish --online one-model - < <(cat one-bag) >a && cmp a one-online &&
        run jsmf-polish -i 3 - one-bag <one-model >a && cmp a one-polished
}
# Documents are read where they lie: in the file, in a pipe's copy in memory or on disk. Of fewer documents than all the
# copy would be too small for the disk.
bag_lies_anywhere() {
    local polish='run jsmf-polish -i 4 --held-out 0.2'
    run jsmf-bow -q --match one-model "$data/docword.wordnet.txt.gz" --vocab "$data/vocab.wordnet.txt" -o all-bag &&
        $polish one-model all-bag >a && $polish one-model < <(cat all-bag) | cmp - a &&
        $polish -v --memory 3M one-model < <(cat all-bag) 2>err >b &&
        grep -q 'kept in an unlinked file' err &&
        for x in A B alpha; do array $x a >ax && array $x b | cmp - ax || return 1; done
}
# The bound rises from pass to pass, and the numbers of passes are what -i says.
bound_rises() {
    run jsmf-polish -v --minibatch 0 -i 12 "$@" one-model one-bag 2>err >a &&
        sed -n 's/.*whole: bound \([^ ]*\) a token.*/\1/p' err >bounds && [ "$(wc -l <bounds)" = 12 ] &&
        sort -g bounds | cmp - bounds
}
held_out_documents_gain() {
    run jsmf-polish -v --held-out 0.2 -i 8 --random "$@" one-model one-bag 2>err >a &&
        sed -n 's/.*pass .*held out \([^ ]*\) a token.*/\1/p' err >held && [ -s held ] &&
        awk 'NR == 1 { first = $1 } $1 > first { gain = 1 } END { exit !gain }' held
}

# The same arrays, the same on any threads, and what reads models reads them.
matrix_prior() {
    local way words
    for way in '-i 3' --online; do
        read -ra words <<<"$way"
        run jsmf-polish --prior matrix -t 1 "${words[@]}" one-model one-bag >a &&
            run jsmf-polish --prior matrix -t 3 "${words[@]}" one-model - <one-bag | cmp - a &&
            diff <(jsmf-cat --list one-polished | grep -v ^history | sort) \
                <(jsmf-cat --list a | grep -v ^history | sort) &&
            ! array A a | cmp -s - <(array A one-polished) && has_alpha a &&
            run jsmf-infer a one-bag >/dev/null && run jsmf-polish -i 1 --prior matrix a one-bag >/dev/null || return 1
    done
}

ok 'jsmf-polish writes a model as it reads' is_a_model
ok 'jsmf-polish reads either stream from a pipe' bag_may_be_a_pipe
ok 'jsmf-polish: documents in memory, in a file and in TMPDIR give the same' bag_lies_anywhere
ok 'jsmf-polish -v: the bound rises in whole passes' bound_rises
ok 'jsmf-polish --held-out: they become likelier' held_out_documents_gain
ok 'jsmf-polish --prior matrix: models as they are' matrix_prior
ok 'jsmf-polish --prior matrix -v: the bound rises' bound_rises --prior matrix
ok 'jsmf-polish --prior matrix --held-out: they become likelier' held_out_documents_gain --prior matrix
