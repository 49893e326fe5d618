#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# gpu-show.sh [--markdown] FILE.csv: the table of gpu.sh as aligned text; with --markdown as a page like
# tests/bench/RESULTS.md.
here=$(cd "$(dirname "$0")" && pwd)
markdown=0
[ "${1:-}" != --markdown ] || { markdown=1; shift; }
if [ $markdown = 1 ]; then
  echo "# Measured on one device"
  echo
  echo "Written by \`make bench-gpu\` (\`tests/bench/gpu/gpu-show.sh\`). Speeds in MFLUPS, medians with (least ... most)."
  echo "Shares of: r/w, the read/write-only kernel of the same run; box r/w, that of the full box of the same layout and"
  echo "precision; box, the step of the full box; copy, the copy bandwidth of the run. predicted: tessera-stats at that"
  echo "copy bandwidth. BU: bandwidth utilisation, of the peak; in brackets of propagation only. paper: BU on its own GPU."
  printf '\n## What a step should reach\n\n'
  sed -n 's/^# \(.*\)/\1  /p' "$1"
else
  printf '\nWhat a step should reach\n'
fi
echo
awk -v markdown=$markdown -f "$here/gpu-show.awk" "$1"
