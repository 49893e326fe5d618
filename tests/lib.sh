# SPDX-License-Identifier: BSD-3-Clause
# Shell tests source this first: . "$srcdir/tests/lib.sh"
# They run in a scratch folder of their own, with the programs on PATH.
set -eu
name=$(basename "$0" .sh)
# In memory, where there is plenty: programs wait for the disk at the end of every output.
if [ -z "${TMPDIR:-}" ] && [ -w /dev/shm ] && ! mount | grep -q 'on /dev/shm .*noexec' &&
  [ "$(df -Pk /dev/shm | awk 'END { print $4 }')" -gt 4000000 ]; then
  TMPDIR=/dev/shm
  export TMPDIR
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/tessera-$name.XXXXXX")
lacking=
# finish [STATUS]: at the end; 77 where all that could be here has passed, and something could not
finish() {
  ended=${1:-$?}
  rm -rf "$work"
  [ "$ended" = 0 ] && [ "$lacking" ] && exit 77
  exit "$ended"
}
trap finish EXIT
trap 'exit 99' HUP INT TERM
cd "$work"

fail() { echo "$name: FAILED: $*" >&2; exit 1; }
skip() { echo "$name: skipped: $*" >&2; exit 77; }
# lacks WHAT: a part of the test cannot be here, and the others go on. The test then counts as skipped: Automake would call
# passed what did a half.
lacks() { echo "$name: skipped in part: $*" >&2; lacking=yes; }
# has_program NAME; was_built PROGRAM LIBRARY: is it here? What stands behind it is lacking without.
has_program() { command -v "$1" >/dev/null || { lacks "no $1"; return 1; }; }
was_built() { [ -x "$builddir/$1" ] || { lacks "built without $2"; return 1; }; }
# slow: is this make check-all? What stands behind it belongs to the slow tier.
slow() { [ "${TIER:-}" != fast ]; }
# Built with sanitizers, whose allocator is another?
sanitized() { grep -q __asan_init "$(command -v tessera-tile)"; }
# hurried: the fast tier with sanitizers, under which flows take ten times as long
hurried() { ! slow && sanitized; }
# need_data FILE...: skip without real data
need_data() {
  [ -n "${TESSERA_DATA:-}" ] || skip "needs real data: set TESSERA_DATA"
  for file; do [ -e "$TESSERA_DATA/$file" ] || skip "no $file in TESSERA_DATA"; done
}
# find_python: sets python to one with NumPy that imports the module of this tree, and skips without. PYTHON: another one
find_python() {
  ! sanitized || skip "Python does not load a library with sanitizers"
  [ -e "$builddir/.libs/libtile.so.0" ] || skip "no libtile.so"
  for python in "${PYTHON:-python3}" /usr/bin/python3 ''; do
    [ "$python" ] && "$python" -c 'import sys, numpy; sys.exit(sys.version_info < (3, 10))' 2>/dev/null && break
  done
  [ "$python" ] || skip "needs Python 3.10 with NumPy"
  PYTHONPATH=$srcdir/packaging/python PYTHONDONTWRITEBYTECODE=1
  export PYTHONPATH PYTHONDONTWRITEBYTECODE
}
# expect CODE COMMAND...: the command must end with CODE; its messages stay in $work/stderr
expect() {
  expected=$1; shift
  set +e; "$@" 2>stderr; code=$?; set -e
  [ "$code" = "$expected" ] || { cat stderr >&2; fail "exit $code instead of $expected: $*"; }
}
# one_line PATTERN: the last command said exactly one line, matching PATTERN
one_line() {
  [ "$(wc -l <stderr)" = 1 ] || { cat stderr >&2; fail "not one line"; }
  grep -q -e "$1" stderr || { cat stderr >&2; fail "message does not match: $1"; }
}
# refused CODE PATTERN COMMAND...: the command ends with CODE and one such line, and writes none of $unwritten
unwritten=x
refused() {
  code=$1 text=$2; shift 2
  expect "$code" "$@" </dev/null
  one_line "$text"
  for output in $unwritten; do [ ! -e "$output" ] || fail "$output was written"; done
}
# is FOUND WANTED: and something, lest two commands that fail agree
is() { [ "$1" = "$2" ] && [ "$2" ] || fail "${1:-nothing} instead of ${2:-something}"; }
# voxelize ARGUMENT...: tessera-voxelize; its report is in err, its voxels are in out as text, of which rows shows
# those without the header
voxelize() {
  tessera-voxelize "$@" >stream 2>err || { cat err >&2; fail "tessera-voxelize $*"; }
  voxels <stream >out
}
rows() { grep '^[01z]' out | tr '\n' ' '; }
# json FILE KEY...: one value of a JSON report (numbers, text or true/false), e.g. json r.json permeability 0 voxel2
json() { "$builddir/tests/json" "$@"; }
# members FILE: the names that the object of a JSON report has
members() { sed -n 's/^  "\([^"]*\)":.*/\1/p' "$1" | sort; }
# near A B RELATIVE: numbers
near() {
  awk -v a="$1" -v b="$2" -v r="$3" 'BEGIN {
    number = "^ *[-+]?[0-9.]"; d = a - b; if (d < 0) d = -d; m = b < 0 ? -b : b
    exit !(a ~ number && b ~ number && d <= r * m) }' || fail "'$1' is not within $3 of '$2'"
}
# tube_surface SIDES RADIUS LENGTH: a tube along z, open at both ends, as text STL
tube_surface() {
  awk -v sides="$1" -v r="$2" 'BEGIN { turn = 2 * atan2(0, -1) / sides
    for (i = 0; i < sides; i++) printf "%.9f %.9f\n", r * cos(turn * i), r * sin(turn * i) }' |
    awk -v length_of="$3" -f "$srcdir/tests/fixtures/prism.awk"
}
# peak COMMAND...: the most memory it had, KiB; least_peak: the least of three, for pages of libraries come and go
peak() { "$builddir/tests/peak" "$@" 2>said >/dev/null || { cat said >&2; fail "$*"; }; tail -n 1 said | cut -d ' ' -f 2; }
least_peak() { for _ in 1 2 3; do peak "$@"; done | sort -n | head -n 1; }
# same_peak WHAT A B [KIB]: within 1 MiB, by which pages of libraries and the counters of the system differ, and KIB beside
same_peak() {
  awk -v a="$2" -v b="$3" -v more="${4:-0}" 'BEGIN { exit !(b < a + 1024 + more && b > a - 1024 - more) }' ||
    fail "peak of $1: $2 KiB, then $3 KiB"
}
# await CONDITION...: on a busy machine that takes long; ten minutes are only so that nothing hangs
await() {
  turns=6000
  until "$@" || [ $turns = 0 ]; do
    sleep 0.1
    turns=$((turns - 1))
  done
}
# blocked PID: does it wait for something, or has it ended? It sleeps, and has not been woken for a tenth of a second.
blocked() {
  seen=$(grep -s -e '^State' -e '^voluntary' "/proc/$1/status") || return 0
  sleep 0.1
  case $seen in *sleeping*) [ "$seen" = "$(grep -s -e '^State' -e '^voluntary' "/proc/$1/status")" ] ;; *zombie*) ;; *) return 1 ;; esac
}
# forge SCRIPT FILE: a tile file as tests/forge makes it, with the digest that its content has
forge() {
  "$builddir/tests/forge" "$1" >"$2"
  if found=$(tessera-tile --check=full "$2" 2>&1); then return 0; fi
  found=$(echo "$found" | sed -n 's/.*digest mismatch (expected [0-9a-f]*, found \([0-9a-f]*\)).*/\1/p')
  { echo "digest $found"; cat "$1"; } >forged
  [ ! "$found" ] || "$builddir/tests/forge" forged >"$2"
}
# chambers NAME: NAME.vox, two chambers of 9 x 9 x 10 voxels of 2 um with a throat of 3 x 3 x 5 between, along x, in a
# solid; as chambers_bits of bits_made.h
chambers() {
  awk 'BEGIN { for (z = 0; z < 11; z++) for (y = 0; y < 11; y++) for (x = 0; x < 25; x++)
    printf "%s", (y > 0 && y < 10 && z > 0 && z < 10 && (x < 10 || x > 14 || (y > 3 && y < 7 && z > 3 && z < 7))) ? "\\377" : "\\0" }' >octal
  printf "$(cat octal)" >"$1.raw"
  tessera voxelize --quiet --raw 25,11,11,u8 "$1.raw" --threshold 64 --fluid above --voxel 2um -o "$1.vox"
}
