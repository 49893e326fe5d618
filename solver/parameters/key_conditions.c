/* SPDX-License-Identifier: BSD-3-Clause */
/* Key conditions, for example "inlet:pressure=0.001 lid:wall=0.1,0,0", in lattice units. Pressures are gauge
 * pressures. */
#include "key_type.h"
#include "nodes.h"

#include <stdlib.h>
#include <string.h>

/* A pressure is one number, a velocity three. */
static int numbers_of(int kind)
{
  return kind == LBM_AT_PRESSURE ? 1 : 3;
}

static int read_values(struct lbm_condition *c, int kind, const char *text, const struct lbm_key_row *k,
                       struct tile_error *e)
{
  c->kind = (enum lbm_condition_kind)kind;
  if (lbm_key_reals(c->velocity, numbers_of(kind), text, k, e))
    return e->code;
  if (kind == LBM_AT_PRESSURE) {
    c->density = 3 * c->velocity[0];
    c->velocity[0] = 0;
  }
  return 0;
}

static int read_one(struct lbm_condition *condition, char *word, const struct lbm_key_row *k,
                    const struct tile_domain *d, struct tile_error *e)
{
  char *name = strchr(word, ':'), *value = name ? strchr(name, '=') : NULL;
  if (!value)
    return lbm_key_wrong(e, k, word);
  *name++ = *value++ = 0;
  const int patch = tile_patch_named(d, word);
  for (int kind = LBM_AT_WALL; patch >= 0 && kind < LBM_CONDITIONS; kind++)
    if (!strcmp(name, lbm_condition_names[kind]))
      return read_values(condition + patch, kind, value, k, e);
  return lbm_key_wrong(e, k, word);
}

static int read_conditions(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  struct lbm_condition *const *condition = to;
  const char *text = tile_header_get(&d->header, k->name);
  char *copy = strdup(text), *rest = copy, *word;
  int code = copy ? 0 : tile_fail_memory(e, strlen(text), "the header");
  while (!code && (word = strsep(&rest, " ")))
    code = read_one(*condition, word, k, d, e);
  free(copy);
  return code;
}

static void write_conditions(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  const struct lbm_condition *const *condition = from;
  const char *between = "";
  (void)k;
  for (int i = 0; i < d->patches; i++) {
    const struct lbm_condition *c = *condition + i;
    double gauge = c->density / 3;
    if (c->kind == LBM_AT_REST)
      continue;
    fprintf(out, "%s%s:%s=", between, d->patch[i].name, lbm_condition_names[c->kind]);
    lbm_key_print_reals(out, c->kind == LBM_AT_PRESSURE ? &gauge : c->velocity, numbers_of(c->kind), ',');
    between = " ";
  }
}

const struct lbm_key_type lbm_key_conditions = {read_conditions, write_conditions};
