#include "words.h"

#include "boundary.h"

#include <string.h>

static const char *const profiles[PROFILES] = {"", "plug", "parabola", "womersley"};

const struct kind opening_kinds[KINDS] = {
    [FLOW] = {"flow", LBM_FLUX, {3, -1, 0}, true},
    [VELOCITY] = {"velocity", LBM_VELOCITY, {1, -1, 0}, true},
    [PRESSURE] = {"pressure", LBM_PRESSURE, {-1, -2, 1}, false},
};

const struct kind *opening_kind(const char *text)
{
  const size_t length = strcspn(text, "=");
  for (const struct kind *k = opening_kinds; k < opening_kinds + KINDS; k++)
    if (strlen(k->name) == length && !strncmp(k->name, text, length) && text[length])
      return k;
  return NULL;
}

void opening_split(struct opening *o, const char *value)
{
  char *rest = o->text, *word;
  if ((size_t)snprintf(o->text, sizeof o->text, "%s", value) >= sizeof o->text)
    cli_usage("--set %.*s: value too long", (int)(value - o->set), o->set);
  while ((word = strsep(&rest, ","))) {
    if (o->words == WORDS)
      cli_usage("--set %s: too many words", o->set);
    o->word[o->words++] = word;
  }
}

void opening_take_profile(struct opening *o)
{
  const char *last = o->word[o->words - 1];
  for (int p = PLUG; o->kind->profile && p < PROFILES; p++)
    if (o->words > 1 && !strcmp(last, profiles[p])) {
      o->profile = (enum profile)p;
      o->words--;
      return;
    }
}

static bool is_number(const char *word)
{
  struct cli_quantity q;
  struct tile_error e;
  return !cli_quantity(&q, word, &e);
}

bool opening_has_components(const struct opening *o)
{
  return o->kind == opening_kinds + VELOCITY && o->words > 1 && is_number(o->word[0]) && is_number(o->word[1]);
}

/* ---- numbers ------------------------------------------------------------------------- */

double opening_lattice(const struct cli_quantity *q, enum lbm_quantity kind, const int exponents[3],
                       const struct lbm_units *u, const char *option)
{
  if (!q->physical)
    return q->value;
  if (!cli_is(q, exponents[0], exponents[1], exponents[2]))
    cli_usage("%s: '%s' is not in %s or a bare number in lattice units", option, q->text, lbm_unit_symbol(kind));
  double unit = lbm_unit(u, kind);
  if (!(unit > 0))
    cli_usage("%s: '%s' needs the time step: give --viscosity in m2/s (and a voxel size: voxelize --voxel)", option,
              q->text);
  return q->value / unit;
}

double opening_value(const struct opening *o, const struct cli_quantity *q, const struct kind *k)
{
  char option[600];
  snprintf(option, sizeof option, "--set %s", o->set);
  return opening_lattice(q, k->quantity, k->exponents, &o->parameters->units, option);
}

double opening_number(const struct opening *o, const char *number, const char *unit, const struct kind *k)
{
  struct cli_quantity q;
  struct tile_error e;
  char text[600];
  snprintf(text, sizeof text, "%s%s", number, unit);
  if (cli_quantity(&q, text, &e))
    cli_usage("--set %s: %s", o->set, e.text);
  return opening_value(o, &q, k);
}

double opening_area(const struct tile_domain *d, int patch)
{
  struct tile_opening o;
  struct tile_error e;
  double marks = 0;
  check_or_exit(lbm_opening_of(&o, d, patch, &e), &e);
  if (o.area > 0 && d->dx > 0)
    return o.area / (d->dx * d->dx);
  for (size_t m = 0; m < d->marks; m++)
    marks += d->mark[m].patch == patch + 1;
  return marks;
}
