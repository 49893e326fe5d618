#include "precision.h"

#define LOAD_AND_STORE(id, name, text, stored, computed)               \
  static void load_##name(double *to, const void *values, size_t n)    \
  {                                                                    \
    const stored *from = values;                                       \
    for (size_t i = 0; i < n; i++)                                     \
      to[i] = (double)from[i];                                         \
  }                                                                    \
  static void store_##name(void *values, const double *from, size_t n) \
  {                                                                    \
    stored *to = values;                                               \
    for (size_t i = 0; i < n; i++)                                     \
      to[i] = (stored)from[i];                                         \
  }
LBM_PRECISION_ROWS(LOAD_AND_STORE)

static const struct {
  size_t bytes;
  void (*load)(double *to, const void *values, size_t n);
  void (*store)(void *values, const double *from, size_t n);
} row[LBM_PRECISIONS] = {
#define ROW(id, name, text, stored, computed) [id] = {sizeof(stored), load_##name, store_##name},
    LBM_PRECISION_ROWS(ROW)};

size_t lbm_value_bytes_of(enum lbm_precision p)
{
  return row[p].bytes;
}

void lbm_load(enum lbm_precision p, double *to, const void *values, size_t first, size_t count)
{
  row[p].load(to, (const char *)values + first * row[p].bytes, count);
}

void lbm_store(enum lbm_precision p, void *values, size_t first, const double *from, size_t count)
{
  row[p].store((char *)values + first * row[p].bytes, from, count);
}
