#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The D2Q9 rows of the table of speeds, on the CPU: BGK, quasi-compressible, fp64, in tiles of 16 x 16 nodes with one copy
# and ghost buffers (plane/), beside tessera-run on the same picture, with lattice d2q9 (blocks of 16 x 16, two copies)
# and with d3q19. A square chamber, cylinders and the channel of a chip: million updates of non-solid nodes per second on
# one thread and on PLANE_THREADS (2), medians of seven repetitions, by the limit that the copy bandwidth at that moment sets for
# nine or nineteen populations, and bytes per node. Nothing fails because of a speed. PLANE_SIDE=1024.
. "$srcdir/tests/papers/lib.sh"
export OMP_PROC_BIND=true
side=${PLANE_SIDE:-1024}
results=${BENCH_OUT:-$builddir/papers/003}
mkdir -p "$results"
# slice NAME THREADS LATTICE POPULATIONS: the columns of tests/plane, measured with tessera-run
slice() {
  tessera-run --benchmark --json --quiet --collision bgk --threads "$2" --lattice "$3" slice.tile >r.json
  tessera-stats --json slice.tile >s.json
  awk -v name="$1" -v side="$side" -v threads="$2" -v lattice="$3" -v q="$4" -f "$srcdir/tests/bench/json.awk" -f - /dev/null \
      <<'AWK'
BEGIN {
  json(slurp("r.json"), r); json(slurp("s.json"), s)
  printf "%s,%d,%d,%.4f,%.4f,%d,%s,%.1f,%.1f,%.3f,%.1f\n", name, side, side, s["nonsolid"] / side ^ 2, s["utilisation"],
    threads, lattice, r["mflups"], r["copy_bandwidth"] * 1e3 / (2 * q * 8), r["benchmark.step.share_of_copy"],
        r["memory"] / s["nonsolid"]
}
AWK
}
echo "shape,nx,ny,porosity,utilisation,threads,way,mlups,copy_bound,ratio,bytes_a_node" >"$results/plane.csv"
for shape in cavity cylinders:c=0.5,cell=64 chip:width=32,pitch=38; do
  tessera-voxelize --quiet --shape "$shape" --size "$side,$side,1" --export picture.raw -o slice.vox
  tessera-tile --quiet --lint no slice.vox -o slice.tile
  name=${shape%%:*}
  for threads in 1 "${PLANE_THREADS:-2}"; do
    OMP_NUM_THREADS=$threads "$builddir/tests/plane" picture.raw "$side" "$side" | sed "1d; s/^/$name,/"
    slice "$name" "$threads" d2q9 9
    slice "$name" "$threads" d3q19 19
  done
done >>"$results/plane.csv"
about
heads 'picture|porosity|threads|d2q9 of tessera-run, MLUPS|ghost buffers|d3q19|ghost buffers by d2q9' \
  'share of the copy bandwidth: d2q9|ghost buffers|bytes a node: d2q9|ghost buffers|d3q19'
awk -F, 'NR > 1 {
    key = $1 "," $6
    if (!(key in seen)) { order[++n] = key; seen[key] = 1 }
    p[key] = $4; speed[key, $7] = $8; share[key, $7] = $10; bytes[key, $7] = $11
  }
  END {
    for (i = 1; i <= n; i++) {
      split(order[i], k, ",")
      printf "| %s | %.2f | %d | %.1f | %.1f | %.1f | %.2f | %.2f | %.2f | %.0f | %.0f | %.0f |\n", k[1], p[order[i]], k[2],
        speed[order[i], "d2q9"], speed[order[i], "ghost buffers"], speed[order[i], "d3q19"],
        speed[order[i], "ghost buffers"] / speed[order[i], "d2q9"], share[order[i], "d2q9"], share[order[i], "ghost buffers"],
        bytes[order[i], "d2q9"], bytes[order[i], "ghost buffers"], bytes[order[i], "d3q19"]
    }
  }' "$results/plane.csv"
verdict "$(awk -F, 'NR > 1 { speed[$1 "," $6, $7] = $8; bytes[$1 "," $6, $7] = $11; if ($7 == "ghost buffers") key[$1 "," $6] = 1 }
  END { for (k in key) { n++; r = speed[k, "ghost buffers"] / speed[k, "d2q9"]; wins += r > 1; if (!low || r < low) low = r
      if (r > high) high = r
      saves += bytes[k, "ghost buffers"] / bytes[k, "d2q9"] / 1 }
    printf "On a CPU ghost buffers are faster than two copies in %d of %d rows (%.2f to %.2f times) and take %.2f of their " \
        "memory; in the paper, on a GPU, they cost D2Q9 most of its speed and took the least memory.\n", wins, n, low, high,
        saves / n }' "$results/plane.csv")"
