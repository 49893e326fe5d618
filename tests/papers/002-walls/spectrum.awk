# SPDX-License-Identifier: BSD-3-Clause
# One line for each point of a series of tessera run (every: steps between rows): its number, the rows used, the swing
# (standard deviation of the velocity across the wake, over U) in the second half of them and in the first, and the
# Strouhal number d / (U T) of the highest peak of the power spectrum, by a fast Fourier transform of the last 2^n rows
# (at most `rows`) after a Hann window; - without a swing. spectrum=FILE: writes point,St,power over the largest; slide=FILE:
# point,step,St of windows half as long, at nine places.
BEGIN { FS = ","; pi = atan2(0, -1) }
NR == 1 {
  for (i = 1; i <= NF; i++)
    if ($i ~ /^point[0-9]+_uy$/)
      column[++points] = i
  next
}
{
  count++
  for (p = 1; p <= points; p++)
    v[p, count] = $column[p]
}
function mean_of(p, from, to,   i, sum) {
  for (i = from; i <= to; i++) sum += v[p, i]
  return sum / (to - from + 1)
}
function swing(p, from, to,   i, sum, m) {
  m = mean_of(p, from, to)
  for (i = from; i <= to; i++) sum += (v[p, i] - m) ^ 2
  return sqrt(sum / (to - from + 1)) / u
}
# re[0 ... n - 1], im[]: in place
function transform(n,   i, j, k, m, half, c, s, a, b, t) {
  for (i = j = 0; i < n - 1; i++) {
    if (i < j) { t = re[i]; re[i] = re[j]; re[j] = t; t = im[i]; im[i] = im[j]; im[j] = t }
    for (m = n / 2; m >= 1 && j >= m; m /= 2) j -= m
    j += m
  }
  for (half = 1; half < n; half *= 2)
    for (k = 0; k < half; k++) {
      c = cos(pi * k / half); s = -sin(pi * k / half)
      for (i = k; i < n; i += 2 * half) {
        a = c * re[i + half] - s * im[i + half]; b = c * im[i + half] + s * re[i + half]
        re[i + half] = re[i] - a; im[i + half] = im[i] - b
        re[i] += a; im[i] += b
      }
    }
}
# peak POINT FIRST ROWS: St of the highest peak; power[] and bin are those of the spectrum
function peak(p, first, n,   i, m, best, x, a, b, c) {
  m = mean_of(p, first, first + n - 1)
  for (i = 0; i < n; i++) { re[i] = (v[p, first + i] - m) * (1 - cos(2 * pi * i / n)) / 2; im[i] = 0 }
  transform(n)
  for (i = 0; i <= n / 2; i++) {
    power[i] = re[i] ^ 2 + im[i] ^ 2
    if (i > 2 && power[i] > power[best]) best = i
    if (i == 2) best = 3
  }
  # between its neighbours the logarithm of a peak is nearly a parabola
  if (best && best < n / 2 && power[best - 1] > 0 && power[best + 1] > 0) {
    a = log(power[best - 1]); b = log(power[best]); c = log(power[best + 1])
    if (a + c < 2 * b) x = (a - c) / (2 * (a - 2 * b + c))
  }
  bin = d / (u * every * n); highest = power[best]
  return (best + x) * bin
}
END {
  for (n = 1; 2 * n <= count && 2 * n <= rows; n *= 2) ;
  first = count - n + 1
  for (p = 1; p <= points; p++) {
    now = swing(p, first + n / 2, count); before = swing(p, first, first + n / 2 - 1)
    if (slide && now > 1e-7 && n >= 128)
      for (k = 0; k <= 8; k++) {
        at = 1 + int(k * (count - n / 2) / 8)
        printf "%d,%d,%.4f\n", p, (at - 1) * every, peak(p, at, n / 2) >slide
      }
    st = peak(p, first, n)
    printf "%d %d %.3e %.3e %s\n", p, n, now, before, (now > 1e-7 && n >= 64 ? sprintf("%.4f", st) : "-")
    if (spectrum && highest > 0)
      for (i = 1; i <= n / 2 && i * bin < 0.5; i++)
        printf "%d,%.5f,%.4e\n", p, i * bin, power[i] / highest >spectrum
  }
}
