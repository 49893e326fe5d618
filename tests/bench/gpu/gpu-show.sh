#!/bin/sh
# gpu-show.sh [--markdown] FILE.csv...: tables of gpu.sh as aligned text; with --markdown as a page like
# tests/bench/RESULTS.md.
here=$(cd "$(dirname "$0")" && pwd)
markdown=0
[ "${1:-}" != --markdown ] || { markdown=1; shift; }

title() {
  case $1 in
    table) echo "What a step should reach" ;;
    spheres) echo "Random spheres" ;;
    blocks) echo "Arrangements of data blocks" ;;
    channels) echo "Rectangular channels" ;;
    vessel) echo "Trees of tubes" ;;
    cavity) echo "Cavity over its size" ;;
    fit) echo "Bandwidth utilisation of propagation in channels, fitted" ;;
  esac
}
if [ $markdown = 1 ]; then
  echo "# Measured on one device"
  echo
  echo "Written by \`make bench-gpu\` (\`tests/bench/gpu/gpu-show.sh\`). Speeds in MFLUPS, medians with (least ... most)."
  echo "Shares of: r/w, the read/write-only kernel of the same run; box r/w, that of the full box of the same layout and"
  echo "precision; box, the step of the full box; copy, the copy bandwidth of the run. predicted: tessera-stats at that"
  echo "copy bandwidth. BU: bandwidth utilisation, of the peak; in brackets of propagation only. paper: BU on its own GPU."
fi
for file; do
  part=$(basename "$file" .csv)
  part=${part#gpu-}
  if [ $markdown = 1 ]; then
    printf '\n## %s\n\n' "$(title "$part")"
    sed -n 's/^# \(.*\)/\1  /p' "$file"
  else
    printf '\n%s\n' "$(title "$part")"
  fi
  echo
  awk -v markdown=$markdown -v part="$part" -f "$here/gpu-show.awk" "$file"
done
