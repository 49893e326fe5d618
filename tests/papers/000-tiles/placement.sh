# SPDX-License-Identifier: BSD-3-Clause
# What the two papers on tiles leave to later work: where the grid of tiles lies, and tiles of other edges. Utilisation at
# the best, the mean and the worst placement, for their domains (vessels: the trees of tubes that stand for them, and the
# aorta of TESSERA_DATA); tessera-tile takes the best one by itself. SCALE=tiny tries the script.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/000-tiles/vessel-sizes.sh"
side=192 diameter=40
[ "${SCALE:-full}" = full ] || side=16 diameter=8 aneurysm=vessel@16x16x16 coarctation=vessel@12x16x16
# placed NAME EDGE <VOXELS: a line "NAME|EDGE|best|mean|worst|chosen"
placed() {
  tessera-tile --quiet --lint no --edge "$2" -o a.tile 2>>said
  tessera-stats --offsets a.tile | awk -v name="$1" -v edge="$2" -v chosen="$(tessera-stats --json a.tile |
      awk -v file=- -v key=utilisation -f "$srcdir/tests/bench/json.awk")" '
    !/^#/ && NF >= 5 && $5 + 0 > 0 { n++; sum += $5; if ($5 > best) best = $5; if (!worst || $5 < worst) worst = $5 }
    END { if (n) printf "%s|%d|%.3f|%.3f|%.3f|%.3f\n", name, edge, best, sum / n, worst, chosen }'
}
domain() { # NAME OPTION...
  name=$1; shift
  tessera-voxelize --quiet "$@" >a.vox 2>>said
  for edge in 2 4 8; do placed "$name" $edge <a.vox; done
}
{
  domain "cavity, 101³" --shape box --size 101,101,101
  domain "channel of 8, circular" --shape tube:d=8 --size 8,8,64
  for porosity in 0.9 0.5 0.2 0.1; do domain "spheres, porosity $porosity" \
      --shape "spheres:porosity=$porosity,d=$diameter,seed=1" --size $side,$side,$side; done
  domain "tubes for the aneurysm" --shape vessel --size 288,288,288
  domain "tubes for the coarctation" --shape vessel --size "$(echo "${coarctation#*@}" | tr x ,)"
  [ ! -e "${TESSERA_DATA:-/none}/aorta-surface.stl" ] || domain "aorta, 442 long" --size 442 "$TESSERA_DATA/aorta-surface.stl"
  domain "chip, channels of 8" --shape "chip:width=8,pitch=14,turns=8" --size 120,220,4
} >rows
whole rows '|'
about
heads 'domain|edge 2: best placement|mean|worst|edge 4: best|mean|worst|edge 8: best|mean|worst'
awk -F '|' '{ if (!($1 in seen)) { seen[$1]; order[++n] = $1 } cells[$1] = cells[$1] sprintf(" %s | %s | %s |", $3, $4,
    $5) } END { for (k = 1; k <= n; k++) print "| " order[k] " |" cells[order[k]] }' rows
verdict "$(awk -F '|' '
  { best[$1, $2] = $3; mean[$1, $2] = $4; if ($6 + 0 < $3 - 0.0006) missed++; total++ }
  $2 == 4 { n++; gain = $3 / $4; if (gain > most) { most = gain; where = $1 } over = $3 / $5; if (over > range) { range = over
      widest = $1 } }
  $2 == 2 { two[$1] = $3 } $2 == 8 { eight[$1] = $3 }
  END { for (d in two) { r = two[d] / best[d, 4]; if (r > small) { small = r; sparse = d } }
    printf "The best placement gains at most %.1f %% over the mean one with edge 4 (%s) and %.1f %% over the worst (%s); " \
        "tessera-tile finds the best in %d of %d. Tiles of edge 2 are used %.2f times as well at most (%s), and have eight times " \
        "as many indices.",
      100 * most - 100, where, 100 * range - 100, widest, total - missed, total, small, sparse }' rows)"
