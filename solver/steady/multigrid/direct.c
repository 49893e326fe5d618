/* SPDX-License-Identifier: BSD-3-Clause */
/* The inverse of the equations of the coarsest graph, found on the host. */
#include "multigrid.h"

#include <math.h>
#include <stdlib.h>

struct dense {
  uint32_t nodes;
  double *matrix; /* [nodes][nodes] */
  uint32_t *component;
  double typical; /* entry of the diagonal */
};

struct links {
  uint32_t *slice, *to;
  float *weight, *leak;
};

static int fetch(const struct lbm_device *d, void *to, const void *from, size_t count, size_t size,
                 struct tile_error *e)
{
  void **array = to;
  *array = tile_alloc(count, size);
  if (!*array)
    return tile_fail_memory(e, count * size, "the equations of the multigrid");
  return d->row->fetch(d->self, *array, from, count * size, e);
}

static int fetch_links(const struct lbm_device *d, struct links *l, const struct lbm_graph *g, struct tile_error *e)
{
  const size_t slices = ((size_t)g->nodes + LBM_SLICE - 1) / LBM_SLICE;
  if (fetch(d, &l->slice, g->slice, slices + 1, sizeof *l->slice, e))
    return e->code;
  const size_t rows = (size_t)l->slice[slices] * LBM_SLICE;
  return fetch(d, &l->to, g->to, rows, sizeof *l->to, e) ||
                 fetch(d, &l->weight, g->weight, rows, sizeof *l->weight, e) ||
                 fetch(d, &l->leak, g->leak, g->nodes, sizeof *l->leak, e)
             ? e->code
             : 0;
}

static void fill(struct dense *m, const struct links *l)
{
  const size_t n = m->nodes;
  for (size_t i = 0; i < n; i++) {
    m->matrix[i * n + i] += (double)l->leak[i];
    for (uint32_t row = l->slice[i / LBM_SLICE]; row < l->slice[i / LBM_SLICE + 1]; row++) {
      const size_t at = (size_t)row * LBM_SLICE + i % LBM_SLICE, to = l->to[at];
      m->matrix[i * n + i] += to == i ? 0 : (double)l->weight[at];
      m->matrix[i * n + to] -= to == i ? 0 : (double)l->weight[at];
    }
    m->typical = fmax(m->typical, m->matrix[i * n + i]);
  }
  m->typical = m->typical > 0 ? m->typical : 1;
}

static void spread(const struct dense *m, uint32_t *list)
{
  const size_t n = m->nodes;
  size_t listed = 1;
  for (size_t k = 0; k < listed; k++)
    for (uint32_t to = 0; to < n; to++)
      if (m->component[to] == LBM_NOBODY && m->matrix[list[k] * n + to] < 0) {
        m->component[to] = m->component[list[k]];
        list[listed++] = to;
      }
}

/* Where x is held nowhere in a component, its equations have no inverse: a multiple of the matrix of ones is added to them,
 * and its inverse taken off in the end, which leaves the mean 0 (factor: 1, -1). */
static void hold(const struct dense *m, bool off)
{
  const size_t n = m->nodes;
  for (size_t i = 0; i < n; i++) {
    size_t size = 0;
    for (size_t k = 0; m->component[i] != LBM_NOBODY && k < n; k++)
      size += m->component[k] == m->component[i];
    for (size_t k = 0; size && k < n; k++)
      if (m->component[k] == m->component[i])
        m->matrix[i * n + k] += off ? -1 / (m->typical * (double)size) : m->typical / (double)size;
  }
}

/* Numbers the components; those with a leak become LBM_NOBODY. */
static int find_components(const struct dense *m, const struct links *l, struct tile_error *e)
{
  uint32_t *list = tile_alloc(m->nodes, sizeof *list);
  bool *held = tile_alloc(m->nodes, sizeof *held);
  for (uint32_t i = 0; i < m->nodes; i++)
    m->component[i] = LBM_NOBODY;
  for (uint32_t i = 0; list && i < m->nodes; i++)
    if (m->component[i] == LBM_NOBODY) {
      m->component[i] = list[0] = i;
      spread(m, list);
    }
  for (uint32_t i = 0; held && i < m->nodes; i++)
    held[m->component[i]] = held[m->component[i]] || l->leak[i] > 0;
  for (uint32_t i = 0; held && i < m->nodes; i++)
    m->component[i] = held[m->component[i]] ? LBM_NOBODY : m->component[i];
  free(list);
  const int code = list && held ? 0 : tile_fail_memory(e, m->nodes * sizeof *list, "the equations of the multigrid");
  free(held);
  return code;
}

/* Gauss and Jordan; the matrix is positive definite, so that no pivots are sought. */
static void invert(double *a, size_t n)
{
  for (size_t k = 0; k < n; k++) {
    const double pivot = 1 / a[k * n + k];
    a[k * n + k] = 1;
    for (size_t j = 0; j < n; j++)
      a[k * n + j] *= pivot;
    for (size_t i = 0; i < n; i++) {
      const double factor = a[i * n + k];
      if (i == k || factor == 0)
        continue;
      a[i * n + k] = 0;
      for (size_t j = 0; j < n; j++)
        a[i * n + j] -= factor * a[k * n + j];
    }
  }
}

static int send(struct lbm_multigrid *m, const struct dense *d, struct tile_error *e)
{
  const size_t n = d->nodes;
  float *values = tile_alloc(n * n, sizeof *values);
  if (!values)
    return tile_fail_memory(e, n * n * sizeof *values, "the equations of the multigrid");
  for (size_t i = 0; i < n * n; i++)
    values[i] = (float)d->matrix[i];
  const int code = (!m->direct && lbm_device_allocate(m->device, &m->direct, n * n, sizeof *values, e)) ||
                           (!m->component && lbm_device_allocate(m->device, &m->component, n, sizeof *m->component, e))
                       ? e->code
                       : 0;
  if (!code) {
    m->device->row->send(m->device->self, m->direct, values, n * n * sizeof *values);
    m->device->row->send(m->device->self, m->component, d->component, n * sizeof *d->component);
  }
  free(values);
  return code;
}

int lbm_multigrid_invert(struct lbm_multigrid *m, struct tile_error *e)
{
  const struct lbm_graph *g = m->level + m->levels - 1;
  const size_t n = g->nodes;
  struct links l = {0};
  struct dense d = {g->nodes, tile_alloc(n * n, sizeof *d.matrix), tile_alloc(n, sizeof *d.component), 0};
  int code = d.matrix && d.component ? fetch_links(m->device, &l, g, e)
                                     : tile_fail_memory(e, n * n * sizeof *d.matrix, "the equations of the multigrid");
  if (!code) {
    fill(&d, &l);
    code = find_components(&d, &l, e);
  }
  if (!code) {
    hold(&d, false);
    invert(d.matrix, n);
    hold(&d, true);
    code = send(m, &d, e);
  }
  void *const all[] = {l.slice, l.to, l.weight, l.leak, d.matrix, d.component};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    free(all[i]);
  return code;
}
