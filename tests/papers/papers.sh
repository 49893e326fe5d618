#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tests/papers/papers.sh NAME...: repeats tables and figures of the papers, as 000/layouts, which is layouts.sh (or .py) in
# the folder that begins with 000. What a script prints goes into PAPERS.md, between the lines <!-- NAME --> and
# <!-- end -->, and its plot into plots/; without new results a table stays as it is. `make papers` runs those that need
# no GPU, `make papers-gpu` the others. Without the right to write in the source folder: papers/PAPERS.md and the plots
# in the build folder.
# LIMIT=SECONDS: no script starts after that time. DERIVED are made from tables of the pages, anew each time.
set -eu
srcdir=${srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
builddir=${builddir:-$srcdir/build}
export srcdir builddir
here=$srcdir/tests/papers
results=$builddir/papers
ends=$(($(date +%s) + ${LIMIT:-86400}))
failed=0
DERIVED='000/slopes 000/overheads 000/size 000/gap 003/rebuilt 003/statements-gpu all/glance'

# numbers FILE: no value is empty or not a number
numbers() {
  ! grep -n -i -w -e '-\?nan' -e '-\?inf' -e '[*][*][*][*]' "$1" >&2
}
run() {
  script=$(ls "$here/${1%%/*}"-*/"${1#*/}".[ps][yh]) || { echo "papers: no script of $1" >&2; exit 2; }
  case $script in *.py) python=$srcdir/tests/python.sh ;; *) python= ;; esac
  [ "$(date +%s)" -lt "$ends" ] || { echo "papers: no time for $1" >&2; return 0; }
  began=$(date +%s)
  mkdir -p "$results/${1%%/*}"
  # shellcheck disable=SC2086 # none, or a script
  if paper=$1 sh $python "$script" >"$results/$1.new" && numbers "$results/$1.new"; then
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
