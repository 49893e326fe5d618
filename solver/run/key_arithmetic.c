/* arithmetic: fp64, where values of fp32 are stored; `precision` says what is stored (libtile writes it with the arrays). */
#include "key_type.h"

#include <string.h>

static int read_arithmetic(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  const char *text = tile_header_get(&d->header, k->name);
  enum lbm_precision *precision = to;
  if (*precision == LBM_FP64 || strcmp(text, "fp64") != 0)
    return lbm_key_wrong(e, k, text);
  *precision = LBM_FP64_FP32;
  return 0;
}

static void write_arithmetic(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  (void)k, (void)d;
  if (*(const enum lbm_precision *)from == LBM_FP64_FP32)
    fputs("fp64", out);
}

const struct lbm_key_type lbm_key_arithmetic = {read_arithmetic, write_arithmetic};
