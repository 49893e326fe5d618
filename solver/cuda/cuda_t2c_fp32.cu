#define LAYOUT LBM_T2C
#define SCALAR float
#include "cuda_table.cuh"

const struct lbm_cuda_kernels lbm_cuda_t2c_fp32 = TABLE;
