# The part of the fault matrix that jsmf-aw and jsmf-law meet in recovery. Sourced by faults.sh.
# shellcheck shell=bash disable=SC2154

recover_options() {
    local words bad
    for bad in '--loss kl --solver admm' '--recover plain --loss kl' '--recover plain -i 3' \
        '--recover plain --recover-a least-squares' '--project 1' '--project 0' '--loss l1' \
        '--clean-up --anchors words' '--project 5 --anchors words' \
        '--min-df auto --anchors words' '--min-df aut' '--min-df -1'; do
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
    printf '%s %s\n%s nosuchword\n' "${word[0]}" "${word[1]}" "${word[2]}" >words
    fails 3 'words:2: "nosuchword" is not in the vocabulary' jsmf-aw --anchors words good/dense -o o/out
    done_cell 'jsmf-aw: a word of several on a line that is unknown'
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
