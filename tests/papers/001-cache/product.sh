# SPDX-License-Identifier: BSD-3-Clause
# The step of tessera-run beside the variants of rows and vectors: does a blocked update beat it? One thread, BGK, fp64;
# all by the time of the processor, the median of three rounds; those of tessera-run are before, between and after. SIDES="10 20 ...":
# other sides.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/001-cache/cache.sh"
names=
for blocks in 1 0x16x16x4 0x16x16x8; do names="$names R.sc.two.$blocks R.sc.gc.$blocks"; done
for side in ${SIDES:-10 20 30 40 50 60 80 100 128 160}; do
  product "$side"
  # shellcheck disable=SC2086 # several variants
  speeds "$side" $names C.cs.two.1
  product "$side"
  product "$side"
done >measured
sort -t, -k1,1n -k3,3 -k4,4g measured | awk -F, '$3 != "product" || ++n[$1] == 2' >speeds
whole speeds ,
about
heads 'side|tessera-run, MLSUPS|two grids|in blocks of 4 steps|8 steps|grid compression|in blocks of 4 steps|8 steps' \
  'best in blocks / tessera-run|cells of the thesis, C, collide-stream, two grids'
awk -F, '
  { speed[$3, $1] = $4; if (!($1 in seen)) { seen[$1] = 1; side[++n] = $1 } }
  END {
    m = split("product R.sc.two.1 R.sc.two.0x16x16x4 R.sc.two.0x16x16x8 R.sc.gc.1 R.sc.gc.0x16x16x4 R.sc.gc.0x16x16x8", name, " ")
    for (j = 1; j <= n; j++) {
      printf "| %d", side[j]
      best = 0
      for (k = 1; k <= m; k++) {
        v = speed[name[k], side[j]]
        printf " | %s", v
        if (name[k] ~ /x/ && v > best) best = v
      }
      printf " | %.2f | %s |\n", best / speed["product", side[j]], speed["C.cs.two.1", side[j]]
    }
  }' speeds
most=$(awk -F, '$4 > m { m = $4 } END { print 10 * int(m / 10 + 1) }' speeds)
curves "MLSUPS over side" 0,160 "$most" product=#1f77b4=tessera-run R.sc.two.1=#888=two_grids \
  R.sc.two.0x16x16x8=#2ca02c=two_grids_in_blocks R.sc.gc.1=#000=compressed \
  R.sc.gc.0x16x16x8=#d62728=compressed_in_blocks C.cs.two.1=#ff7f0e=cells_of_the_thesis <speeds >panels
plot 'tessera-run and blocks' <panels
verdict "$(awk -F, '
  $3 ~ /^R.*x/ && $4 > best[$1] { best[$1] = $4 }
  $3 == "product" { product[$1] = $4 }
  END {
    for (side in product) { gain = best[side] / product[side]; n++; won += gain > 1.02
      if (gain > high) { high = gain; where = side } if (!low || gain < low) low = gain }
    printf "The best blocked update has %.2f … %.2f times the speed of tessera-run, most at %d³; it is faster by more than 2 %% at " \
        "%d of %d sides.", low, high, where, won, n
  }' speeds)"
