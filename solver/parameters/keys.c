/* SPDX-License-Identifier: BSD-3-Clause */
#include "keys.h"

#include "key_type.h"
#include "numbers.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static bool is_trt(const struct lbm_parameters *p)
{
  return p->setup.collision == LBM_TRT;
}

/* Files without the key have D3Q19. */
static bool is_flat(const struct lbm_parameters *p)
{
  return p->setup.lattice != LBM_LATTICE_D3Q19;
}

static bool is_driven(const struct lbm_parameters *p)
{
  return p->drive != LBM_UNDRIVEN;
}

static bool is_driven_by_pressure(const struct lbm_parameters *p)
{
  return p->drive == LBM_PRESSURE_DRIVE;
}

static bool has_common_pressure(const struct lbm_parameters *p)
{
  return p->setup.common_pressure != 0;
}

static bool is_ramped(const struct lbm_parameters *p)
{
  return p->setup.ramp > 0;
}

static bool is_blood(const struct lbm_parameters *p)
{
  return p->blood.given;
}

static bool has_beats(const struct lbm_parameters *p)
{
  return p->beat.taken > 0;
}

static bool has_eddies(const struct lbm_parameters *p)
{
  return p->setup.fluid.smagorinsky > 0;
}

static const char *const drives[] = {"none", "force", "pressure"}, *const axes[] = {"x", "y", "z"};

#define AT(member) offsetof(struct lbm_parameters, member)
#define WORDS(names, count) .word = names, .words = count

static const struct lbm_key_row rows[LBM_KEYS] = {
    [LBM_KEY_STEP] = {"step", &lbm_key_step, AT(step)},
    [LBM_KEY_LATTICE] = {"lattice", &lbm_key_word, AT(setup.lattice), WORDS(lbm_lattice_names, LBM_LATTICES),
                         .present = is_flat},
    [LBM_KEY_COLLISION] = {"collision", &lbm_key_word, AT(setup.collision), WORDS(lbm_collision_names, LBM_COLLISIONS)},
    [LBM_KEY_EQUILIBRIUM] = {"equilibrium", &lbm_key_word, AT(setup.equilibrium),
                             WORDS(lbm_equilibrium_names, LBM_EQUILIBRIA)},
    [LBM_KEY_PRECISION] = {"precision", &lbm_key_stored, AT(setup.precision)},
    [LBM_KEY_ARITHMETIC] = {"arithmetic", &lbm_key_arithmetic, AT(setup.precision)},
    [LBM_KEY_WALLS] = {"walls", &lbm_key_word, AT(walls), WORDS(lbm_walls_names, LBM_WALLS)},
    [LBM_KEY_TAU] = {"tau", &lbm_key_above, AT(setup.tau), .above = 0.5},
    [LBM_KEY_VISCOSITY] = {"viscosity", &lbm_key_viscosity, AT(setup.tau), .result = true},
    [LBM_KEY_MAGIC] = {"magic", &lbm_key_above, AT(setup.magic), .above = 0, .present = is_trt},
    [LBM_KEY_BLOOD] = {"blood", &lbm_key_blood, AT(blood), .present = is_blood},
    [LBM_KEY_LES] = {"les", &lbm_key_eddies, AT(setup.fluid.smagorinsky), .present = has_eddies},
    [LBM_KEY_DT] = {"dt", &lbm_key_above, AT(units.dt), .above = 0},
    [LBM_KEY_DENSITY] = {"density", &lbm_key_above, AT(units.density), .above = 0},
    [LBM_KEY_FORCE] = {"force", &lbm_key_vector, AT(setup.force)},
    [LBM_KEY_DRIVE] = {"drive", &lbm_key_word, AT(drive), WORDS(drives, 3), .present = is_driven},
    [LBM_KEY_AXIS] = {"axis", &lbm_key_word, AT(axis), WORDS(axes, 3)},
    [LBM_KEY_PRESSURE_DROP] = {"pressure-drop", &lbm_key_real, AT(drop), .present = is_driven_by_pressure},
    [LBM_KEY_SAMPLES] = {"samples", &lbm_key_series, AT(series)},
    [LBM_KEY_OPENING_SAMPLES] = {"opening-samples", &lbm_key_openings, AT(openings)},
    [LBM_KEY_RELAXATION] = {"relaxation", &lbm_key_relaxation, AT(relaxation)},
    [LBM_KEY_CYCLES] = {"cycles", &lbm_key_cycles, AT(cycles)},
    [LBM_KEY_CONDITIONS] = {"conditions", &lbm_key_conditions, AT(setup.condition)},
    [LBM_KEY_COMMON_PRESSURE] = {"common-pressure", &lbm_key_real, AT(setup.common_pressure),
                                 .present = has_common_pressure},
    [LBM_KEY_RAMP] = {"ramp", &lbm_key_step, AT(setup.ramp), .present = is_ramped},
    [LBM_KEY_PERIOD] = {"period", &lbm_key_above, AT(period), .above = 0},
    [LBM_KEY_WAVES] = {"waves", &lbm_key_waves, AT(setup.course)},
    [LBM_KEY_OUTLETS] = {"outlets", &lbm_key_outlets, AT(setup.course)},
    [LBM_KEY_OUTLET_STATES] = {"outlet-states", &lbm_key_outlet_states, AT(setup.course)},
    [LBM_KEY_BEAT] = {"beat", &lbm_key_beat, AT(beat), .present = has_beats},
    [LBM_KEY_BEAT_CURVES] = {"beat-curves", &lbm_key_beat_curves, AT(beat), .present = has_beats},
    [LBM_KEY_BEAT_BEFORE] = {"beat-before", &lbm_key_beat_before, AT(beat), .present = has_beats},
    [LBM_KEY_CONVERGED] = {"converged", &lbm_key_yes, AT(converged), .result = true},
};

const char *lbm_key_name(enum lbm_key key)
{
  return rows[key].name;
}

const char *lbm_key_text(const struct tile_domain *d, enum lbm_key key)
{
  return tile_header_get(&d->header, rows[key].name);
}

int lbm_key_read(void *to, enum lbm_key key, const struct tile_domain *d, struct tile_error *e)
{
  return lbm_key_text(d, key) ? rows[key].type->read(to, rows + key, d, e) : 0;
}

/* The last number of the first word of outlet-states, as of all. */
int lbm_key_pressure_taken(double *to, const struct tile_domain *d, struct tile_error *e)
{
  const char *states = lbm_key_text(d, LBM_KEY_OUTLET_STATES), *end = states ? strchr(states, ' ') : NULL;
  const char *at = end ? end : states ? states + strlen(states) : NULL;
  while (at && at > states && *at != ',')
    at--;
  char *rest;
  double common = 0, taken = 0;
  if (lbm_key_read(&common, LBM_KEY_COMMON_PRESSURE, d, e))
    return e->code;
  const bool known = at && *at == ',' && tile_real_read(at + 1, &rest, &taken);
  *to = common + (known ? taken : 0);
  return 0;
}

int lbm_keys_read(struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e)
{
  for (int key = 0; key < LBM_KEYS; key++) {
    double unused;
    void *to = rows[key].result ? (void *)&unused : (char *)p + rows[key].at;
    if (lbm_key_read(to, (enum lbm_key)key, d, e))
      return e->code;
  }
  return 0;
}

/* Finds the text of the value, which the caller frees. */
static int find_text(char **text, const struct lbm_key_row *k, const struct lbm_parameters *p,
                     const struct tile_domain *d, struct tile_error *e)
{
  size_t length = 0;
  *text = NULL;
  FILE *out = open_memstream(text, &length);
  if (out && (!k->present || k->present(p)))
    k->type->write(out, (const char *)p + k->at, k, d);
  if (!tile_text_end(out, text))
    tile_fail_memory(e, 0, "the header");
  else if (strlen(*text) == length)
    return TILE_OK;
  else
    tile_fail(e, TILE_USAGE, "a number is too large or too small: the key \"%s\" of the file would be infinite",
              k->name);
  free(*text);
  return e->code;
}

static int write_key(const struct lbm_key_row *k, const struct lbm_parameters *p, struct tile_domain *d,
                     struct tile_error *e)
{
  char *text;
  if (find_text(&text, k, p, d, e))
    return e->code;
  int code = *text ? tile_header_set(&d->header, e, k->name, "%s", text) : 0;
  free(text);
  return code;
}

int lbm_keys_check(const struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e)
{
  for (int key = 0; key < LBM_KEYS; key++) {
    char *text;
    if (find_text(&text, rows + key, p, d, e))
      return e->code;
    free(text);
  }
  return TILE_OK;
}

int lbm_keys_same_flow(bool *same, const struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e)
{
  static const enum lbm_key of_steps[] = {LBM_KEY_LATTICE,   LBM_KEY_COLLISION, LBM_KEY_EQUILIBRIUM,
                                          LBM_KEY_PRECISION, LBM_KEY_WALLS,     LBM_KEY_TAU,
                                          LBM_KEY_MAGIC,     LBM_KEY_FORCE,     LBM_KEY_CONDITIONS};
  *same = true;
  for (size_t i = 0; i < sizeof of_steps / sizeof *of_steps; i++) {
    const char *then = lbm_key_text(d, of_steps[i]);
    char *now;
    if (find_text(&now, rows + of_steps[i], p, d, e))
      return e->code;
    *same = *same && !strcmp(now, then ? then : "");
    free(now);
  }
  return 0;
}

int lbm_keys_write(const struct lbm_parameters *p, struct tile_domain *d, struct tile_error *e)
{
  for (int key = 0; key < LBM_KEYS; key++)
    tile_header_drop(&d->header, rows[key].name);
  int code = 0;
  for (int key = 0; !code && key < LBM_KEYS; key++)
    code = write_key(rows + key, p, d, e);
  return code;
}
