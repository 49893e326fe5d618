#include "cuda_layout_t2c.cuh"
#define STORE lbm_half
#define SCALAR float
#define HALVES
#include "cuda_table.cuh"

const struct lbm_cuda_kernels lbm_cuda_t2c_fp32_fp16 = TABLE(NULL);
