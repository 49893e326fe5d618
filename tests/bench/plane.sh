#!/bin/sh
# Two dimensions on the CPU: D2Q9 in tiles of 16 x 16 nodes with one copy and ghost buffers (plane/), beside tessera-run
# on the same picture, with lattice d2q9 and with d3q19. A square chamber and arrays of cylinders of several porosities:
# million updates of non-solid nodes per second on one thread and on BENCH_THREADS (2), the limit that the copy
# bandwidth at that moment sets for nine or nineteen populations, and bytes per node. Nothing fails because of a speed.
# BENCH_SIDE=2048. Writes bench/plane.csv in the build folder.
. "$srcdir/tests/lib.sh"
results=$builddir/bench
mkdir -p "$results"
export OMP_WAIT_POLICY=active OMP_PROC_BIND=true
side=${BENCH_SIDE:-2048}
echo "shape,nx,ny,porosity,utilisation,threads,way,mlups,copy_bound,ratio,bytes_a_node" >"$results/plane.csv"
# slice SHAPE THREADS LATTICE POPULATIONS: the same columns, measured with tessera-run
slice() {
  tessera run --benchmark --json --quiet --collision bgk --threads "$2" --lattice "$3" slice.tile >r.json
  tessera stats --json --bandwidth 1 slice.tile >s.json
  awk -v shape="$1" -v n="$side" -v threads="$2" -v fluid="$(json s.json nonsolid)" -v used="$(json s.json utilisation)" \
    -v mflups="$(json r.json mflups)" -v copy="$(json r.json copy_bandwidth)" -v share="$(json r.json benchmark step share_of_copy)" \
    -v bytes="$(json r.json memory)" -v lattice="$3" -v q="$4" 'BEGIN {
      printf "%s,%d,%d,%.4f,%.4f,%d,%s,%.1f,%.1f,%.3f,%.1f\n", shape, n, n, fluid / n ^ 2, used, threads, lattice, mflups,
        copy * 1e3 / (2 * q * 8), share, bytes / fluid }'
}
for shape in cavity cylinders:c=0.1 cylinders:c=0.3 cylinders:c=0.5 cylinders:c=0.7; do
  tessera voxelize --quiet --shape "$shape$([ $shape = cavity ] || echo ",cell=64")" --size "$side,$side,1" --export picture.raw -o slice.vox
  tessera tile --quiet slice.vox -o slice.tile
  for threads in 1 "${BENCH_THREADS:-2}"; do
    OMP_NUM_THREADS=$threads "$builddir/tests/plane" picture.raw "$side" "$side" | sed "1d; s/^/$shape,/"
    slice "$shape" "$threads" d2q9 9
    slice "$shape" "$threads" d3q19 19
  done
done | tee -a "$results/plane.csv"
