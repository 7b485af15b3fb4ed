#!/usr/bin/env bash
# What corpora are made with, OUT/settings.new, becomes OUT/settings. Where there are streams of an earlier run, nothing
# that these were made with may have changed. usage: settings.sh OUT
set -eu -o pipefail
out=$1
# Every stage leaves its time; a corpus's name is what stands before the options of its folder.
changed=$([ ! -f "$out/settings" ] || (cd "$out" && find . -mindepth 2 -name '*.time') | awk '
    # The setting that says how a corpus is made.
    function bow(run, name) { return (run, "BOW_" name) in value ? "BOW_" name : "BOW" }
    function compare(before, after) {
        if (value["then", before] == value["now", after] || (before, after) in told) return
        told[before, after] = 1
        print "    then " before " " value["then", before] "\n    now  " after " " value["now", after]
    }
    FILENAME != "-" { value[FILENAME == ARGV[1] ? "then" : "now", $1] = substr($0, length($1) + 2); next }
    { split($0, part, /[\/@]/); name = part[2]; there[name] = 1 }
    END {
        for (name in there) compare(bow("then", name), bow("now", name))
        if (name != "") for (i = split("HELD_OUT HULLS MIN_DF DATA", of_all, " "); i > 0; i--)
            compare(of_all[i], of_all[i])
    }' "$out/settings" "$out/settings.new" -)
if [ -n "$changed" ]; then
    printf 'experiments: %s was made with other settings; set OUT to another folder, or remove it:\n%s\n' \
        "$out" "$changed" >&2
    exit 2
fi
mv "$out/settings.new" "$out/settings"
