# SPDX-License-Identifier: BSD-3-Clause
# For the scripts that run tests/schemes on a GPU.
. "$srcdir/tests/papers/lib.sh"
program=$builddir/tests/schemes
[ -x "$program" ] || skip "no $program: build with CUDA"
card=$(nvidia-smi --id=0 --query-gpu=name --format=csv,noheader) || skip "no GPU"
# GB/s, from the data sheet
peak=${PEAK:-$(sh -c '. "$srcdir/tests/bench/gpu/gpu-measure.sh"; peak_of "$1"' sh "$card")}
