# jsmf-learn and the pipeline that it stands for. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

# entries TARGET SOURCE FILE:ENTRY[=NAME]...: TARGET is the stream SOURCE with such entries of other streams.
entries() {
    python3 -c 'import sys
sys.path.insert(0, sys.argv[1])
import faults
target, source, *added = sys.argv[2:]
entries = [(n, raw) for n, raw in faults.read(source) if not n.startswith("learn.")]
for word in added:
    place, _, name = word.partition("=")
    path, _, entry = place.partition(":")
    entries.append(((name or entry) + ".npy", dict(faults.read(path))[entry + ".npy"]))
faults.write(target, entries)' "$here" "$@"
}

# same_arrays A B: all but the history, which has lines of its own.
same_arrays() {
    local name
    diff <(jsmf-cat --list "$1" | grep -v ^history) <(jsmf-cat --list "$2" | grep -v ^history) || return 1
    for name in $(jsmf-cat --list "$1" | sed -n 's/^array\t\([^\t]*\)\t.*/\1/p'); do
        array "$name" "$1" >of-learn && array "$name" "$2" | cmp - of-learn || return 1
    done
}
# Whole bytes, too: -t changes nothing. Arrays of one's own travel along, large ones and strings.
is_its_pipeline() { # is_its_pipeline OPTIONS...
    local t
    for t in 1 2; do
        run jsmf-learn -k $K -t $t "$@" own-bag -o "learned-$t" &&
            run jsmf-learn -k $K -t $t "$@" --print own-bag >line && [ "$(wc -l <line)" = 1 ] &&
            run sh line >piped && same_arrays learned-$t piped &&
            array my.numbers piped | cmp - <(array H.data own-bag) &&
            array my.words piped | cmp - <(array vocab own-bag) || return 1
    done
    cmp learned-1 learned-2
}
entries own-bag one-bag one-bag:H.data=my.numbers one-bag:vocab=my.words
for options in '' '-i 2 --min-df 5 --seed 3' '--no-polish' '--low-rank -i 2' '--low-rank --no-polish --min-df 5'; do
    read -ra words <<<"$options"
    ok "jsmf-learn $options: the arrays of its pipeline, on one thread and on two" is_its_pipeline "${words[@]}"
done

reads_pipes() {
    run jsmf-learn -k $K -i 2 one-bag -o learned && run jsmf-learn -k $K -i 2 - <one-bag | cmp - learned &&
        run jsmf-learn -k $K -i 2 < <(cat one-bag) | cmp - learned
}
# The road is chosen by a rule, and told as if it had been asked for.
tells_its_road() {
    jsmf-cat --list learned | grep ^history | tail -n 1 |
        grep -E "jsmf-learn [0-9.]+ -k $K -i 2 --full --seed 1 # anchors among [0-9]+ words of at least [0-9]+ doc" &&
        run jsmf-learn -k $K --full -i 2 one-bag | cmp - learned
}
memory_chooses_the_road() {
    run jsmf-learn -k $K --print one-bag | grep -q '^jsmf-cooc --full one-bag | jsmf-rectify-ap ' &&
        run jsmf-learn -k $K --memory 700K --print one-bag >line &&
        grep -q "^jsmf-cooc --memory 700K --low-rank -k $K one-bag | jsmf-rectify-enn --memory 700K " line &&
        seq 15001 | tr '\n' ' ' | jsmf-bow --from text -o wide-bag &&
        run jsmf-learn -k $K --print wide-bag | grep -q '^jsmf-cooc --low-rank '
}
# What a shell would take apart is quoted, and what looks like an option is none.
prints_names() {
    local name
    for name in "it's a bag" -bag; do
        cp one-bag "./$name" && run jsmf-learn -k $K --no-polish --print -o piped -- "$name" >line &&
            run sh line && run jsmf-learn -k $K --no-polish one-bag -o learned && same_arrays learned piped || return 1
    done
}
prints_what_is_common() {
    run jsmf-learn -k $K --log -q -t 2 --no-polish --print one-bag 2>/dev/null >line &&
        grep -q '^jsmf-cooc --threads 2 --quiet --log --full one-bag | jsmf-rectify-ap --threads 2 --quiet --log ' line
}
ok 'jsmf-learn reads the bag from a pipe' reads_pipes
ok 'jsmf-learn --print: the options that all programs take' prints_what_is_common
ok 'jsmf-learn: the history tells the road' tells_its_road
ok 'jsmf-learn: words and memory choose the road' memory_chooses_the_road
ok 'jsmf-learn --print: names that a shell takes apart' prints_names

# ---- checkpoints ----

# The model could not be written: what is kept is of the stage before the last one.
keeps_the_last_stage() { # keeps_the_last_stage OPTIONS...
    ! jsmf-learn -q -k $K -i 2 --checkpoint kept "$@" one-bag -o /dev/full 2>err && grep -q 'space' err &&
        jsmf-cat --check kept && jsmf-cat --list kept | grep -q '^kind.model$'
}
# goes_on_with STREAM OPTIONS...: from a stream of the pipeline, as if a run had been killed behind it.
goes_on_with() {
    local stream=$1
    shift
    run jsmf-learn -k $K -i 2 "$@" one-bag -o whole && keeps_the_last_stage "$@" &&
        entries some "$stream" kept:learn.line kept:learn.bag &&
        run jsmf-learn -v -k $K -i 2 -t 3 --checkpoint some "$@" one-bag 2>err >goes-on &&
        grep -q 'going on from' err &&
        same_arrays whole goes-on && [ ! -e some ] &&
        run jsmf-learn -k $K -i 2 --checkpoint kept "$@" one-bag | cmp - whole && [ ! -e kept ]
}
run jsmf-rectify-ap -k $K -i 4 one-cooc --checkpoint four -o /dev/null
for stream in one-cooc four one-rectified; do
    ok "jsmf-learn goes on from a checkpoint: $stream" goes_on_with $stream
done
run jsmf-rectify-enn -k $K one-lowrank -o two-compressed
for stream in one-lowrank two-compressed; do
    ok "jsmf-learn --low-rank goes on from a checkpoint: $stream" goes_on_with $stream --low-rank
done
# The last stage of this run is another one.
keeps_no_model() {
    ! jsmf-learn -q -k $K --no-polish --checkpoint kept one-bag -o /dev/full 2>err &&
        jsmf-cat --list kept | grep -q '^kind.rectified$' && ! jsmf-cat --list kept | grep -q checkpoint &&
        run jsmf-learn -k $K --no-polish --checkpoint kept one-bag -o learned && [ ! -e kept ] &&
        ! jsmf-cat --list learned | grep learn.line
}
# Whenever it is killed, what stands under the name is whole, and the same line ends with the same bytes. So many passes
# of polishing take a fast machine longer than some of the kills.
survives_kills() {
    local seconds kept=0
    run jsmf-learn -k $K -i 60 one-bag -o whole
    for seconds in 0.05 0.1 0.15 0.2 0.4 60; do
        command -p timeout -s KILL $seconds jsmf-learn -q -k $K -i 60 --checkpoint cut-off one-bag -o goes-on
        [ $? = 137 ] && [ -e cut-off ] && kept=$((kept + 1))
        [ ! -e cut-off ] || jsmf-cat --check cut-off || return 1
    done
    echo "$kept runs were killed and left a checkpoint"
    [ $kept -gt 0 ] && cmp whole goes-on && [ ! -e cut-off ]
}
# A link stays what it is until all is done, and then what it leads to is gone.
follows_a_link() {
    mkdir -p far && ln -sf far/kept near &&
        ! jsmf-learn -q -k $K -i 2 --checkpoint near one-bag -o /dev/full 2>/dev/null && [ -L near ] &&
        jsmf-cat --check far/kept && run jsmf-learn -k $K -i 2 --checkpoint near one-bag -o /dev/null &&
        [ ! -e far/kept ]
}
ok 'jsmf-learn --no-polish: a checkpoint leaves nothing in the model' keeps_no_model
ok 'jsmf-learn --checkpoint: killed at any time, it goes on' survives_kills
ok 'jsmf-learn --checkpoint follows a link' follows_a_link
