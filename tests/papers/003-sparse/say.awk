# SPDX-License-Identifier: BSD-3-Clause
# say STATEMENT PAPER RULE OURS VERDICT: a row; the verdict is 1 (yes), 2 (in part), 0 (no) or 3 (by construction: our domain
# was chosen to give it, so that it confirms nothing)
function say(statement, paper, rule, ours, right) {
  printf "| %s | %s | %s | %s | %s |\n", statement, paper, rule, ours, right == 3 ? "by construction" : right == 2 ? "in part" : right ? "yes" : "no"
  counts[right]++
}
function verdicts() {
  return sprintf("Of %d statements our figures confirm %d, %d in part and %d not; %d are so by construction.",
    counts[0] + counts[1] + counts[2] + counts[3], counts[1], counts[2], counts[0], counts[3])
}
# within LOW HIGH LEAST MOST: all of LEAST ... MOST lies in LOW ... HIGH, or a part of it
function within(low, high, least, most) { return least >= low && most <= high ? 1 : most >= low && least <= high ? 2 : 0 }
