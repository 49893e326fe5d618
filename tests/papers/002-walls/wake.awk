# SPDX-License-Identifier: BSD-3-Clause
# The table of wake.sh from its lines "Re steps of swing-A -B -C St-A -B -C growth tends last vortices"; points: panels of
# the plot; sentence: the verdict. Fit: M. Ormieres and M. Provansal.
function fit(re) { return re >= 280 && re <= 360 ? -48.2 + 0.391 * re - 3.6e-4 * re ^ 2 : 0 }
function size(x) { return x < 0 ? -x : x }
function joined(list, re) { return list (list == "" ? "" : ", ") re }
BEGIN {
  paper[260] = "steady"; paper[270] = "0.1122, 0.1122, none (swing 3e-6, 3e-6, 0)"; paper[360] = "0.1394, 0.1394, it or 0.1826"
  paper[380] = "0.139, one of both, 0.1810"; paper[400] = "0.2019 thrice"; paper[420] = "none is stable"
  for (re = 280; re < 360; re += 20) paper[re] = "Ro within 5 % of the fit"
  factor = 1 - 0.95 * d / side; printed = 1 - 0.95 * 0.112
}
{
  ro = $7 == "-" || $13 != "sheds" && $13 != "open" ? 0 : factor * $7 * $1
  printf "| %d | %d of %d | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", $1, $2, $3, $13, $10, $4, $5, $6,
    $13 == "-" ? "-" : sprintf("%.4f", $11), $7, $8, $9, paper[$1], ro ? sprintf("%.2f", ro) : "-",
        fit($1) ? sprintf("%.2f", fit($1)) : "-",
    ro && fit($1) ? sprintf("%.3f", ro / fit($1)) : "-"
  if ($2 < $3) { todo += $3 - $2; open++ }
  if ($13 == "sheds") { shed = joined(shed, $1); n++; at[n] = $1; square[n] = $11 ^ 2; rate[n] = $10; if (n == 1) lowest = $1
    curve = curve "cross,#447," $1 "," ro "\n" (n == 1 ? "move" : "line") ",#447," $1 "," ro "\n"
    if (fit($1)) { off = 100 * size(ro / fit($1) - 1); if (off > most) { most = off
        most_printed = 100 * size(printed * $7 * $1 / fit($1) - 1) } compared++ } }
  if ($13 == "decays" || $13 == "steady") { still = joined(still, $1); highest = $1; fading = $13 == "decays" ? $10 : ""
    faded = $1 }
  if ($13 == "open") undecided = joined(undecided, $1)
}
END {
  print "panel,Roshko number over Reynolds number,250,430,15,65\nkey,#447,A corrected\nkey,#c00,Ormieres and Provansal" >points
  for (re = 280; re <= 360; re += 5) print (re == 280 ? "move" : "line") ",#c00," re "," fit(re) >points
  printf "%s", curve >points
  # the line through the square of the amplitude of the two lowest that shed
  if (n > 1 && square[2] > square[1]) critical = at[1] - square[1] * (at[2] - at[1]) / (square[2] - square[1])
  for (i = 1; i <= n; i++) if (square[i] > top) top = square[i]
  if (n > 1) {
    printf "panel,square of the amplitude over Reynolds number,250,430,0,%.4g\nkey,#447,ours\nkey,#c00,line through the lowest " \
        "two\n", 1.2 * top >points
    for (i = 1; i <= n; i++) print "cross,#447," at[i] "," square[i] >points
    if (critical >= 250) printf "move,#c00,%s,0\nline,#c00,%s,%s\n", critical, at[2], square[2] >points
  }
  if (still != "" && shed != "") {
    text = sprintf("Vortices shed at Re %s and fade, or there are none, at %s: the critical Re lies between %d and %d", shed,
        still, highest, lowest)
    if (fading != "" && rate[1] > 0 && highest < lowest) text = text sprintf(", by the rates of growth at %.0f",
        faded + (lowest - faded) * -fading / (rate[1] - fading))
    if (critical) text = text sprintf(", by the square of the amplitude at %.0f", critical)
    text = (highest >= lowest ? "No: " text " (which is no range)" : highest >= 260 &&
        lowest <= 270 ? "Yes: " text : critical >= 260 && critical <= 270 && highest < 270 &&
        lowest > 260 ? "Yes: " text : "No: " text) ", where the paper has 265 within 5."
  } else if (critical)
    text = sprintf("Vortices shed at Re %s; by the square of the amplitude the critical Re is %.0f (%s: the paper has 265 within " \
        "5), which no Re below confirms.", shed, critical, critical >= 260 && critical <= 270 ? "yes" : "no")
  else text = sprintf("No: vortices shed at Re %s, fade or are not there at %s, so that no critical Reynolds number (265 within " \
      "5 in the paper) follows.", shed == "" ? "-" : shed, still == "" ? "-" : still)
  if (undecided != "") text = text " Not decided: Re " undecided "."
  if (compared) text = text sprintf(" The largest distance of %d Roshko numbers from the fit is %.1f %% (%.1f %% with the " \
      "blockage of 0.112 that the paper prints; 42 / 352 is 0.119), where the paper has 5 %%: %s.", compared, most,
      most_printed, most <= 5 ? "yes" : "no")
  if (open) text = text sprintf(" %d of %d Reynolds numbers are not complete: %.0f steps of %.1f million nodes at %.0f MFLUPS " \
      "take %.1f hours more; run it again with the same WAKE.",
    open, NR, todo, nodes * 1e-6, mflups, mflups ? todo * nodes / mflups / 3.6e9 : 0)
  print text >sentence
}
