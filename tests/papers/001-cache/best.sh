# Figure 6.35: the fastest version without blocks, with two grids and 4-way blocking, and with grid compression too.
. "$srcdir/tests/papers/lib.sh"
. "$srcdir/tests/papers/001-cache/cache.sh"
side=${SIDE:-100}
speeds "$side" A.sc.two.1 A.cs.two.1 B.sc.two.1 B.cs.two.1 C.sc.two.1 C.cs.two.1 B.sc.two.4 B.cs.two.4 C.sc.two.4 \
  C.cs.two.4 B.sc.gc.4 B.cs.gc.4 C.sc.gc.4 C.cs.gc.4 >speeds
limit=$(bound "$side")
# fastest PATTERN: its line
fastest() { grep "$1" speeds | sort -t, -k 4 -g | tail -n 1; }
basic=$(fastest 'two\.1') blocked=$(fastest 'two\.4') both=$(fastest 'gc\.4')
about
heads 'the fastest, 100³|thesis: Alpha|Pentium 4, dual channel|Itanium 2|Opteron|ours, MLSUPS|which|over basic|share of copying|ours / Opteron'
# row TEXT LINE OPTERON THESIS
row() { # the columns of the thesis are one text
  echo "$1|$2|$3|$4" | awk -F '|' -v basic="${basic##*,}" -v limit="$limit" '{
    split($2, part, ",")
    printf "| %s | %s | %s | %.2f | %.2f | %s |\n", $4, part[4], part[3], part[4] / basic, part[4] / limit,
      $3 ? sprintf("%.1f", part[4] / $3) : "" }' | sed "s/^/| $1 /"
}
row 'basic' "$basic" 2.0 '0.4 \| 2.5 … 2.6 \| 2.9 … 3.0 \| 2.0*'
row 'two grids, 4-way' "$blocked" 3.5 '0.6 \| 4.0 \| 3.5 \| 3.5'
row 'grid compression, 4-way' "$both" 4.0 '0.70* \| \| \| 3.9 … 4.0'
printf '\n\\* from the gains in the text.\n'
verdict "$(awk -v a="${basic##*,}" -v b="${blocked##*,}" -v c="${both##*,}" 'BEGIN {
  printf "4-way blocking gains %+.0f %% with two grids and %+.0f %% with grid compression over the fastest basic version; the Opteron gained up to 100 %%.", 100 * b / a - 100, 100 * c / a - 100 }')"
