# The part of the fault matrix that jsmf-aw and jsmf-law meet in recovery. Sourced by faults.sh.
# shellcheck shell=bash disable=SC2154

recover_options() {
    local words bad
    for bad in '--loss kl --solver admm' '--recover plain --loss kl' '--recover plain -i 3' \
        '--recover plain --recover-a least-squares' '--project 1' '--project 0' '--loss l1' \
        '--clean-up --anchors words' '--project 5 --anchors words' \
        '--select snpa --anchors words' '--min-df aut' '--min-df -1' '--gamma 3' '--solver expgrad --gamma 3' \
        '--eta 50' '--solver expgrad --loss kl --eta 50' '--solver admm --gamma 0'; do
        read -ra words <<<"$bad"
        fails 2 'see jsmf-aw --help' jsmf-aw -k 2 "${words[@]}" good/dense -o o/out
        done_cell "jsmf-aw: $bad"
    done
    fails 2 'jsmf-aw reads compressed' jsmf-law --loss kl good/compressed -o o/out
    done_cell 'jsmf-law: --loss kl'
    fails 1 'memory.*limit' jsmf-aw -k 2 --memory 1K --project 5 good/dense -o o/out
    done_cell 'jsmf-aw --project: too little memory'
}

# Several words a line.
recover_words() {
    local word
    jsmf-cat --array vocab good/dense >vocabulary 2>err || note 'no vocabulary'
    mapfile -t word <vocabulary
    printf 'two: %s %s\n%s nosuchword\n' "${word[0]}" "${word[1]}" "${word[2]}" >words
    works 'words: 1 of 4 words is not in the vocabulary .*"nosuchword"' jsmf-aw -k 2 --anchors words good/dense
    done_cell 'jsmf-aw: a word of several on a line that is unknown'
    printf '%s\n' "${word[0]}" "${word[1]}" >words
    fails 2 '-k 1, but words has 2 lines' jsmf-aw -k 1 --anchors words good/dense -o o/out
    done_cell 'jsmf-aw: more lines than -k'
    printf '%s\n' "${word[@]}" >words
    fails 3 'lines, a topic each .expected at most [0-9]+, the columns of Y' \
        jsmf-law --anchors words good/compressed -o o/out
    done_cell 'jsmf-law: more lines than Y has columns'
    printf 'a: %s\na: %s\n' "${word[0]}" "${word[1]}" >words
    fails 3 'words:2: the name "a" is on line 1 already' jsmf-aw --anchors words good/dense -o o/out
    done_cell 'jsmf-aw: two topics of one name'
    printf ': %s\n' "${word[0]}" >words
    fails 3 'words:1: a colon without a name' jsmf-aw --anchors words good/dense -o o/out
    done_cell 'jsmf-aw: a topic of no name'
    printf '%04000d %s\n' 0 "${word[0]}" >words
    fails 3 'words:1: found more than 4000 bytes' jsmf-aw --anchors words good/dense -o o/out
    done_cell 'jsmf-aw: a line that is too long'
    printf '%s %s\n%s %s\n' "${word[0]}" "${word[1]}" "${word[2]}" "${word[0]}" >words
    fails 3 'words:2: .* is on line 1 already' jsmf-aw --anchors words good/dense -o o/out
    done_cell 'jsmf-aw: a word on two lines'
    : >words
    fails 3 'empty' jsmf-aw --anchors words good/dense -o o/out
    done_cell 'jsmf-aw: no anchors'
    printf '%s\n %s\n' "${word[0]}" "${word[1]}" >words
    fails 3 'words:2: found a blank in front.*expected one word or more' jsmf-aw --anchors words good/dense -o o/out
    done_cell 'jsmf-aw: a blank in front of a line of words'
    fails 4 'no word of at least 1000000 documents' jsmf-aw -k 2 --min-df 1000000 good/dense -o o/out
    done_cell 'jsmf-aw: --min-df above every document frequency'
    rm words
}

recover_cells() {
    if ! built jsmf-aw || ! built jsmf-law; then return; fi
    recover_options
    recover_words
}
