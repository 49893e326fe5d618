#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# make mutants: does make check notice the faults that NUMBER-what-it-is.patch plants, one at a time?
# In mutants/ of the build folder: source/, a copy of this tree; build/, without CUDA and with the kernels of one
# instruction set; results, one line per fault: its number, "noticed by" the tests that failed, or "NOT NOTICED".
# A fault is first given to the tests that its patch names, and to all of make check if those miss it.
# A run that was cut goes on after the last line of results; a changed tree starts again.
#   MUTANTS="03 17"   these alone, again
#   MUTANTS_ALL=yes   make check-all for those that make check misses: "noticed by the slow tier"
#   MUTANTS_LIMIT=900 seconds that the tests of one fault may take
#   MUTANTS_DRAW=100  in place of the patches so many faults that draw.py draws, of lines changed since MUTANTS_SINCE (the last
#                     tag; "all": of all lines) in MUTANTS_PATHS, by MUTANTS_SEED (1); to the tests of their folder alone.
#                     Those that survive are printed: some change nothing that can be seen.
# Exit 0: the fast tier notices all but two, or all of MUTANTS, or nine of ten that were drawn.
set -eu
patches=$srcdir/tests/mutants
folder=$builddir/mutants
source=$folder/source build=$folder/build results=$folder/results
limit=${MUTANTS_LIMIT:-900}
drawn=${MUTANTS_DRAW:-}
[ ! "$drawn" ] || patches=$folder/drawn results=$folder/drawn.results

# The kernels that this machine can run and that compile soonest.
one_isa() {
  for isa in avx512bw avx2; do
    grep -q -s -w "$isa" /proc/cpuinfo && { echo "${isa%bw}"; return; }
  done
  echo plain
}

# Files that a run which was cut has left changed. touch: they are newer than what was compiled of the others.
revert() {
  find "$source" -name '*.orig' | while read -r original; do
    mv "$original" "${original%.orig}"
    touch "${original%.orig}"
  done
}

copy_tree() {
  mkdir -p "$folder"
  [ ! -d "$source" ] || revert
  make --no-print-directory -s -C "$builddir" distdir distdir=mutants/new >/dev/null
  if [ -d "$source" ] && diff -r -q -x mutants "$source" "$folder/new" >/dev/null; then
    rm -rf "$folder/new"
    return
  fi
  rm -rf "$source" "$build" "$folder"/*results "$folder"/clean*
  mv "$folder/new" "$source"
}

# All programs and those of the tests; no test is run.
compile() { make --no-print-directory -s -C "$build" check TESTS= >"$folder/log" 2>&1; }

prepare() {
  copy_tree
  if [ ! -f "$build/Makefile" ]; then
    mkdir -p "$build"
    (cd "$build" && ../source/configure --quiet --without-cuda "--with-isa=$(one_isa)" CFLAGS=-O2 CXXFLAGS=-O2) \
      >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 99; }
  fi
  compile || { tail "$folder/log" >&2; exit 99; }
}

# The faults of another choice than the last one are others: what was said of those goes.
draw() {
  choice="$drawn ${MUTANTS_SEED:-1} ${MUTANTS_SINCE:-} ${MUTANTS_PATHS:-}"
  [ "$(cat "$patches/choice" 2>/dev/null)" != "$choice" ] || return 0
  rm -rf "$patches" "$results"
  mkdir "$patches"
  # shellcheck disable=SC2086 # paths are words
  python3 "$srcdir/tests/mutants/draw.py" "$patches" "$drawn" "${MUTANTS_SEED:-1}" "${MUTANTS_SINCE:-}" ${MUTANTS_PATHS:-}
  echo "$choice" >"$patches/choice"
}

# the first of these TESTS that fails, or nothing
first_failed() {
  for test; do
    by=$(failed check TESTS="$test")
    [ -z "$by" ] || break
  done
  echo "$by"
}

tests_of() { sed -n 's/^tests: //p;/^---/q' "$1"; }

# A test that fails without a fault would notice every one.
check_clean() {
  clean=$folder/clean${drawn:+-drawn}
  tests=$(for patch in "$patches"/*.patch; do tests_of "$patch"; done | tr ' ' '\n' | sort -u | tr '\n' ' ')
  [ "$(cat "$clean" 2>/dev/null)" != "$tests" ] || return 0
  # shellcheck disable=SC2086 # tests are words
  by=$(if [ "$drawn" ]; then first_failed $tests; else failed check; fi)
  [ -z "$by" ] || { echo "mutants: without any fault these fail: $by" >&2; exit 99; }
  echo "$tests" >"$clean"
}

# failed TARGET [VARIABLE]: the tests that fail, or nothing. Without paths.sh, which fails for every fault: a patch that is in
# the source already does not apply again.
failed() {
  find "$build" -name '*.trs' -exec rm -f {} +
  code=0
  ulimit -f 8000000  # blocks and KiB: a fault may fill the disk or the memory
  ulimit -v 16000000
  timeout "$limit" make --no-print-directory -s -k -C "$build" "$@" >"$folder/log" 2>&1 || code=$?
  {
    find "$build" -name '*.trs' -exec grep -l '^:test-result: *\(FAIL\|ERROR\)' {} + |
      sed -e "s,^$build/,," -e 's,\.trs$,,' | grep -v '^tests/conventions/paths$' | sort
    [ $code != 124 ] || echo "(not within $limit s)"
  } | tr '\n' ' ' | sed 's/ $//'
}

# judge PATCH: what is said of it
judge() {
  compile || { echo "BAD: does not compile"; return; }
  # shellcheck disable=SC2046
  by=$(first_failed $(tests_of "$1"))
  [ "$by" ] || [ "$drawn" ] || by=$(failed check)
  [ -z "$by" ] || { echo "noticed by $by"; return; }
  [ -z "${MUTANTS_ALL:-}" ] || by=$(failed check-all)
  echo "NOT NOTICED${by:+ but by the slow tier: $by}"
}

# try PATCH NUMBER: a line of results
try() {
  if patch -p1 --fuzz=2 -b -z .orig -s -d "$source" -i "$1" >"$folder/log" 2>&1; then
    said=$(judge "$1")
  else
    said="BAD: does not apply"
    find "$source" -name '*.rej' -exec rm -f {} +
  fi
  revert
  echo "$2 $said" | tee -a "$results"
}

# is FAULT done already, and not asked for again?
done_before() {
  case " ${MUTANTS:-} " in
    "  ") grep -q -s "^$1 " "$results" && ! { [ "${MUTANTS_ALL:-}" ] && grep -q "^$1 NOT NOTICED\$" "$results"; } ;;
    *" $1 "*) return 1 ;;
    *) return 0 ;;
  esac
}

prepare
[ ! "$drawn" ] || draw
check_clean
total=0 noticed=0
for patch in "$patches"/*-*.patch; do
  number=${patch##*/}
  number=${number%%-*}
  case " ${MUTANTS:-$number} " in *" $number "*) ;; *) continue ;; esac
  total=$((total + 1))
  if ! done_before "$number"; then
    [ ! -f "$results" ] || sed -i "/^$number /d" "$results"
    try "$patch" "$number"
  fi
  ! grep -q "^$number noticed" "$results" || noticed=$((noticed + 1))
  [ "$drawn" ] || continue
  ! grep -q "^$number BAD" "$results" || total=$((total - 1))
  ! grep -q "^$number NOT" "$results" || { echo "$number survives:"; sed -n '1p;/^[-+][^-+]/p' "$patch"; }
done
echo "$noticed of $total noticed"
missed=${drawn:+$((total / 10))}
missed=${missed:-2}
[ -z "${MUTANTS:-}" ] || missed=0
[ $((total - noticed)) -le $missed ]
