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

# Of the stages that are wanted now, those that failed, in the order of the rules.
failed=0
while read -r stage; do
    [ -f "$stage.failed" ] || continue
    [ $failed -gt 0 ] || echo 'failed:' >&2
    failed=$((failed + 1))
    { printf '%s\n' "$stage"; sed 's/^/    /' "$stage.failed"; } >&2
done < <(sed -n 's|^\([^ ]*\): .*|\1|p' "$out/rules.mk")
missing=$(while read -r lines; do [ -f "$lines" ] || echo "$lines"; done <"$out/wanted" | wc -l)
if [ "$missing" -gt 0 ]; then
    printf '%d stages failed, %d cells are missing; the rest is complete\n' $failed "$missing" >&2
    exit 1
fi
exit $failed_figures
