# SPDX-License-Identifier: BSD-3-Clause
# Table 4: all kernels in fp32, cavity of 100^3 nodes, with the arrangements of the paper (t2c) and by rows (t2c-xyz).
# The numbers of tiles a block and of registers, which the paper varies, are fixed in these kernels: registers.sh has them.
. "$srcdir/tests/papers/000-tiles/gpu.sh"
size=$(sized 100 12)
for precision in fp32 fp64; do
  for kernel in bgk-incompressible mrt-quasi bgk-quasi mrt-incompressible; do
    for layout in t2c t2c-xyz packed; do
      echo "cavity@$size" $layout $precision $kernel
    done
  done
done >todo
measured single <todo
shown
verdict "$(from_table '
  NR > 1 { s[c("layout"), c("precision"), c("kernel")] = c("mflups"); p[c("layout"), c("kernel")] = c("paper_bu") }
  function gain(precision, kernel) { return by(s["t2c", precision, kernel], s["t2c-xyz", precision, kernel]) }
  END {
    printf "The arrangements of the paper against rows: a step in fp32 is %s (BGK) and %s (MRT, quasi-compressible) times as " \
        "fast, in the paper %s and %s; in fp64 %s and %s.",
      gain("fp32", "bgk-incompressible"), gain("fp32", "mrt-quasi"), by(1003, 1006), by(783, 821),
      gain("fp64", "bgk-incompressible"), gain("fp64", "mrt-quasi") }')"
