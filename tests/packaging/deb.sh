#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# make deb: the Debian packages, lintian, and the steps of the demo with what is installed, in a fresh chroot of this
# release (root and debootstrap; else the packages are only unpacked). The references are in packaging/debian/tests.
. "$srcdir/tests/lib.sh"
! sanitized || skip "not with sanitizers"
# nobody answers for them: a line, before anything is made
(cd "$builddir" && MAKEFLAGS='' MFLAGS='' make -s deb MAINTAINER=) >said 2>&1 && fail "packages of nobody"
is "$(head -n 1 said)" "make deb: the packages need a maintainer: give MAINTAINER='NAME <ADDRESS>', or configure --with-maintainer"
maintainer='A Tester <tester@example.org>'
for program in dpkg-buildpackage dh; do command -v $program >/dev/null || skip "no $program"; done
(cd "$srcdir/packaging" && dpkg-checkbuilddeps debian/control) 2>said || skip "$(cat said)"

(
  cd "$builddir"
  [ ! -d /usr/lib/ccache ] || PATH=/usr/lib/ccache:$PATH
  DEB_BUILD_OPTIONS='nocheck parallel=2' MAKEFLAGS='' MFLAGS='' nice make deb MAINTAINER="$maintainer"
) >said 2>&1 || { tail -n 50 said >&2; fail "make deb"; }
packages=$builddir/deb
if command -v lintian >/dev/null; then
  lintian --fail-on error "$packages"/*.changes >said 2>&1 || { cat said >&2; fail "lintian"; }
else
  lacks "no lintian"
fi

# ---- what is in them

for package in libtile0 libtile-dev tessera tessera-doc; do
  dpkg-deb -x "$packages/${package}"_*.deb $package
done
for program in $programs; do
  [ -x "tessera/usr/bin/$program" ] || fail "no $program"
  [ -s "tessera/usr/share/man/man1/$program.1.gz" ] || fail "no page of $program"
  [ "$program" = tessera ] || is "$(readlink "tessera/usr/share/bash-completion/completions/$program")" tessera
done
is "$(dpkg-deb -f "$packages"/tessera_*.deb Maintainer)" "$maintainer"
ls libtile0/usr/lib/*/libtile.so.0 >/dev/null || fail "no libtile.so.0"
[ -s libtile-dev/usr/include/tessera/tile.h ] && ls libtile-dev/usr/lib/*/pkgconfig/libtile.pc >/dev/null || fail "no tile.h"
for page in README.md tests/bench/RESULTS.md tests/validate/VALIDATION.md tests/papers/PAPERS.md; do
  # with the pictures and pages that it refers to, except for those of the source
  [ -s "tessera-doc/usr/share/doc/tessera-doc/$page" ] || fail "no $page"
  sed -n 's/.*](\([a-z][^):#]*\)).*/\1/p' "tessera-doc/usr/share/doc/tessera-doc/$page" | while read -r link; do
    [ -e "$(dirname "tessera-doc/usr/share/doc/tessera-doc/$page")/$link" ] || fail "$page refers to $link"
  done
done

# ---- the demo

make-sample scan 80
chroot=$(mktemp -d /tmp/tessera-chroot.XXXXXX)
trap 'ended=$?; rm -rf --one-file-system "$chroot"; finish $ended' EXIT
. /etc/os-release
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
  sed -n 's/^URIs: *\(http[^ ]*\).*/\1/p; s/^deb  *\(\[[^]]*] *\)\{0,1\}\(http[^ ]*\).*/\2/p' | head -n 1)
if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null ||
  ! nice debootstrap --variant=minbase "$VERSION_CODENAME" "$chroot" "$mirror" >said 2>&1; then
  lacks "no chroot here (root, debootstrap, a mirror): with unpacked packages"
  PATH=$work/tessera/usr/bin:/usr/bin:/bin sh "$srcdir/packaging/debian/tests/demo" "$work/scan" >said 2>&1 ||
    { cat said >&2; fail "the demo"; }
  exit 0
fi
cp -R scan "$packages"/*.deb "$chroot/root"
rm -f "$chroot"/root/*-dbgsym_*.deb
mkdir "$chroot/root/source" "$chroot/root/source/man"
cp "$srcdir"/packaging/debian/tests/* "$chroot/root/source"
cp "$srcdir/man/libtile.3" "$chroot/root/source/man"
# in_chroot COMMAND: in the folder source
in_chroot() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    chroot "$chroot" sh -euc "cd /root/source; $1" >said 2>&1 || { cat said >&2; fail "$1"; }
}
in_chroot 'apt-get -q update'
begin=$(date +%s)
in_chroot 'apt-get -q -y install --no-install-recommends ../tessera_*.deb'
installed=$(date +%s)
in_chroot './demo /root/scan'
end=$(date +%s)
echo "installed in $((installed - begin)) s, the demo took $((end - installed)) s" >&2
in_chroot 'for program in '"$programs"'; do $program --version; done'
in_chroot 'apt-get -q -y install --no-install-recommends ../*.deb gcc libc6-dev pkg-config'
in_chroot './library'
in_chroot 'apt-get -q -y remove tessera libtile0 tessera-doc && ! ls /usr/bin/tessera* /usr/share/doc/tessera*'
