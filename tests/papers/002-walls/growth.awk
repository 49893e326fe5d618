# SPDX-License-Identifier: BSD-3-Clause
# Does a wake shed vortices? From the first point of a series of tessera run (every: steps between rows; st: its Strouhal
# number): the amplitude A (standard deviation over U) in windows of four periods, a period apart, after the first 20 D/U
# of what is there, and by least squares the equation of Landau, d ln A / dt = sigma - l A^2, which holds near the onset.
# One line: sigma D / U, the amplitude sqrt(sigma / l) that it tends to, that of the last window, and
#   steady  the last amplitude is below 1e-5, what fp32 has by itself
#   sheds   the last amplitude is above 1e-3, and sigma is above 0 by more than twice its error, or not below it so far and
#           no amplitude differs by more than 10 % from another
#   decays  sigma is below 0 by more than twice its error
#   open    none of these; - for fewer than four windows
BEGIN { FS = ","; pi = atan2(0, -1) }
NR == 1 { for (i = NF; i > 0; i--) if ($i ~ /^point[0-9]+_uy$/) column = i; next }
{ v[++count] = $column }
function window(first, n,   i, m, w, a, b, t) {
  for (i = 0; i < n; i++) m += v[first + i] / n
  for (i = 0; i < n; i++) {
    w = 1 - cos(2 * pi * (i + 0.5) / n); t = 2 * pi * i / period
    a += w * (v[first + i] - m) * cos(t); b += w * (v[first + i] - m) * sin(t)
  }
  return 2 * sqrt(a * a + b * b) / n / u / sqrt(2)
}
END {
  period = d / (st * u * every); n = int(4 * period + 0.5); begin = int(20 * d / u / every)
  for (first = begin + 1; first + n - 1 <= count; first += period) A[++windows] = window(int(first), n)
  if (windows < 4) { print "- - - -"; exit }
  least = most = A[1]
  for (k = 1; k < windows; k++) {
    y = (A[k] ^ 2 + A[k + 1] ^ 2) / 2; g = log(A[k + 1] / A[k]) / (period * every) * d / u
    sy += y; sg += g; syy += y * y; syg += y * g; sgg += g * g
    if (A[k + 1] < least) least = A[k + 1]
    if (A[k + 1] > most) most = A[k + 1]
  }
  m = windows - 1; mean = sg / m; last = A[windows]
  spread = m * syy - sy * sy
  if (spread <= 1e-12 * syy * m) { l = 0; sigma = mean; error = 1 }
  else {
    l = -(m * syg - sy * sg) / spread; sigma = mean + l * sy / m
    rest = 0
    for (k = 1; k < windows; k++) { y = (A[k] ^ 2 + A[k + 1] ^ 2) / 2
      rest += (log(A[k + 1] / A[k]) / (period * every) * d / u - sigma + l * y) ^ 2 }
    error = sqrt(rest / (m > 2 ? m - 2 : 1) * syy / spread)
  }
  stays = most < 1.1 * least
  if (last < 1e-5) verdict = "steady"
  else if (last > 1e-3 && (sigma > 2 * error || (stays && sigma > -2 * error))) verdict = "sheds"
  else if (sigma < -2 * error) verdict = "decays"
  else verdict = "open"
  printf "%.5f %.4f %.3e %s\n", sigma, (l > 0 && sigma > 0 ? sqrt(sigma / l) : verdict == "sheds" ? last : 0), last, verdict
}
