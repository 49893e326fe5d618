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

static const char *units_text(const struct fields *f)
{
  if (probe_physical(f))
    return "length m, wall_shear and pressure Pa (gauge), area m2";
  return f->units.dx > 0 ? "length m, area m2, wall_shear and pressure in lattice units" : "lattice units";
}

int probe_vtp(const struct probe_walls *w, const struct fields *f, const struct probe_file *how, FILE *out,
              struct tile_error *e)
{
  struct cloud cloud = {.node = w->nodes.node,
                        .dx = f->units.dx > 0 ? f->units.dx : 1,
                        .pressure = probe_physical(f) ? lbm_unit(&f->units, LBM_PRESSURE) : 1};
  cloud.area = cloud.dx * cloud.dx;
  frame_read(&cloud.frame, &f->domain.header);
  const struct vtp_array arrays[] = {{"points", 3, place, &cloud},
                                     {"wall_shear", 3, shear, &cloud},
                                     {"pressure", 1, pressure, &cloud},
                                     {"normal", 3, normal, &cloud},
                                     {"area", 1, area, &cloud}};
  const struct vtp v = {.points = w->nodes.count,
                        .single = how->single,
                        .units = units_text(f),
                        .shown = "Vectors=\"wall_shear\" Scalars=\"pressure\"",
                        .arrays = arrays,
                        .count = sizeof arrays / sizeof *arrays};
  return vtp_write(&v, out, e);
}
