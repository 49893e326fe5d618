#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tessera-stats --network: pores and throats of simple shapes, and the files that other programs read.
. "$srcdir/tests/lib.sh"
stats() { tessera stats --json "$@" >r.json 2>stderr || { cat stderr >&2; fail "tessera stats $*"; }; }
# column FILE NAME: its values, one a line
column() {
  awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } at && $at != "" { print $at }' "$1"
}
# columns FILE NAME=VALUE...: of the first pore or throat
columns() {
  file=$1; shift
  for pair; do
    found=$(column "$file" "${pair%=*}" | head -n 1)
    case ${pair#*=} in
      [TF]*) is "$found" "${pair#*=}" ;;
      *) near "$found" "${pair#*=}" 1e-8 ;;
    esac
  done
}

# Two chambers of 9 x 9 x 10 nodes with a throat of 3 x 3 x 5 between, as check_network.c: radii of 5 and 2 voxels. In a
# chamber the nodes with the largest distance are the first six of its axis.
chambers pair
tessera tile --quiet pair.vox -o pair.tile
for file in pair.vox pair.tile; do
  stats --network pair.csv $file
  is "$(json r.json network pores)" 2
  is "$(json r.json network throats)" 1
  is "$(json r.json network mean_coordination)" 1
  is "$(json r.json network mean_pore_radius)" 5
  is "$(json r.json network mean_throat_radius)" 2
  near "$(json r.json network mean_pore_radius_m)" 1e-5 1e-12
  near "$(json r.json network mean_throat_radius_m)" 4e-6 1e-12
  is "$(json r.json network unit)" m
  is "$(wc -l <pair.csv)" 3
  columns pair.csv 'pore.coords[0]=6e-6' 'pore.coords[1]=1.1e-5' 'pore.coords[2]=1.1e-5' pore.inscribed_diameter=2e-5 \
    pore.coordination_number=1 pore.xmin=True pore.xmax=False pore.ymin=False pore.zmax=False 'throat.conns[0]=0' \
    'throat.conns[1]=1' throat.filler=False throat.diameter=8e-6 throat.inscribed_diameter=8e-6 throat.cross_sectional_area=3.6e-11 throat.direct_length=3.8e-5 \
    throat.total_length=3.8e-5 throat.conduit_lengths.throat=7.6e-6
  near "$(column pair.csv pore.volume | awk '{ sum += $1 } END { print sum }')" "$(awk 'BEGIN { print (2 * 810 + 45) * 8e-18 }')" 1e-5
  near "$(column pair.csv pore.surface_area | awk '{ sum += $1 } END { print sum }')" "$(awk 'BEGIN { print (2 * (360 + 81 - 9) + 60) * 4e-12 }')" 1e-5
  # the ball of 837 voxels, the circle of 9
  columns pair.csv pore.equivalent_diameter=2.33850844e-05 pore.diameter=2.33850844e-05 pore.cross_sectional_area=4.29504544e-10 \
    throat.equivalent_diameter=6.770275e-06
  # One throat for two pores: OpenPNM takes no table with fewer, so that it is repeated, with 1e-6 of its width.
  is "$(column pair.csv throat.filler | tr '\n' ' ')" "False True "
  is "$(column pair.csv 'throat.conns[1]' | tr '\n' ' ')" "1 1 "
  near "$(column pair.csv throat.diameter | tail -n 1)" 8e-12 1e-8
  near "$(column pair.csv throat.cross_sectional_area | tail -n 1)" 3.6e-23 1e-8
  near "$(awk "BEGIN { print $(column pair.csv throat.conduit_lengths.pore1 | head -n 1) + $(column pair.csv throat.conduit_lengths.pore2 | head -n 1) }")" 3.04e-5 1e-5
done
# Statoil's: a link with the inlet and one with the outlet
stats --network pair pair.tile
is "$(sed -n 1p pair_link1.dat)" 3
is "$(wc -l <pair_link2.dat)" 3
is "$(sed -n 2p pair_link1.dat)" "1 1 2 4e-06 0.0795774715 3.8e-05"
is "$(sed -n 3p pair_link1.dat | cut -d ' ' -f 1-4)" "2 -1 1 1e-05"
is "$(sed -n 4p pair_link1.dat | cut -d ' ' -f 1-4)" "3 0 2 1e-05"
is "$(sed -n 2p pair_link2.dat)" "2 -1 1 0 3e-06 3e-06 0 0"
is "$(sed -n 1p pair_node1.dat)" "2 5e-05 2.2e-05 2.2e-05"
is "$(sed -n 2p pair_node1.dat)" "1 6e-06 1.1e-05 1.1e-05 2 2 -1 1 0 1 2"
is "$(sed -n 3p pair_node1.dat)" "2 4.4e-05 1.1e-05 1.1e-05 2 1 0 0 1 1 3"
near "$(awk '{ sum += $2 } END { printf "%.9g", sum }' pair_node2.dat)" 1.332e-14 1e-8
# in voxels, where their size is not known, and the report says so; in the end of the name capitals do not count
tessera voxelize --quiet --raw 25,11,11,u8 pair.raw --threshold 64 --fluid above | tee bare.vox | tessera stats --network bare.CSV >text
grep -q 'written to bare.CSV in voxels' text || fail "no word of voxels: $(cat text)"
grep -q '2 pores and 1 throats, 1 throats' text || fail "$(cat text)"
columns bare.CSV throat.total_length=19 'pore.coords[0]=3'
stats --network bare bare.vox
is "$(json r.json network unit)" voxel
is "$(json r.json network mean_pore_radius_m)" null
# the table of curves, and the solid phase
tessera stats --csv --network pair.csv pair.tile >table
is "$(grep '^network' table | tr '\n' ' ')" "network,pores,5,1 network,throats,2,1 "
stats --of solid --network solid.csv pair.tile
is "$(column solid.csv pore.volume | awk '{ sum += $1 } END { printf "%.0f", sum / 8e-18 }')" 1360
# a throat that is wide enough is none
stats --network pair.csv --persistence 0.3 pair.tile
is "$(json r.json network pores)" 1
is "$(json r.json network throats)" 0
is "$(json r.json network mean_throat_radius)" null
is "$(wc -l <pair.csv)" 2
# the same files with any number of threads
tessera voxelize --quiet --shape spheres:porosity=0.4,d=9,seed=3 --size 40,40,40 -o pack.vox
for threads in 1 3; do OMP_NUM_THREADS=$threads tessera stats --network $threads.csv pack.vox >text; done
[ "$(wc -l <1.csv)" -gt 50 ] || fail "few pores"
cmp 1.csv 3.csv || fail "another number of threads gives another network"
# lengths of a throat: from one centre of a pore to the other, and by way of the centre of the throat, which lies off that line
awk -F, '
  NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  $1 != "" { for (a = 0; a < 3; a++) pore[NR - 2, a] = $(at["pore.coords[" a "]"]) }
  $(at["throat.filler"]) == "False" { n++; row[n] = $0 }
  END { for (k = 1; k <= n; k++) { split(row[k], v); direct = one = two = 0
      for (a = 0; a < 3; a++) { c = v[at["throat.centre[" a "]"]]
        p = pore[v[at["throat.conns[0]"]], a]; q = pore[v[at["throat.conns[1]"]], a]
        direct += (p - q) ^ 2; one += (p - c) ^ 2; two += (q - c) ^ 2 }
      total = sqrt(one) + sqrt(two); direct = sqrt(direct); bent += total > 1.05 * direct
      d = v[at["throat.direct_length"]] - direct; t = v[at["throat.total_length"]] - total
      if (d * d + t * t > 1e-8 * total * total) { print v[at["throat.direct_length"]], direct, v[at["throat.total_length"]], total; exit 1 } }
    exit !(bent > 20) }' 1.csv >lengths || fail "lengths of throats, found and wanted: $(cat lengths)"

# ---- refusals: no file is written, none is left half-written
rm -f ./*.csv ./*.dat
unwritten='*.csv *.dat *.csv.?????? *.dat.??????'
refused 2 "up to 1" tessera stats --network n.csv --persistence 1.5 pair.tile
refused 2 "persistence" tessera stats --network n.csv --persistence 0 pair.tile
refused 2 "give --network FILE" tessera stats --persistence 0.9 pair.tile
refused 2 "expected a name" tessera stats --network - pair.tile
refused 2 "expected a name" tessera stats --network ./ pair.tile
refused 2 "network net.xlsx: it writes a table for OpenPNM, or four" tessera stats --network net.xlsx pair.tile
refused 2 "-o net.csv: it writes Tessera's own format, .* named .tile" tessera stats --thickness -o net.csv pair.tile
refused 2 "non-empty" tessera stats --network '' pair.tile
refused 2 "both name n.csv" tessera stats --network n.csv --thickness -o n.csv pair.tile
refused 2 "the digest alone" tessera stats --digest --network n.csv pair.tile
refused 1 "none/n_node1.dat: No such file" tessera stats --network none/n pair.tile
mkdir n_link2.dat
unwritten='n_node?.dat n_link1.dat n_*.dat.??????'
refused 1 "n_link2.dat: is a folder" tessera stats --network n pair.tile
rmdir n_link2.dat
cp pair.tile pair.csv
refused 2 "would replace the input" tessera stats --network pair.csv pair.csv
cmp pair.tile pair.csv
tessera voxelize --quiet --shape box --size 4,4,4 -o box.vox
refused 3 "no solid nodes" tessera stats --network n box.vox
if ! sanitized; then # the sanitizer's allocator is another
  refused 1 "regions of pores\|nodes in the order\|the distances" tessera stats --network n --max-memory 500kB pack.vox
fi
# a disk that fills after so many bytes: one line, and none of the files
fault=$builddir/tests/fault
set +e; "$fault" full 0 tessera-stats --network n pair.tile >text 2>stderr; code=$?; set -e
if [ $code = 77 ] || sanitized; then
  lacks "a disk that is full: no calls can be made to fail here"
else
  for bytes in 0 10 70 150 250; do
    for files in n n.csv; do
      expect 1 env OMP_NUM_THREADS=1 "$fault" full $bytes tessera-stats --network $files pair.tile >text
      one_line "n[._].*: No space left"
      [ ! "$(find . -name 'n[._]*')" ] || fail "left on a full disk: $(find . -name 'n[._]*')"
    done
  done
fi
