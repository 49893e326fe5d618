#include "parameters.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one value ---------------------------------------------------------- */

static int wrong(struct tile_error *e, const char *key, const char *text)
{
  return tile_fail(e, TILE_REJECTED, "key \"%s\" holds \"%.80s\", which is not one of its values", key, text);
}

static int read_name(const struct tile_header *h, const char *key, const char *const *names, int count, int *value,
                     struct tile_error *e)
{
  const char *text = tile_header_get(h, key);
  if (!text)
    return 0;
  for (int i = 0; i < count; i++)
    if (!strcmp(text, names[i])) {
      *value = i;
      return 0;
    }
  return wrong(e, key, text);
}

/* Absent keys leave the value alone. */
static int read_real(const struct tile_header *h, const char *key, double *value, struct tile_error *e)
{
  return tile_header_get(h, key) ? tile_header_get_real(h, key, value, e) : 0;
}

/* The same of a number that must be above another. */
static int read_above(const struct tile_header *h, const char *key, double least, double *value, struct tile_error *e)
{
  if (read_real(h, key, value, e))
    return e->code;
  if (tile_header_get(h, key) && !(*value > least))
    return tile_fail(e, TILE_REJECTED, "key \"%s\" holds %g, which must be above %g", key, *value, least);
  return 0;
}

static int read_reals(const char *key, const char *text, int count, double *value, struct tile_error *e)
{
  const char *at = text;
  for (int i = 0; i < count; i++) {
    char *end;
    value[i] = strtod(at, &end);
    if (end == at || !isfinite(value[i]) || (i + 1 < count ? *end != ' ' && *end != ',' : *end != 0))
      return wrong(e, key, text);
    at = end + 1;
  }
  return 0;
}

/* text: TILE_REAL_TEXT for each. */
static char *reals_text(char *text, const double *value, int count, char between)
{
  char *at = text;
  for (int i = 0; i < count; i++) {
    if (i)
      *at++ = between;
    tile_real_text(at, value[i]);
    at += strlen(at);
  }
  return text;
}

/* ---- conditions: "inlet:pressure=0.001 lid:wall=0.1,0,0" (gauge pressure) */

static int read_condition(struct lbm_parameters *p, const struct tile_domain *d, char *word, struct tile_error *e)
{
  char *kind = strchr(word, ':'), *value = kind ? strchr(kind, '=') : NULL;
  if (!value)
    return wrong(e, "conditions", word);
  *kind++ = *value++ = 0;
  for (int i = 0; i < d->patches; i++)
    for (int k = LBM_AT_WALL; k < LBM_CONDITIONS; k++) {
      if (strcmp(word, d->patch[i].name) || strcmp(kind, lbm_condition_names[k]))
        continue;
      struct lbm_condition *c = p->setup.condition + i;
      c->kind = (enum lbm_condition_kind)k;
      if (read_reals("conditions", value, k == LBM_AT_PRESSURE ? 1 : 3, c->velocity, e))
        return e->code;
      if (k == LBM_AT_PRESSURE) {
        c->density = 3 * c->velocity[0];
        c->velocity[0] = 0;
      }
      return 0;
    }
  return wrong(e, "conditions", word);
}

static int read_conditions(struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e)
{
  const char *text = tile_header_get(&d->header, "conditions");
  char *copy = text ? strdup(text) : NULL, *rest = copy, *word;
  int code = text && !copy ? tile_fail_memory(e, strlen(text), "the header") : 0;
  while (!code && copy && (word = strsep(&rest, " ")))
    code = read_condition(p, d, word, e);
  free(copy);
  return code;
}

static int write_conditions(const struct lbm_parameters *p, struct tile_domain *d, struct tile_error *e)
{
  char *text = NULL, numbers[3 * TILE_REAL_TEXT];
  size_t length;
  FILE *out = open_memstream(&text, &length);
  const char *between = "";
  for (int i = 0; out && i < d->patches; i++) {
    const struct lbm_condition *c = p->setup.condition + i;
    double gauge = c->density / 3;
    if (c->kind == LBM_AT_REST)
      continue;
    bool pressure = c->kind == LBM_AT_PRESSURE;
    fprintf(out, "%s%s:%s=%s", between, d->patch[i].name, lbm_condition_names[c->kind],
            reals_text(numbers, pressure ? &gauge : c->velocity, pressure ? 1 : 3, ','));
    between = " ";
  }
  if (!tile_text_end(out, &text)) {
    free(text);
    return tile_fail_memory(e, 0, "the header");
  }
  int code = *text ? tile_header_set(&d->header, e, "conditions", "%s", text) : 0;
  if (!*text)
    tile_header_drop(&d->header, "conditions");
  free(text);
  return code;
}

/* ---- the whole ---------------------------------------------------------- */

int lbm_parameters_fit(struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e)
{
  struct lbm_condition *c = tile_alloc((size_t)d->patches, sizeof *c);
  if (!c)
    return tile_fail_memory(e, (size_t)d->patches * sizeof *c, "conditions");
  free(p->setup.condition);
  p->setup.condition = c;
  return read_conditions(p, d, e);
}

static int read_drive(struct lbm_parameters *p, const struct tile_header *h, struct tile_error *e)
{
  static const char *const drives[] = {"none", "force", "pressure"}, *const axes[] = {"x", "y", "z"};
  int drive = LBM_UNDRIVEN;
  if (read_name(h, "drive", drives, 3, &drive, e) || read_name(h, "axis", axes, 3, &p->axis, e) ||
      read_real(h, "pressure-drop", &p->drop, e))
    return e->code;
  p->drive = (enum lbm_drive_kind)drive;
  return 0;
}

/* More steps than any run takes, with room to add some. */
#define STEP_LIMIT (INT64_C(1) << 60)

static int count_words(const char *text)
{
  int count = 0;
  for (text += strspn(text, " "); *text; text += strspn(text, " "), count++)
    text += strcspn(text, " ");
  return count;
}

static int read_series(struct lbm_series *s, const struct tile_header *h, struct tile_error *e)
{
  const char *text = tile_header_get(h, "samples");
  double value[2 * LBM_SAMPLES];
  int count = text ? count_words(text) : 0;
  if (!count)
    return 0;
  if (count % 2 || count > 2 * LBM_SAMPLES)
    return wrong(e, "samples", text);
  if (read_reals("samples", text, count, value, e))
    return e->code;
  for (int i = 0; i < count; i += 2)
    lbm_series_add(s, (struct lbm_sample){value[i], value[i + 1]});
  return 0;
}

/* "auto NEXT VISCOUS TAU" */
static int read_relaxation(struct lbm_relaxation *r, const struct tile_header *h, struct tile_error *e)
{
  static const char word[] = "auto ";
  const char *text = tile_header_get(h, "relaxation");
  double value[3];
  if (!text)
    return 0;
  if (strncmp(text, word, sizeof word - 1))
    return wrong(e, "relaxation", text);
  if (read_reals("relaxation", text + sizeof word - 1, 3, value, e))
    return e->code;
  if (!(value[0] >= 0 && value[0] <= (double)STEP_LIMIT && value[1] >= 0 && (value[2] == 0 || value[2] > 0.5)))
    return wrong(e, "relaxation", text);
  *r = (struct lbm_relaxation){true, (int64_t)value[0], value[1], value[2]};
  return 0;
}

static int read_step(int64_t *step, const struct tile_header *h, struct tile_error *e)
{
  const char *text = tile_header_get(h, "step");
  if (!text)
    return 0;
  if (tile_header_get_ints(h, "step", 1, step, e))
    return e->code;
  return *step < 0 || *step > STEP_LIMIT ? wrong(e, "step", text) : 0;
}

/* Written for those who read the file; a run finds them anew. */
static int check_results(const struct tile_header *h, struct tile_error *e)
{
  static const char *const answers[] = {"no", "yes"};
  int converged;
  double viscosity;
  return read_name(h, "converged", answers, 2, &converged, e) || read_real(h, "viscosity", &viscosity, e) ? e->code : 0;
}

int lbm_parameters_read(struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e)
{
  const struct tile_header *h = &d->header;
  const char *force = tile_header_get(h, "force");
  int collision = LBM_TRT, equilibrium = LBM_QUASI, precision = LBM_FP64;
  *p = (struct lbm_parameters){.axis = -1, .units = {.dx = d->dx, .density = 1000}};
  lbm_setup_defaults(&p->setup);
  if (read_name(h, "collision", lbm_collision_names, LBM_COLLISIONS, &collision, e) ||
      read_name(h, "equilibrium", lbm_equilibrium_names, LBM_EQUILIBRIA, &equilibrium, e) ||
      read_name(h, "precision", lbm_precision_names, LBM_PRECISIONS, &precision, e) ||
      read_above(h, "tau", 0.5, &p->setup.tau, e) || read_above(h, "magic", 0, &p->setup.magic, e) ||
      read_above(h, "dt", 0, &p->units.dt, e) || read_above(h, "density", 0, &p->units.density, e) ||
      (force && read_reals("force", force, 3, p->setup.force, e)) || read_drive(p, h, e) ||
      read_series(&p->series, h, e) || read_relaxation(&p->relaxation, h, e) || read_step(&p->step, h, e) ||
      check_results(h, e))
    return e->code;
  p->setup.collision = (enum lbm_collision)collision;
  p->setup.equilibrium = (enum lbm_equilibrium)equilibrium;
  p->setup.precision = (enum lbm_precision)precision;
  return lbm_parameters_fit(p, d, e);
}

static int write_drive(const struct lbm_parameters *p, struct tile_header *h, struct tile_error *e)
{
  static const char *const drives[] = {"none", "force", "pressure"};
  char numbers[3 * TILE_REAL_TEXT];
  const double *F = p->setup.force;
  bool forced = F[0] != 0 || F[1] != 0 || F[2] != 0;
  tile_header_drop(h, "force");
  tile_header_drop(h, "drive");
  tile_header_drop(h, "axis");
  tile_header_drop(h, "pressure-drop");
  if ((forced && tile_header_set(h, e, "force", "%s", reals_text(numbers, F, 3, ' '))) ||
      (p->drive && tile_header_set(h, e, "drive", "%s", drives[p->drive])) ||
      (p->axis >= 0 && tile_header_set(h, e, "axis", "%c", 'x' + p->axis)) ||
      (p->drive == LBM_PRESSURE_DRIVE && tile_header_set_real(h, "pressure-drop", p->drop, e)))
    return e->code;
  return 0;
}

static int write_series(const struct lbm_series *s, struct tile_header *h, struct tile_error *e)
{
  char numbers[2 * LBM_SAMPLES * TILE_REAL_TEXT];
  double value[2 * LBM_SAMPLES];
  if (!s->count) {
    tile_header_drop(h, "samples");
    return 0;
  }
  for (int i = 0; i < s->count; i++) {
    value[2 * i] = s->sample[i].value;
    value[2 * i + 1] = s->sample[i].spread;
  }
  return tile_header_set(h, e, "samples", "%s", reals_text(numbers, value, 2 * s->count, ' '));
}

static int write_relaxation(const struct lbm_relaxation *r, struct tile_header *h, struct tile_error *e)
{
  char numbers[3 * TILE_REAL_TEXT];
  double value[3] = {(double)r->next, r->viscous, r->tau};
  if (!r->automatic) {
    tile_header_drop(h, "relaxation");
    return 0;
  }
  return tile_header_set(h, e, "relaxation", "auto %s", reals_text(numbers, value, 3, ' '));
}

int lbm_parameters_write(const struct lbm_parameters *p, struct tile_domain *d, struct tile_error *e)
{
  struct tile_header *h = &d->header;
  const struct lbm_setup *s = &p->setup;
  tile_header_drop(h, "magic");
  if (tile_header_set(h, e, "step", "%lld", (long long)p->step) ||
      tile_header_set(h, e, "collision", "%s", lbm_collision_names[s->collision]) ||
      tile_header_set(h, e, "equilibrium", "%s", lbm_equilibrium_names[s->equilibrium]) ||
      tile_header_set(h, e, "precision", "%s", lbm_precision_names[s->precision]) ||
      tile_header_set_real(h, "tau", s->tau, e) ||
      tile_header_set_real(h, "viscosity", lbm_viscosity_of_tau(s->tau), e) ||
      (s->collision == LBM_TRT && tile_header_set_real(h, "magic", s->magic, e)) ||
      (p->units.dt > 0 && tile_header_set_real(h, "dt", p->units.dt, e)) ||
      tile_header_set_real(h, "density", p->units.density, e) || write_drive(p, h, e) ||
      write_series(&p->series, h, e) || write_relaxation(&p->relaxation, h, e) || write_conditions(p, d, e))
    return e->code;
  return tile_header_set(h, e, "converged", "%s", p->converged ? "yes" : "no");
}

void lbm_parameters_free(struct lbm_parameters *p)
{
  free(p->setup.condition);
  p->setup.condition = NULL;
}
