#!/usr/bin/env bash
# data/cluster/jsmf.mk on a small corpus: the same bytes for any number of shards here, by GNU parallel and by Slurm;
# what fails is named, at once, and only what is missing is made again. usage: run.sh BUILD_DIR   prints TAP.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd) || exit 1
# shellcheck source=tests/cluster/common.bash
. "$here/cluster/common.bash"

texts "$here/../data/docword.wordnet.txt.gz" "$here/../data/vocab.wordnet.txt" | head -n 2560 >all.txt
in_shards four 640 <all.txt
in_shards twenty 128 <all.txt
in_shards one 2560 <all.txt
settings=(SHARDS='four/*' K=5 BLOCK=128 CURATE='--min-df 3 --top 200' ONLINE=0 POLISH=1 JOBS=2 THREADS=1 POLL=0.5)
results=(model compositions)
array() { "$build/jsmf-cat" --array "$1" "$2"; }
same_words() { cmp <(array vocab "$1/vocabulary.npz") <(array vocab "$2/vocabulary.npz"); }

# ---- on this machine ----

is_made() { cluster local && [ "$(find . -name '*.failed')" = '' ]; }
is_what_the_whole_gives() {
    "$build/jsmf-bow" -q --from text all.txt --stop english --min-df 3 --top 200 -o whole &&
        cmp <(array vocab whole) <(array vocab local/vocabulary.npz) &&
        "$build/jsmf-infer" -q local/model.npz whole -o whole-w &&
        cmp <(array W whole-w) <(array W local/compositions.npz)
}
short_documents_are_emptied() {
    "$build/jsmf-bow" -q --from text all.txt --stop english --min-df 3 --top 200 --min-words 5 -o whole &&
        cluster longer MIN_WORDS=5 vocabulary && cmp <(array vocab whole) <(array vocab longer/vocabulary.npz)
}
# What parts.mk and the scripts read is in SETTINGS, and what is there has a value in jsmf.mk. Else it is empty, and
# nothing tells so.
settings_are_all_passed_on() {
    local folder=$here/../data/cluster
    sed -n '/^SETTINGS =/,/[^\\]$/p' "$folder/jsmf.mk" | grep -o '[A-Z_]*' | grep . | grep -vx SETTINGS | sort >passed
    grep -oE '^[A-Z_]+ [?:]?=' "$folder/jsmf.mk" | sed 's/ .*//' | sort -u >given
    {
        grep -oE '\$\([A-Z_]+[):]' "$folder/parts.mk" | grep -oE '[A-Z_]+' | grep -vxE \
            "PATH|$(grep -oE '^[A-Z_]+ =' "$folder/parts.mk" | sed 's/ =//' | paste -s -d '|')"
        grep -ohE 'setting [A-Z_]+' "$folder"/*.sh | sed 's/setting //'
    } | sort -u >wanted
    [ "$(wc -l <passed)" -gt 30 ] && [ "$(wc -l <wanted)" -gt 25 ] && [ "$(comm -23 wanted passed)" = '' ] &&
        [ "$(comm -23 passed given)" = '' ]
}
nothing_is_made_twice() { cluster local && [ "$(made)" = 0 ]; }
shards_do_not_matter() {
    cluster by-one SHARDS='one/*' && same local by-one "${results[@]}"
}
changes_what_has_changed() {
    cp -r local changed && cluster changed K=6 POLISH=0 model && [ "$(made)" = 2 ] &&
        ! cmp -s local/model.npz changed/model.npz
}
# A list of words and a vocabulary are inputs.
changes_what_a_list_changes() {
    mkdir listed && echo w >listed/stop && cluster listed STOP=listed/stop vocabulary && [ "$(made)" != 0 ] || return 1
    array vocab listed/vocabulary.npz | head -n 1 >>listed/stop
    cluster listed STOP=listed/stop vocabulary && [ "$(made)" = 1 ] &&
        ! array vocab listed/vocabulary.npz | grep -qxF "$(tail -n 1 listed/stop)"
}
# Of what was left behind that is no part, and of a shard that does not have its place.
ends_of_names() {
    mkdir odd && cp four/000.txt odd/a.npz.part-h-1.txt && cp four/001.txt odd/b.npz.c.2.txt &&
        cluster odd-names SHARDS='odd/*' MIN_WORDS=1 vocabulary && : >odd-names/words/x.npz.part-h-12 &&
        cluster odd-names SHARDS='odd/*' MIN_WORDS=1 vocabulary && [ "$(made)" = 0 ] &&
        [ ! -e odd-names/words/x.npz.part-h-12 ] &&
        ! (cd odd-names && bash "$here/../data/cluster/named.sh" c none.txt places.tsv) &&
        [ "$(array shard.first odd-names/drafts/b.npz.c.2.npz)" = 640 ]
}
# Names with blanks and quotes are refused before anything is made; those of folders that do not matter are not.
names_with_blanks() {
    local setting
    mkdir -p 'my own/data' && cp -r "$here/../data/cluster" 'my own/data' && : >'my own/list' || return 1
    for setting in VOCAB='my own/list' STOP='my own/list' BIN='my own' SHARDS="it's" SHARDS=four/nine.txt; do
        ! cluster odd "$setting" vocabulary && grep -q "^jsmf.mk: ${setting%%=*} (" said || return 1
    done
    ! make -f 'my own/data/cluster/jsmf.mk' >said 2>&1 && grep -q 'no blanks' said &&
        (cd 'my own' && cluster "$scratch/local" SHARDS="$scratch/four/*") && [ "$(grep -c ^made 'my own/said')" = 0 ]
}
# What make and the scripts read in settings.mk is what was set.
# shellcheck disable=SC1091 # steps.bash is checked by itself
settings_keep_their_signs() {
    cp -r local signs && cluster signs SSH="ssh -i \$\$HOME/key" SBATCH='--comment=a#b' && [ "$(made)" = 0 ] &&
        [ "$(cd signs && . "$here/../data/cluster/steps.bash" && setting SSH && setting SBATCH)" = \
            "ssh -i \$HOME/key"$'\n'--comment=a#b ] && ! cluster signs INFER="-i 5 \\" &&
        grep -q 'INFER has a line' said
}
# One that lacks its end, one that is another's, one that is not there, and one whose record is not.
damage_is_mended() {
    cp -r local damaged && truncate -s -9 damaged/bags/001.npz && cp damaged/sums/000.npz damaged/sums/002.npz &&
        rm damaged/compositions/003.npz damaged/words/000.npz.made && cluster damaged && [ "$(made)" = 4 ] &&
        same local damaged "${results[@]}" sums/002 bags/001
}
pairs_of_a_large_vocabulary() {
    cp -r local pairs && cluster pairs LOW_RANK=yes PASSES=2 POLISH=0 model && [ "$(made)" = 16 ] &&
        "$build/jsmf-cat" pairs/model.npz | grep -q '^history	jsmf-law' &&
        "$build/jsmf-cooc" -q --low-rank -k 5 --passes 2 whole -o whole-pairs &&
        paste <(array D whole-pairs) <(array D pairs/cooc.npz) |
        awk '{ d = $1 - $2; if (d < 0) d = -d; if (d > 1e-9 * $1) bad = 1 } END { exit bad || NR != 5 }'
}
# A model between goes, and what it was made of has gone before it.
spent_sums_come_back() {
    cp -r local rounds && [ ! -e rounds/polish.0.npz ] && [ ! -e rounds/polish.0/000.npz ] && rm rounds/model.0.npz &&
        cluster rounds model && [ "$(made)" = 6 ] && same local rounds model
}
# Threads do not matter. Sums by other groups are made of sums that went. What is made of these sums stays, and they go
# again.
other_groups_bring_sums_back() {
    cp -r local groups && cluster groups THREADS=2 PART_THREADS=2 && [ "$(made)" = 0 ] || return 1
    cluster groups GROUP=2 && same local groups "${results[@]}" &&
        [ "$(grep -c '^made  polish' said)" = 14 ] && ! grep -q '^made  \(bags\|model\|compositions\)' said &&
        [ ! -e groups/polish.0.npz ] && [ ! -e groups/polish.1.groups/0.npz ]
}
polishes_as_jsmf_polish() {
    "$build/jsmf-polish" -q -i 1 --minibatch 0 local/model.0.npz whole -o polished &&
        paste <(array alpha polished) <(array alpha local/model.npz) |
        awk '{ d = $1 - $2; if (d < 0) d = -d; if (d > 1e-9 * $1) bad = 1 } END { exit bad || NR != 5 }'
}
ok 'jsmf.mk: shards to a model and compositions' is_made
ok 'jsmf.mk: the vocabulary and the compositions are those of the whole' is_what_the_whole_gives
ok 'jsmf.mk: a round of polishing is a pass over the whole' polishes_as_jsmf_polish
ok 'jsmf.mk: leading eigenpairs of shards are those of the whole' pairs_of_a_large_vocabulary
ok 'jsmf.mk: sums that went when they were no longer needed come back' spent_sums_come_back
ok 'jsmf.mk: other threads make nothing anew, other groups sums alone' other_groups_bring_sums_back
ok 'jsmf.mk: words that only emptied documents had go' short_documents_are_emptied
ok 'jsmf.mk: a second time nothing is left to do' nothing_is_made_twice
ok 'jsmf.mk: the number of shards does not matter' shards_do_not_matter
ok 'jsmf.mk: other settings make anew what they are about' changes_what_has_changed
ok 'jsmf.mk: another list of stop words makes another vocabulary' changes_what_a_list_changes
ok 'jsmf.mk: settings that are read are passed on' settings_are_all_passed_on
ok 'jsmf.mk: settings of any signs but what ends a line' settings_keep_their_signs
ok 'jsmf.mk: shards whose names look like those of unfinished parts' ends_of_names
ok 'jsmf.mk: names with blanks, names of nothing' names_with_blanks
ok 'jsmf.mk: damaged, foreign and missing parts alone are made again' damage_is_mended

# Bags that jsmf-bow has cut: names without leading zeros, places of their own.
bags_are_shards() {
    mkdir cut && "$build/jsmf-bow" -q --cut 11 --block 128 --from text all.txt -o cut/s%d.npz &&
        cluster of-bags SHARDS='cut/*' cooc && [ "$(head -n 3 of-bags/names | tr '\n' ' ')" = 's0 s1 s2 ' ] &&
        same_words local of-bags && cmp <(array C local/cooc.npz) <(array C of-bags/cooc.npz)
}
ok 'jsmf.mk: bags are shards, too' bags_are_shards
nameless_bags_are_shards() {
    local i
    mkdir bags && for i in 0 1; do "$build/jsmf-bow" -q --from text four/00$i.txt -o bags/$i.npz || return 1; done
    cluster of-nameless SHARDS='bags/*' cooc &&
        [ "$(array shard.ids of-nameless/bags/1.npz) $(array shard.first of-nameless/bags/1.npz)" = '1 640' ]
}
ok 'jsmf.mk: bags that are no shards yet become some' nameless_bags_are_shards
docwords_are_shards() {
    mkdir uci && zcat "$here/../data/docword.wordnet.txt.gz" | awk 'NR > 3 && $1 <= 1280 {
            s = $1 > 640; n[s]++; $1 -= 640 * s; line[s] = line[s] $0 "\n" }
        END { for (s = 0; s < 2; s++) printf "640\n%d\n%d\n%s", words, n[s], line[s] >"uci/d" s ".txt" }' \
        words="$(wc -l <"$here/../data/vocab.wordnet.txt")" - &&
        cp "$here/../data/vocab.wordnet.txt" uci-words && cluster of-uci SHARDS='uci/*' VOCAB=uci-words vocabulary &&
        [ "$(array sums.rows of-uci/words.npz | tr '\n' ' ')" = '640 640 ' ] &&
        sed -i 's/^/x/' uci-words &&
        cluster of-uci SHARDS='uci/*' VOCAB=uci-words vocabulary && grep -q '^made  words/d1.npz' said
}
ok 'jsmf.mk: docword files are shards' docwords_are_shards
raw_text_is_cut() {
    mkdir csv && for i in 1 2; do
        sed -n "$((i * 300 - 299)),$((i * 300))p" all.txt |
            awk 'BEGIN { print "id,body" } { print "d" NR "," toupper($0) "!" }' >csv/$i.csv
    done && cluster of-csv SHARDS='csv/*' TEXT="--text body --id id --pattern '[#\$a-z]+'" POLISH=0 &&
        [ "$(array ids of-csv/compositions.npz | wc -l)" = 600 ]
}
if ! "$build/jsmf-text" </dev/null 2>&1 | grep -q 'without ICU'; then
    ok 'jsmf.mk: raw text is cut into words' raw_text_is_cut
else
    verdict 0 'jsmf.mk: raw text is cut into words # SKIP no ICU'
fi

# ---- what fails ----

# refused WHAT SETTINGS...: exit code, and named.
refused() {
    local what=$1
    shift
    if cluster refused "$@" vocabulary; then return 1; fi
    grep -q "$what" said && [ ! -e refused/vocabulary.npz ]
}
shards_with() { # shards_with FOLDER: four, in which the caller changes one
    rm -rf "$1" refused && cp -r four "$1"
}
refuses_a_truncated_shard() {
    shards_with bad && gzip -c four/002.txt | head -c 5000 >bad/002.txt.gz && rm bad/002.txt &&
        refused '^FAILED  words/002.npz on .*bad/002.txt.gz: truncated gzip.*refused/log/words/002.npz.log)' \
            SHARDS='bad/*'
}
then_goes_on() {
    gzip -c four/002.txt >bad/002.txt.gz && cluster refused SHARDS='bad/*' vocabulary &&
        ! grep -q 'words/00[01]' said &&
        same_words local refused
}
refuses_a_repeated_shard() {
    shards_with bad && cp four/001.txt bad/004.txt && refused 'FAILED  words.npz.*001 .*004 .*have the same documents' \
        SHARDS='bad/*'
}
refuses_a_foreign_shard() {
    shards_with bad && cp local/model.npz bad/004.npz &&
        refused 'FAILED  words/004.npz.*a model stream' SHARDS='bad/*' &&
        printf '2\n9\n1\n1 1 1\n' >bad/005.txt && rm bad/004.npz && rm -r refused &&
        refused 'FAILED  words/005.npz.*bad/005.txt.*--vocab' SHARDS='bad/*'
}
refuses_what_cannot_be() {
    refused 'there are no such files' SHARDS='none/*' && mkdir unpadded && cp four/000.txt unpadded/9.txt &&
        cp four/001.txt unpadded/10.txt && refused 'as many digits' SHARDS='unpadded/*' &&
        refused 'two shards are named 000' SHARDS='four/* one/*' && refused 'ENGINE (steam)' ENGINE=steam
}
ok 'jsmf.mk: a truncated shard is named, with its log' refuses_a_truncated_shard
ok 'jsmf.mk: and then the same command goes on' then_goes_on
ok 'jsmf.mk: a repeated shard is named' refuses_a_repeated_shard
ok 'jsmf.mk: a foreign shard is named' refuses_a_foreign_shard
ok 'jsmf.mk: what cannot be is refused' refuses_what_cannot_be

# with_own FOLDER PROGRAM <SCRIPT: the programs, one of them another.
with_own() {
    local tool
    mkdir "$1"
    for tool in "$build"/jsmf-*; do [ ! -x "$tool" ] || ln -s "$tool" "$1"; done
    rm "$1/$2"
    cat >"$1/$2"
    chmod +x "$1/$2"
}
# A program that ends as if all were well.
with_own lying jsmf-bow <<END
#!/bin/sh
for last; do :; done
case "\$*" in
*--version*) ;;
*--shard\ 002*) head -c 3000 $scratch/local/words/002.npz >"\$last"; exit 0 ;;
esac
exec $build/jsmf-bow "\$@"
END
a_status_is_not_believed() {
    rm -rf refused
    refused 'FAILED  words/002.npz .*what was made is not whole: .*truncated' BIN="$scratch/lying"
}
ok 'jsmf.mk: the status of a program is not believed' a_status_is_not_believed

# A shard that fails while another takes a minute, which no other run of this test is seen to take.
minute=61.$$
with_own slow jsmf-bow <<END
#!/bin/sh
case "\$*" in
*--version*) ;;
*--shard\ 000*) exec sleep $minute ;;
*--shard\ 002*) sleep 1; echo 'jsmf-bow: out of luck' >&2; exit 3 ;;
esac
exec $build/jsmf-bow "\$@"
END
fails_at_once() { # fails_at_once SETTINGS...
    local start=$SECONDS
    rm -rf refused
    refused 'FAILED  words/002.npz.*out of luck' BIN="$scratch/slow" "$@" && [ $((SECONDS - start)) -lt 20 ] || return 1
    for ((i = 0; i < 150; i++)); do
        still=$(ps -e -o args= | awk -v args="sleep $minute" '$0 == args')
        [ -n "$still" ] || return 0
        sleep 0.1
    done
    echo "left: $still"
    return 1
}
ok 'jsmf.mk: a shard that fails ends all at once' fails_at_once

# ---- by GNU parallel ----

if command -v parallel >/dev/null; then
    mock=(ENGINE=parallel HOSTS='one,two' SSH="$scratch/ssh.sh" JOBS=1)
    hosts_die() {
        touch two.dies && cluster by-parallel "${mock[@]}" cooc && [ -e two.dead ] && same local by-parallel cooc &&
            grep -q ', two:' by-parallel/log/words/*.log && grep -q ', one:' by-parallel/log/words/*.log
    }
    ok 'jsmf.mk, parallel: a host dies, the bytes are the same' hosts_die
    rm -f two.dies two.dead
    ok 'jsmf.mk, parallel: a shard that fails ends all at once' fails_at_once "${mock[@]}"
else
    verdict 0 'jsmf.mk, parallel # SKIP no parallel (make deps-extra)'
fi

# ---- by Slurm ----

by_slurm() { cluster by-slurm ENGINE=slurm JOBS= && same local by-slurm "${results[@]}"; }
more_shards_than_tasks() {
    cluster in-ranges ENGINE=slurm JOBS= SHARDS='twenty/*' GROUP=8 vocabulary && grep -q 'words/ in 5 tasks' said &&
        [ "$(find in-ranges/words -name '*.npz' | wc -l)" = 20 ] && [ -e in-ranges/words.groups/2.npz ] &&
        same_words local in-ranges
}
# The node goes in the middle of a task, which then starts again on the other one.
with_own wait jsmf-cooc <<END
#!/bin/sh
case "\$*" in
*--version*) ;;
*bags/001*) [ -e $scratch/waiting ] || { echo \$SLURMD_NODENAME >$scratch/waiting; sleep 62; } ;;
esac
exec $build/jsmf-cooc "\$@"
END
a_node_dies() {
    local node i
    cluster node-dies ENGINE=slurm JOBS= BIN="$scratch/wait" cooc &
    for ((i = 0; i < 600; i++)); do [ ! -s waiting ] || break; sleep 0.1; done
    node=$(cat waiting) && "$slurm_here" fail "$scratch/slurm" "$node" &&
        scontrol update nodename="$node" state=down reason=gone && wait $! || return 1
    same local node-dies cooc && grep -c '^==' node-dies/log/sums/001.npz.log | grep -qx 2 &&
        [ "$(grep -c ", $node:" node-dies/log/sums/001.npz.log)" = 1 ]
}
# A task that someone else has cancelled cannot say so.
is_told_of_others() {
    local i
    "$slurm_here" mend "$scratch/slurm" "$(cat waiting)" && cp -r node-dies cancelled &&
        rm waiting cancelled/sums/001.npz cancelled/sums/001.npz.made || return 1
    cluster cancelled ENGINE=slurm JOBS= BIN="$scratch/wait" cooc &
    for ((i = 0; i < 600; i++)); do [ ! -s waiting ] || break; sleep 0.1; done
    scancel -u "$(id -u)" -n jsmf:sums/
    ! wait $! && grep -q '^FAILED  sums/001.npz: CANCELLED on n[12] .*cancelled/log/sums/001.npz.log' said
}
interrupted_jobs_go() {
    local i
    rm waiting || return 1
    (EXEC=yes cluster interrupted ENGINE=slurm JOBS= BIN="$scratch/wait") &
    for ((i = 0; i < 600; i++)); do [ ! -s waiting ] || break; sleep 0.1; done
    kill -TERM $!
    for ((i = 0; i < 100; i++)); do
        [ "$(squeue -h)" ] || return 0
        sleep 0.1
    done
    return 1
}
# A Slurm that takes few jobs of a user, as sbatch tells it.
limited() {
    mkdir few && cat >few/sbatch <<END && chmod +x few/sbatch || return 1
#!/bin/sh
case "\$*" in *--array=0-[2-9]*)
    echo 'sbatch: error: QOSMaxSubmitJobPerUserLimit' >&2
    echo 'sbatch: error: Batch job submission failed: Job violates accounting/QOS policy (job submit limit, ...)' >&2
    exit 1 ;;
esac
exec $(command -v sbatch) "\$@"
END
    PATH=$scratch/few:$PATH cluster limited ENGINE=slurm JOBS= vocabulary && grep -q 'words/ in 2 tasks' said &&
        same_words local limited
}
missing=$(no_slurm)
if [ -z "$missing" ]; then
    ok 'slurm.sh: two nodes' start_slurm 2 1 MaxArraySize=5
    ok 'jsmf.mk, Slurm: the same bytes' by_slurm
    ok 'jsmf.mk, Slurm: more shards than an array has tasks' more_shards_than_tasks
    ok 'jsmf.mk, Slurm: fewer jobs than one wants' limited
    ok 'jsmf.mk, Slurm: a shard that fails ends all at once' fails_at_once ENGINE=slurm JOBS=
    ok 'jsmf.mk, Slurm: a node dies, its task runs elsewhere' a_node_dies
    ok 'jsmf.mk, Slurm: a task that others cancelled is named, too' is_told_of_others
    ok 'jsmf.mk, Slurm: interrupted, it cancels its jobs' interrupted_jobs_go
    stop_slurm
    is_gone() { [ ! -e "$scratch/$1" ] && ! grep -qsF "$scratch/$1/" /proc/[0-9]*/cmdline; }
    ok 'slurm.sh: nothing of it is left' is_gone slurm
    # Whatever ends a test ends its Slurm.
    goes_with_its_test() {
        local i
        bash -c '"$1" start "$2/killed" 1 1 && kill -KILL $$' - "$slurm_here" "$scratch"
        [ -e killed ] || return 1
        for ((i = 0; i < 200; i++)); do
            ! is_gone killed || return 0
            sleep 0.1
        done
        return 1
    }
    ok 'slurm.sh: it ends with a test that is killed' goes_with_its_test
else
    verdict 0 "jsmf.mk, Slurm # SKIP $missing"
fi

# The page's table is what the script makes.
estimate_is_in_the_page() {
    local estimate=$here/../data/cluster/estimate.sh
    "$estimate" >table && [ "$(wc -l <table)" = 7 ] &&
        [ "$(grep -cxFf table "$here/../man/jsmf-cluster.7")" = 7 ] || return 1
    # Where nothing has to be moved, more nodes take less time.
    FOLDER=1e15 MERGE=1e15 "$estimate" 1e8 5e4 1e10 50 | awk '
        NR > 1 { if ($NF <= 0 || (NR > 2 && $NF >= last)) bad = 1; last = $NF }
        END { exit bad || NR != 4 }'
}
ok 'estimate.sh: the table of jsmf-cluster(7)' estimate_is_in_the_page

# As it is installed: the programs are found.
installed() {
    mkdir -p prefix/share/jsmf/cluster prefix/bin && ln -s "$build"/jsmf-* prefix/bin &&
        cp "$here"/../data/cluster/* prefix/share/jsmf/cluster && mkdir own &&
        printf 'SHARDS = ../one/*\nK = 5\ninclude ../prefix/share/jsmf/cluster/jsmf.mk\n' >own/Makefile &&
        (cd own && make vocabulary >../said 2>&1) && "$build/jsmf-cat" --check own/out/vocabulary.npz
}
ok 'jsmf.mk: installed, it finds the programs, and a Makefile includes it' installed

# The page's first run, of fewer topics and rounds.
first_run_of_the_page() {
    mkdir page && cp four/000.txt page/docs.txt || return 1
    awk '/^\.Sh/ { on = /A FIRST RUN/ } /^\.Ed/ && on { exit } on && block; /^\.Bd/ { block = on }' \
        "$here/../man/jsmf-cluster.7" | sed "s|/usr/local/share/jsmf|$here/../data|; s/K=50/K=3/" >page/lines
    [ "$(wc -l <page/lines)" = 3 ] &&
        (cd page && PATH=$build:$PATH ONLINE=1 POLISH=1 timeout 60 sh -e lines) | grep '^topic 2 '
}
ok 'jsmf-cluster(7): the first run' first_run_of_the_page

plan
