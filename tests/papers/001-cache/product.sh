# SPDX-License-Identifier: BSD-3-Clause
# The step of tessera-run beside the variants of rows and vectors: does a blocked update beat it? One thread, BGK, fp64;
# tessera-run by the median of single steps. SIDES="10 20 ...": other sides.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/001-cache/cache.sh"
names=
for blocks in 1 0x16x16x4 0x16x16x8; do names="$names R.sc.two.$blocks R.sc.gc.$blocks"; done
for side in ${SIDES:-10 20 30 40 50 60 80 100 128 160}; do
  # shellcheck disable=SC2086 # several variants
  speeds "$side" $names C.cs.two.1
  product "$side"
  echo "$side,1,bound,$(bound "$side")"
done >speeds
whole speeds ,
about
heads 'side|tessera-run, MLSUPS|two grids|in blocks of 4 steps|8 steps|grid compression|in blocks of 4 steps|8 steps' \
  'best in blocks / tessera-run|cells of the thesis, C, collide-stream, two grids|tessera-run: share of copying'
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
      printf " | %.2f | %s | %.2f |\n", best / speed["product", side[j]], speed["C.cs.two.1", side[j]],
          speed["product", side[j]] / speed["bound", side[j]]
    }
  }' speeds
most=$(awk -F, '$3 != "bound" && $4 > m { m = $4 } END { print 10 * int(m / 10 + 1) }' speeds)
curves "MLSUPS over side" 0,160 "$most" product=#1f77b4=tessera-run R.sc.two.1=#888=two_grids \
  R.sc.two.0x16x16x8=#2ca02c=two_grids_in_blocks R.sc.gc.1=#000=compressed \
  R.sc.gc.0x16x16x8=#d62728=compressed_in_blocks C.cs.two.1=#ff7f0e=cells_of_the_thesis <speeds >panels
plot 'tessera-run and blocks' <panels
verdict "$(awk -F, '
  { speed[$3, $1] = $4; if (!($1 in seen)) { seen[$1] = 1; side[++n] = $1 } }
  END {
    for (j = 1; j <= n; j++) {
      best = 0
      for (k in speed) {
        split(k, part, SUBSEP)
        if (part[2] == side[j] && part[1] ~ /^R.*x/ && speed[k] > best) best = speed[k]
      }
      gain = best / speed["product", side[j]]
      if (j == 1 || gain > high) high = gain
      if (j == 1 || gain < low) low = gain
      if (gain > 1.05) { won = won (won ? ", " : "") side[j]; if (gain > most) { most = gain
          where = side[j] } if (!least || gain < least) least = gain }
      else lost = lost (lost ? ", " : "") side[j]
    }
    if (won) printf "Blocks of time beat tessera-run by %.0f … %.0f %% (most at %d) at sides %s%s.", 100 * least - 100,
        100 * most - 100, where, won, lost ? ", not at " lost : ""
    else printf "No blocked update beats tessera-run by more than 5 %%: the best one has %.2f … %.2f of its speed.", low, high
  }' speeds)"
