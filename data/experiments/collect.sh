#!/usr/bin/env bash
# The table, the figures, and what failed. usage: collect.sh OUT
# OUT/rules.mk names the cells' lines, which stand in OUT/results.tsv by corpus, K and method, but for metrics that are
# not defined. Exit status 1 where a cell is missing, or a figure, and then the rest is there.
set -eu -o pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$1
sed -n '/^all:/,$s|^    \([^ ]*\).*|\1|p' "$out/rules.mk" | sort -V >"$out/wanted"
# The rules' targets, a line each, with what they are made from. Of what should be there by now, what is not; and cells
# that are made from that, if only from something which is made from it, are of an earlier run, and not there, either.
awk '/^[^\t ]*: / && !/^([.]PHONY|all):/ { sub(/:$/, "", $1); print }' "$out/rules.mk" >"$out/needs"
gone=$(tr ' ' '\n' <"$out/needs" | sort -u | while read -r file; do [ -e "$file" ] || printf '%s\n' "$file"; done)
awk '
    # Whether the i-th rule makes something that was taken to be there of what is gone.
    function is_old(i,    n, file, j) {
        n = split(rule[i], file, " ")
        if (file[1] in gone) return 0
        for (j = 2; j <= n; j++) if (file[j] in gone) return gone[file[1]] = 1
        return 0
    }
    FILENAME == ARGV[1] { gone[$0] = 1; next }
    FILENAME == ARGV[2] { rule[++n_rules] = $0; next }
    FNR == 1 { do { n = 0; for (i = 1; i <= n_rules; i++) n += is_old(i) } while (n) }
    !($0 in gone)' <(printf '%s\n' "$gone") "$out/needs" "$out/wanted" >"$out/there"
{
    printf 'corpus\tmethod\tK\tseed\tmetric\tvalue\n'
    while read -r lines; do cat "$lines"; done <"$out/there" | awk -F '\t' '$6 != "nan" ""'
} >"$out/results.part"
mv "$out/results.part" "$out/results.tsv"
printf '%s: %d measurements\n' "$out/results.tsv" $(($(wc -l <"$out/results.tsv") - 1))
find "$out" -name '*.time' -exec cat {} + | awk '{ wall += $2; cpu += $3 }
    END { printf "processor time so far: %.0f s (%.0f s of stages)\n", cpu, wall }'
failed_figures=0
bash "$here/figures.sh" "$out" || failed_figures=1

# Files that rules need and none makes, and, of the stages that are wanted now, those that failed, in the rules' order.
absent=0 failed=0
tell() {
    [ $((absent + failed)) -gt 0 ] || echo 'failed:' >&2
    printf '%s\n' "$1" >&2
    sed 's/^/    /' >&2
}
while read -r file; do
    [ -n "$file" ] || continue
    tell "$file" <<<'no such file'
    absent=$((absent + 1))
done < <(grep -vxFf <(cut -d ' ' -f 1 "$out/needs") <<<"$gone")
while read -r stage; do
    [ -f "$stage.failed" ] || continue
    tell "$stage" <"$stage.failed"
    failed=$((failed + 1))
done < <(cut -d ' ' -f 1 "$out/needs")
# count N ONE MANY: how many there are, in words.
count() { if [ "$1" = 1 ]; then echo "1 $2"; else echo "$1 $3"; fi; }
missing=$(($(wc -l <"$out/wanted") - $(wc -l <"$out/there")))
if [ "$missing" -gt 0 ]; then
    [ $absent = 0 ] || printf '%s, ' "$(count $absent 'file is not there' 'files are not there')" >&2
    printf '%s, %s; the rest is complete\n' "$(count $failed 'stage failed' 'stages failed')" \
        "$(count "$missing" 'cell is missing' 'cells are missing')" >&2
    exit 1
fi
exit $failed_figures
