# awk -v re=RE -f cavity-2d.awk u v cavity-2d.ref: the files u and v hold "position,velocity" from wall to wall. Writes
# "line,position,published,found" for each point of the tables, then "rms,LINE,value" and
# "extremum,NAME,value,position".
BEGIN { FS = ","; of[100] = 3; of[400] = 4; of[1000] = 5 }
FILENAME == "u" || FILENAME == "v" { at[FILENAME, ++count[FILENAME]] = $1; value[FILENAME, count[FILENAME]] = $2; next }
/^#/ || $of[re] == "" { next }
function velocity(line, s,   i, part) {
  for (i = 2; i < count[line] && at[line, i] < s; i++)
    ;
  part = (s - at[line, i - 1]) / (at[line, i] - at[line, i - 1])
  return value[line, i - 1] + part * (value[line, i] - value[line, i - 1])
}
{
  found = velocity($1, $2)
  printf "%s,%s,%s,%.5f\n", $1, $2, $of[re], found
  squares[$1] += (found - $of[re]) ^ 2
  given[$1]++
}
# The top of the parabola through the node that is furthest out and both beside it, which are as far from each other.
function extremum(name, line, sign,   i, best, low, here, high, off) {
  best = 3
  for (i = 3; i <= count[line] - 2; i++)
    if (sign * value[line, i] > sign * value[line, best])
      best = i
  low = value[line, best - 1]; here = value[line, best]; high = value[line, best + 1]
  off = (low - high) / (2 * (low - 2 * here + high))
  printf "extremum,%s,%.6f,%.4f\n", name, here - (low - high) * off / 4, at[line, best] + off * (at[line, best + 1] - at[line, best])
}
END {
  for (line in given)
    printf "rms,%s,%.5f\n", line, sqrt(squares[line] / given[line])
  extremum("least u", "u", -1)
  extremum("largest v", "v", 1)
  extremum("least v", "v", -1)
}
