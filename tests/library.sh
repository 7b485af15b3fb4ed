#!/usr/bin/env bash
# The library as it is installed: what it exports, and the examples, which C and C++ compile by pkg-config alone, shared
# and static, and whose numbers are the programs'. usage: library.sh BUILD_DIR, a release build. Prints TAP. With
# REFRESH=yes what the library exports is written to tests/symbols.txt, for the commit that changes it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$1
PATH=$(cd "$build" && pwd):$PATH
scratch=$(mktemp -d "${TMPDIR:-/tmp}/jsmf-library.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C
# shellcheck source=tests/tap.bash
. "$here/tap.bash"
root=$scratch/root
prefix=$root/opt/jsmf
in_root() { make -s --no-print-directory -C "$here/.." B="$build" DESTDIR="$root" PREFIX=/opt/jsmf "$1"; }
installs() { in_root install && [ -e "$prefix/lib/libjsmf.a" ] && [ -e "$prefix/include/jsmf/base.h" ]; }
ok 'make install' installs
cd "$scratch" || exit 1

exports() { nm -D --defined-only "$prefix/lib/libjsmf.so.0" | sed -n 's/.* [A-Z] \(.*\)@@JSMF_0$/\1/p' | sort; }
[ "${REFRESH:-no}" = no ] || exports >"$here/symbols.txt"
exports_are_listed() { exports | diff "$here/symbols.txt" -; }
needs_little() {
    readelf -d "$prefix/lib/libjsmf.so" >dynamic && grep -q 'SONAME.*\[libjsmf\.so\.0\]' dynamic &&
        ! grep -E 'NEEDED.*(glpk|icu)' dynamic
}
knows_its_version() {
    pkg jsmf --modversion | cmp - <(sed -n 's/^VERSION *= *//p' "$here/../Makefile") &&
        jsmf-cat --version | grep -q "^jsmf-cat $(pkg jsmf --modversion)$" &&
        sed -n '/^\.Sh VERSIONS/,/^\.Ss/s/^\.Ss //p' "$here/../man/jsmf.7" | cmp - <(pkg jsmf --modversion)
}
ok 'libjsmf.so exports what tests/symbols.txt lists' exports_are_listed
ok 'libjsmf.so has its number, and needs neither GLPK nor ICU' needs_little
pkg() { PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config "$@"; }
ok 'jsmf.pc has the version of the programs and of jsmf(7)' knows_its_version

# A bag, the model that the programs make of it, and some of its documents.
zcat "$here/../data/docword.wordnet.txt.gz" |
    awk 'NR > 3 && $1 % 4 == 1 { print ($1 + 3) / 4, $2, $3; n++; d = ($1 + 3) / 4 } NR == 2 { w = $1 }
        END { print d, w, n >"sizes" }' >triples
{ tr ' ' '\n' <sizes && cat triples; } >docword
jsmf-bow -q docword --vocab "$here/../data/vocab.wordnet.txt" --top 300 >bag.npz
{ jsmf-cat --array H.shape bag.npz && jsmf-cat --array H bag.npz | wc -l &&
    jsmf-cat --array H bag.npz | awk '{ print $1 + 1, $2 + 1, $3 }'; } >bag.txt
jsmf-cooc -q --factored bag.npz | jsmf-rectify-ap -k 5 | jsmf-aw -k 5 | jsmf-polish - bag.npz >model.npz
jsmf-topics --format tsv model.npz | awk -F'\t' 'NR == FNR { n[$1] = FNR - 1; next }
    FNR > 1 { print $1 "\t" $2 "\t" n[$5] "\t" $6 }' <(jsmf-cat --array vocab model.npz) - >topics.wanted
awk 'NR == FNR { word[NR] = $0; next } $1 <= 200 { for (i = 0; i < $3; i++) text[$1] = text[$1] " " word[$2] }
    END { for (d = 1; d <= 200; d++) print text[d] }' "$here/../data/vocab.wordnet.txt" triples >documents
jsmf-infer -q --from text model.npz documents | jsmf-cat --array W --transpose - >compositions.wanted

# compiles HOW NAME LANGUAGE...: an example, as a program NAME.
compiles() {
    local how=$1 name=$2 flags
    shift 2
    read -ra flags < <(pkg --cflags --libs ${how:+"$how"} jsmf)
    "$@" -Wall -Werror "$here/examples/$name.c" "${flags[@]}" -o "$name"
}
gives() { LD_LIBRARY_PATH=$prefix/lib "./$1" "$2" <"$3" >"$1.out" && [ -s "$1.out" ] && cmp "$1.out" "$1.wanted"; }
is_linked_with() { readelf -d topics | grep -q 'NEEDED.*libjsmf'; }
uses() {
    compiles "$1" topics "${@:2}" && compiles "$1" compositions "${@:2}" && gives topics 5 bag.txt &&
        gives compositions model.npz documents
}
shared() { uses '' "$@" && is_linked_with; }
static() { uses --static "$@" && ! is_linked_with; }
ok 'the examples in C, shared' shared "${CC:-cc}" -std=gnu11
ok 'the examples in C++, shared' shared "${CXX:-c++}" -x c++ -std=c++11
is_cplusplus() {
    local headers
    headers=("$prefix"/include/jsmf/*.h)
    printf '#include <jsmf/%s>\n' "${headers[@]##*/}" |
        "${CXX:-c++}" -x c++ -std=c++11 -Wall -Wextra -Werror -pedantic -fsyntax-only -I"$prefix/include" -
}
ok 'all headers in C++' is_cplusplus
rm "$prefix/lib/libjsmf.so"
ok 'the examples in C, static' static "${CC:-cc}" -std=gnu11
ok 'the examples in C++, static' static "${CXX:-c++}" -x c++ -std=c++11

leaves_nothing() { in_root uninstall && [ -z "$(find "$root" -not -type d)" ] && [ ! -e "$prefix/include/jsmf" ]; }
ok 'make uninstall leaves nothing' leaves_nothing
plan
