#define LAYOUT LBM_PACKED
#define SCALAR double
#include "cuda_table.cuh"

const struct lbm_cuda_kernels lbm_cuda_packed_fp64 = TABLE;
