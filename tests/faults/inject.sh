# SPDX-License-Identifier: BSD-3-Clause
# Shell tests of faults source this after lib.sh: it repeats a command and lets its N-th call of a kind fail, for every
# N.
fault=$builddir/tests/fault
ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 # it would trace too
OMP_NUM_THREADS=1
export ASAN_OPTIONS OMP_NUM_THREADS
injector=inject # how a fault is brought about
also=1 # an exit status that failures may have besides 1

set +e; "$fault" read 0 tessera-stats /dev/null 2>stderr >report; code=$?; set -e
[ $code != 77 ] && ! grep -q LeakSanitizer stderr || skip "no tracing of programs here"

out=out # the file that commands write; its name may have to say the format
# whole: it has the right content; without memory to compress, a tile file is longer but has the same content; the memory
# in a report differs
same_content() { tessera tile --check=full --quiet $out && [ "$(tessera stats --digest $out)" = "$(tessera stats --digest good)" ]; }
same_report() { grep -v 'peak memory' $out >out.1; grep -v 'peak memory' good >good.1; cmp -s out.1 good.1 && rm out.1; }
whole() { cmp -s $out good || { [ $goal = report ] && same_report; } || same_content 2>stderr.content; }
# the content that may remain after a failure; a report on standard output has no old content
old_or_whole() { [ $goal = report ] || whole || [ "$(cat $out)" = old ]; }
# judge COMMAND: it ended with $code; are its message and its files as they must be?
judge() {
  left=
  for file in out* beside?*; do
    [ "$file" = $out ] || [ ! -e "$file" ] || left=$file
  done
  case $code in
    0) whole || fail "$*: exit 0 without the whole output" ;;
    1|$also) [ "$(grep -cv ': warning: \|^$' stderr)" = 1 ] || fail "$*: not one line: $(cat stderr)"
      case $* in malloc*tiff/*) grep -qi 'memory' stderr || fail "$*: short memory is told as another fault: $(cat stderr)" ;; esac
      # the report comes after the file: it may fail when the file is whole
      old_or_whole || fail "$*: failed, and the old file is gone" ;;
    137) old_or_whole || fail "$*: killed, and the file is half"
      [ -z "$left" ] || rm "$left" ;;
    139) case $* in malloc*tiff/*) ;; *) fail "$*: crashed" ;; esac # in TIFFFreeDirectory of libtiff 4.5
      old_or_whole || fail "$*: crashed, and the file is half"
      [ -z "$left" ] || rm "$left" ;;
    *) fail "$*: exit $code: $(cat stderr)" ;;
  esac
  [ "$code" -ge 137 ] || [ -z "$left" ] || fail "$*: left behind $left"
}
# allocation N of COMMAND fails, with ALL=FAULT_ALL=1 all later ones too; 200: there were fewer allocations
without_memory() {
  n=$1; shift
  rm -f said
  env LD_PRELOAD="$builddir/.libs/no_memory.so" FAULT_MALLOC="$n" FAULT_SAID="$work/said" $all "$@"
  code=$?
  [ -e said ] || code=200
  return $code
}
inject() {
  what=$1; shift
  case $what in
    malloc) all= && without_memory "$@" ;;
    malloc-all) all=FAULT_ALL=1 && without_memory "$@" ;;
    *) "$fault" "$what" "$@" ;;
  esac
}
to_goal() { if [ $goal = report ]; then "$@" >$out 2>stderr; else "$@" >report 2>stderr; fi; }
# every KIND COMMAND...: the command writes $out; the first calls fail one by one, later ones at growing distances
every() {
  kind=$1; shift
  to_goal "$@" || fail "$* does not work at all: $(cat stderr)"
  mv $out good
  at=0 happened=0
  while :; do
    echo old >$out
    set +e; to_goal $injector "$kind" $at "$@"; code=$?; set -e
    [ $code != 200 ] || break
    judge "$kind $at $*"
    happened=$((happened + 1))
    at=$((at + 1 + at / spread))
  done
  rm -f $out beside
  echo "$kind $happened $*" >>summary
}
