# One line of the table of sphere-channel.sh from a series of tessera run: the velocity across the wake (point2_uy) in
# the last half of the time. Its frequency is the rate at which it crosses its mean upwards, interpolated between rows.
BEGIN { FS = "," }
NR == 1 {
  for (i = 1; i <= NF; i++)
    column[$i] = i
  next
}
{ time[++rows] = $1; swing[rows] = $column["point2_uy"] }
function sigma(from, to,   i, sum, squares, n) {
  for (i = from; i <= to; i++) { sum += swing[i]; squares += swing[i] ^ 2 }
  n = to - from + 1
  mean = sum / n
  squares = squares / n - mean ^ 2
  return squares > 0 ? sqrt(squares) / u : 0
}
END {
  half = int(rows / 2); late = int(rows * 3 / 4)
  before = sigma(half + 1, late); now = sigma(late + 1, rows)
  sigma(half + 1, rows)
  for (i = half + 1; i <= rows; i++) {
    if (i == half + 1 || swing[i - 1] >= mean || swing[i] < mean)
      continue
    at = time[i] - (time[i] - time[i - 1]) * (swing[i] - mean) / (swing[i] - swing[i - 1])
    if (!passes++)
      first = at
    last = at
  }
  st = passes > 1 ? (passes - 1) / (last - first) * d / u : 0
  corrected = (1 - 0.95 * d / side) * st
  fit = -48.2 + 0.391 * re - 3.6e-4 * re ^ 2
  printf "%d,%.4f,%.4f,%.3f,%.3f,%.4f,%.3e,%.3e,%.0f\n", re, st, corrected, corrected * re, fit, corrected * re / fit - 1,
    now, before, mflups
}
