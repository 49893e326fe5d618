# SPDX-License-Identifier: BSD-3-Clause
# Figure 4, equation 1: nanoseconds of a warp that reads and writes N words of 32 bits, 1 ... 20: T = 2.78 N + 0.99.
. "$srcdir/tests/papers/004-gpu/gpu.sh"
"$program" transfers >table || fail "transfers"
about cuda
heads 'blocks of|words|ns of a word in the paper|ours|ratio|ns without words in the paper|ours|GB/s in the paper|ours' \
  'share of the peak in the paper|ours|largest distance from the line'
awk -F, -v peak="${peak:-0}" '
  NR > 1 { key = $1 "|" $2; if (!(key in n)) order[++keys] = key
    i = ++n[key]; y[key, i] = $4; w[key, i] = $3; sx[key] += $3; sy[key] += $4; sxx[key] += $3 * $3; sxy[key] += $3 * $4 }
  END {
    for (k = 1; k <= keys; k++) {
      key = order[k]; a = (n[key] * sxy[key] - sx[key] * sy[key]) / (n[key] * sxx[key] - sx[key] ^ 2)
      b = (sy[key] - a * sx[key]) / n[key]; most = 0
      for (i = 1; i <= n[key]; i++) { off = y[key, i] / (a * w[key, i] + b) - 1; if (off < 0) off = -off
        if (off > most) most = off }
      split(key, part, "|")
      printf "| %s | %s | 2.78 | %.4f | %.4f | 0.99 | %.4f | 90.7 | %.0f | 0.81 | %s | %.1f %% |\n", part[1], part[2], a,
          a / 2.78, b, 256 / a, peak ? sprintf("%.3f", 256 / a / peak) : "", 100 * most
      if (most > far) far = most
      if (!near || most < near) near = most
      if (key == "128|in turns") own = most
      if (key == "256|apart") last = sprintf("in blocks of 256, apart, T = %.4f N %+.4f, at %.0f times the throughput of the paper",
          a, b, 256 / a / 90.7)
    }
    printf "With the code and blocks of the paper, in turns in 128, times lie up to %.1f %% off the line, over all rows %.1f … %.1f %%: " \
        "%s in the words moved (at most 10 %%); %s.", 100 * own, 100 * near, 100 * far, far <= 0.1 ? "linear" : "not linear",
        last >"said"
  }' table
printf '\nIn turns is the code of the paper: word j + 1 from word j, which a GPU of today still has in its caches, '
printf 'so that only the writing reaches the memory; apart reads one array and writes another.\n'
awk -F, '
  function add(panel, colour, side) { for (i = 1; i <= NR; i++) if (row[i] ~ "^" side ",") { split(row[i], c, ",")
      print "cross," (c[2] == "apart" ? "#447" : "#c00") "," c[3] "," c[4] } }
  NR > 1 { row[NR] = $0; if ($4 > most) most = $4 }
  END { for (side = 128; side <= 256; side *= 2) { print "panel,ns of a warp over words: blocks of " side ",0,20,0," most * 1.1
      print "key,#c00,in turns"; print "key,#447,apart"; add("", "", side) } }' table |
  plot "Time of a warp over the number of words"
verdict "$(cat said)"
