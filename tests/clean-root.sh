#!/usr/bin/env bash
# Debian's packages in a root that has nothing else: they are installed with what they depend on, do the demo's work,
# and are removed so that every file is as it was. usage: clean-root.sh FOLDER, which has jsmf, libjsmf0 and
# libjsmf-dev. Prints what jsmf-topics prints there; exits with 77, and says why, where no such root can be made.
set -eu
debs=$1
cannot() {
    echo "$1" >&2
    exit 77
}
[ "$(id -u)" = 0 ] || cannot 'not root'
command -v mmdebstrap >/dev/null || cannot 'no mmdebstrap (make deps-extra)'
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/jsmf-clean-root.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
mmdebstrap -q --mode=root --variant=apt "$suite" "$root" >"$scratch/log" 2>&1 ||
    cannot "no root by mmdebstrap: $(grep '^E:' "$scratch/log" | tail -n 1)"
cp /etc/resolv.conf "$root/etc/"

in_root() { chroot "$root" "$@"; }
quietly() {
    in_root "$@" >"$scratch/log" 2>&1 || {
        tail -n 5 "$scratch/log" >&2
        exit 1
    }
}
# What a package may leave: the package manager's own records, and the linker's.
files() {
    (cd "$root" && find . -xdev \( -path ./var/lib/apt -o -path ./var/lib/dpkg -o -path ./var/cache -o -path ./var/log \
        -o -path ./packages -o -path ./tmp -o -path ./etc/ld.so.cache \) -prune -o -print | sort)
}
quietly apt-get update
files >"$scratch/before"
mkdir "$root/packages"
cp "$debs"/*.deb "$root/packages"
quietly sh -c 'apt-get install -y --no-install-recommends /packages/*.deb'
in_root sh -euc 'cd /usr/share/jsmf
    jsmf-bow -q docword.wordnet.txt.gz --vocab vocab.wordnet.txt --top 300 | jsmf-learn -k 5 | jsmf-topics'
quietly apt-get purge -y jsmf libjsmf0 libjsmf-dev
quietly apt-get autoremove -y --purge
files | diff "$scratch/before" - >"$scratch/left" || { head -n 20 "$scratch/left" >&2 && exit 1; }
