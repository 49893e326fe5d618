/* Writes the walls as a .vtp file: for each node next to a wall, the nearest point of that wall. */
#include "probe_walls.h"

#include "frame.h"
#include "probe_arrays.h"
#include "vtp.h"

#include <string.h>

struct cloud {
  const struct lbm_wall_node *node;
  struct frame frame;
  double dx, pressure, area; /* value of the lattice unit */
};

static void place(void *self, size_t n, double value[3])
{
  const struct cloud *c = self;
  double at[3];
  for (int a = 0; a < 3; a++)
    at[a] = (double)c->node[n].place.at[a] - c->node[n].distance * c->node[n].normal[a];
  frame_turn(&c->frame, value, at, c->dx);
  for (int a = 0; a < 3; a++)
    value[a] += c->frame.centre[a];
}

static void shear(void *self, size_t n, double value[3])
{
  const struct cloud *c = self;
  frame_turn(&c->frame, value, c->node[n].shear, c->pressure);
}

static void pressure(void *self, size_t n, double value[3])
{
  const struct cloud *c = self;
  value[0] = lbm_gauge_pressure(c->node[n].density) * c->pressure;
}

static void normal(void *self, size_t n, double value[3])
{
  const struct cloud *c = self;
  frame_turn(&c->frame, value, c->node[n].normal, 1);
}

static void area(void *self, size_t n, double value[3])
{
  const struct cloud *c = self;
  value[0] = c->node[n].area * c->area;
}

/* A named value of the nodes. */
struct column {
  const struct cloud *cloud;
  const struct fields *fields;
  const float *value;
};

static void named(void *self, size_t n, double value[3])
{
  const struct column *c = self;
  const struct lbm_place *at = &c->cloud->node[n].place;
  value[0] = (double)c->value[fields_place(c->fields, at->tile, at->node)];
}

enum { UNITS_TEXT = 100 + TILE_VALUES_LIMIT * sizeof(struct tile_value) };
static const char *units_text(char text[UNITS_TEXT], const struct fields *f, bool averages)
{
  const char *shear = averages ? "" : "wall_shear and ";
  if (probe_physical(f))
    snprintf(text, UNITS_TEXT, "length m, %spressure Pa (gauge), area m2", shear);
  else if (f->units.dx > 0)
    snprintf(text, UNITS_TEXT, "length m, area m2, %spressure in lattice units", shear);
  else
    snprintf(text, UNITS_TEXT, "lattice units");
  for (int i = 0; averages && i < f->values.count; i++)
    snprintf(text + strlen(text), UNITS_TEXT - strlen(text), ", %s %s", f->values.value[i].name,
             f->values.value[i].unit);
  return text;
}

/* The shear, or the named values of averages. */
static size_t values_of(struct vtp_array *to, struct column *column, struct cloud *c, const struct fields *f,
                        bool averages)
{
  if (!averages) {
    *to = (struct vtp_array){"wall_shear", 3, shear, c};
    return 1;
  }
  for (int i = 0; i < f->values.count; i++) {
    column[i] = (struct column){c, f, f->values.column[i]};
    to[i] = (struct vtp_array){f->values.value[i].name, 1, named, column + i};
  }
  return (size_t)f->values.count;
}

int probe_vtp(const struct probe_walls *w, const struct fields *f, const struct probe_file *how, FILE *out,
              struct tile_error *e)
{
  struct cloud cloud = {.node = w->nodes.node,
                        .dx = f->units.dx > 0 ? f->units.dx : 1,
                        .pressure = probe_physical(f) ? lbm_unit(&f->units, LBM_PRESSURE) : 1};
  cloud.area = cloud.dx * cloud.dx;
  frame_read(&cloud.frame, &f->domain.header);
  const struct vtp_array others[] = {
      {"pressure", 1, pressure, &cloud}, {"normal", 3, normal, &cloud}, {"area", 1, area, &cloud}};
  enum { OTHERS = sizeof others / sizeof *others };
  struct vtp_array arrays[1 + TILE_VALUES_LIMIT + OTHERS] = {{"points", 3, place, &cloud}};
  struct column column[TILE_VALUES_LIMIT];
  char units[UNITS_TEXT];
  const size_t values = values_of(arrays + 1, column, &cloud, f, w->averages);
  memcpy(arrays + 1 + values, others, sizeof others);
  const struct vtp v = {.points = w->nodes.count,
                        .single = how->single,
                        .units = units_text(units, f, w->averages),
                        .shown = w->averages ? "Scalars=\"tawss\"" : "Vectors=\"wall_shear\" Scalars=\"pressure\"",
                        .arrays = arrays,
                        .count = 1 + values + OTHERS};
  return vtp_write(&v, out, e);
}
