# Polishing by shards: jsmf-polish --partial and --step, with jsmf-merge between. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

# round_of N THREADS MODEL SUMS OPTIONS...: the sums of N shards of one-bag, added as (2 0) (... 1), or what N is.
round_of() {
    local n=$1 t=$2 model=$3 sums=$4 i others=()
    shift 4
    for ((i = 0; i < n; i++)); do
        run jsmf-polish -q -t "$t" --partial "$@" "$model" shard-"$n"-$i -o part-$i || return 1
    done
    if [ "$n" = 1 ]; then
        mv part-0 "$sums"
        return
    fi
    for ((i = 3; i < n; i++)); do others+=("part-$i"); done
    run jsmf-merge part-2 part-0 -o tree && run jsmf-merge "${others[@]}" part-1 tree -o "$sums"
}
shards_are_cut() {
    for n in 1 4; do run jsmf-bow -q --cut $n --block 512 one-bag -o shard-$n-%d || return 1; done
}
# any_shards_give_the_same OPTIONS...: the beginning, an online round, a whole one with documents held out.
any_shards_give_the_same() {
    local begin=(--block 512 --held-out 0.2 --seed 5) n
    for n in 1 4; do
        round_of $n $((n > 1 ? 2 : 1)) one-model sums-$n-0 "${begin[@]}" &&
            run jsmf-polish --step "$@" one-model sums-$n-0 -o next-$n-0 &&
            round_of $n $((n > 1 ? 2 : 1)) next-$n-0 sums-$n-1 --online &&
            run jsmf-polish --step next-$n-0 sums-$n-1 -o next-$n-1 &&
            round_of $n $((n > 1 ? 1 : 2)) next-$n-1 sums-$n-2 &&
            run jsmf-polish --step --finish next-$n-1 sums-$n-2 -o next-$n-2 || return 1
    done
    for n in 0 1 2; do
        for array in $(jsmf-cat --list sums-1-$n | awk '$2 ~ /^real|^whole/ { print $2 }'); do
            cmp <(array "$array" sums-1-$n) <(array "$array" sums-4-$n) || return 1
        done
        cmp next-1-$n next-4-$n || return 1
    done
    [ "$(jsmf-cat --list sums-1-2 | grep -c '^array.real')" = 6 ]
}
# Of whole rounds from one-model, what comes of each pass by itself: the bound that it tells, its model to 1e-12. A pass
# goes on from the round before, with its prior and the start's pseudo-counts.
rounds_are_passes() { # rounds_are_passes OPTIONS...
    local r from=one-model bound
    round_of 4 2 one-model sums-0 --block 512 && run jsmf-polish -q --step "$@" one-model sums-0 -o at-0 || return 1
    for r in 1 2; do
        round_of 4 2 at-$((r - 1)) sums-$r && run jsmf-polish --step at-$((r - 1)) sums-$r -o at-$r &&
            run jsmf-polish -v -i 1 --minibatch 0 "$@" $from one-bag -o pass 2>err || return 1
        bound=$(sed -n 's/.*whole: bound \([^ ]*\) a token.*/\1/p' err)
        [ "$(array polish.trace at-$r | awk -v r=$r 'NR == r { printf "%.9f", $1 }')" = "$bound" ] || return 1
        for array in B A alpha Canchor unigram; do
            array $array at-$r >ax && array $array pass >bx && close ax bx 1e-12 || return 1
        done
        cmp <(array S at-$r) <(array S pass) || return 1
        from=at-$r
        set --
    done
}
pseudo_counts_go_on() {
    jsmf-cat --array vocab one-model | sed -n '3p;40p' | paste -sd ' ' | sed 's/^/mine: /' >guide &&
        rounds_are_passes --guide guide --anchor-weight 0.5 && [ "$(array names at-2 | grep -c mine)" = 1 ]
}
# What is left is what a polished model has, and the trace of the rounds.
the_last_round_finishes() {
    run jsmf-polish -q --step --finish at-0 sums-1 -o finished &&
        diff <(jsmf-cat --list finished | grep -vE '^history|polish.trace' | sort) \
            <(jsmf-cat --list one-polished | grep -v ^history | sort) && jsmf-cat --check finished &&
        cmp <(array B finished) <(array B at-1) && [ "$(array polish.trace finished | wc -l)" = 1 ] &&
        run jsmf-polish -i 2 finished one-bag -o more && ! jsmf-cat --list more | grep -q '^array.polish' &&
        run jsmf-edit --name auto at-1 -o named && cmp <(array polish.prior named) <(array polish.prior at-1) &&
        ! run jsmf-edit --drop 1 at-1 | jsmf-cat --list | grep -q '^array.polish'
}
# refused PATTERN COMMAND...
refused() {
    local pattern=$1
    shift
    "$@" -o not-made 2>err
    [ $? = 3 ] && grep -qE "$pattern" err && [ ! -e not-made ]
}
wrong_sums_are_refused() {
    local step=(run jsmf-polish -q --step at-1) recipe
    for i in 0 1 3; do run jsmf-polish -q --partial at-1 shard-4-$i -o right-$i || return 1; done
    run jsmf-polish -q --partial at-0 shard-4-1 -o older && run jsmf-merge right-3 right-0 -o some &&
        refused 'older: shard 1: made with round 1 .expected round 2, as right-0' run jsmf-merge right-0 older &&
        refused 'shard 3 is there twice' run jsmf-merge some right-3 &&
        refused 'documents [0-9]* to [0-9]* of [0-9]* are missing: a shard before shard 3' "${step[@]}" some &&
        refused 'older: shard 1: made with round 1 .expected round 2, as at-1' "${step[@]}" older &&
        refused 'sums-1: shard 0: made with round 1' "${step[@]}" sums-1 &&
        run jsmf-edit --name auto at-1 -o named &&
        refused 'right-0: shard 0: made with model [0-9a-f]{8} .expected model [0-9a-f]{8}, as named' \
            run jsmf-polish -q --step named right-0 &&
        refused 'sums-0: shard 0: made with round 0' "${step[@]}" sums-0 &&
        refused 'sums-1: shard 0: made with round 1 .expected round 0' run jsmf-polish --step one-model sums-1 &&
        mapfile -t recipe < <(array sums.recipe right-0 | sed 's/^way .*/way sideways/') &&
        "$here/with_arrays.py" right-0 sideways sums.recipe U ${#recipe[@]} "${recipe[@]}" &&
        refused 'sideways: array sums.recipe: has the way sideways .expected count' "${step[@]}" sideways &&
        refused 'sums of cooc' "${step[@]}" <(jsmf-cooc -q --partial --block 64 one-bag) &&
        refused 'sums of polish .expected cooc' run jsmf-merge --finish sums-1 &&
        refused 'has no place in the whole' run jsmf-polish --partial --held-out 0.1 one-model \
            <(jsmf-bow -q --min-df 0 --shard day one-bag) &&
        refused 'shard 3 begins at document .*within a block of 100' run jsmf-polish --partial --block 100 one-model \
            shard-4-3 && run jsmf-bow -q --top 50 shard-4-1 -o fewer &&
        refused 'fewer.*words' run jsmf-polish --partial at-1 fewer
}
# Days are an open whole; what was there at the beginning is known by its documents and tokens.
days_are_polished() {
    local day
    for day in 1 2; do run jsmf-bow -q --min-df 0 --shard 2026-01-0$day shard-4-$day -o day-$day || return 1; done
    for day in 1 2; do run jsmf-polish -q --partial one-model day-$day -o part-$day || return 1; done
    run jsmf-merge part-2 part-1 | run jsmf-polish -q --step one-model - -o days-0 || return 1
    for day in 1 2; do run jsmf-polish -q --partial days-0 day-$day -o part-$day || return 1; done
    run jsmf-merge part-2 part-1 | run jsmf-polish -q --step --finish days-0 - -o days &&
        refused 'part-1: sums of [0-9]* documents? of [0-9]* tokens .expected .*are shards missing' \
            run jsmf-polish -q --step days-0 part-1
}
# The page's example.
shards_page() {
    mkdir shards-page && cd shards-page && cp ../one-bag bag.npz && cp ../one-model model.npz || return 1
    awk '/^Two shards/ { on = 1 } /^\.Ed/ { if (on) exit } on && block && sub(/^\$ /, ""); /^\.Bd/ { block = on }' \
        "$here/../man/jsmf-polish.1" >lines
    grep -c jsmf- lines | grep -qx 5 && run sh -e lines && array B polished.npz >ax &&
        array B ../plain-1 >bx && close ax bx 1e-12
}
ok 'jsmf-bow --cut: shards for polishing' shards_are_cut
ok 'jsmf-polish by shards: the same bytes for any number of them and threads' \
    any_shards_give_the_same --prior dirichlet
ok 'jsmf-polish by shards: the matrix prior and soft topics, too' any_shards_give_the_same --soft
ok 'jsmf-polish by shards: --guide and --anchor-weight' pseudo_counts_go_on
ok 'jsmf-polish by shards: rounds are whole passes with the Dirichlet prior' rounds_are_passes --prior dirichlet
ok 'jsmf-polish by shards: rounds are whole passes' rounds_are_passes
ok 'jsmf-polish --step --finish' the_last_round_finishes
ok 'jsmf-polish --step refuses what is of another round, and names the shard' wrong_sums_are_refused
ok 'jsmf-polish by shards: days' days_are_polished
run jsmf-polish -q -i 1 --minibatch 0 one-model one-bag -o plain-1
ok 'jsmf-polish by shards: the example of its page' shards_page
cd "$scratch" || exit 1
