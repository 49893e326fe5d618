/* SPDX-License-Identifier: BSD-3-Clause */
/* The keys of the precision in which a flow is stored and of that in which it is computed. Key precision: the precision
 * of the populations in the file, which libtile writes with the arrays. Key arithmetic: the precision of the
 * arithmetic, if it is not the usual one with that. */
#include "key_type.h"

#include <string.h>

static const struct {
  const char *stored, *arithmetic; /* NULL: the usual one */
} names[LBM_PRECISIONS] = {[LBM_FP64] = {"fp64", NULL},
                           [LBM_FP32] = {"fp32", NULL},
                           [LBM_FP64_FP32] = {"fp32", "fp64"},
                           [LBM_FP32_FP16] = {"fp16", NULL}};

/* Returns LBM_PRECISIONS if there is no such precision. */
static int find(const char *stored, const char *arithmetic)
{
  int p = 0;
  while (p < LBM_PRECISIONS && (strcmp(names[p].stored, stored) || !names[p].arithmetic != !arithmetic ||
                                (arithmetic && strcmp(names[p].arithmetic, arithmetic))))
    p++;
  return p;
}

static int set(void *to, const struct lbm_key_row *k, const char *stored, const char *arithmetic, struct tile_error *e)
{
  const int p = find(stored, arithmetic);
  if (p == LBM_PRECISIONS)
    return lbm_key_wrong(e, k, arithmetic ? arithmetic : stored);
  *(enum lbm_precision *)to = (enum lbm_precision)p;
  return 0;
}

static int read_stored(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  return set(to, k, tile_header_get(&d->header, k->name), NULL, e);
}

static void write_stored(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  (void)k, (void)d;
  fputs(names[*(const enum lbm_precision *)from].stored, out);
}

static int read_arithmetic(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  const enum lbm_precision stored = *(const enum lbm_precision *)to;
  return set(to, k, names[stored].stored, tile_header_get(&d->header, k->name), e);
}

static void write_arithmetic(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  const char *name = names[*(const enum lbm_precision *)from].arithmetic;
  (void)k, (void)d;
  if (name)
    fputs(name, out);
}

const struct lbm_key_type lbm_key_stored = {read_stored, write_stored};
const struct lbm_key_type lbm_key_arithmetic = {read_arithmetic, write_arithmetic};
