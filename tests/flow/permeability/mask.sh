#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A core in its box: porosity and permeability of both, in the report, in the file and in the files made from it.
. "$srcdir/tests/lib.sh"

# report_of ARGUMENT...: the report of tessera-voxelize, whose voxels are in x.vox
report_of() { tessera voxelize "$@" -o x.vox 2>err || { cat err >&2; fail "voxelize $*"; }; }
inside() { sed -n 's/^ *porosity inside *\([0-9.]*\), of the \([0-9]*\) .*/\1 \2/p' err; }
key() { head -20 x.vox | sed -n 's/^mask: //p'; }

# 4 x 2 x 2: 1 2 3 4 / 5 6 7 8, 11 ... 18; inside: columns 0, 1 and 2 of every slice
printf '\001\002\003\004\005\006\007\010\013\014\015\016\017\020\021\022' >raw
tessera voxelize -q --raw 4,2,1,u8 --fluid equal=1-3 -o part.vox - <<END
$(printf '\001\002\003\011\001\002\003')
END
raw="--raw 4,2,2,u8 --mask part.vox raw"
report_of $raw --threshold 7
is "$(inside)" "0.416667 12"
is "$(key)" 12
grep -q 'porosity  *0.312500$' err || fail "porosity of the box"
report_of $raw --threshold 7 --crop 2:4,,0:1
is "$(inside)" "0.500000 2"
report_of $raw --threshold 7 --flip x --mirror z
is "$(inside)" "0.416667 24"
report_of $raw --threshold 7 --mirror y
is "$(key)" 24
report_of $raw --threshold otsu --bin 2
is "$(key)" 2
report_of $raw --hysteresis 2,7
is "$(inside)" "0.416667 12"
# layers of fluid count, layers of solid do not; where they overlap, the later one counts
report_of $raw --threshold 7 --pad z-=1:fluid --pad x+=1:solid
is "$(inside)" "0.650000 20"
report_of $raw --threshold 7 --mirror z --pad z-=2:fluid --pad z+=1:solid
is "$(inside)" "0.650000 40"
tessera voxelize -q --raw 4,2,2,u8 --threshold 7 raw -o x.vox
[ ! "$(key)" ] || fail "$(key)"
tessera voxelize -q --raw 4,2,2,u8 --fluid equal=99 -o none.vox raw 2>err
tessera voxelize -q --raw 4,2,2,u8 --threshold 99 --mask none.vox -o x.vox raw 2>err
[ ! "$(key)" ] || fail "$(key)"

# stripes of fluid along z in a round core of 12 x 12: the reports of tile, stats, run and probe
awk 'BEGIN { for (i = 0; i < 144 * 8; i++) printf "%c", i % 4 ? 1 : 2 }' >stripes
tessera voxelize -q --shape tube:d=11 --size 12,12,8 -o core.vox
tessera voxelize -q --raw 12,12,8,u8 --fluid equal=1 --voxel 5um --mask core.vox stripes -o stripes.vox
nodes=$(tessera stats --bandwidth 1 --json core.vox | tr -d '\n' | sed 's/.*"nonsolid": *\([0-9]*\).*/\1/')
tessera tile stripes.vox --periodic z -o stripes.tile >report
fluid=$(tessera stats --bandwidth 1 --json stripes.tile >s.json; json s.json nonsolid)
is "$(json s.json mask_nodes)" "$nodes"
near "$(json s.json porosity_mask)" "$(awk "BEGIN { print $fluid / $nodes }")" 1e-5
grep -q "porosity inside .*, of the $nodes nodes" report || fail "the report of tile"
tessera stats --bandwidth 1 stripes.tile | grep -q "porosity inside .*, of the $nodes nodes" || fail "the report of stats"
tessera stats --bandwidth 1 --json stripes.vox >v.json
is "$(json v.json porosity_mask)" "$(json s.json porosity_mask)"
tessera run --quiet --permeability z --tau 2 --json -o flow.tile stripes.tile >r.json
ratio=$(awk "BEGIN { print 12 * 12 * 8 / $nodes }")
for unit in voxel2 m2 darcy; do
  near "$(json r.json permeability_mask 0 $unit)" "$(awk "BEGIN { print $ratio * $(json r.json permeability 0 $unit) }")" 1e-5
done
tessera probe flow.tile --permeability --json >p.json
near "$(json p.json permeability_mask 0 m2)" "$(json r.json permeability_mask 0 m2)" 1e-9
tessera probe flow.tile --permeability | grep -q 'inside the mask  *[0-9.e-]* m2 = ' || fail "the text of probe"
tessera probe flow.tile --permeability --csv | head -1 | grep -q ',voxel2_mask,m2_mask,darcy_mask$' || fail "CSV"
tessera run --permeability z --tau 2 -o flow2.tile stripes.tile 2>&1 | grep -q 'inside the mask  *[0-9.]* voxel2 = ' || fail "the text of run"
tessera tile --check=full flow.tile >/dev/null || fail "the file is not whole"

# Diffusion in the core: its share of the box, and the same tortuosity.
tessera voxelize -q --raw 12,12,8,u8 --fluid equal=1-2 --mask core.vox stripes | tessera tile -q -o round.tile
tessera run --quiet --diffusion z --json round.tile >d.json || fail "diffusion in a core"
near "$(json d.json diffusion_mask 0 relative)" 1 1e-6
near "$(json d.json diffusion_mask 0 formation_factor)" 1 1e-6
near "$(json d.json diffusion 0 formation_factor)" "$ratio" 1e-5
near "$(json d.json diffusion_mask 0 tortuosity_factor)" "$(json d.json diffusion 0 tortuosity_factor)" 1e-9
is "$(json d.json diffusion_mask 0 axis) $(json d.json diffusion_sample)" "z null"
tessera run --quiet --diffusion z round.tile | grep -q 'inside the mask  *D_eff / D = 1, tortuosity factor 1, formation factor 1$' ||
  fail "the text of diffusion"

# along two axes: a slab, three quarters of which are inside the mask
awk 'BEGIN { for (i = 0; i < 8 * 4 * 4; i++) printf "%c", i % 8 < 6 ? 1 : 2 }' >slab
tessera voxelize -q --raw 8,4,4,u8 --fluid equal=1 slab -o part.vox
tessera voxelize -q --raw 8,4,4,u8 --fluid equal=1 --voxel 5um --mask part.vox slab -o slab.vox
tessera tile -q slab.vox --periodic yz -o slab.tile
tessera run --quiet --permeability yz --tau 2 --json slab.tile >yz.json || fail "two axes"
for i in 0 1; do
  near "$(json yz.json permeability_mask $i millidarcy)" "$(awk "BEGIN { print $(json yz.json permeability $i millidarcy) / .75 }")" 1e-5
done

# the intervals of --refine: inside the mask, three quarters of the box, those of the box times 4/3, in the page too
scaled() { # REPORT LIST KEY FACTOR
  for end in value low high; do
    near "$(json "$1" "$2_mask" 0 "$3" $end)" "$(awk "BEGIN { print $4 * $(json "$1" "$2" 0 "$3" $end) }")" 1e-5
  done
  is "$(json "$1" "$2_mask" 0 "$3" unit)" "$(json "$1" "$2" 0 "$3" unit)"
}
awk 'BEGIN { for (i = 0; i < 20 * 16 * 8; i++) printf "%c", i % 20 < 12 ? 1 : i % 20 < 15 ? 2 : 3 }' >wide
tessera voxelize -q --raw 20,16,8,u8 --fluid equal=1-2 wide -o part.vox
tessera voxelize -q --raw 20,16,8,u8 --fluid equal=1 --voxel 5um --mask part.vox wide | tessera tile -q --periodic yz -o wide.tile
tessera run --quiet --refine --permeability z --json -o flow.tile wide.tile >k.json
tessera run --quiet --refine --diffusion z --json wide.tile >d.json
tessera probe flow.tile --permeability --json >p.json
for report in k.json p.json; do scaled $report permeability interval 4/3; done
scaled d.json diffusion interval 4/3
scaled d.json diffusion formation_factor_interval 3/4
scaled d.json diffusion tortuosity_factor_interval 1
tessera report -q flow.tile -o page.html
near "$(grep '^<tr><th>.*>Permeability inside the mask</abbr> along z' page.html | sed 's/.*data value="\([^"]*\)".*/\1/; q')" \
  "$(awk "BEGIN { print 2 / 3 * ($(json k.json permeability 0 interval high) - $(json k.json permeability 0 interval low)) }")" 1e-5

# without a mask there is no such line, and the keys are null
tessera tile -q core.vox --periodic z -o core.tile
tessera stats --bandwidth 1 --json core.tile >s.json
is "$(json s.json mask_nodes) $(json s.json porosity_mask)" "null null"
tessera run --quiet --permeability z --tau 2 --json -o flow.tile core.tile >r.json
is "$(json r.json permeability_mask)" null
tessera probe flow.tile --permeability --json >p.json
is "$(json p.json permeability_mask)" null
