/* SPDX-License-Identifier: BSD-3-Clause */
#include "blood.h"
#include "numbers.h"
#include "tile_stream.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The lattice unit of a number of a law. */
enum unit { VISCOSITY, TIME, STRESS, EXPONENT, CONSISTENCY };

static const struct law {
  int count;
  enum unit unit[LBM_FLUID_NUMBERS];
  const char *names; /* of the numbers, for messages */
} laws[LBM_FLUIDS] = {
    [LBM_NEWTONIAN] = {1, {VISCOSITY}, "VISCOSITY"},
    [LBM_CARREAU_YASUDA] = {5, {VISCOSITY, VISCOSITY, TIME, EXPONENT, EXPONENT}, "ETA0,ETA_INF,LAMBDA,N,A"},
    [LBM_CASSON] = {2, {STRESS, VISCOSITY}, "YIELD,VISCOSITY"},
    [LBM_POWER_LAW] = {2, {CONSISTENCY, EXPONENT}, "K,N"}};

/* Published sets; the first one of a law is its default. */
static const struct {
  const char *name;
  struct lbm_blood blood;
} sets[] = {{"blood", {true, LBM_NEWTONIAN, {0.0035}}},
            {"boyd", {true, LBM_CARREAU_YASUDA, {0.16, 0.0035, 8.2, 0.2128, 0.64}}}, /* Boyd, Buick & Green 2007 */
            {"cho-kensey", {true, LBM_CARREAU_YASUDA, {0.056, 0.00345, 3.313, 0.3568, 2}}}, /* Cho & Kensey 1991 */
            {"boyd", {true, LBM_CASSON, {0.1937 * 0.1937, 0.055 * 0.055}}},
            {"shibeshi-collins", {true, LBM_POWER_LAW, {0.017, 0.708}}}}; /* Appl. Rheol. 15 (2005) 398 */
enum { SETS = sizeof sets / sizeof *sets };

/* ---- text ------------------------------------------------------------------ */

static int find_law(const char *text, size_t length)
{
  int k = 0;
  while (k < LBM_FLUIDS && (strlen(lbm_fluid_names[k]) != length || strncmp(text, lbm_fluid_names[k], length)))
    k++;
  return k;
}

/* name NULL: the default. */
static bool find_set(struct lbm_blood *b, int kind, const char *name)
{
  for (int s = 0; s < SETS; s++)
    if ((int)sets[s].blood.kind == kind && (!name || !strcmp(name, sets[s].name))) {
      *b = sets[s].blood;
      return true;
    }
  return false;
}

static int parse_numbers(struct lbm_blood *b, int kind, const char *text, struct tile_error *e)
{
  const struct law *law = laws + kind;
  char *end;
  *b = (struct lbm_blood){.given = true, .kind = (enum lbm_fluid_kind)kind};
  for (int n = 0; n < law->count; n++, text = end + 1) {
    if (!tile_real_read(text, &end, b->at + n) || !(b->at[n] > 0) || *end != (n + 1 < law->count ? ',' : 0))
      return tile_fail(e, TILE_USAGE, "expected %s:%s, %d numbers above 0 in Pa.s, Pa and s", lbm_fluid_names[kind],
                       law->names, law->count);
  }
  if (kind == LBM_CARREAU_YASUDA && (b->at[1] > b->at[0] || b->at[3] > 1))
    return tile_fail(e, TILE_USAGE, "carreau-yasuda: ETA_INF is at most ETA0, and N at most 1");
  return kind == LBM_POWER_LAW && b->at[1] > 2 ? tile_fail(e, TILE_USAGE, "power-law: N is at most 2") : 0;
}

int lbm_blood_parse(struct lbm_blood *b, const char *text, struct tile_error *e)
{
  const size_t length = strcspn(text, ":");
  const int kind = find_law(text, length);
  if (kind == LBM_FLUIDS)
    return tile_fail(e, TILE_USAGE, "expected newtonian, carreau-yasuda, casson or power-law");
  return find_set(b, kind, text[length] ? text + length + 1 : NULL) ? 0 : parse_numbers(b, kind, text + length + 1, e);
}

void lbm_blood_print(FILE *out, const struct lbm_blood *b)
{
  char text[TILE_REAL_TEXT];
  fputs(lbm_fluid_names[b->kind], out);
  for (int n = 0; n < laws[b->kind].count; n++)
    fprintf(out, "%c%s", n ? ',' : ':', tile_real_text(text, b->at[n]));
}

int lbm_eddies_parse(double *constant, const char *text, struct tile_error *e)
{
  const char name[] = "smagorinsky:";
  const bool named = !strncmp(text, name, sizeof name - 1);
  char *end;
  return named && tile_real_read(text + sizeof name - 1, &end, constant) && !*end && *constant > 0 && *constant <= 1
             ? 0
             : tile_fail(e, TILE_USAGE, "expected smagorinsky:C with C above 0 and at most 1, such as smagorinsky:0.1");
}

/* ---- units ------------------------------------------------------------------ */

double lbm_blood_reference(const struct lbm_blood *b)
{
  return b->kind == LBM_POWER_LAW ? b->at[0] * pow(100, b->at[1] - 1) : b->at[b->kind == LBM_NEWTONIAN ? 0 : 1];
}

void lbm_blood_fluid(struct lbm_fluid *f, const struct lbm_blood *b, const struct lbm_units *u)
{
  const double viscosity = lbm_unit(u, LBM_VISCOSITY) * u->density, time = lbm_unit(u, LBM_TIME);
  const bool known = b->given && isfinite(viscosity) && viscosity > 0;
  f->kind = known ? b->kind : LBM_NEWTONIAN;
  for (int n = 0; known && n < LBM_FLUID_NUMBERS; n++) {
    const double one[] = {[VISCOSITY] = viscosity,
                          [TIME] = time,
                          [STRESS] = viscosity / time,
                          [EXPONENT] = 1,
                          [CONSISTENCY] = viscosity * pow(time, b->at[1] - 1)};
    f->at[n] = b->at[n] / one[laws[b->kind].unit[n]];
  }
}
