# SPDX-License-Identifier: BSD-3-Clause
# The product (packed) beside the papers' own kernels in their own domains, on one GPU, in one run: 000 and 003 (types: its
# algorithm 2, with types of nodes, solid nodes in tiles and walls; cm, fia, tgb), 002 (bits: its pseudo-codes, half-way
# and linear walls; the channel of its figure 9 is periodic here, on both sides), 004 (split and reversed propagation in a
# cavity, tests/schemes); and a step of moments in tiles with walls (moments-tiles, regularised BGK), which no paper has. Each
# kernel is compared with a naive step first. Nothing fails because of a speed.
#   DEVICE=cuda   SCALE=full or tiny   LIMIT=SECONDS: no domain starts after that time   PARTS="004 002 000 003 more"
#   SPARSE=PROGRAM, SCHEMES=PROGRAM: default tests/sparse-cuda and tests/schemes of the build folder; tests/sparse with
#   DEVICE=cpu SCALE=tiny PARTS="000 002 003" tries the script
. "$srcdir/tests/papers/lib.sh"
device=${DEVICE:-cuda}
sparse=${SPARSE:-$builddir/tests/sparse-cuda} schemes=${SCHEMES:-$builddir/tests/schemes}
[ -x "$sparse" ] || skip "no $sparse: build with CUDA"
ends=$(($(date +%s) + ${LIMIT:-420}))
force=1e-6,2e-6,-3e-6
case ${SCALE:-full} in
  full) boxes="100 252" balls="0.2 0.9 0.5" side=192 wide=256 diameter=40 tree=324,324,40 large=480,480,960 long=1024 sphere=30 \
      widths="192 64 384 128 256 320" sparse_balls="0.2 0.1 0.7 0.5 0.9" ;;
  tiny) boxes=16 balls=0.5 side=16 wide=16 diameter=8 tree=16,16,16 large=16,16,32 long=32 sphere=10 widths="16 20" \
      sparse_balls=0.5 ;;
  *) fail "SCALE=$SCALE: full or tiny" ;;
esac
value() { awk -v file=r.json -v key="$1" -f "$srcdir/tests/bench/json.awk"; }
# made NAME AXES OPTION...: NAME.tile
made() {
  file=$1 axes=$2; shift 2
  tessera-voxelize --quiet "$@" | tessera-tile --quiet --lint no ${axes:+--periodic $axes} -o "$file.tile" 2>"$file.said" ||
      fail "$file"
}
balls_in() { made "$1" xyz --shape "spheres:porosity=$2,d=$diameter,seed=1,periodic" --size "$3,$3,$3"; }
# packed FILE PRECISION COLLISION [OPTION]...: MFLUPS, least, most
packed() {
  file=$1 precision=$2 collision=$3; shift 3
  timeout 60 tessera-run --quiet --benchmark --json --device "$device" --layout packed --precision "$precision" \
      --collision "$collision" \
    --tau 0.8 "$@" "$file.tile" >r.json 2>error || { bad "packed in $file, $precision $collision: $(head -n 1 error)"; return 1; }
  echo "$(value benchmark.step.mflups)|$(value benchmark.step.min)|$(value benchmark.step.max)"
}
# bad WHAT: a row is missing; the others are kept, and the script fails in the end
bad() { echo "own: $*" >&2; echo "$*" >>missing; }
# left WHAT: there is time for it; else the verdict names it
left() { [ "$(date +%s)" -lt "$ends" ] || { echo "own: no time for $1" >&2; echo "$1" >>late; return 1; }; }
# compared PAPER DOMAIN FILE KERNEL PRECISION [OPTION]...: a line for each collision that the kernel has
compared() {
  of=$1 domain=$2 tile=$3 kernel=$4 kind=$5; shift 5
  "$sparse" "$tile.tile" "$kernel" "$kind" >found || { bad "$kernel in $domain"; return 0; }
  sed 1d found | while IFS=, read -r _ used _ precision collision mflups min max _; do
    [ "$of" != 003 ] || [ "$collision" = bgk ] || continue
    [ -s "$tile-$precision-$collision" ] || packed "$tile" "$precision" "$collision" "$@" </dev/null \
        >"$tile-$precision-$collision" || continue
    echo "$of|$domain|$used|$kernel|$precision|$collision|$mflups|$min|$max|$(cat "$tile-$precision-$collision")"
  done
}
tiles() {
  for n in $boxes; do left "000, cavity $n³" || continue; made closed$n '' --shape box --size "$n,$n,$n"
    for p in fp64 fp32; do compared 000 "cavity, lid at rest, $n³" closed$n types $p --force $force; done; done
  for b in $balls; do left "000, spheres $b" || continue; balls_in balls$b "$b" $side
    for p in fp64 fp32; do compared 000 "spheres, porosity $b" balls$b types $p --force $force; done; done
  left "000, tubes" || return 0; made tree z --shape vessel --size $tree
  for p in fp64 fp32; do compared 000 "tubes, utilisation of the coarctation" tree types $p --force $force; done
}
walls() {
  for l in $widths; do
    left "002, width $l" || continue
    awk -v l="$l" -v long=$long -v d=$sphere 'BEGIN { print (long - 1) / 2, (l - 1) / 2, (l - 1) / 2, d }' >ball
    made linear xyz --walls --shape spheres:list=ball --size "$long,$l,$l"
    made halfway xyz --shape spheres:list=ball --size "$long,$l,$l"
    rm -f linear-fp32-mrt halfway-fp32-mrt
    compared 002 "${long}x${l}x$l, linear walls" linear bits fp32 --force $force --walls linear
    compared 002 "${long}x${l}x$l, half-way walls" halfway bits fp32 --force $force
  done
}
# made while others are measured
large_domains() {
  made large z --shape vessel --size $large & for b in $sparse_balls; do balls_in wide$b "$b" $wide & done; wait
}
layouts() {
  made full xyz --shape box --size $wide,$wide,$wide
  wait "$making" || bad "a domain of 003"
  for b in full large $sparse_balls; do
    left "003, $b" || continue
    case $b in
      full) text="full box" tile=full ;;
      large) text="tree of tubes" tile=large ;;
      *) text="spheres, porosity $b" tile=wide$b ;;
    esac
    for p in fp64 fp32; do
      for kernel in types cm fia fia-apart tgb; do compared 003 "$text" $tile $kernel $p --force $force; done
    done
  done
}
moments() {
  for b in ${balls%% *} full; do
    left "moments, $b" || continue
    if [ "$b" = full ]; then text="cavity, lid at rest, ${boxes##* }³" tile=closed${boxes##* } &&
        made $tile '' --shape box --size "${boxes##* },${boxes##* },${boxes##* }"
    else text="spheres, porosity $b" tile=balls$b && balls_in $tile "$b" $side; fi
    for p in fp64 fp32; do compared beyond "$text" $tile moments-tiles $p --force $force; done
  done
}
cavities() {
  [ -x "$schemes" ] && "$schemes" >table || { bad "no speeds of $schemes"; return 0; }
  for n in 64 96 128 160; do
    left "004, cavity $n³" || continue
    tessera-voxelize --quiet --shape box --size "$n,$n,$n" | tessera-tile --quiet --patch lid=z+ -o lid.tile 2>>said
    for way in split,BGK reversed,MRT; do
      ours=$(packed lid fp32 "$(echo "${way#*,}" | tr BGKMRT bgkmrt)" --set lid:wall=0.05,0,0) || continue
      awk -F, -v way="$way" -v n="$n" -v packed="$ours" \
        '$1 == "fp32" && $2 "," $3 == way && $4 == n { print "004|cavity " n "³|1|" $2 "|fp32|" tolower($3) "|" $5 "|" $6 "|" $7 \
            "|" packed }' table
    done
  done
}

for shape in "spheres:porosity=0.5,d=9,seed=1,periodic" box; do
  made check xyz --shape $shape --size 32,32,64
  "$sparse" check check.tile >said 2>&1 || { cat said >&2; fail "a kernel is wrong"; }
done
printf '15.3 16.1 14.7 19.3\n' >ball
made check xyz --walls --shape spheres:list=ball --size 32,32,32
"$sparse" check check.tile >said 2>&1 || { cat said >&2; fail "a kernel is wrong at linear walls"; }
parts=${PARTS:-004 002 000 003 more}
case $parts in *003*) large_domains & making=$! ;; esac
for part in $parts; do
  case $part in
    000) tiles ;; 002) walls ;; 003) layouts ;; 004) cavities ;; more) moments ;;
    *) fail "PARTS: 000, 002, 003, 004, more" ;;
  esac
done >rows
whole rows '|'
mkdir -p "$builddir/papers/all"
cp rows "$builddir/papers/all/own.csv"
about "$device"
heads 'paper|domain|tile utilisation|its kernel|precision|collision|its kernel, MFLUPS (least … most)' \
  'packed, MFLUPS (least … most)|packed by its kernel'
sort -t '|' -k1,1 -k2,2 -k5,5r -k4,4 -k6,6 rows | awk -F '|' '{
  printf "| %s | %s | %.3f | %s | %s | %s | %.0f (%.0f … %.0f) | %.0f (%.0f … %.0f) | %.3f |\n", $1, $2, $3, $4, $5, $6, $7, $8,
      $9, $10, $11, $12, $10 / $7 }'
verdict "$(awk -F '|' '
  $1 == "beyond" { r = $7 / $10; m++; if (!fast || r > fast) fast = r; if (!slow || r < slow) slow = r; next }
  { r = $10 / $7; n[$1]++; if (!($1 in low) || r < low[$1]) { low[$1] = r
      where[$1] = $2 " (" $4 ", " $5 " " $6 ")" } if (r > high[$1]) high[$1] = r
    all++; wins += r > 1.02; losses += r < 0.98 }
  END {
    printf "Packed is faster than the kernels of the papers in %d of %d rows, slower in %d; by 2 %% or less is a tie.", wins,
        all, losses
    for (i = 0; i < 5; i++) { p = "00" i; if (p in n) printf " %s: %.2f … %.2f times as fast, least in %s.", p, low[p], high[p],
        where[p] }
    if (m) printf " A step of moments in tiles with walls is %.2f … %.2f times as fast as packed.", slow, fast
  }' rows)$([ ! -s late ] || awk '{ printf "%s%s", NR == 1 ? " Left out for want of time: " : "; ", $0 } END { print "." }' late)"
[ ! -s missing ] || fail "$(wc -l <missing) rows are missing: the first is $(head -n 1 missing)"
