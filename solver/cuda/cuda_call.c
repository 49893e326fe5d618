/* What a call of the CUDA runtime came to, and memory of the device. */
#include "cuda_state.h"

int cuda_ok(cudaError_t code, const char *what, struct tile_error *e)
{
  if (code == cudaSuccess)
    return 0;
  cudaGetLastError(); /* forget it */
  return tile_fail(e, TILE_FAILED, "cuda: %s: %s", what, cudaGetErrorString(code));
}

int cuda_use(const struct cuda *c, struct tile_error *e)
{
  return cuda_ok(cudaSetDevice(c->device), "the device", e);
}

int cuda_allocate(struct cuda *c, void **to, size_t bytes, const char *what, struct tile_error *e)
{
  c->memory += bytes;
  return bytes ? cuda_ok(cudaMalloc(to, bytes), what, e) : 0;
}
