#define LAYOUT LBM_T2C_XYZ
#define SCALAR float
#include "cuda_table.cuh"

const struct lbm_cuda_kernels lbm_cuda_t2c_xyz_fp32 = TABLE;
