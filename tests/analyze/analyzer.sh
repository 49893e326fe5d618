#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# gcc's -fanalyzer over every C source, or those in TESSERA_SOURCES: it must find nothing but what
# tests/analyze/analyzer.known says is not so. Reads of what was never written are left to valgrind.sh: the analyzer takes
# each loop over three axes for one that may not run. Part of tests/run --analyze, not of make check.
. "$srcdir/tests/lib.sh"
[ "$(${COMPILE%% *} -dumpversion | cut -d. -f1)" = 12 ] && ${COMPILE%% *} --version | grep -q 'Free Software' ||
  skip "tests/analyze/analyzer.known is of gcc 12, and this compiler is another"
sources=$(cd "$srcdir" && find libtile solver tools -name '*.c' | sort)
sources=$(for source in ${TESSERA_SOURCES-$sources}; do echo "$source"; done)
[ -n "$NVCC" ] || sources=$(echo "$sources" | sed "/^solver\/cuda\//d; /\/filter\/cuda\/nlm_cuda.c$/d")
[ -n "$MPIRUN" ] || sources=$(echo "$sources" | sed '/\/communicator_mpi.c$/d')
[ -x "$builddir/tessera-read-hdf5" ] || sources=$(echo "$sources" | sed '/\/\(read_hdf5\|write_hdf5\)[^/]*$/d')
[ "$sources" ] || skip "no source that is built here has changed"

# -Wno-psabi: as where the kernels are compiled. One file after the other on each core.
LC_ALL=C
export LC_ALL srcdir COMPILE work builddir
echo "$sources" | xargs -n 1 -P "$(nproc)" sh -c 'cd "$builddir" &&
  $COMPILE -Wno-error -Wno-psabi -O2 -fanalyzer -Wno-analyzer-use-of-uninitialized-value -fdiagnostics-plain-output \
  -DPKGLIBEXECDIR=\"\" -o /dev/null -c "$srcdir/$1" >"$work/$(echo "$1" | tr / _).said" 2>&1 || { echo "$1" >>"$work/broken"; }' analyze
[ ! -e broken ] || fail "cannot be compiled: $(cat broken)"

# Lines "FILE FUNCTION WARNING"; of what is inlined, the function that it ends in; of parts and copies, the whole.
sed -s "s#^$srcdir/##; s#^\\.\\./##; 1s/^/\\n/" ./*.said | awk -v q="'" '
  /^$/ { name = "-" }
  /(^|: )In function / || /^ +inlined from / { split($0, part, q); name = part[2]; sub(/\..*/, "", name) }
  /warning: .*\[-Wanalyzer/ { file = $0; sub(/:.*/, "", file); flag = $0; sub(/.*\[-W/, "", flag); sub(/\].*/, "", flag)
    print file, name, flag }' | sort -u >found
sed 's/ *#.*//; /^$/d' "$srcdir/tests/analyze/analyzer.known" | sort -u >known
comm -13 known found >new
[ ! -s new ] || { cat ./*.said | grep 'Wanalyzer' >&2; fail "new warnings: $(cat new)"; }
comm -23 known found >gone
[ -z "${TESSERA_SOURCES+some}" ] || : >gone # of some sources not all is found
[ ! -s gone ] || fail "no longer found, take out of tests/analyze/analyzer.known: $(cat gone)"
