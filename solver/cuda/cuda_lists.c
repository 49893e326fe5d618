/* SPDX-License-Identifier: BSD-3-Clause */
/* Source lists on the device: where each population comes from, so that steps need not find it from masks. */
#include "cuda_domain.h"

/* Of all tiles that the subdomain knows, as its walls are. */
static size_t wall_words(const struct cuda *c)
{
  const struct lbm_geometry *g = c->geometry;
  const size_t tiles = g->domain->tiles;
  return lbm_cuda_wall_words(g->wall_link_begin ? g->wall_link_begin[tiles] : 0, tiles,
                             (size_t)tile_domain_nonsolid(g->domain));
}

size_t cuda_lists_bytes(const struct cuda *c)
{
  const struct lbm_geometry *g = c->geometry;
  return lbm_cuda_lists_bytes(g->end - g->begin, g->nonsolid, wall_words(c));
}

/* All zeros: kernels also read entries that no tile needs. */
static int allocate(struct cuda *c, uint32_t **to, size_t words, struct tile_error *e)
{
  const size_t bytes = words * sizeof **to;
  return cuda_allocate(c, (void **)to, bytes, "lists", e) ||
                 (bytes && cuda_ok(cudaMemsetAsync(*to, 0, bytes, c->stream), "lists", e))
             ? e->code
             : 0;
}

int cuda_lists_make(struct cuda *c, struct tile_error *e)
{
  struct lbm_cuda_lists *l = &c->domain.lists;
  if (!c->lists)
    return 0;
  return allocate(c, &l->row, (size_t)c->domain.tiles * LBM_CUDA_ROW, e) ||
                 allocate(c, &l->source, c->geometry->nonsolid * LBM_CUDA_LIST, e) ||
                 allocate(c, &l->full, (size_t)64 * LBM_CUDA_LIST, e) || allocate(c, &l->wall, wall_words(c), e) ||
                 cuda_ok(c->kernels->lists->make(&c->domain, c->stream), "lists", e)
             ? e->code
             : 0;
}

void cuda_lists_free(struct cuda *c)
{
  struct lbm_cuda_lists *l = &c->domain.lists;
  cudaFree(l->row);
  cudaFree(l->source);
  cudaFree(l->full);
  cudaFree(l->wall);
}
