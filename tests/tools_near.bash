# jsmf-near. Sourced by tools.sh.
# shellcheck shell=bash disable=SC2154

near_is_what_awk_finds() {
    run jsmf-near -n 5 --to 7 w-normal >near && array W w-normal | awk '
        { for (j = 1; j <= NF; j++) w[j, NR] = $j; n = NF }
        END { for (j = 1; j <= n; j++) { s = 0; for (k = 1; k <= NR; k++) s += (sqrt(w[j, k]) - sqrt(w[8, k])) ^ 2
            if (j != 8) printf "%.17g %d\n", sqrt(s / 2), j - 1 } }' |
        sort -g -k 1,1 | head -n 5 | awk '{ printf "7\t%d\t%d\t%.6g\n", NR, $2, $1 }' | cmp - near
}
# The search takes 512 documents at a time: more of them are shared among threads.
near_threads_do_not_matter() {
    run jsmf-synth --size 1200 --words 60 --length 20 -k 5 -o many-truth && run jsmf-cooc -q many-truth |
        run jsmf-aw -q -k 5 -o many-model && run jsmf-infer -q many-model many-truth -o many-w &&
        run jsmf-near -t 1 many-w >near-1 && [ "$(wc -l <near-1)" = 12000 ] || return 1
    for t in 2 3; do run jsmf-near -t $t many-w | cmp - near-1 || return 1; done
    run jsmf-near -t 1 --to few-w w-normal >near-1 && [ "$(wc -l <near-1)" = 40 ] || return 1
    run jsmf-near -t 1 -n 2 few-w >near-1 && run jsmf-near -t 2 -n 2 <few-w | cmp - near-1 &&
        run jsmf-near --to - -n 3 w-normal <few-w >near-1 && run jsmf-near --to few-w -n 3 w-normal | cmp - near-1
}
# Documents 0 and 2 are equal, 1 is of another topic, 3 has no tokens.
near_leaves_out() {
    printf '%s\n' one two one '' two >near-text && sed -n 1p words >near-word &&
        awk 'NR == FNR { w[NR] = $1; next } { print ($1 == "one" ? w[1] : $1 == "two" ? w[2] " " w[2] : "") }' \
            words near-text >near-docs && run jsmf-infer -q --from text one-model near-docs -o near-w &&
        run jsmf-near near-w >near 2>err && grep -q '1 of 5 documents without tokens: left out' err &&
        [ "$(awk '$2 == 1 { printf "%s:%s:%s ", $1, $3, $4 }' near)" = '0:2:0 1:4:0 2:0:0 4:1:0 ' ] &&
        [ "$(awk '{ print $1 }' near | uniq -c | awk '{ print $1 }' | tr -d '\n')" = 3333 ] &&
        ! awk '$1 == 3 || $3 == 3' near | grep -q .
}
near_equals_keep_their_order() {
    awk 'BEGIN { for (i = 0; i < 30; i++) print "a" i % 2 }' >near-text &&
        awk 'NR == FNR { w[NR - 1] = $1; next } { print w[substr($1, 2)] }' words near-text >near-docs &&
        run jsmf-infer -q --from text one-model near-docs -o near-w && run jsmf-near --to 4 near-w |
        awk '{ printf "%s ", $3 }' | grep -qx '0 2 6 8 10 12 14 16 18 20 '
}
near_names_documents() {
    run jsmf-synth --size 30 --words 40 -k 3 -o near-truth &&
        run jsmf-cooc -q near-truth | run jsmf-aw -q -k 3 -o near-model &&
        run jsmf-infer -q near-model near-truth -o near-w && python3 - near-w near-named <<'END'
import struct, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as old, zipfile.ZipFile(sys.argv[2], "w") as new:
    for entry in old.infolist():
        if entry.filename != "ids.npy":
            new.writestr(entry.filename, old.read(entry))
    names = ["doc\t%d" % i for i in range(30)]
    header = "{'descr': '<U6', 'fortran_order': False, 'shape': (30,), }".ljust(117) + "\n"
    new.writestr("ids.npy", b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode() +
                 b"".join(n.encode("utf-32-le").ljust(24, b"\0") for n in names))
END
    run jsmf-near -n 2 --to "$(printf 'doc\t7')" near-named >near && run jsmf-near -n 2 --to 7 near-w |
        sed 's/\([0-9]*\)\t\([12]\)\t\([0-9]*\)/doc\\t\1\t\2\tdoc\\t\3/' | cmp - near &&
        ! run jsmf-near --to 7 near-named 2>err && grep -q 'is neither an id of near-named nor a file' err
}
ok 'jsmf-near: the nearest are those of a plain search' near_is_what_awk_finds
ok 'jsmf-near: threads, pipes and the place of the queries do not matter' near_threads_do_not_matter
ok 'jsmf-near: empty documents are left out, a document is not its own neighbour' near_leaves_out
ok 'jsmf-near: equals keep their order' near_equals_keep_their_order
near_has_a_header() {
    run jsmf-near -n 2 few-w >near && run jsmf-near -n 2 --header few-w >near-named &&
        sed 1d near-named | cmp - near && [ "$(head -n 1 near-named)" = 'query	rank	document	distance' ]
}
ok 'jsmf-near: documents are named by their ids' near_names_documents
ok 'jsmf-near --header: a line of names before the same lines' near_has_a_header
