/* SPDX-License-Identifier: BSD-3-Clause */
#include "anderson.h"

#include <math.h>

int lbm_anderson_make(struct lbm_anderson *a, struct tile_error *e)
{
  const struct lbm_device *d = a->device;
  for (a->depth = 0; a->depth < a->most; a->depth++) {
    const int i = a->depth;
    if (!lbm_device_allocate(d, &a->change[i], a->count, sizeof(float), e) &&
        !lbm_device_allocate(d, &a->result[i], a->count, sizeof(float), e))
      continue;
    d->row->release(d->self, a->change[i]);
    a->change[i] = a->result[i] = NULL;
    return i < LBM_ANDERSON_LEAST ? e->code : 0;
  }
  return 0;
}

void lbm_anderson_free(struct lbm_anderson *a)
{
  for (int i = 0; a->device && i < LBM_ANDERSON_MOST; i++) {
    a->device->row->release(a->device->self, a->change[i]);
    a->device->row->release(a->device->self, a->result[i]);
  }
}

void lbm_anderson_restart(struct lbm_anderson *a)
{
  a->begun = a->next = 0;
}

static void add(const struct lbm_anderson *a, float *to, double factor, float *from)
{
  const struct lbm_operation o = {.to = to, .from = from, .factor = factor};
  a->device->row->loop(a->device->self, LBM_OPERATION_add_scaled, &o, a->count / 4);
}

static void set(const struct lbm_anderson *a, float *to, double factor, float *from)
{
  a->device->row->clear(a->device->self, to, a->count * sizeof *to);
  add(a, to, factor, from);
}

static int product(const struct lbm_anderson *a, const float *x, const float *y, double *to, struct tile_error *e)
{
  return a->device->row->product(a->device->self, x, y, a->count, to, e);
}

/* The number of differences. */
static int known(const struct lbm_anderson *a)
{
  return a->begun - 1 < a->depth ? (int)a->begun - 1 : a->depth;
}

/* Makes the latest pair differences: it holds what the cycle before left (keep). */
static int renew(struct lbm_anderson *a, float *change, struct tile_error *e)
{
  const int last = (a->next + a->depth - 1) % a->depth;
  add(a, a->change[last], 1, change);
  add(a, a->result[last], 1, change);
  for (int i = 0; i < known(a); i++) {
    if (product(a, a->change[last], a->change[i], &a->gram[last][i], e))
      return e->code;
    a->gram[i][last] = a->gram[last][i];
  }
  return 0;
}

/* Solves gram share = right by elimination of columns that are normalised, the most independent first; one that is
 * hardly independent of those before is left out. */
static void solve(const struct lbm_anderson *a, int count, const double right[], double share[])
{
  enum { MOST = LBM_ANDERSON_MOST };
  double m[MOST][MOST + 1], size[MOST];
  int row[MOST], rows = 0;
  bool taken[MOST] = {false};
  for (int i = 0; i < count; i++)
    size[i] = a->gram[i][i] > 0 ? 1 / sqrt(a->gram[i][i]) : 0;
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < count; k++)
      m[i][k] = a->gram[i][k] * size[i] * size[k];
    m[i][count] = right[i] * size[i];
    share[i] = 0;
  }
  for (;;) {
    int best = -1;
    for (int i = 0; i < count; i++)
      if (!taken[i] && (best < 0 || m[i][i] > m[best][best]))
        best = i;
    if (best < 0 || !(m[best][best] > 1e-11))
      break;
    taken[best] = true;
    row[rows++] = best;
    for (int i = 0; i < count; i++)
      if (!taken[i]) {
        const double factor = m[i][best] / m[best][best];
        for (int k = 0; k <= count; k++)
          m[i][k] -= factor * m[best][k];
      }
  }
  while (rows--) {
    const int i = row[rows];
    double sum = m[i][count];
    for (int k = 0; k < count; k++)
      if (k != i)
        sum -= m[i][k] * share[k];
    share[i] = sum / m[i][i];
  }
  for (int i = 0; i < count; i++)
    share[i] *= size[i];
}

/* Leaves what the next cycle makes differences of. */
static void keep(struct lbm_anderson *a, float *change, float *more)
{
  set(a, a->change[a->next], -1, change);
  set(a, a->result[a->next], 1, more);
  a->next = (a->next + 1) % a->depth;
}

int lbm_anderson_mix(struct lbm_anderson *a, float *change, float *more, struct tile_error *e)
{
  double right[LBM_ANDERSON_MOST], share[LBM_ANDERSON_MOST];
  a->begun++;
  const int count = known(a);
  if (count && renew(a, change, e))
    return e->code;
  for (int i = 0; i < count; i++)
    if (product(a, a->change[i], change, right + i, e))
      return e->code;
  solve(a, count, right, share);
  a->device->row->clear(a->device->self, more, a->count * sizeof *more);
  for (int i = 0; i < count; i++)
    add(a, more, -share[i], a->result[i]);
  keep(a, change, more);
  return 0;
}

/* ---- from run to run ----------------------------------------------------------------- */

uint64_t lbm_anderson_bytes(const struct lbm_anderson *a, int64_t cycles)
{
  const uint64_t held = (uint64_t)(cycles < a->depth ? cycles : a->depth);
  return 2 * held * a->count * sizeof(float);
}

/* Copies a part of the arrays change[0], result[0], change[1] and so on, as if they followed each other. */
static int copy(const struct lbm_anderson *a, uint64_t at, char *data, size_t length, bool send, struct tile_error *e)
{
  const struct lbm_device *d = a->device;
  const size_t bytes = a->count * sizeof(float);
  while (length) {
    const size_t array = at / bytes, begin = at % bytes, n = length < bytes - begin ? length : bytes - begin;
    char *there = (char *)(array % 2 ? a->result : a->change)[array / 2] + begin;
    if (send)
      d->row->send(d->self, there, data, n);
    else if (d->row->fetch(d->self, data, there, n, e))
      return e->code;
    at += n, data += n, length -= n;
  }
  return 0;
}

int lbm_anderson_get(const struct lbm_anderson *a, uint64_t at, void *data, size_t length, struct tile_error *e)
{
  return copy(a, at, data, length, false, e);
}

void lbm_anderson_put(struct lbm_anderson *a, uint64_t at, const void *data, size_t length)
{
  copy(a, at, (char *)data, length, true, NULL);
}

/* The products of the latest pair are found when it has become differences. */
int lbm_anderson_resume(struct lbm_anderson *a, int64_t cycles, struct tile_error *e)
{
  const int held = cycles < a->depth ? (int)cycles : a->depth;
  a->begun = cycles;
  a->next = (int)(cycles % a->depth);
  double sum = 0, finite = 0;
  for (int i = 0; i < held; i++) {
    if (product(a, a->result[i], NULL, &sum, e))
      return e->code;
    finite += sum;
    for (int k = 0; k <= i; k++) {
      if (product(a, a->change[i], a->change[k], &a->gram[i][k], e))
        return e->code;
      a->gram[k][i] = a->gram[i][k];
      finite += a->gram[i][k];
    }
  }
  return isfinite(finite) ? 0 : tile_fail(e, TILE_REJECTED, "hist: a value that is no finite number");
}
