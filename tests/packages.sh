#!/usr/bin/env bash
# What is handed out: completion for bash, the tarball, which is built without git, and Debian's packages, which are
# installed, used and removed in a root of their own. usage: packages.sh BUILD_DIR, a release build. Prints TAP.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$1
scratch=$(mktemp -d "${TMPDIR:-/tmp}/jsmf-packages.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C SOURCE_DATE_EPOCH=1700000000
# shellcheck source=tests/tap.bash
. "$here/tap.bash"
cd "$here/.." || exit 1
top=$PWD
in_top() { make -s --no-print-directory B="$build" "$@"; }
version=$(sed -n 's/^VERSION *= *//p' Makefile)

# ---- completion ----

ok 'make jsmf.bash' in_top "$build/jsmf.bash"
# completes WORD...: what is offered for the last one, in a bash of its own; readline makes --x=y three words.
completes() {
    (cd "$scratch/files" &&
        bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
            _jsmf "$1" && printf "%s\n" "${COMPREPLY[@]}"' - "$top/$build/jsmf.bash" "$@")
}
# offers "WORD WORD" WORD...: these and no others.
offers() { diff <(tr ' ' '\n' <<<"$1") <(completes "${@:2}"); }
mkdir "$scratch/files" && touch "$scratch/files/bag.npz"
offers_what_there_is() {
    offers '--topics' jsmf-learn --to && offers 'padd pami' jsmf-infer --method pa &&
        offers 'tsv text' jsmf-choose --format = t && offers 'bag.npz' /usr/bin/jsmf-learn -k 20 ba &&
        offers 'english' jsmf-bow --stop en && offers 'bag.npz' jsmf-bow --stop b && offers '' jsmf-learn -k b &&
        offers 'bag.npz' jsmf-eval --cooc '' && offers 'auto' jsmf-aw --min-df a
}
ok 'bash completes options, values and files' offers_what_there_is
every_option_is_offered() {
    local tool
    for tool in "$build"/jsmf-*; do
        tool=${tool##*/}
        diff <("$build/$tool" --help=all | sed -n '/ptions:$/,$p' | sed -nE 's/^ +(-., )?(--[a-z][a-z0-9-]*).*/\2/p') \
            <(completes "$tool" - | grep -v =) || return 1
    done
}
ok 'bash completes every option of every program' every_option_is_offered

# ---- the tarball ----

tarball=build/jsmf-$version.tar.gz
is_reproducible() {
    in_top dist && cp "$tarball" "$scratch/first" && in_top dist && cmp "$tarball" "$scratch/first" &&
        diff <(git ls-tree -r --name-only HEAD | sort) \
            <(tar -tzf "$tarball" | sed "s,^jsmf-$version/,," | grep -v '/$' | grep . | sort)
}
# Nothing of it asks git, whose place is taken by a witness.
is_built_without_git() {
    tar -xzf "$tarball" -C "$scratch" && mkdir "$scratch/bin" && cd "$scratch/jsmf-$version" || return 1
    printf '#!/bin/sh\n: >%s\nexit 1\n' "$scratch/asked" >"$scratch/bin/git" && chmod +x "$scratch/bin/git"
    PATH=$scratch/bin:$PATH make -n all install >"$scratch/commands" && [ ! -e "$scratch/asked" ] &&
        grep -q "s,@VERSION@,$version," "$scratch/commands" &&
        grep -q -- "-DJSMF_VERSION='\"$version\"'.*src/base/machine" "$scratch/commands"
}
is_built_there() {
    PATH=$scratch/bin:$PATH make -s tools >/dev/null && build/release/jsmf-cat --version | grep -q " $version$" &&
        [ ! -e "$scratch/asked" ]
}
if git rev-parse HEAD >/dev/null 2>&1; then
    ok 'make dist: the same bytes again, and every file' is_reproducible
    ok 'what is in the tarball asks no git' is_built_without_git
    if [ "${EVERY:-no}" = yes ]; then ok 'the tarball is built without git' is_built_there; fi
    cd "$top" || exit 1
else
    ok 'make dist # SKIP no git' true
fi

# ---- packages for Debian ----

debs=$top/build/deb
root=$scratch/root
in_root() { dpkg --root="$root" --force-depends --no-triggers "$@" >/dev/null; }
is_made() { DPKG_DEB="-Zxz -z0" in_top deb >/dev/null && [ "$(find "$debs" -name '*.deb' | wc -l)" = 3 ]; }
needs_its_libraries() {
    local package=$1 needed
    shift
    dpkg-deb -f "$debs/$package"_*.deb Depends >depends
    for needed; do grep -qE "(^|, )$needed" depends || return 1; done
}
depends() {
    cd "$scratch" && needs_its_libraries jsmf libopenblas0 libarpack2 libc6 zlib1g &&
        needs_its_libraries libjsmf0 libopenblas0 libarpack2 && ! grep -E 'glpk|icu' depends &&
        needs_its_libraries libjsmf-dev 'libjsmf0 \(= ' libopenblas-dev
}
# By dpkg where root runs this, else by extraction.
installs() {
    local deb
    mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/triggers"
    touch "$root/var/lib/dpkg/status" "$root/var/lib/dpkg/available"
    for deb in "$debs"/*.deb; do
        if [ "$(id -u)" != 0 ]; then dpkg -x "$deb" "$root"; fi || return 1
    done
    if [ "$(id -u)" = 0 ]; then in_root -i "$debs"/*.deb; fi
}
demo() { # FOLDER OF PROGRAMS, OF THE CORPUS
    "$1/jsmf-bow" -q "$2/docword.wordnet.txt.gz" --vocab "$2/vocab.wordnet.txt" --top 300 | "$1/jsmf-learn" -k 5 |
        "$1/jsmf-topics"
}
works() {
    demo "$root/usr/bin" "$root/usr/share/jsmf" >got && demo "$top/$build" "$top/data" | cmp got - && [ -s got ] &&
        [ -e "$root/usr/share/doc/libjsmf0/copyright" ] && [ -e "$root/usr/share/man/man7/jsmf.7.gz" ] &&
        readelf -h "$(find "$root/usr/lib" -name libjsmf.so)" >/dev/null &&
        [ -L "$root/usr/share/bash-completion/completions/jsmf-learn" ]
}
is_removed() { in_root -r jsmf libjsmf-dev libjsmf0 && [ -z "$(find "$root/usr" -not -type d 2>/dev/null)" ]; }
in_a_clean_root() {
    "$here/clean-root.sh" "$debs" >got 2>why
    case $? in
    0) ok 'in a root that has nothing else they work, and leave nothing' cmp got <(demo "$top/$build" "$top/data") ;;
    77) ok "in a root that has nothing else # SKIP $(tail -n 1 why)" true ;;
    *) ok 'in a root that has nothing else they work, and leave nothing' sh -c 'cat why; exit 1' ;;
    esac
}
has_no_faults() { lintian --fail-on error --tag-display-limit 0 "$debs"/*.deb >faults 2>&1 || ! grep '^E:' faults; }
if command -v dpkg-shlibdeps >/dev/null && command -v dpkg-gencontrol >/dev/null; then
    ok 'make deb' is_made
    ok 'packages depend on the libraries that they need' depends
    ok 'packages are installed' installs
    ok 'what they install gives what the build gives' works
    if [ "$(id -u)" = 0 ]; then ok 'packages are removed' is_removed; fi
    # These take longer than all else here.
    if [ "${EVERY:-no}" != yes ]; then
        ok 'in a root that has nothing else # SKIP without EVERY=yes (make check-full)' true
    else
        in_a_clean_root
    fi
    if [ "${EVERY:-no}" != yes ]; then
        ok 'lintian finds no error # SKIP without EVERY=yes (make check-full)' true
    elif ! command -v lintian >/dev/null; then
        ok 'lintian finds no error # SKIP no lintian (make deps-extra)' true
    else
        ok 'lintian finds no error' has_no_faults
    fi
else
    ok 'make deb # SKIP no dpkg-dev' true
fi
plan
