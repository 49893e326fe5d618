/* The quantities of a result, in the order of the tables. */
#include "probe.h"

#include <math.h>
#include <string.h>

static void pressure(double *to, const double value[FIELDS])
{
  *to = lbm_gauge_pressure(value[FIELD_DENSITY]);
}

static void velocity(double *to, const double value[FIELDS])
{
  memcpy(to, value + FIELD_UX, 3 * sizeof *to);
}

static void ux(double *to, const double value[FIELDS])
{
  *to = value[FIELD_UX];
}

static void uy(double *to, const double value[FIELDS])
{
  *to = value[FIELD_UY];
}

static void uz(double *to, const double value[FIELDS])
{
  *to = value[FIELD_UZ];
}

static void speed(double *to, const double value[FIELDS])
{
  *to = hypot(hypot(value[FIELD_UX], value[FIELD_UY]), value[FIELD_UZ]);
}

static void wall_shear(double *to, const double value[FIELDS])
{
  memcpy(to, value + FIELD_SHEAR, 3 * sizeof *to);
}

static void wall_shear_size(double *to, const double value[FIELDS])
{
  *to = hypot(hypot(value[FIELD_SHEAR], value[FIELD_SHEAR + 1]), value[FIELD_SHEAR + 2]);
}

const struct probe_field probe_fields[PROBE_FIELDS] = {
    {"pressure", LBM_PRESSURE, 1, pressure, PROBE_IN_TABLES | PROBE_IN_PICTURES | PROBE_IN_VOLUMES, false, false},
    {"velocity", LBM_VELOCITY, 3, velocity, PROBE_IN_VOLUMES, false, false},
    {"ux", LBM_VELOCITY, 1, ux, PROBE_IN_TABLES | PROBE_IN_PICTURES, true, false},
    {"uy", LBM_VELOCITY, 1, uy, PROBE_IN_TABLES | PROBE_IN_PICTURES, true, false},
    {"uz", LBM_VELOCITY, 1, uz, PROBE_IN_TABLES | PROBE_IN_PICTURES, true, false},
    {"speed", LBM_VELOCITY, 1, speed, PROBE_IN_TABLES | PROBE_IN_PICTURES, false, true},
    {"wall_shear", LBM_PRESSURE, 3, wall_shear, PROBE_OF_WALLS, false, false},
    {"wall_shear", LBM_PRESSURE, 1, wall_shear_size, PROBE_IN_PICTURES, false, true},
};

const struct probe_field *probe_field_next(const struct probe_field *after, unsigned shown)
{
  const struct probe_field *end = probe_fields + PROBE_FIELDS;
  for (const struct probe_field *f = after ? after + 1 : probe_fields; f < end; f++)
    if (f->shown & shown)
      return f;
  return NULL;
}

const struct probe_field *probe_field_named(const char *name, unsigned shown)
{
  const struct probe_field *f = NULL;
  while ((f = probe_field_next(f, shown)) && strcmp(f->name, name) != 0)
    ;
  return f;
}
