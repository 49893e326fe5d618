/* SPDX-License-Identifier: BSD-3-Clause */
/* The launches of one precision on the CPU, one GPU thread after another: define SCALAR, SITE, and LAUNCH as the name
 * of the function. */
#include "sparse.h"

#include <string.h>

#define REAL SCALAR
#define SITE_FUNC static inline
#define FETCH(p) (*(p))
#include "site.h"
#include "../../../bench/moments_site.h"
#include "sparse_kernels.h"
#include "sparse_moves.h"
#include "sparse_moments.h"
#include "arrangement.h"
#include "sparse_own.h"

static void update_tile(const struct sparse_pass *p, uint32_t first, const struct SITE(rates) * k, const int mode)
{
  SCALAR f[SPARSE_NODES][LBM_Q];
  uint32_t closed[SPARSE_NODES] = {0};
  const uint64_t mask = p->mask[first / SPARSE_NODES];
  for (uint32_t n = 0; n < SPARSE_NODES; n++)
    if (mask >> n & 1 && mode != SPARSE_OPEN)
      closed[n] = SITE(gather_tgb)(p, first + n, f[n]);
  for (uint32_t n = 0; n < SPARSE_NODES; n++)
    if (mask >> n & 1) {
      if (mode == SPARSE_OPEN)
        memset(f[n], 0, sizeof f[n]);
      SITE(change)(p, first + n, f[n], k, mode);
      if (mode != SPARSE_GET)
        SITE(store_tgb)(p, first + n, f[n], closed[n]);
    }
}

static void update_typed(const struct sparse_pass *p, uint32_t first, const struct SITE(rates) * k, int kernel,
                         const int mode)
{
  uint16_t type[SPARSE_AROUND * SPARSE_AROUND * SPARSE_AROUND];
  const uint32_t tile = first / SPARSE_NODES;
  for (int at = 0; at < SPARSE_AROUND * SPARSE_AROUND * SPARSE_AROUND; at++)
    type[at] = SITE(type_around)(p, p->near[tile], at);
  for (int n = 0; n < SPARSE_NODES; n++) {
    SCALAR f[LBM_Q];
    if (!type[SPARSE_PLACE(n & 3, n >> 2 & 3, n >> 4)])
      continue;
    if (kernel == SPARSE_MOMENT_TILES) {
      SITE(update_moment_tile)(p, tile, n, p->near[tile], type, k, mode);
      continue;
    }
    SITE(gather_types)(p, tile, n, p->near[tile], type, f);
    SITE(change)(p, first + (uint32_t)n, f, k, mode);
    if (mode != SPARSE_GET)
      SITE(store_types)(p, tile, n, f);
  }
}

static void update_one(const struct sparse_pass *p, uint32_t n, const struct SITE(rates) * k, int kernel, int mode)
{
  const uint32_t nx = p->grid[0], ny = p->grid[1];
  if (kernel < SPARSE_TGB)
    SITE(update)(p, n, k, kernel, mode);
  else if (kernel == SPARSE_BITS)
    SITE(update_bits)(p, (const uint32_t[3]){n % nx, n / nx % ny, n / nx / ny}, k, mode);
  else if (kernel == SPARSE_MOMENTS)
    SITE(update_moments)(p, (const uint32_t[3]){n % nx, n / nx % ny, n / nx / ny}, k, mode);
  else
    SITE(move_node)(p, (const uint32_t[3]){n % nx, n / nx % ny, n / nx / ny}, kernel == SPARSE_SPLIT);
}

int LAUNCH(enum sparse_kernel kernel, enum sparse_mode mode, const struct sparse_pass *p)
{
  const struct SITE(rates) k = SITE(rates_of)(&p->rates);
#pragma omp parallel for schedule(static)
  for (uint32_t n = 0; n < p->threads; n += SPARSE_NODES)
    if (kernel == SPARSE_TGB)
      update_tile(p, n, &k, (int)mode);
    else if (SPARSE_IN_TILES(kernel))
      update_typed(p, n, &k, (int)kernel, (int)mode);
    else
      for (uint32_t thread = n; thread < n + SPARSE_NODES && thread < p->threads; thread++)
        update_one(p, thread, &k, (int)kernel, (int)mode);
  return 0;
}
