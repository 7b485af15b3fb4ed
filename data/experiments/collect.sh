#!/usr/bin/env bash
# The table, the figures, and what failed. usage: collect.sh OUT
# OUT/rules.mk names the cells' lines, which stand in OUT/results.tsv by corpus, K and method, but for metrics that are
# not defined. Exit status 1 where a cell is missing, or a figure, and then the rest is there.
set -eu -o pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$1
sed -n '/^all:/,$s|^    \([^ ]*\).*|\1|p' "$out/rules.mk" | sort -V >"$out/wanted"
{
    printf 'corpus\tmethod\tK\tseed\tmetric\tvalue\n'
    while read -r lines; do [ ! -f "$lines" ] || cat "$lines"; done <"$out/wanted" | awk -F '\t' '$6 != "nan" ""'
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
    [ ! -e "$file" ] || continue
    tell "$file" <<<'no such file'
    absent=$((absent + 1))
done < <(awk '
    /^[^\t ]*: / && !/^([.]PHONY|all):/ {
        made[substr($1, 1, length($1) - 1)]
        for (i = 2; i <= NF; i++) needed[++n] = $i
    }
    END { for (i = 1; i <= n; i++) if (!(needed[i] in made)) { made[needed[i]]; print needed[i] } }' "$out/rules.mk")
while read -r stage; do
    [ -f "$stage.failed" ] || continue
    tell "$stage" <"$stage.failed"
    failed=$((failed + 1))
done < <(sed -n 's|^\([^ ]*\): .*|\1|p' "$out/rules.mk")
# count N ONE MANY: how many there are, in words.
count() { if [ "$1" = 1 ]; then echo "1 $2"; else echo "$1 $3"; fi; }
missing=$(while read -r lines; do [ -f "$lines" ] || echo "$lines"; done <"$out/wanted" | wc -l)
if [ "$missing" -gt 0 ]; then
    [ $absent = 0 ] || printf '%s, ' "$(count $absent 'file is not there' 'files are not there')" >&2
    printf '%s, %s; the rest is complete\n' "$(count $failed 'stage failed' 'stages failed')" \
        "$(count "$missing" 'cell is missing' 'cells are missing')" >&2
    exit 1
fi
exit $failed_figures
