#!/bin/sh
# Makes Debian packages of what `make install` installs: usage: deb.sh BUILD_DIR VERSION OUT_DIR (make deb). The
# maintainer is DEBFULLNAME <DEBEMAIL>, the date SOURCE_DATE_EPOCH's, and DPKG_DEB has options for dpkg-deb.
set -eu
build=$1 version=$2
here=$(cd "$(dirname "$0")" && pwd)
top=$here/../..
mkdir -p "$3"
out=$(cd "$3" && pwd)
umask 022
triplet=$(dpkg-architecture -q DEB_HOST_MULTIARCH)
: "${SOURCE_DATE_EPOCH:=$(git -C "$top" log -1 --format=%ct 2>/dev/null || date +%s)}"
export SOURCE_DATE_EPOCH
maintainer="${DEBFULLNAME:-the jsmf authors} <${DEBEMAIL:-jsmf@packages.debian.org}>"

rm -rf "$out/work"
rm -f "$out"/*.deb
mkdir -p "$out/work/debian"
cd "$out/work"
${MAKE:-make} -s --no-print-directory -C "$top" B="$build" DESTDIR="$out/work/all" PREFIX=/usr \
    LIBDIR="/usr/lib/$triplet" install
sed "s/@MAINTAINER@/$maintainer/" "$here/control" >debian/control
printf 'jsmf (%s) unstable; urgency=medium\n\n  * See jsmf(7), VERSIONS.\n\n -- %s  %s\n' "$version" "$maintainer" \
    "$(date -R -u -d "@$SOURCE_DATE_EPOCH")" >debian/changelog

# move PACKAGE PATH...: of the installed tree, into the package's.
move() {
    package=$1
    shift
    for path; do
        mkdir -p "$package/${path%/*}"
        mv "all/$path" "$package/$path"
    done
}
move libjsmf0 "usr/lib/$triplet/libjsmf.so.0"
move libjsmf-dev "usr/lib/$triplet/libjsmf.a" "usr/lib/$triplet/libjsmf.so" "usr/lib/$triplet/pkgconfig" usr/include
rmdir "all/usr/lib/$triplet" all/usr/lib
rm all/usr/share/doc/jsmf/LICENSE
mv all jsmf
strip --strip-unneeded jsmf/usr/bin/* libjsmf0/usr/lib/*/*
strip --strip-debug libjsmf-dev/usr/lib/*/libjsmf.a
find jsmf/usr/share/man -type f -exec gzip -9n {} +
printf 'libjsmf 0 libjsmf0 (>= %s)\n' "$version" >shlibs
for package in jsmf libjsmf0 libjsmf-dev; do
    doc=$package/usr/share/doc/$package
    mkdir -p "$doc" "$package/DEBIAN"
    cp "$top/LICENSE" "$doc/copyright"
    gzip -9nc debian/changelog >"$doc/changelog.gz"
    : >substvars
    if [ $package = jsmf ]; then
        {
            echo
            echo 'jsmf-anchorfree is linked with GLPK, under the GNU General Public License, version 3 or later'
            echo '(/usr/share/common-licenses/GPL-3).'
            printf '\nThe corpus of WordNet in /usr/share/jsmf:\n\n'
            cat "$top/data/LICENSE.wordnet"
        } >>"$doc/copyright"
        dpkg-shlibdeps -Tsubstvars jsmf/usr/bin/*
    elif [ $package = libjsmf0 ]; then
        dpkg-shlibdeps -Tsubstvars libjsmf0/usr/lib/*/*
        cp shlibs $package/DEBIAN
        echo 'activate-noawait ldconfig' >$package/DEBIAN/triggers
    fi
    dpkg-gencontrol -p$package -P$package -Tsubstvars
    (cd $package && find usr -type f | sort | xargs md5sum >DEBIAN/md5sums)
    find $package -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    # shellcheck disable=SC2086
    dpkg-deb ${DPKG_DEB:-} --root-owner-group --build $package "$out"
done
cd "$out"
rm -rf work
