#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tests/papers/papers.sh NAME...: repeats tables and figures of the papers, as 000/layouts, which is layouts.sh (or .py) in
# the folder that begins with 000. What a script prints goes into PAPERS.md, between the lines <!-- NAME --> and
# <!-- end -->, and its plot into plots/; without new results a table stays as it is. `make papers` runs those that need
# no GPU, `make papers-gpu` the others. Without the right to write in the source folder: papers/PAPERS.md and the plots
# in the build folder.
# TIME=SECONDS: no script starts that might end later. RESUME=yes: tables that this tree has made are not made again; make
# papers-gpu without names has 25 minutes and goes on so. DRY=yes: prints what it would run. LIMIT=SECONDS: of each script. TREE: the
# commit, -dirty where other files than the pages and plots differ from it. DERIVED are made from tables of the pages, anew each time.
set -eu
srcdir=${srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
builddir=${builddir:-$srcdir/build}
export srcdir builddir
here=$srcdir/tests/papers
results=$builddir/papers
ends=$(($(date +%s) + ${TIME:-86400}))
failed=0 total=0 given=${LIMIT:-}
if [ -z "${TREE:-}" ]; then
  TREE=$(git -C "$srcdir" describe --always --tags 2>/dev/null) || TREE=$(tessera-run --version | sed -n '1s/.* //p')
  git -C "$srcdir" diff --quiet HEAD -- . ':!tests/papers/*.md' ':!tests/papers/plots' 2>/dev/null || [ $? != 1 ] || TREE=$TREE-dirty
fi
export TREE
DERIVED='000/slopes 000/overheads 000/size 000/gap 003/rebuilt 003/statements-gpu 004/product all/glance all/answers'

# numbers FILE: no value is empty or not a number
numbers() {
  ! grep -n -i -w -e '-\?nan' -e '-\?inf' -e '[*][*][*][*]' "$1" >&2
}
# seconds NAME: of the table in one run of all that need a GPU; those of the CPU have no bound
seconds() {
  case $1 in
    all/own) echo 360 ;;
    000/cavity | 000/spheres) echo 110 ;;
    003/layouts-gpu) echo 100 ;;
    000/vessels) echo 90 ;;
    000/rows | 002/fig9) echo 80 ;;
    000/channels) echo 70 ;;
    000/layouts | 000/registers | 000/single | 004/cavity) echo 60 ;;
    003/plane-gpu | 003/collisions | 004/walls | 004/ways) echo 40 ;;
    000/launches | 004/transfers | 004/copies | 004/schemes) echo 20 ;;
  esac
}
run() {
  script=$(ls "$here/${1%%/*}"-*/"${1#*/}".[ps][yh]) || { echo "papers: no script of $1" >&2; exit 2; }
  case $script in *.py) python=$srcdir/tests/python.sh ;; *) python= ;; esac
  share=$(seconds "$1") began=$(date +%s)
  if [ "${RESUME:-}" ] && grep -q "^Tessera $TREE, " "$results/$1.md" 2>/dev/null; then
    echo "papers: $1: this tree has made it" >&2
    return 0
  fi
  [ $((began + total + ${share:-0})) -le "$ends" ] || { echo "papers: no time for $1" >&2; return 0; }
  if [ "${DRY:-}" ]; then
    total=$((total + ${share:-0}))
    echo "papers: $1: ${share:-any} s, $total in all"
    return 0
  fi
  [ -z "$share" ] || export LIMIT="${given:-$share}" SECONDS_OF_RUNS="${given:-$share}"
  mkdir -p "$results/${1%%/*}"
  # shellcheck disable=SC2086 # none, or a script
  if paper=$1 ${share:+timeout $((LIMIT + 60))} sh $python "$script" >"$results/$1.new" && numbers "$results/$1.new"; then
    mv "$results/$1.new" "$results/$1.md"
    echo "papers: $1: $(($(date +%s) - began)) s" >&2
  else
    code=$?
    echo "papers: $1: exit $code" >&2
    [ $code = 77 ] || failed=1
  fi
}

# page NAME: the page with all results that there are
page() {
  while IFS= read -r line; do
    case $line in
      '<!-- end -->') skip= ;;
      *) [ -z "${skip:-}" ] || continue ;;
    esac
    printf '%s\n' "$line"
    name=${line#<!-- } name=${name% -->}
    case $line in
      '<!-- '*/*' -->')
        [ -s "$results/$name.md" ] || continue
        skip=yes
        cat "$results/$name.md"
        ;;
    esac
  done <"$here/$1.md"
}

for name; do run "$name"; done
[ -z "${DRY:-}" ] || exit 0
for name in $DERIVED; do run "$name"; done
to=$results
[ ! -w "$here/PAPERS.md" ] || to=$here
mkdir -p "$to/plots"
for plot in "$results"/00?/*.svg; do
  [ ! -e "$plot" ] || cp "$plot" "$to/plots/$(echo "${plot#"$results"/}" | tr / -)"
done
for page in PAPERS DETAILS; do
  page $page >"$results/$page.md"
  cmp -s "$results/$page.md" "$to/$page.md" || cp "$results/$page.md" "$to/$page.md"
done
echo "papers: $to/PAPERS.md"
exit $failed
