#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every measure of a core, that of its nodes alone: against NumPy, in core.py.
. "$srcdir/tests/lib.sh"
find_python
"$python" "$srcdir/tests/cli/stats/core.py" >said 2>&1 || { cat said >&2; fail "core.py"; }
# without the mask no measure of pores of a core is given, and the surface is said to be that of the box
tessera stats core.vox | grep -q 'specific surface .* with the cut of the mask; --mask gives that of the core$' || fail "the text"
tessera stats --json core.vox >core.json
is "$(json core.json surface_faces_mask) $(json core.json specific_surface_mask) $(json core.json chord_mask)" "null null null"
for option in --thickness "--intrusion z-" "--network pores.csv"; do
  refused 2 "and the file does not say which: add --mask-output mask.vox to tessera voxelize --mask, and --mask mask.vox here$" \
    tessera stats $option core.vox
done
# as it says
cp mask.vox given.vox && rm mask.vox
tessera voxelize -q --raw 19,15,12,u8 --fluid equal=1 --voxel 3um whole.raw --mask given.vox --mask-output mask.vox -o again.vox
is "$(tessera stats --digest again.vox)" "$(tessera stats --digest core.vox)"
tessera stats --thickness --mask mask.vox again.vox >said
tessera stats --mask mask.vox core.vox | grep -q "specific surface inside  *$(awk "BEGIN {
  printf \"%.5g\", $(tessera stats --json --mask mask.vox core.vox >core.json; json core.json specific_surface_mask) }") / voxel" ||
  fail "the text of a core"
# the page has both, each by its name
shown() { sed 's/<td>/;/g; s/<[^>]*>//g' page.html | sed -n "s/^$1 *$2[^;]*;\([0-9.]*\).*/\1/p" | head -n 1; }
tessera report core.json -o page.html
near "$(shown Porosity 'inside the mask')" "$(awk "BEGIN { print 100 * $(json core.json porosity_mask) }")" 1e-3
near "$(shown Porosity 'of the box')" "$(awk "BEGIN { print 100 * $(json core.json porosity) }")" 1e-3
near "$(shown 'Specific surface' 'inside the mask')" "$(awk "BEGIN { print 1e-3 * $(json core.json specific_surface_mask_per_m) }")" 1e-3
tessera report core.tile -o page.html
near "$(shown Porosity 'inside the mask')" "$(awk "BEGIN { print 100 * $(json core.json porosity_mask) }")" 1e-3
tessera run -q --diffusion x --json core.tile >d.json
tessera report d.json -o page.html
near "$(shown 'Formation factor' 'along x, inside the mask')" "$(json d.json diffusion_mask 0 formation_factor)" 1e-3
