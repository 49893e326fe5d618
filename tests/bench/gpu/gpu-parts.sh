# The parts of gpu.sh: part_NAME prints lines "DOMAIN LAYOUT PRECISION KERNEL", the most important first.
case ${SCALE:-full} in
  full)
    box=256 diameter=40 spheres="192 320" vessels="vessel-small@160x160x320 vessel@480x480x960" block=100
    cavities="252 100 196 48 20 148" between="32 72 124 172 220 101 102 103 249 250 251"
    channel=1000000 sides="4 8 12 20 32 52 100" ;;
  small)
    box=64 diameter=16 spheres="48 80" vessels="vessel-small@48x48x96 vessel@96x96x160" block=40
    cavities="64 20 48" between=32 channel=64000 sides="4 8 12 20 40" ;;
  tiny)
    box=16 diameter=8 spheres="16 20" vessels="vessel-small@32x32x32 vessel@32x32x48" block=16
    cavities=12 between=16 channel=4096 sides="4 8 16" ;;
  *) echo "gpu: SCALE=$SCALE: full, small or tiny" >&2; exit 2 ;;
esac

each_goal() { awk -F, '!/^#/ && !/^case,/ { print $1, $2, $3 }' "$here/goals.csv"; }
part_table() {
  for layout in packed t2c; do
    each_goal | while read -r case precision kernel; do
      case $case in
        spheres-*) echo "$case@${spheres#* }" "$layout" "$precision" "$kernel" ;;
        *) echo "$case@$box" "$layout" "$precision" "$kernel" ;;
      esac
    done
  done
}
part_spheres() {
  for size in $spheres; do
    for porosity in 0.9 0.8 0.7 0.6 0.5 0.4 0.3 0.2 0.1; do
      for layout in packed t2c; do
        echo "spheres-$porosity@$size" $layout fp64 bgk-incompressible
        echo "spheres-$porosity@$size" $layout fp32 bgk-incompressible
        [ "$size" = "${spheres#* }" ] || echo "spheres-$porosity@$size" $layout fp64 mrt-incompressible
      done
    done
  done
}
part_blocks() {
  for precision in fp64 fp32; do
    for kernel in bgk-incompressible bgk-quasi mrt-incompressible mrt-quasi; do
      for layout in t2c t2c-xyz packed; do
        echo "cavity@$block" $layout $precision $kernel
      done
    done
  done
}
# every pair of sides up to the largest number of nodes
part_channels() {
  for u in $sides; do
    for v in $sides; do
      long=$((channel / (u * v) / 4 * 4))
      if [ "$u" -le "$v" ] && [ "$v" -le $long ]; then
        echo "channel@${u}x${v}x$long" t2c fp64 bgk-incompressible
        echo "channel@${u}x${v}x$long" packed fp64 bgk-incompressible
      fi
    done
  done
}
part_vessel() {
  for domain in $vessels; do
    for precision in fp64 fp32; do
      for layout in packed t2c; do
        echo "$domain" $layout $precision bgk-incompressible
        echo "$domain" $layout $precision mrt-incompressible
      done
    done
  done
}
# all kernels at some sizes, the simplest one at the sizes between
part_cavity() {
  for size in $cavities $between; do
    case " $cavities " in
      *" $size "*) kernels="bgk-incompressible bgk-quasi mrt-incompressible mrt-quasi" ;;
      *) kernels=bgk-incompressible ;;
    esac
    for precision in fp64 fp32; do
      for layout in t2c packed; do
        for kernel in $kernels; do
          echo "cavity@$size" $layout $precision "$kernel"
        done
      done
    done
  done
}
