# SPDX-License-Identifier: BSD-3-Clause
# D2Q9 with ghost buffers and other collisions on a GPU, in a chamber of 4096^2 nodes, fp64: the paper says that barriers make
# more complex collisions slower, and that without them BGK, incompressible, is as fast as no collision. SIDE=4096
. "$srcdir/tests/papers/lib.sh"
side=${SIDE:-4096}
plane=$builddir/tests/plane-cuda
[ -x "$plane" ] || skip "built without CUDA"
"$plane" check >said 2>&1 || { cat said >&2; fail "the populations are wrong"; }
tessera-voxelize --quiet --shape cavity --size "$side,$side,1" --export picture.raw -o slice.vox
"$plane" picture.raw "$side" "$side" collisions >table || fail "plane-cuda"
whole table ';'
about cuda
heads 'collision|ghost buffers, MLUPS (least … most)|over BGK, incompressible|without barrier|over none|without ghost code' \
  'over none'
awk -F';' '
  NR > 1 { v[$1, $2] = $3; text[$1, $2] = sprintf("%.0f (%.0f … %.0f)", $3, $4, $5); if (!($1 in seen)) { seen[$1]
      order[++n] = $1 } }
  END {
    for (i = 1; i <= n; i++) { c = order[i]
      printf "| %s | %s | %.3f | %s | %.3f | %s | %.3f |\n", c, text[c, "ghost buffers"],
          v[c, "ghost buffers"] / v["BGK, incompressible", "ghost buffers"],
        text[c, "without barrier"], v[c, "without barrier"] / v["none", "without barrier"], text[c, "without ghost code"],
            v[c, "without ghost code"] / v["none", "without ghost code"] }
    mrt = v["MRT, quasi-compressible", "ghost buffers"] / v["BGK, incompressible", "ghost buffers"]
    free = v["BGK, incompressible", "without barrier"] / v["none", "without barrier"]
    printf "With the barrier MRT, quasi-compressible, is slower than BGK, incompressible, by more than 2 %%: %s (%.3f of it; " \
        "there slower). Without it BGK, incompressible, is as fast as no collision, within 2 %%: %s (%.3f; there the same).",
      (mrt < 0.98 ? "yes" : "no"), mrt, (free > 0.98 && free < 1.02 ? "yes" : "no"), free >"said"
  }' table
verdict "$(cat said)"
