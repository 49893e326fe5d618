# SPDX-License-Identifier: BSD-3-Clause
# Tables 8 and 9: a cerebral aneurysm (730 x 342 x 334, utilisation 0.931) and an aorta with coarctation (93 x 161 x 442,
# utilisation 0.807). Those geometries are not published: trees of tubes (shape vessel) whose size gives their
# utilisation take their place, and the aorta of TESSERA_DATA in as many voxels.
. "$srcdir/tests/papers/000-tiles/gpu.sh"
. "$srcdir/tests/papers/000-tiles/vessel-sizes.sh"
[ "$scale" = full ] || aneurysm=vessel@32x32x48 coarctation=vessel-small@32x32x32
[ "$scale" != full ] || ! aorta_voxels "$aorta_long" aorta@data.tile || aorta=aorta@data
for domain in $coarctation ${aorta:-} $aneurysm; do
  for kernel in bgk-incompressible mrt-incompressible; do
    for precision in fp64 fp32; do
      for layout in t2c packed; do
        echo "$domain" $layout $precision $kernel
      done
    done
  done
done >todo
measured vessels <todo
shown
[ "${aorta:-}" ] || printf '\nWithout TESSERA_DATA there is no aorta.\n'
verdict "$(from_table '
  NR > 1 && c("kernel") ~ /bgk/ { b[c("layout"), c("precision"), c("case")] = c("share_box") }
  function told(layout, name) { return b[layout, "fp64", name] == "" ? "(not measured)" : n(b[layout, "fp64", name], 3) }
  END { printf "In fp64 BGK the aneurysm (utilisation 0.931) runs at %s of the speed of the full box (0.937 of the cavity in the " \
      "paper), the coarctation (0.807) at %s (0.907); with packed %s and %s.",
    told("t2c", "vessel"), told("t2c", "vessel-small"), told("packed", "vessel"), told("packed", "vessel-small") }')"
