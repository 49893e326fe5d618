/* SPDX-License-Identifier: BSD-3-Clause */
/* A flow on the device, and its steps. */
#include "sparse.h"

#include <stdlib.h>

const char *const sparse_precision_names[SPARSE_PRECISIONS] = {"fp64", "fp32"};
int (*const sparse_launch[SPARSE_PRECISIONS])(enum sparse_kernel, enum sparse_mode,
                                              const struct sparse_pass *) = {sparse_launch_fp64, sparse_launch_fp32};

static bool only_moves(enum sparse_kernel kernel)
{
  return kernel == SPARSE_OWN || kernel == SPARSE_REVERSED || kernel == SPARSE_SPLIT;
}

const char *sparse_collision_name(enum sparse_kernel kernel, enum sparse_mode collision)
{
  const bool one = only_moves(kernel) || SPARSE_OF_MOMENTS(kernel);
  if (collision == SPARSE_MRT)
    return kernel == SPARSE_TYPES || kernel == SPARSE_BITS ? "mrt" : NULL;
  if (kernel == SPARSE_BITS || (kernel == SPARSE_TYPES && collision == SPARSE_TRT))
    return NULL;
  return collision == SPARSE_TRT ? one ? NULL : "trt" : only_moves(kernel) ? "none" : one ? "regularised" : "bgk";
}

/* tau 0.8; BGK has equal rates, TRT the magic parameter 3/16, MRT the rates of tessera-run. */
struct lbm_rates sparse_rates(enum sparse_mode collision)
{
  const double tau = 0.8, even = 1 / tau;
  return (struct lbm_rates){.even = even,
                            .odd = collision == SPARSE_TRT ? 1 / (0.5 + 3. / 16 / (tau - 0.5)) : even,
                            .e = 1.19,
                            .eps = 1.4,
                            .q = 1.2,
                            .pi = 1.4,
                            .m = 1.98,
                            .force = {1e-6, 2e-6, -3e-6}};
}

bool sparse_fits(const struct sparse_domain *d, enum sparse_way way)
{
  return sparse_kinds[way].kernel < SPARSE_BITS ||
         (way == SPARSE_WAY_BITS ? d->wraps[0] && d->wraps[1] && d->wraps[2]
                                 : d->nodes == d->box && d->wraps[0] && d->wraps[1] && d->wraps[2]);
}

int sparse_open(struct sparse_flow *f, const struct sparse_domain *d, enum sparse_way way, int precision)
{
  *f = (struct sparse_flow){.domain = d,
                            .kind = sparse_kinds + way,
                            .precision = precision,
                            .value = precision ? sizeof(float) : sizeof(double)};
  return f->kind->open(f);
}

void sparse_close(struct sparse_flow *f)
{
  for (int k = 0; k < 2; k++) {
    sparse_free(f->copy[k]);
    sparse_free(f->ghosts[k]);
    sparse_free(f->array[k]);
  }
}

int sparse_run(struct sparse_flow *f, enum sparse_kernel kernel, enum sparse_mode mode, bool turns)
{
  const struct sparse_domain *d = f->domain;
  const bool one = kernel == SPARSE_TGB;
  f->pass.threads = (uint32_t)(SPARSE_IN_TILES(kernel) ? d->tiles.tiles * SPARSE_NODES
                               : SPARSE_IN_BOX(kernel) ? d->box
                                                       : d->nodes);
  f->pass.from = f->copy[one ? 0 : f->current];
  f->pass.to = f->copy[one ? 0 : turns ? f->current : !f->current];
  f->pass.ghost = f->ghosts[f->current];
  f->pass.next_ghost = f->ghosts[!f->current];
  return sparse_launch[f->precision](kernel, mode, &f->pass);
}

int sparse_step(struct sparse_flow *f, enum sparse_mode collision)
{
  const bool moves = only_moves(f->kind->kernel) || f->kind->apart;
  f->pass.rates = sparse_rates(collision);
  int code = sparse_run(f, f->kind->kernel, moves ? SPARSE_MOVE : collision, false);
  f->current = !f->current;
  return f->kind->apart && !code ? sparse_run(f, SPARSE_OWN, collision, true) : code;
}

/* ---- all populations ---------------------------------------------------------------------- */

size_t sparse_threads(const struct sparse_flow *f)
{
  return SPARSE_IN_TILES(f->kind->kernel) ? f->domain->tiles.tiles * SPARSE_NODES : f->domain->nodes;
}

static int pass_values(struct sparse_flow *f, enum sparse_kernel kernel, enum sparse_mode mode, void *values)
{
  const size_t bytes = sparse_threads(f) * (size_t)f->kind->values * f->value;
  int code = sparse_alloc(&f->pass.values, bytes) || sparse_send(f->pass.values, values, bytes) ||
             sparse_run(f, kernel, mode, false) || sparse_fetch(values, f->pass.values, bytes);
  sparse_free(f->pass.values);
  f->pass.values = NULL;
  return code;
}

/* The kernels that set and get them: layouts with propagation alone use the stored state. */
int sparse_put(struct sparse_flow *f, void *values)
{
  const enum sparse_kernel own = f->kind->kernel;
  const int code = pass_values(f, own >= SPARSE_TGB && own <= SPARSE_MOMENTS ? own : SPARSE_OWN, SPARSE_PUT, values);
  f->current = !f->current;
  return code;
}

int sparse_get(struct sparse_flow *f, void *values)
{
  return pass_values(f, only_moves(f->kind->kernel) ? SPARSE_OWN : f->kind->kernel, SPARSE_GET, values);
}

double sparse_moves(const struct sparse_flow *f)
{
  const double populations = (f->kind->apart ? 4. : 2.) * f->kind->values * (double)f->value;
  return populations + f->kind->moves(f->domain) / (double)f->domain->nodes;
}
