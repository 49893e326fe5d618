/* SPDX-License-Identifier: BSD-3-Clause */
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

static struct probe_field probe_fields[PROBE_FIELDS] = {
    {"pressure", LBM_PRESSURE, 1, pressure, PROBE_IN_TABLES | PROBE_IN_PICTURES | PROBE_IN_VOLUMES | PROBE_IN_PLOTS,
     false, false, 0, NULL},
    {"velocity", LBM_VELOCITY, 3, velocity, PROBE_IN_VOLUMES, false, false, 0, NULL},
    {"ux", LBM_VELOCITY, 1, ux, PROBE_IN_TABLES | PROBE_IN_PICTURES, true, false, 0, NULL},
    {"uy", LBM_VELOCITY, 1, uy, PROBE_IN_TABLES | PROBE_IN_PICTURES, true, false, 0, NULL},
    {"uz", LBM_VELOCITY, 1, uz, PROBE_IN_TABLES | PROBE_IN_PICTURES, true, false, 0, NULL},
    {"speed", LBM_VELOCITY, 1, speed, PROBE_IN_TABLES | PROBE_IN_PICTURES | PROBE_IN_PLOTS, false, true, 0, NULL},
    {"wall_shear", LBM_PRESSURE, 3, wall_shear, PROBE_OF_WALLS, false, false, 0, NULL},
    {"wall_shear", LBM_PRESSURE, 1, wall_shear_size, PROBE_IN_PICTURES, false, true, 0, NULL},
};

static int count = PROBE_FLOW_FIELDS;

void probe_fields_begin(const struct fields *f)
{
  for (int i = 0; i < PROBE_FLOW_FIELDS && !f->flow; i++)
    probe_fields[i].shown = 0;
  for (int i = 0; i < f->values.count; i++)
    probe_fields[count++] =
        (struct probe_field){.name = f->values.value[i].name,
                             .components = 1,
                             .shown = PROBE_IN_TABLES | PROBE_IN_PICTURES | PROBE_IN_VOLUMES | PROBE_IN_PLOTS,
                             .place = FIELD_VALUES + i,
                             .unit = f->values.value[i].unit};
}

void probe_field_get(const struct probe_field *field, double *to, const double value[FIELDS])
{
  if (field->of)
    field->of(to, value);
  else
    *to = value[field->place];
}

const char *probe_field_title(const struct probe_field *field)
{
  static const char *const titles[][2] = {{"ux", "velocity along x"},
                                          {"uy", "velocity along y"},
                                          {"uz", "velocity along z"},
                                          {"tawss", "TAWSS"},
                                          {"transwss", "transWSS"},
                                          {"osi", "OSI"},
                                          {"rrt", "RRT"},
                                          {"ecap", "ECAP"}};
  for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
    if (!strcmp(titles[i][0], field->name))
      return titles[i][1];
  return node_values_title(field->name);
}

static bool in_voxels(const struct probe_field *field)
{
  return field->unit && strcmp(field->unit, "voxel") == 0;
}

double probe_field_unit(const struct probe_field *field, const struct fields *f)
{
  return in_voxels(field) ? lbm_unit(&f->units, LBM_LENGTH) : field->unit ? 1 : lbm_unit(&f->units, field->quantity);
}

const char *probe_field_symbol(const struct probe_field *field)
{
  return in_voxels(field) ? lbm_unit_symbol(LBM_LENGTH) : field->unit ? field->unit : lbm_unit_symbol(field->quantity);
}

const struct probe_field *probe_field_next(const struct probe_field *after, unsigned shown)
{
  const struct probe_field *end = probe_fields + count;
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
