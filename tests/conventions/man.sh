#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every program has a man page, and its OPTIONS are those of --help: both come from one table.
. "$srcdir/tests/lib.sh"

# The headings and tags of the OPTIONS section (lines after .TP and .TQ), unescaped.
page_options() {
  sed -e 's/\\-/-/g' -e 's/\\f.//g' "$1" |
    awk '/^\.SH/ { on = /OPTIONS/ } on && /^\.SS/ { print substr($0, 5) ":" } on && tag { print } { tag = /^\.T[PQ]/ }' |
    grep -o -e '--[a-z][a-z0-9-]*' -e '^[A-Z].*:$'
}
help_options() { "$1" --help | sed -n 's/^  ...[ ]\(--[a-z][a-z0-9-]*\).*/\1/p; 3,${/^[A-Z][A-Za-z ]*:$/p;}'; }

# The shapes, as the error message for an unknown shape lists them.
expect 2 tessera-voxelize --shape none --size 8,8,8
shapes=$(sed 's/.*known are //; s/,//g' stderr)
tessera-voxelize --help | tr -d '\n' | sed 's/.*Make a shape//; s/--size.*//' | tr ', .' '\n\n\n' >help
for shape in ${shapes:?}; do
  grep -qx "$shape" help || fail "tessera-voxelize --help does not list the shape $shape"
  grep -q "^\.B.* *$shape\>" "$srcdir/man/tessera-voxelize.1" || fail "tessera-voxelize.1 has no shape $shape"
done

for program in $programs; do
  page=$srcdir/man/$program.1
  [ -f "$page" ] || fail "no man page man/$program.1"
  page_options "$page" >page
  help_options "$program" >help
  [ -s help ] || fail "$program --help lists no option"
  diff -u page help >&2 || fail "OPTIONS of $program.1 (-) differ from $program --help (+)"
  for section in NAME SYNOPSIS DESCRIPTION OPTIONS EXAMPLES; do
    grep -q "^\.SH \"*$section" "$page" || fail "$program.1 has no section $section"
  done
done

# ---- every page that another one names exists, and tessera(1) names each

named() { sed -E 's/\\-/-/g; s/\\f.//g; s/ \(([1-9])\)/(\1)/g' "$@" | grep -oE '(tessera|libtile)(-[a-z]+)?\([1-9]\)' | sort -u; }
named "$srcdir"/man/*.[1-9] >references
for page in "$srcdir"/man/*.[1-9]; do basename "$page" | sed -E 's/\.([1-9])$/(\1)/'; done | sort >pages
diff -u pages references >&2 || fail "the pages (-) differ from those that pages name (+)"
sed -n '/^\.SH SEE ALSO/,$p' "$srcdir/man/tessera.1" >also
named also | { cat; echo 'tessera(1)'; } | sort | diff -u pages - >&2 || fail "the pages (-) differ from SEE ALSO of tessera(1) (+)"

# ---- every key of a JSON report is described in the page

# bold PAGE: the words of lines that are bold, and of bold parts of others
bold() {
  {
    sed -n '/^\.[BR]\{1,2\} /{s/\\-/-/g; s/\\f.//g; s/\\(dq//g; p;}' "$1"
    sed 's/\\-/-/g' "$1" | grep -o '\\fB[^\\]*' | cut -c 4-
  } | tr -c 'A-Za-z0-9_-' '\n'
}
# told PAGES FILE...: the pages have the names of all members
told() {
  pages=$1; shift
  for page in $pages; do bold "$srcdir/man/$page"; done >words
  grep -h -o '"[^"]*":' "$@" | tr -d '":' | sort -u >keys
  [ -s keys ] || fail "no keys in $*"
  while read -r key; do
    grep -qx -e "$key" words || fail "$pages: no JSON key $key"
  done <keys
}
tessera voxelize --shape channel:w=4 --size 8,8,8 --quiet -o duct.vox
tessera tile duct.vox --inlet z- --outlet z+ --quiet -o duct.tile
tessera tile duct.vox --periodic z --quiet -o ring.tile
tessera stats duct.tile --bandwidth 10 --vram 1GB --devices 2 --link 1 --json >stats.json
tessera stats duct.tile --offsets --json >offsets.json
tessera stats duct.tile --thickness --intrusion z- --two-point 2 --lineal-path 2 --rev --anisotropy --json >pores.json
told tessera-stats.1 stats.json offsets.json pores.json
tessera run duct.tile --permeability z --refine --force-on walls --patch-flux --checkpoint flow.tile --json >run.json 2>said
tessera run ring.tile --benchmark --json >bench.json
tessera run ring.tile --forchheimer z --converge 1e-2 --json >forchheimer.json
tessera run duct.tile --diffusion z --refine --json >diffusion.json 2>said
told tessera-run.1 run.json bench.json forchheimer.json diffusion.json
tube_surface 8 1 3 >tube.stl
printf '%s\n' '0 2' '0.1 6' '0.2 2' >curve.txt
tessera voxelize tube.stl --unit mm --voxel 0.4mm --cap --quiet | tessera tile --lint no --quiet -o tube.tile
tessera run tube.tile --blood carreau-yasuda --set inlet0:flow=curve.txt,s,uL/s,womersley --set outlet1:rcr=1e12,1e-14,1e12 \
  --threads 1 --beats 1 --average wall.tile --residence --json >vessel.json 2>said || { cat said >&2; fail "a beat"; }
for key in curves harmonics outlets beat estimate residence; do
  json vessel.json $key >value 2>&1 || :
  ! grep -q '^null' value || fail "no $key in the report of a vessel"
done
told "tessera-run.1 tessera-vessel.7" vessel.json
tessera probe flow.tile --json >summary.json
tessera probe flow.tile --permeability --flux z --point 3,3,3 --line 3,3,0:3,3,7:2 --section 3,3,3 --force walls --wall-shear --patch-flux --json >all.json
told tessera-probe.1 summary.json all.json
head -c 64 /dev/zero | tessera voxelize --raw 4,4,4,u8 --labels --json - >labels.json 2>said
told tessera-voxelize.1 labels.json

# ---- every key of a header is described in the page of the format

for flow in flow.tile ring-flow.tile mrt.tile; do
  case $flow in
    ring*) tessera run ring.tile --force 0,0,1e-6 --steps 1 --precision fp64/fp32 --quiet -o $flow >said ;;
    mrt*) tessera run ring.tile --permeability z --collision mrt --steps 1 --quiet -o $flow >said 2>&1 || [ $? = 5 ] ;;
  esac
  sed '/^end: /q' $flow | grep -a -o '^[^ :]*: ' | tr -d ': ' | sort -u >keys
  [ "$(wc -l <keys)" -gt 15 ] || fail "$flow has few keys"
  bold "$srcdir/man/tessera-tile.5" >words
  while read -r key; do
    grep -qx -e "$key" words || fail "tessera-tile.5 has no key $key"
  done <keys
done
