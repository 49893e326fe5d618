/* SPDX-License-Identifier: BSD-3-Clause */
/* The quantities of a result, in the order of the tables. */
#include "fields.h"

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

static const struct probe_field of_flow[PROBE_FLOW_FIELDS] = {
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

void probe_field_get(const struct probe_field *field, double *to, const double value[])
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

const struct probe_field *probe_field_next(const struct fields *f, const struct probe_field *after, unsigned shown)
{
  const struct probe_field *const flow_end = of_flow + PROBE_FLOW_FIELDS;
  const bool named = after && !(after >= of_flow && after < flow_end);
  for (const struct probe_field *row = after ? after + 1 : of_flow; !named && row < flow_end; row++)
    if ((!f || f->flow) && row->shown & shown)
      return row;
  if (!f)
    return NULL;
  for (const struct probe_field *row = named ? after + 1 : f->named; row < f->named + f->values.count; row++)
    if (row->shown & shown)
      return row;
  return NULL;
}

const struct probe_field *probe_field_named(const struct fields *f, const char *name, unsigned shown)
{
  const struct probe_field *row = NULL;
  while ((row = probe_field_next(f, row, shown)) && strcmp(row->name, name) != 0)
    ;
  return row;
}
