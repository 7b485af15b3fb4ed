#!/usr/bin/env bash
# How these streams were made, by the programs of version 0.1.0: make.sh PROGRAMS, in this folder. Never again: every
# later version reads what that version wrote.
set -eu
PATH=$1:$PATH
export OPENBLAS_NUM_THREADS=1
K=3
# 60 documents about three subjects of five words, with two words that all share.
awk 'BEGIN {
    split("sea boat wind sail fish court judge law crime trial leaf tree root seed soil", word, " ")
    for (d = 0; d < 60; d++) {
        for (i = 0; i < 9; i++) {
            topic = (d + (i % 4 == 3) * (1 + d % 2)) % 3
            printf "%s ", i == 8 ? (d % 5 ? "day" : "year") : word[1 + 5 * topic + (d * 7 + i * i * 3 + int(d / 3)) % 5]
        }
        print ""
    }
}' >text
jsmf-bow --from text text -o bag.npz
printf '%s\n' 'sea boat' court leaf >anchors
jsmf-cooc --dense bag.npz -o dense.npz
jsmf-cooc --sparse bag.npz -o sparse.npz
jsmf-cooc --factored bag.npz -o factored.npz
jsmf-cooc --low-rank -k $K bag.npz -o low-rank.npz
jsmf-cooc --weight ncut --dense bag.npz -o weighted.npz
jsmf-rectify-ap -k $K dense.npz -o rectified.npz
jsmf-rectify-ap -k $K -i 3 --dense dense.npz -o rectified-dense.npz
jsmf-rectify-ap -k $K -i 2 --checkpoint checkpoint.npz dense.npz -o /dev/null
jsmf-rectify-enn -k $K dense.npz -o compressed.npz
jsmf-palm -k $K -i 20 dense.npz -o palm.npz
jsmf-aw -k $K rectified.npz -o model.npz
jsmf-aw -k $K --anchors anchors rectified.npz -o model-anchors.npz
jsmf-law compressed.npz -o model-law.npz
jsmf-anchorfree -q -k $K dense.npz -o model-anchorfree.npz
jsmf-polish -i 3 model.npz bag.npz -o model-polished.npz
jsmf-infer model.npz bag.npz -o compositions.npz
jsmf-infer --method padd -i 5 model.npz bag.npz -o compositions-dual.npz
jsmf-synth --size 30 --words 17 -k $K -o synth.npz
jsmf-synth --words 17 -k $K --infinite -o synth-infinite.npz
rm text anchors
for stream in *.npz; do
    jsmf-cat --list "$stream" | sed -n 's/^array\t\([^\t]*\).*/\1/p' | while read -r array; do
        printf '%s %s %s\n' "$stream" "$array" "$(jsmf-cat --array "$array" "$stream" | cksum)"
    done
done >arrays
