# The part of the fault matrix that jsmf-polish alone meets. Sourced by faults.sh.
# shellcheck shell=bash disable=SC2154

# The model comes first, and is damaged too.
polish_models() {
    local fault name
    for fault in damaged-model/*; do
        name=${fault##*/}
        case " ${WRONG[model]} " in
        *[[:space:]]"$name"[[:space:]]*) ;;
        *) case $name in cut-* | newer | twice | nonsense | nan-B* | infinite-B*) ;; *) continue ;; esac ;;
        esac
        fails 3 . jsmf-polish "$fault" good/bag -o o/out
        done_cell "jsmf-polish: a model, $name"
    done
    fails 3 'is a bag' jsmf-polish good/bag good/bag -o o/out
    done_cell 'jsmf-polish: a bag for a model'
    fails 1 'No such file' jsmf-polish good/missing good/bag -o o/out
    done_cell 'jsmf-polish: a missing model'
    fails 3 'words' jsmf-polish good/pairs-model good/bag -o o/out
    done_cell 'jsmf-polish: documents of other words'
    fails 3 'words' jsmf-polish --online good/pairs-model good/bag -o o/out
    done_cell 'jsmf-polish --online: documents of other words'
}

polish_options() {
    local words bad
    fails 2 'operand|MODEL' jsmf-polish -o o/out
    done_cell 'jsmf-polish: no model'
    fails 2 'standard input' jsmf-polish - - -o o/out
    done_cell 'jsmf-polish: two streams on standard input'
    for bad in '-i 0' '--tol 2' '--held-out 1' '--beta -1' '--anchor-weight x' '--minibatch 2000' '--online -i 2' \
        '--online --held-out 0.1' '--online --minibatch 0' '--random --anchor-weight 1' \
        '--method x' '--method gibbs --prior dirichlet' '--method gibbs --held-out 0.1' '--method gibbs --beta 0' \
        '--method gibbs --online' '--alpha-grid 1' '--alpha-grid 9 --guide x' '--alpha-grid 9 --prior dirichlet' \
        '--alpha-grid 9 -i 2' '--alpha-grid 9 --online' '--alpha-grid 9 --partial' '--alpha-grid 9 --step' \
        '--alpha-grid 9 --random' '--alpha-grid 9 --method gibbs' '--alpha-grid 9 --held-out 0.1' \
        '--prior normal' '--guide-weight 1' '--guide x --guide-weight -1'; do
        read -ra words <<<"$bad"
        fails 2 'see jsmf-polish --help' jsmf-polish "${words[@]}" good/model good/bag -o o/out
        done_cell "jsmf-polish: $bad"
    done
    fails 1 'memory.*limit' jsmf-polish --memory 1K good/model good/bag -o o/out
    fails 1 'memory.*limit' jsmf-polish --method gibbs --memory 1K good/model good/bag -o o/out
    fails 1 'memory.*limit' jsmf-polish --alpha-grid 9 --memory 1K good/model good/bag -o o/out
    done_cell 'jsmf-polish: too little memory'
    fails 3 'words' jsmf-polish --alpha-grid 9 good/pairs-model good/bag -o o/out
    fails 2 'begun, and has a prior of its own' jsmf-polish --alpha-grid 9 good/begun good/bag -o o/out
    done_cell 'jsmf-polish --alpha-grid: other words, and a polishing that has begun'
    works '' jsmf-polish --memory 200K good/model good/bag
    fails 1 'memory.*limit' jsmf-polish --memory 200K --prior matrix --minibatch 0 good/model good/bag -o o/out
    done_cell 'jsmf-polish --prior matrix: too little memory'
}

# A guide's lines.
polish_guide() {
    local word case
    mapfile -t word < <(jsmf-cat --array vocab good/model)
    for case in "99: ${word[0]}|words:1: no topic 99" \
        "0: ${word[0]}\n0: ${word[1]}|words:2: the name .0. is on line 1" \
        "00: ${word[0]}\n0: ${word[1]}|words:2: topic 0 has line 1 already" \
        "${word[0]} ${word[0]}|words:1: .* is on line 1 already" '|words: empty' \
        "$(printf '%s\\n' "${word[@]}")|lines, a topic each .expected at most"; do
        printf '%b\n' "${case%|*}" | sed '/^$/d' >words
        fails 3 "${case##*|}" jsmf-polish --guide words good/model good/bag -o o/out
        done_cell "jsmf-polish --guide: ${case##*|}"
    done
    fails 1 'No such file' jsmf-polish --guide o/missing good/model good/bag -o o/out
    done_cell 'jsmf-polish: no guide'
    printf 'nosuchword\n%s\n' "${word[0]}" >words
    works 'words:1: the line was left out' jsmf-polish --guide words good/model good/bag
    done_cell 'jsmf-polish --guide: a line of unknown words'
    rm words
}

# What comes from a pipe and is too large for memory needs a folder.
polish_folder() {
    local way words
    awk 'BEGIN { print 20000; print 10; print 40000
        for (d = 1; d <= 20000; d++) print d, 1 + d % 9, "1\n" d, 10, "1" }' >text/long
    jsmf-bow -q text/long --vocab text/vocab -o good/long-bag
    for way in '-i 1' --online; do
        read -ra words <<<"$way"
        works '' jsmf-polish "${words[@]}" --memory 2M good/model <(cat good/long-bag)
        TMPDIR=$PWD/o/missing fails 1 'o/missing.*TMPDIR names another folder' \
            jsmf-polish "${words[@]}" --memory 2M good/model <(cat good/long-bag) -o o/out
        done_cell "jsmf-polish $way: no folder for a pipe's documents"
    done
}

# 60,000 arrays of the user's own: a time that grows with their square is far above ten seconds of the processor.
polish_many_arrays() {
    python3 - good/model good/crowded-model <<'END'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as model, zipfile.ZipFile(sys.argv[2], "w") as crowded:
    for entry in model.infolist():
        crowded.writestr(entry.filename, model.read(entry))
    scalar = model.read("legality.npy")
    for i in range(60000):
        crowded.writestr("own%05d.npy" % i, scalar)
END
    (ulimit -t 10 && jsmf-polish -q -i 1 good/crowded-model good/bag >out 2>err) || note 'the arrays are not carried'
    [ "$(jsmf-cat --list out | grep -c '^array.own')" = 60000 ] || note 'arrays are lost'
    done_cell "jsmf-polish: 60000 arrays"
}

# By shards: options of another round, and models and sums that were made otherwise or damaged.
polish_rounds() {
    local bad words fault
    for bad in '--partial --step' '--partial -i 2' '--partial --prior matrix' '--partial --minibatch 0' '--finish' \
        '--partial --finish' '--soft' '--partial --soft' '--partial --online' '--step --online' '--step --block 4' \
        '--step --held-out 0.1' '--step --random' '--block 4' '--partial --method gibbs' '--partial --guide x' \
        '--partial --block 0'; do
        read -ra words <<<"$bad"
        fails 2 'see jsmf-polish --help' jsmf-polish "${words[@]}" good/model good/bag -o o/out
        done_cell "jsmf-polish: $bad"
    done
    for bad in '--held-out 0.1' '--block 4'; do
        read -ra words <<<"$bad"
        fails 2 'keeps to the options that it began with' jsmf-polish --partial "${words[@]}" good/begun good/bag \
            -o o/out
    done
    for bad in --soft '--prior matrix' '--beta 1' '--anchor-weight 1' '--guide text/vocab'; do
        read -ra words <<<"$bad"
        fails 2 'keeps to the options that it began with' jsmf-polish --step "${words[@]}" good/begun good/round \
            -o o/out
    done
    fails 2 '--finish, but the polishing of good/model has not begun' \
        jsmf-polish --step --finish good/model good/count -o o/out
    done_cell 'jsmf-polish: options of another round'
    fails 3 'round: shard 0: made with round 1 .expected round 0' jsmf-polish --step good/model good/round -o o/out
    fails 3 'count: shard 0: made with round 0 .expected round 1' jsmf-polish --step good/begun good/count -o o/out
    fails 3 'sums of cooc .expected those of' jsmf-polish --step good/model good/sums -o o/out
    fails 3 'pairs-bag.*words' jsmf-polish --partial good/begun good/pairs-bag -o o/out
    fails 3 'is a bag stream, expected sums' jsmf-polish --step good/begun good/bag -o o/out
    done_cell 'jsmf-polish --step: sums of another round'
    mkdir -p damaged-round damaged-begun
    python3 "$here/faults.py" good/round damaged-round && python3 "$here/faults.py" good/begun damaged-begun ||
        note 'faults.py failed'
    for fault in cut-00 cut-05 cut-11 nothing newer twice without-sums.recipe negative-sums.rows \
        short-real.counts wide-real.counts without-real.counts short-real.learned without-real.moments \
        without-real.tokens without-whole.known fraction-whole.documents short-vocab; do
        [ -e "damaged-round/$fault" ] || { note "no $fault" && continue; }
        fails 3 . jsmf-polish --step good/begun "damaged-round/$fault" -o o/out
        done_cell "jsmf-polish --step: sums, $fault"
    done
    for fault in short-polish.prior wide-polish.counts short-polish.counts negative-polish.counts nan-polish.prior \
        without-polish.mean negative-polish.mean without-polish.tokens negative-polish.tokens without-polish.trace; do
        [ -e "damaged-begun/$fault" ] || { note "no $fault" && continue; }
        fails 3 . jsmf-polish --partial "damaged-begun/$fault" good/bag -o o/out
        done_cell "jsmf-polish --partial: a model, $fault"
    done
    fails 1 'memory.*limit' jsmf-polish --partial --memory 1K good/begun good/bag -o o/out
    fails 1 'memory.*limit' jsmf-polish --step --memory 1K good/begun good/round -o o/out
    done_cell 'jsmf-polish by shards: too little memory'
}

polish_cells() {
    local good way
    if ! built jsmf-polish; then return; fi
    polish_models
    polish_options
    polish_guide
    polish_rounds
    polish_folder
    polish_many_arrays
    for good in one-word one-document massless; do
        for way in '-i 5' '--online' '--alpha-grid 3' '--beta 0 --anchor-weight 0 --minibatch 0' '--prior matrix' \
            '--prior matrix --online' '--prior matrix --beta 0 --anchor-weight 0 --minibatch 0'; do
            read -ra words <<<"$way"
            works '' jsmf-polish "${words[@]}" good/$good-model good/$good-bag
            done_cell "jsmf-polish $way: $good"
        done
    done
}
