# SPDX-License-Identifier: BSD-3-Clause
# Section 3.2 and table 5: transactions of 32 bytes a tile, counted from the functions that place the nodes, for the warps
# of 32 threads of the paper; and what of them must come from the memory through the L2 cache of a GTX Titan and of an
# H100, by a model: a cache that drops the oldest sector, 16 tiles at a time on each multiprocessor, not in step.
. "$srcdir/tests/papers/lib.sh"
"$builddir/tests/layouts_count" check >said || { cat said >&2; fail "an arrangement is wrong"; }
"$builddir/tests/layouts_count" >table
about
heads 'arrangement|precision|transactions a tile in the paper|ours|least|L2 reads a tile measured in the paper' \
  'memory reads a tile measured in the paper|by the model, Titan|ratio|by the model, H100'
awk -F, '
  BEGIN {
    stated["all three", "fp64"] = 344; stated["all three", "fp32"] = 240; stated["XYZ", "fp32"] = 288
    # table 5: of 15625 tiles
    l2["XYZ"] = 8188609; l2["XYZ + zigzagNE"] = 7827219; l2["XYZ + YXZ"] = 6730769; l2["all three"] = 6368191
    memory["XYZ"] = 7298421; memory["XYZ + zigzagNE"] = 6824451; memory["XYZ + YXZ"] = 5397210; memory["all three"] = 4919420
  }
  NR > 1 {
    a = $2 == "fp64" && ($1 in l2)
    printf "| %s | %s | %s | %d | %d | %s | %s | %.0f | %s | %.0f |\n", $1, $2, stated[$1, $2], $3, $4,
      a ? sprintf("%.0f", l2[$1] / 15625) : "", a ? sprintf("%.0f", memory[$1] / 15625) : "", $5,
          a ? sprintf("%.2f", $5 / (memory[$1] / 15625)) : "", $6
  }' table
verdict "$(awk -F, '
  NR > 1 { t[$1, $2] = $3; titan[$1, $2] = $5; hopper[$1, $2] = $6 }
  END {
    same = t["all three", "fp64"] == 344 && t["all three", "fp32"] == 240 && t["XYZ", "fp32"] == 288
    printf same ? "All counts of the paper come out: " : "Not all counts of the paper come out: "
    printf "%d of at least 304 transactions in fp64, %d (rows: %d) of 152 in fp32. ", t["all three", "fp64"],
        t["all three", "fp32"], t["XYZ", "fp32"]
    printf "By rows a tile of fp64 asks for %d, of which a cache of 1.5 MB under 224 tiles keeps so few that %.0f come from the " \
        "memory (467 measured there), %.2f of what the arrangements leave; ", t["XYZ", "fp64"], titan["XYZ", "fp64"],
        titan["XYZ", "fp64"] / titan["all three", "fp64"]
    printf "through the L2 cache of an H100, with half of its 50 MB under 2112 tiles, %.0f come from the memory, %.2f of the " \
        "arrangements%s.", hopper["XYZ", "fp64"], hopper["XYZ", "fp64"] / hopper["all three", "fp64"],
        (hopper["XYZ", "fp64"] < 1.1 * hopper["all three", "fp64"] ? ": that is why it forgives rows" : "")
  }' table)"
