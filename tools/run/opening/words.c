/* SPDX-License-Identifier: BSD-3-Clause */
#include "words.h"

#include "boundary.h"
#include "surfaces.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

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

static void remove_word(struct opening *o, int at)
{
  o->words--;
  for (int i = at; i < o->words; i++)
    o->word[i] = o->word[i + 1];
}

bool opening_take(struct opening *o, const char *word)
{
  for (int i = 1; i < o->words; i++)
    if (!strcmp(o->word[i], word)) {
      remove_word(o, i);
      return true;
    }
  return false;
}

/* The text behind "NAME=", or NULL. */
static const char *take_value(struct opening *o, const char *name)
{
  const size_t length = strlen(name);
  for (int i = 1; i < o->words; i++)
    if (!strncmp(o->word[i], name, length) && o->word[i][length] == '=') {
      const char *value = o->word[i] + length + 1;
      remove_word(o, i);
      return value;
    }
  return NULL;
}

void opening_take_uses(struct opening *o)
{
  for (int p = PLUG; o->kind->profile && p < PROFILES; p++)
    if (opening_take(o, profiles[p]))
      o->profile = (enum profile)p;
  o->mean = take_value(o, "mean");
  o->reynolds = take_value(o, "re");
  if (o->mean && o->reynolds)
    cli_usage("--set %s: mean= or re=, not both", o->set);
}

bool opening_has_components(const struct opening *o)
{
  return o->kind == opening_kinds + VELOCITY && o->words > 1 && cli_is_quantity(o->word[0]) &&
         cli_is_quantity(o->word[1]);
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
  return opening_lattice(q, k->quantity, k->exponents, o->units, option);
}

/* ---- curves --------------------------------------------------------------------------- */

bool opening_is_file(const struct opening *o)
{
  struct cli_quantity q;
  struct tile_error e;
  if (!cli_quantity(&q, o->word[0], &e))
    return false;
  if (strchr("+-.0123456789", *o->word[0]) && access(o->word[0], F_OK))
    cli_usage("--set %s: '%s' is no file, and as a number: %s", o->set, o->word[0], e.text);
  return true;
}

void opening_read_curve(const struct opening *o, struct curve *c)
{
  for (int i = 1; i < o->words; i++)
    if (!curve_is_unit(o->word[i]))
      cli_usage("--set %s: '%s' is neither a unit nor a profile", o->set, o->word[i]);
  curve_read(c, o->set, o->word[0], o->kind->exponents, (char *const *)o->word + 1, o->words - 1);
}

static struct cli_quantity quantity_of(const struct opening *o, const char *text)
{
  struct cli_quantity q;
  struct tile_error e;
  if (cli_quantity(&q, text, &e))
    cli_usage("--set %s: %s", o->set, e.text);
  return q;
}

/* A bare mean has the unit of the values. */
static struct cli_quantity mean_of(const struct opening *o, const struct curve *c)
{
  struct cli_quantity q = quantity_of(o, o->mean);
  const double value = q.value;
  if (q.physical || !c->unit[1].given)
    return q;
  q = c->unit[1];
  q.value *= value;
  return q;
}

bool opening_is_physical(const struct opening *o, const struct curve *c)
{
  return o->mean ? mean_of(o, c).physical : o->reynolds ? o->units->dt > 0 : c->unit[1].given;
}

/* The mean speed U = Re nu / d, d being the diameter of a circle with the area of the opening. */
static double of_reynolds(const struct opening *o)
{
  const struct cli_quantity q = quantity_of(o, o->reynolds);
  if (q.physical || !o->kind->profile)
    cli_usage("--set %s: expected a flow or a velocity with the Reynolds number of its mean, such as re=350", o->set);
  const double speed = q.value * o->viscosity / (2 * sqrt(o->area / acos(-1)));
  return o->kind == opening_kinds + FLOW ? speed * o->area : speed;
}

double opening_factor(const struct opening *o, const struct curve *c)
{
  if (!o->mean && !o->reynolds)
    return c->unit[1].given ? opening_value(o, c->unit + 1, o->kind) : 1;
  const struct cli_quantity q = o->mean ? mean_of(o, c) : (struct cli_quantity){0};
  const double wanted = o->mean ? opening_value(o, &q, o->kind) : of_reynolds(o), mean = curve_mean(c);
  double most = 0;
  for (int n = 0; n < c->points; n++)
    most = fmax(most, fabs(c->value[n]));
  if (!(fabs(mean) > 1e-6 * most))
    cli_usage("--set %s: the mean of %s is 0, so that it cannot be scaled to another", o->set, o->word[0]);
  return wanted / mean;
}

double opening_area(const struct tile_domain *d, int patch)
{
  struct tile_opening o;
  struct tile_error e;
  double marks = 0;
  check_or_exit(lbm_opening_of(&o, d, patch, &e), &e);
  if (o.area > 0)
    return o.area;
  for (size_t m = 0; m < d->marks; m++)
    marks += d->mark[m].patch == patch + 1;
  return marks;
}
