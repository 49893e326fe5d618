# SPDX-License-Identifier: BSD-3-Clause
# Figures 6.32 to 6.34: 1 to n threads (BENCH_THREADS), by the clock, at a constant size of 150^3, and from 100^3 on with as many
# sites a thread.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/001-cache/cache.sh"
threads=${BENCH_THREADS:-$(env -u OMP_NUM_THREADS nproc)} # nproc heeds that variable
[ "$threads" -le 8 ] || threads=8
variants='C-line.sc.two.1 C-line.cs.two.1 C.sc.two.1 C.cs.two.1 B.cs.two.1 C.cs.two.4 C.cs.gc.1 C.cs.gc.4 R.sc.two.1
  R.sc.two.0x16x16x8 R.sc.gc.1 R.sc.gc.0x16x16x8'
size_of() { echo 100 126 144 159 171 182 191 200 | cut -d ' ' -f "$1"; }
scaling='C-line.sc.two.1 C-line.cs.two.1 C.cs.gc.1 C.cs.gc.4 R.sc.gc.0x16x16x8'
for n in $(seq 1 "$threads"); do
  OMP_NUM_THREADS=$n
  # shellcheck disable=SC2086 # several variants
  clocked "${SIDE:-150}" $variants | sed 's/^/constant,/'
  # shellcheck disable=SC2086
  clocked "$(size_of "$n")" $scaling | sed 's/^/scaling,/'
done >speeds
OMP_NUM_THREADS=$threads about
heads "variant|size|$(seq 1 "$threads" | sed 's/$/ threads, MLSUPS/; s/^1 threads/1 thread/' | tr '\n' '|' | sed 's/|$//')" \
  "$threads threads over one, each|thesis: 8 CPUs of a SR8000"
awk -F, -v threads="$threads" -v variants="$variants" '
  { speed[$1, $4, $3] = $5 }
  BEGIN {
    text["C-line.sc.two.1"] = "C, one loop, stream-collide"; text["C-line.cs.two.1"] = "C, one loop, collide-stream"
    text["C.sc.two.1"] = "C, three loops, stream-collide"; text["C.cs.two.1"] = "C, three loops, collide-stream"
    text["B.cs.two.1"] = "B, three loops, collide-stream"; text["C.cs.two.4"] = "C, collide-stream, 4-way"
    text["C.cs.gc.1"] = "C, collide-stream, grid compression"; text["C.cs.gc.4"] = "C, collide-stream, grid compression, 4-way"
    text["R.sc.two.1"] = "rows and vectors"; text["R.sc.two.0x16x16x8"] = "rows and vectors, blocks of y, z and 8 steps"
    text["R.sc.gc.1"] = "rows and vectors, grid compression"
    text["R.sc.gc.0x16x16x8"] = "rows and vectors, grid compression, blocks of y, z and 8 steps"
    paper["constant", "C-line.cs.two.1"] = "8.33, nearly linear"
    paper["constant", "C-line.sc.two.1"] = "less than half of collide-stream"
    paper["scaling", "C-line.cs.two.1"] = "time constant"; paper["scaling", "C-line.sc.two.1"] = "time grows from 1 CPU to 2"
  }
  END {
    n = split(variants, name, " ")
    split("constant scaling", size, " ")
    for (s = 1; s <= 2; s++)
      for (k = 1; k <= n; k++) {
        if (!((size[s], name[k], 1) in speed)) continue
        printf "| %s | %s", text[name[k]], size[s]
        for (t = 1; t <= threads; t++)
          printf " | %s", speed[size[s], name[k], t]
        printf " | %.2f | %s |\n", speed[size[s], name[k], threads] / speed[size[s], name[k], 1] / threads, paper[size[s], name[k]]
      }
  }' speeds
verdict "$(awk -F, -v threads="$threads" '
  { speed[$1, $4, $3] = $5 }
  function share(size, name) { return speed[size, name, threads] / speed[size, name, 1] / threads }
  END {
    if (threads == 1) { print "One core: nothing to compare."; exit }
    printf "%d threads reach %.0f %% of %d times the speed of one with two grids (C, one loop, collide-stream; nearly 100 %% of " \
        "8 CPUs in the thesis), %.0f %% with grid compression, whose rows go in diagonals, and %.0f %% with 4-way blocking in " \
        "it; at scaling size %.0f %%, %.0f %% and %.0f %%. ",
      threads, 100 * share("constant", "C-line.cs.two.1"), threads, 100 * share("constant", "C.cs.gc.1"),
          100 * share("constant", "C.cs.gc.4"),
      100 * share("scaling", "C-line.cs.two.1"), 100 * share("scaling", "C.cs.gc.1"), 100 * share("scaling", "C.cs.gc.4")
    printf "Collide-stream is %.2f times as fast as stream-collide with %d threads (more than twice there).",
        speed["constant", "C-line.cs.two.1", threads] / speed["constant", "C-line.sc.two.1", threads], threads
  }' speeds)"
