# SPDX-License-Identifier: BSD-3-Clause
# For scripts that count the instructions of parts.cu, by cuobjdump -sass, fp64; needs the CUDA toolkit, no GPU. After lib.sh.
# The instructions of an iterative division lie in a function of its own, which is counted once with each caller.
nvcc=${NVCC:-nvcc} dump=${CUOBJDUMP:-cuobjdump}
command -v "$nvcc" >>said || skip "no nvcc"
command -v "$dump" >>said || dump=$(dirname "$(command -v "$nvcc")")/cuobjdump
command -v "$dump" >>said || skip "no cuobjdump"
"$nvcc" -std=c++17 -O3 -arch=sm_90 -cubin -I "$srcdir/solver/physics" -I "$srcdir/solver/boundary" \
  -o parts.cubin "$srcdir/tests/papers/000-tiles/parts.cu" >said 2>&1 || { cat said >&2; fail "parts.cu"; }
# parts: lines "PART ADD MUL FMA TEST RECIPROCAL ALL FLOP", PART as whole01
"$dump" -sass parts.cubin | awk '
  /Function : / {
    key = ""
    if (match($0, /(whole|plane)ILi[01]ELi[01]E/)) { key = substr($0, RSTART, 5) substr($0, RSTART + 8, 1) substr($0,
        RSTART + 12, 1) }
    else if (match($0, /velocityILi[01]E/)) key = "velocity" substr($0, RSTART + 11, 1)
    else if ($0 ~ /division/) key = "division"
    next
  }
  key != "" && /^ *\/\*[0-9a-f]+\*\// {
    keys[key]
    if ($0 ~ / DADD/) add[key]++
    if ($0 ~ / DMUL/) mul[key]++
    if ($0 ~ / DFMA/) fma[key]++
    if ($0 ~ / [DF]SETP/) test[key]++
    if ($0 ~ / MUFU[.]RCP/) reciprocal[key]++
  }
  END { for (k in keys) { all = add[k] + mul[k] + fma[k] + test[k] + reciprocal[k]
    print k, add[k] + 0, mul[k] + 0, fma[k] + 0, test[k] + 0, reciprocal[k] + 0, all, all + fma[k] } }' | sort >parts
[ "$(wc -l <parts)" = 11 ] || { cat parts >&2; fail "kernels"; }
whole parts
