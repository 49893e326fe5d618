/* SPDX-License-Identifier: BSD-3-Clause */
/* The keys of a viscosity that varies: blood, as the option has it, and eddies. */
#include "key_type.h"

static int wrong(const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  return lbm_key_wrong(e, k, tile_header_get(&d->header, k->name));
}

static int read_blood(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  return lbm_blood_parse(to, tile_header_get(&d->header, k->name), e) ? wrong(k, d, e) : 0;
}

static void write_blood(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  (void)k, (void)d;
  lbm_blood_print(out, from);
}

static int read_eddies(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  return lbm_eddies_parse(to, tile_header_get(&d->header, k->name), e) ? wrong(k, d, e) : 0;
}

static void write_eddies(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  (void)k, (void)d;
  fputs("smagorinsky:", out);
  lbm_key_print_reals(out, from, 1, 0);
}

const struct lbm_key_type lbm_key_blood = {read_blood, write_blood};
const struct lbm_key_type lbm_key_eddies = {read_eddies, write_eddies};
