/* SPDX-License-Identifier: BSD-3-Clause */
#include "diffusion_sample.h"

#include "sample.h"

#include <math.h>
#include <stdlib.h>

/* Sums over the box of the sample. */
struct sums {
  double flux, open;
  double end[2]; /* of the concentration in the first and the last slice */
  int64_t nodes[2];
};

/* What the solution says of each node. */
struct fields {
  double *value;
  float *flux;
};

static void add_node(struct sums *sum, const struct lbm_region *r, const int64_t at[3], const struct fields *f,
                     size_t i)
{
  const int a = r->axis;
  const bool is_end[2] = {at[a] == r->begin[a], at[a] == r->end[a] - 1};
  sum->flux += is_end[1] ? 0 : (double)f->flux[i];
  for (int k = 0; k < 2; k++)
    if (is_end[k]) {
      sum->end[k] += f->value[i];
      sum->nodes[k]++;
    }
}

static bool is_in(const struct lbm_region *r, const int64_t at[3])
{
  bool in = true;
  for (int k = 0; k < 3; k++)
    in = in && at[k] >= r->begin[k] && at[k] < r->end[k];
  return in;
}

static void add_all(struct sums *sum, const struct lbm_region *r, const struct tile_domain *d,
                    const struct conductivity *c, const struct fields *f)
{
  size_t i = 0;
  for (size_t tile = 0; tile < d->tiles; tile++)
    for (uint64_t left = d->mask[tile]; left; left &= left - 1, i++) {
      int64_t at[3];
      tile_domain_node(d, tile, __builtin_ctzll(left), at);
      if (!is_in(r, at))
        continue;
      add_node(sum, r, at, f, i);
      sum->open += c->of_node ? (double)c->of_node[i] : 1;
    }
}

static double drop_of(const struct sums *sum, const struct tile_domain *d, int axis, double slices)
{
  const bool periodic = d->periodic >> axis & 1;
  if (!d->pad[2 * axis] && !d->pad[2 * axis + 1])
    return periodic ? slices - 1 : (slices - 1) / slices;
  return sum->end[0] / (double)sum->nodes[0] - sum->end[1] / (double)sum->nodes[1] + (periodic ? slices - 1 : 0);
}

static void take(struct diffusion_sample *m, const struct sums *sum, const struct lbm_region *r,
                 const struct tile_domain *d)
{
  const int a = r->axis;
  const double slices = (double)(r->end[a] - r->begin[a]);
  const double area =
      (double)(r->end[(a + 1) % 3] - r->begin[(a + 1) % 3]) * (double)(r->end[(a + 2) % 3] - r->begin[(a + 2) % 3]);
  m->open = sum->open / (area * slices);
  if (slices > 1) /* the mean flux, times the length, by the drop */
    m->relative = sum->flux / area / drop_of(sum, d, a, slices);
}

int diffusion_sample_make(struct diffusion_sample *m, const struct lbm_diffusion *s, const struct tile_domain *d,
                          const struct conductivity *c, int axis, struct tile_error *e)
{
  *m = (struct diffusion_sample){(double)NAN, (double)NAN};
  if (!lbm_has_layers(d) || d->grid[axis] == 1)
    return TILE_OK;
  const struct lbm_region r = lbm_sample_region(d, axis);
  const size_t nodes = (size_t)tile_domain_nonsolid(d);
  struct fields f = {tile_alloc(nodes, sizeof *f.value), tile_alloc(nodes, sizeof *f.flux)};
  int code = f.value && f.flux ? TILE_OK : tile_fail_memory(e, nodes * 12, "the fluxes of the sample");
  if (!code)
    code = lbm_diffusion_values(s, f.value, e) || lbm_diffusion_fluxes(s, axis, f.flux, e) ? e->code : TILE_OK;
  struct sums sum = {0};
  if (!code) {
    add_all(&sum, &r, d, c, &f);
    take(m, &sum, &r, d);
  }
  free(f.value);
  free(f.flux);
  return code;
}
