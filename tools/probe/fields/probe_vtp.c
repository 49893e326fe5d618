/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes the walls as a .vtp file: for each node next to a wall, the nearest point of that wall. */
#include "probe_walls.h"

#include "probe_arrays.h"

#include <math.h>
#include <string.h>

static void place(void *self, size_t n, double value[3])
{
  const struct probe_wall_cloud *c = self;
  double at[3];
  for (int a = 0; a < 3; a++)
    at[a] = (double)c->node[n].place.at[a] - c->node[n].distance * c->node[n].normal[a];
  frame_turn(&c->frame, value, at, c->dx);
  for (int a = 0; a < 3; a++)
    value[a] += c->frame.centre[a];
}

static void shear(void *self, size_t n, double value[3])
{
  const struct probe_wall_cloud *c = self;
  frame_turn(&c->frame, value, c->node[n].shear, c->pressure);
}

static void pressure(void *self, size_t n, double value[3])
{
  const struct probe_wall_cloud *c = self;
  value[0] = lbm_gauge_pressure(c->node[n].density) * c->pressure;
}

static void normal(void *self, size_t n, double value[3])
{
  const struct probe_wall_cloud *c = self;
  frame_turn(&c->frame, value, c->node[n].normal, 1);
}

static void area(void *self, size_t n, double value[3])
{
  const struct probe_wall_cloud *c = self;
  value[0] = c->node[n].area * c->area;
}

static void named(void *self, size_t n, double value[3])
{
  const struct probe_wall_column *c = self;
  const struct lbm_place *at = &c->cloud->node[n].place;
  value[0] = (double)c->value[fields_place(c->fields, at->tile, at->node)];
}

static void write_units(char text[PROBE_WALL_UNITS], const struct fields *f, bool averages)
{
  const char *shear = averages ? "" : "wall_shear and ";
  if (probe_physical(f))
    snprintf(text, PROBE_WALL_UNITS, "length m, %spressure Pa (gauge), area m2", shear);
  else if (f->units.dx > 0)
    snprintf(text, PROBE_WALL_UNITS, "length m, area m2, %spressure in lattice units", shear);
  else
    snprintf(text, PROBE_WALL_UNITS, "lattice units");
  for (int i = 0; averages && i < f->values.count; i++)
    snprintf(text + strlen(text), PROBE_WALL_UNITS - strlen(text), ", %s %s", f->values.value[i].name,
             f->values.value[i].unit);
}

static void add(struct probe_wall_arrays *a, const char *name, int components,
                void (*point)(void *self, size_t n, double value[3]), void *self)
{
  a->array[a->count++] = (struct vtp_array){name, components, point, self};
}

void probe_wall_arrays(struct probe_wall_arrays *a, const struct probe_walls *w, const struct fields *f)
{
  struct probe_wall_cloud *c = &a->cloud;
  *a = (struct probe_wall_arrays){.cloud = {.node = w->nodes.node,
                                            .dx = f->units.dx > 0 ? f->units.dx : 1,
                                            .pressure = probe_physical(f) ? lbm_unit(&f->units, LBM_PRESSURE) : 1},
                                  .shown = w->averages ? "Scalars=\"tawss\""
                                                       : "Vectors=\"wall_shear\" Scalars=\"pressure\""};
  c->area = c->dx * c->dx;
  frame_read(&c->frame, &f->domain.header);
  write_units(a->units, f, w->averages);
  add(a, "points", 3, place, c);
  if (!w->averages)
    add(a, "wall_shear", 3, shear, c);
  for (int i = 0; i < f->values.count && w->averages; i++) {
    a->column[i] = (struct probe_wall_column){c, f, f->values.column[i]};
    add(a, f->values.value[i].name, 1, named, a->column + i);
  }
  add(a, "pressure", 1, pressure, c);
  a->values = a->count;
  add(a, "normal", 3, normal, c);
  add(a, "area", 1, area, c);
}

double probe_wall_size(const struct probe_wall_arrays *a, const char *name, size_t point)
{
  double value[3] = {(double)NAN};
  size_t i = 1;
  while (i < a->values && strcmp(a->array[i].name, name))
    i++;
  if (i == a->values)
    return value[0];
  a->array[i].point(a->array[i].self, point, value);
  return a->array[i].components == 1 ? value[0] : hypot(hypot(value[0], value[1]), value[2]);
}

int probe_vtp(const struct probe_walls *w, const struct fields *f, const struct probe_file *how, FILE *out,
              struct tile_error *e)
{
  struct probe_wall_arrays a;
  probe_wall_arrays(&a, w, f);
  const struct vtp v = {.points = w->nodes.count,
                        .single = how->single,
                        .units = a.units,
                        .shown = a.shown,
                        .arrays = a.array,
                        .count = a.count};
  return vtp_write(&v, out, e);
}
