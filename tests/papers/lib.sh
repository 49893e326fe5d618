# SPDX-License-Identifier: BSD-3-Clause
# For the scripts of tests/papers, each of which repeats a table or a figure of a paper: it prints Markdown, which
# papers.sh puts into PAPERS.md. $paper is its name, as 000/layouts.
. "$srcdir/tests/lib.sh"

# about [DEVICE]: the line that comes first: version, date, device (a GPU: cuda) and command
about() {
  case ${1:-cpu} in
    cuda*) device=$(nvidia-smi --id=0 --query-gpu=name,driver_version --format=csv,noheader | sed 's/, /, driver /') ;;
    *) device="$(sed -n '/^model name/{s/.*: //p;q;}' /proc/cpuinfo), ${OMP_NUM_THREADS:-$(nproc)} threads" ;;
  esac
  gpu=
  [ "${1:-cpu}" = cpu ] || gpu=-gpu
  printf 'Tessera %s, %s; %s; `make papers%s PAPERS=%s`\n\n' "${TREE:-unknown}" "$(date -u +%Y-%m-%d)" "$device" "$gpu" "$paper"
}
# whole FILE [SEPARATOR]: all lines have as many fields as the first; none is empty, and none is not a number that should be
whole() {
  awk -F "${2:- }" -v file="$1" 'NR == 1 { n = NF } { bad = NF != n
    for (i = 1; i <= NF; i++) if ($i == "" || $i ~ /^-?(nan|inf)$/) bad = 1
      if (bad) { print file ", line " NR ": " $0 >"/dev/stderr"; exit 1 } } END { if (!bad && !NR) bad = 1
      exit bad }' "$1" || fail "a value is missing"
}
# heads 'A|B' 'C'...: the first two lines of a table
heads() {
  set -- "$(IFS='|'; echo "$*")"
  echo "| $1 |" | sed 's/|\([^ ]\)/| \1/g; s/\([^ ]\)|/\1 |/g'
  echo "$1" | sed 's/[^|]*/---/g; s/^/|/; s/$/|/'
}
# plot CAPTION <COMMANDS: a plot of data/plot.awk, beside the table. A script makes at most one.
plot() {
  awk -f "$srcdir/data/plot.awk" >"$builddir/papers/$paper.svg"
  printf '\n![%s](plots/%s.svg)\n' "$1" "$(echo "$paper" | tr / -)"
}
# verdict SENTENCE: what the table shows, from its figures
verdict() { printf '\n**%s**\n' "$1"; }
