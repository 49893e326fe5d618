/* Where populations come from, listed on the device rather than found from masks in every step: whether that pays and fits. */
#include "cuda_state.h"

/* Of the part, as its walls are of all tiles that it knows. */
static size_t wall_words(const struct cuda *c)
{
  const struct lbm_geometry *g = c->geometry;
  const size_t tiles = g->domain->tiles;
  return lbm_cuda_wall_words(g->wall_link_begin ? g->wall_link_begin[tiles] : 0, tiles,
                             (size_t)tile_domain_nonsolid(g->domain));
}

static size_t lists_bytes(const struct cuda *c)
{
  const struct lbm_geometry *g = c->geometry;
  return lbm_cuda_lists_bytes(g->end - g->begin, g->nonsolid, wall_words(c));
}

static bool pays(const struct cuda *c, const struct lbm_setup *s)
{
  return c->utilisation < lbm_cuda_lists_below(s->precision, c->geometry->wall_link_begin, s->collision == LBM_MRT);
}

int cuda_choose_lists(struct cuda *c, const struct lbm_setup *setup, struct tile_error *e)
{
  const bool possible = c->kernels->lists && c->copies == 2, asked = setup->addressing == LBM_BY_LISTS;
  if (asked && !possible)
    return tile_fail(e, TILE_USAGE, "addressing by lists: layout packed and two copies of the populations only");
  if (!possible || setup->addressing == LBM_BY_MASKS || (!asked && !pays(c, setup)))
    return 0;
  c->lists = lists_bytes(c);
  bool fits = true;
  if (!asked && cuda_fits(c, &fits, e))
    return e->code;
  c->lists = fits ? c->lists : 0;
  return 0;
}

/* All zeros: what no tile needs is read too, beside what it does. */
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
