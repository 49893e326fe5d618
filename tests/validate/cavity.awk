# awk -f cavity.awk u w cavity.ref: the files u and w hold "position,velocity" from wall to wall. Writes input for
# plot.awk, and to standard error the RMS difference from each table and the extrema; the exit status is 1 if an RMS is
# above 0.03.
BEGIN {
  FS = ","
  title["u"] = "u(z) / U on x = y = L/2"; title["w"] = "w(x) / U on y = z = L/2"
  # extrema of the same authors
  published["u", "least"] = "-0.28038 at 0.1242"
  published["w", "most"] = "0.24665 at 0.1096"
  published["w", "least"] = "-0.43502 at 0.9094"
}
FILENAME == "u" || FILENAME == "w" {
  line = FILENAME
  at[line, ++count[line]] = $1; value[line, count[line]] = $2
  next
}
/^#/ { next }
function velocity(line, s,   i, part) {
  for (i = 2; i < count[line] && at[line, i] < s; i++)
    ;
  part = (s - at[line, i - 1]) / (at[line, i] - at[line, i - 1])
  return value[line, i - 1] + part * (value[line, i] - value[line, i - 1])
}
{
  squares[$1] += (velocity($1, $2) - $3) ^ 2
  given[$1]++
  crosses[$1] = crosses[$1] "cross,#c00," $2 "," $3 "\n"
}
function extremum(line, sign,   i, best) {
  best = 1
  for (i = 1; i <= count[line]; i++)
    if (sign * value[line, i] > sign * value[line, best])
      best = i
  return sprintf("%.5f at %.4f", value[line, best], at[line, best])
}
function panel(line,   i) {
  print "panel," title[line] ",0,1,-0.6,1"
  print "key,#447,this run\nkey,#c00,Albensoeder and Kuhlmann"
  for (i = 1; i <= count[line]; i++)
    print (i == 1 ? "move" : "line") ",#447," at[line, i] "," value[line, i]
  printf "%s", crosses[line]
}
END {
  for (line in given) {
    panel(line)
    rms = sqrt(squares[line] / given[line])
    printf "cavity: %s: RMS %.5f of the lid speed over %d points\n", line, rms, given[line] >"/dev/stderr"
    if (!(rms < 0.03))
      bad = 1
  }
  printf "cavity: least u %s (published %s)\n", extremum("u", -1), published["u", "least"] >"/dev/stderr"
  printf "cavity: least w %s (published %s)\n", extremum("w", -1), published["w", "least"] >"/dev/stderr"
  printf "cavity: largest w %s (published %s)\n", extremum("w", 1), published["w", "most"] >"/dev/stderr"
  exit bad
}
