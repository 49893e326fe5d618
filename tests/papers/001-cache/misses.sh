# SPDX-License-Identifier: BSD-3-Clause
# Table 6.1 and figures 6.29 to 6.31: cache misses a site update, by the simulator of valgrind (cachegrind), with the
# caches of the thesis's machines and those of this one; 40^3, 4 steps, one thread. SIDE=N: another side.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/001-cache/cache.sh"
about
if command -v valgrind >/dev/null; then
  side=${SIDE:-40}
  # misses D1 LL VARIANT: first-level and last-level misses of data, of 4 steps less those of none
  misses() {
    for steps in 0 4; do
      valgrind --tool=cachegrind --cache-sim=yes --cachegrind-out-file=/dev/null --D1="$1" --LL="$2" \
        "$builddir/tests/cache_plain" steps "$side" $steps "$3" >log 2>&1 || { cat log >&2; fail "valgrind $3"; }
      tr -d ',' <log | awk '/ D1 +misses/ { d = $4 } / LLd misses/ { l = $4 } END { print d, l }'
    done | awk -v n="$side" 'NR == 1 { d = $1; l = $2 } END {
      printf "%.3f,%.3f\n", ($1 - d) / (4 * n ^ 3), ($2 - l) / (4 * n ^ 3) }'
  }
  # First level; last level. An Alpha has three: its second and its third are simulated in turn.
  alpha1=8192,1,32 alpha2=98304,3,32 alpha3=4194304,1,32 athlon1=65536,2,64 athlon2=524288,1,64
  level() { getconf "$1" 2>said || echo 0; }
  own1=32768,8,64 own2=$(level LEVEL2_CACHE_SIZE)
  [ "$own2" -gt 0 ] && [ $((own2 & (own2 - 1))) = 0 ] || own2=1048576
  own2=$own2,8,64
  {
    for v in C.cs.two.1 C.cs.gc.1 C.cs.two.4 C.cs.gc.4; do
      echo "alpha2 $alpha1 $alpha2 $v"
      echo "alpha3 $alpha1 $alpha3 $v"
    done
    for v in B.sc.two.1 B.sc.two.4 C.sc.two.4 C.cs.two.4 B.sc.gc.4 C.sc.gc.4 C.cs.gc.4; do echo "athlon $athlon1 $athlon2 $v"; done
    for v in C.sc.two.1 C.cs.two.1 C.cs.two.3 C.cs.two.4 C.cs.gc.1 C.cs.gc.3 C.cs.gc.4 R.sc.two.1 R.sc.two.0x16x16x4 \
      R.sc.gc.1 R.sc.gc.0x16x16x4; do echo "own $own1 $own2 $v"; done
  } >runs
  # two at a time
  half() { mkdir "$1" && cd "$1" && awk -v k="$1" 'NR % 2 == k' ../runs | while read -r machine d1 ll v; do
    echo "$machine,$v,$(misses "$d1" "$ll" "$v")"; done >table; }
  (half 0) & first=$!
  (half 1)
  wait $first || fail "valgrind"
  cat 0/table 1/table | sort -t, -k1,1 -k3,3gr >found

  heads 'Alpha 21164 (8 KiB, 96 KiB, 4 MiB): C, collide-stream|thesis: interrupts L1|L2|L3|over two grids: L1|L2|L3' \
    'ours, misses a site: L1|L2|L3|over two grids: L1|L2|L3'
  awk -F, '
    { d[$1, $2] = $3; l[$1, $2] = $4 }
    function row(text, v, a, b, c) {
      printf "| %s | %d | %d | %d | %.2f | %.2f | %.2f | %s | %s | %s | %.2f | %.2f | %.2f |\n", text, a, b, c, a / 66571,
          b / 99375,
        c / 29705, d["alpha2", v], l["alpha2", v], l["alpha3", v], d["alpha2", v] / d["alpha2", "C.cs.two.1"],
        l["alpha2", v] / l["alpha2", "C.cs.two.1"], l["alpha3", v] / l["alpha3", "C.cs.two.1"]
    }
    END {
      row("two grids", "C.cs.two.1", 66571, 99375, 29705); row("grid compression", "C.cs.gc.1", 67585, 100920, 11188)
      row("two grids, 4-way", "C.cs.two.4", 67956, 75210, 10715); row("grid compression, 4-way", "C.cs.gc.4", 71881, 66539, 6295)
    }' found
  echo
  heads 'Athlon (64 KiB, 512 KiB): variant|thesis, over B sc, two grids: L1|L2|ours, misses a site: L1|L2' \
    'over B sc, two grids: L1|L2'
  awk -F, '
    $1 == "athlon" { d[$2] = $3; l[$2] = $4; name[++n] = $2 }
    END {
      for (k = 1; k <= n; k++)
        printf "| %s | %s | %s | %s | %s | %.2f | %.2f |\n", name[k],
            name[k] == "B.sc.two.1" ? 1 : name[k] ~ /gc/ ? 0.5 : "less than 1",
          name[k] == "B.sc.two.1" ? 1 : name[k] ~ /gc/ ? 0.4 : "less than 1", d[name[k]], l[name[k]],
              d[name[k]] / d["B.sc.two.1"], l[name[k]] / l["B.sc.two.1"]
    }' found
  echo
  heads "caches of today (${own1%%,*} and ${own2%%,*} bytes): variant|misses a site: L1|L2|over two grids in one block: L1|L2"
  awk -F, '
    $1 == "own" { d[$2] = $3; l[$2] = $4; name[++n] = $2 }
    END {
      for (k = 1; k <= n; k++) {
        base = name[k] ~ /^R/ ? "R.sc.two.1" : substr(name[k], 1, 4) ".two.1"
        printf "| %s | %s | %s | %.2f | %.2f |\n", name[k], d[name[k]], l[name[k]], d[name[k]] / d[base], l[name[k]] / l[base]
      }
    }' found
else
  echo 'valgrind is missing: no misses are simulated.'
fi
if command -v perf >/dev/null && perf stat -e dTLB-load-misses,cache-misses true 2>counted &&
    ! grep -q 'not supported\|not counted' counted; then
  echo
  heads 'perf stat, 100³, 8 steps|last-level cache misses a site|dTLB misses a site'
  # counts STEPS VARIANT: both numbers
  counts() {
    perf stat -x , -e cache-misses,dTLB-load-misses "$cache" steps 100 "$1" "$2" 2>counted >said || fail "perf $2"
    cut -d, -f 1 counted | tr '\n' ' '
  }
  for v in C.cs.two.1 C.cs.two.3 C.cs.two.4 C.cs.gc.1 C.cs.gc.3 C.cs.gc.4; do
    echo "$v $(counts 0 $v) $(counts 8 $v)" | awk '{ printf "| %s | %.3f | %.4f |\n", $1, ($4 - $2) / 8e6, ($5 - $3) / 8e6 }'
  done
else
  printf '\n`perf stat` counts no cache or TLB misses here; the next table has those of the TLB, simulated.\n'
fi
[ ! -s found ] || verdict "$(awk -F, '
  { d[$1, $2] = $3; l[$1, $2] = $4 }
  END {
    printf "With the caches of the Athlon, 4-way blocking and grid compression leave %.2f of the first-level misses (the thesis: " \
        "0.5) and %.2f of the second-level ones (0.4); with those of the Alpha %.2f of the third-level ones (0.21); with caches " \
        "of today %.2f of the first-level and %.2f of the second-level ones (C, collide-stream). First-level misses of the Alpha " \
        "change by %s with grid compression, 4-way and both: the thesis has %s, the other way.",
      d["athlon", "B.sc.gc.4"] / d["athlon", "B.sc.two.1"], l["athlon", "B.sc.gc.4"] / l["athlon", "B.sc.two.1"],
      l["alpha3", "C.cs.gc.4"] / l["alpha3", "C.cs.two.1"], d["own", "C.cs.gc.4"] / d["own", "C.cs.two.1"],
          l["own", "C.cs.gc.4"] / l["own", "C.cs.two.1"], change("gc.1") ", " change("two.4") " and " change("gc.4"),
          "+2, +2 and +8 %"
  }
  function change(v) { return sprintf("%+.0f %%", 100 * d["alpha2", "C.cs." v] / d["alpha2", "C.cs.two.1"] - 100) }' found)"
