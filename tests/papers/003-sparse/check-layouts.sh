#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The layouts of sparse/ on the CPU: each gives the populations of a naive step. Domains: spheres in periods of whole
# tiles, spheres in a grid that is not a multiple of tiles, a tree with missing tiles, and a period of one tile, which
# is its own neighbour.
. "$srcdir/tests/lib.sh"
sparse=$builddir/tests/sparse
# domain NAME SHAPE SIZE [OPTION]...
domain() {
  file=$1.tile shape=$2 size=$3; shift 3
  tessera-voxelize --quiet --shape "$shape" --size "$size" | tessera-tile --quiet --lint no "$@" -o "$file" 2>said
}
domain spheres spheres:porosity=0.5,d=7,seed=1,periodic 16,20,12 --periodic xyz
domain ragged spheres:porosity=0.4,d=5,seed=3 18,13,16 --periodic z
domain vessel vessel 24,24,32 --periodic z
domain single spheres:porosity=0.6,d=4,seed=2,periodic 4,8,4 --periodic xyz
domain box box 8,8,8 --periodic xyz
# Linear walls: bits has the rule of Bouzidi et al., the others half-way walls.
printf '11.3 12.1 10.7 9.3\n6.2 6.1 5.9 3.3\n' >list
tessera-voxelize --quiet --walls --shape spheres:list=list --size 16,20,16 |
    tessera-tile --quiet --lint no --periodic xyz -o linear.tile
for name in spheres ragged vessel single box linear; do
  for threads in 1 3; do
    OMP_NUM_THREADS=$threads "$sparse" check $name.tile >said || { cat said >&2; fail "$name with $threads threads"; }
    [ "$(grep -c ',good$' said)" = $(($(wc -l <said) - 1)) ] && [ "$(wc -l <said)" -ge 17 ] || {
        cat said >&2; fail "rows of $name"; }
  done
done
# The bytes that a node holds and moves equal those of the formulas where both count the same: cm, for a number of
# nodes that is a multiple of 32, and fia; the number of ghost buffers is that of tessera-stats.
"$sparse" box.tile >rows || fail "no rows"
awk -F, '
  NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
  $c["layout"] == "cm" { rows++; if ($c["holds"] != $c["model_holds"] || $c["moves"] != $c["model_moves"]) exit 1 }
  $c["layout"] ~ /^fia/ { rows++; if ($c["holds"] != $c["model_holds"] || $c["moves"] != $c["model_moves"]) exit 1 }
  # 8 bytes a tile for its mask instead of 2 a node for its type
  $c["layout"] == "tgb" { rows++; off = $c["model_holds"] - $c["holds"] - 2 + 8 / 64; if (off < -0.02 || off > 0.02) exit 1 }
  END { if (rows != 16) exit 1 }' rows || { cat rows >&2; fail "bytes"; }
"$sparse" box.tile cm >rows || fail "no rows of cm"
[ "$(grep -c ',cm,' rows)" = 4 ] && [ "$(wc -l <rows)" = 5 ] || { cat rows >&2; fail "rows of one layout"; }

# The kernels of two papers have rows on request, with the collisions that those papers time, and moments in tiles.
for kernel in 'types 4' 'bits 2' 'moments-tiles 2'; do
  "$sparse" linear.tile "${kernel% *}" >rows && [ "$(wc -l <rows)" = $((${kernel#* } + 1)) ] || {
      cat rows >&2; fail "rows of $kernel"; }
done
"$sparse" vessel.tile bits >rows
is "$(wc -l <rows)" 1 # it has no sides

domain open box 8,8,8 --inlet z- --outlet z+
expect 1 "$sparse" open.tile
one_line patches
expect 1 "$sparse" nothing.tile
one_line 'nothing.tile'
expect 2 "$sparse"
expect 2 "$sparse" box.tile nothing

# The measuring script with tiny domains: the printed numbers are not speeds.
OMP_NUM_THREADS=1 SPARSE=$sparse DEVICE=cpu SCALE=tiny DOMAINS='1 0.7' BENCH_OUT="$PWD/out" paper=003/layouts-gpu sh \
    "$srcdir/tests/papers/003-sparse/layouts-gpu.sh" >said 2>stderr ||
  { tail -n 5 said stderr >&2; fail "it failed"; }
[ ! -s stderr ] || { cat stderr >&2; fail "messages"; }
# steps of packed in 4 ways and t2c in 2, their propagation, read/write and the others of the box
awk -F, 'NR == 1 { n = NF; next } NF != n || !($7 > 0) || $8 > $7 || $9 < $7 || !($10 > 0) { print; exit 1 }
  { rows[$1]++ } END { if (rows[1] != 34 || rows["0.7"] != 28) { print rows[1], rows["0.7"]; exit 1 } }' out/layouts-cpu.csv >&2 ||
  fail "rows of the table"
[ "$(grep -c '^| 0.7 |' said)" = 5 ] && grep -Eq '^[|] tgb, cm ([|] (cm|tgb)( > 0[.][0-9]*)? ){8}[|]$' said || {
    cat said >&2; fail "tables"; }
# The tables of artificial figures: on the line between 1 and 0.5, packed and cm are equal at 0.75; by the formulas
# never.
printf '%s\n' "$(head -n 1 out/layouts-cpu.csv)" 1,1,1,packed,fp64,bgk,12,12,12,9,9,9,9,9,1 1,1,1,cm,fp64,bgk,10,9,10,9,9,9,10,10, \
  0.5,0.5,1,packed,fp64,bgk,8,8,8,9,9,9,9,9,1 0.5,0.5,1,cm,fp64,bgk,10,10,10,9,9,9,10,10, >made.csv
awk -F, -f "$srcdir/tests/papers/003-sparse/layouts-show.awk" made.csv >made.md
grep -q 'more than 10.0 %' made.md && grep -q '^| packed, cm | packed > 0.75 |  |  |  | packed |  | packed |  |$' made.md ||
  { cat made.md >&2; fail "crossing"; }

# Packed beside the kernels of the papers: domains for which no time is left are named. The clock stands still at first.
mkdir -p bin && cat >bin/date <<END
#!/bin/sh
[ "\$1" = +%s ] || exec $(command -v date) "\$@"
echo tick >>"$PWD/ticks"; [ "\$(wc -l <"$PWD/ticks")" -le 2 ] && echo 1 || echo 9999999999
END
chmod +x bin/date
PATH=$PWD/bin:$PATH OMP_NUM_THREADS=1 SPARSE=$sparse DEVICE=cpu SCALE=tiny PARTS="000 002" builddir=$PWD paper=all/own sh \
    "$srcdir/tests/papers/all-papers/own.sh" >said 2>stderr || { tail -n 5 said stderr >&2; fail "own.sh failed"; }
grep -q 'Left out for want of time: 000, spheres 0.5; 000, tubes; 002, width 16; 002, width 20\.\*\*$' said || {
  cat said >&2; fail "domains are left out without a word"; }
