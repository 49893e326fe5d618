/* SPDX-License-Identifier: BSD-3-Clause */
#include "snapshots.h"

#include "cli.h"
#include "domain_vti.h"
#include "precision.h"
#include "pvd.h"
#include "nodes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct snapshots {
  struct snapshots_plan plan;
  struct lbm *flow;
  const struct tile_domain *domain;
  enum lbm_precision precision; /* of fields */
  struct lbm_units units;
  const struct lbm_setup *setup;
  double time; /* s; 1 where it is not known, and times are steps */
  struct pvd list;
  char path[4096];   /* of the list */
  size_t *begin;     /* [tiles + 1]: nodes before each tile */
  float (*field)[4]; /* [nodes] pressure and velocity, in the units of the files */
};

/* ---- the steps ------------------------------------------------------------------ */

/* The step of snapshot m = 1, 2 ... of all periods. */
static int64_t step_of(const struct snapshots_plan *p, int64_t m)
{
  return p->origin + (int64_t)floor((double)m * p->period / (double)p->count + 0.5);
}

/* The number, among those of all periods, of the first snapshot after a step. */
static int64_t first_after(const struct snapshots_plan *p, int64_t step)
{
  const int64_t first = p->skip * p->count + 1;
  int64_t m = step <= p->origin ? 0 : (int64_t)((double)(step - p->origin) * (double)p->count / p->period) - 1;
  for (m = m > first ? m : first; step_of(p, m) <= step;)
    m++;
  return m;
}

int64_t snapshots_next(const struct snapshots_plan *p, int64_t step)
{
  const int64_t next = step_of(p, first_after(p, step));
  return next <= p->end ? next : INT64_MAX;
}

/* The name of the file of a step, which has a snapshot. */
static void name_file(char name[32], const struct snapshots_plan *p, int64_t step)
{
  snprintf(name, 32, "%04lld.vti", (long long)((first_after(p, step - 1) - 1) % p->count + 1));
}

/* ---- the list --------------------------------------------------------------------- */

/* Is this the entry of a snapshot of the plan, up to the present step? */
static bool holds(const struct snapshots *s, const struct pvd_entry *entry)
{
  const double step = entry->time / s->time, nearest = floor(step + 0.5);
  char name[32];
  if (!(fabs(step - nearest) < 1e-3) || nearest < 1 || nearest > (double)lbm_steps_done(s->flow))
    return false;
  name_file(name, &s->plan, (int64_t)nearest);
  return snapshots_next(&s->plan, (int64_t)nearest - 1) == (int64_t)nearest && !strcmp(name, entry->file);
}

static int read_list(struct snapshots *s, struct tile_error *e)
{
  if ((size_t)snprintf(s->path, sizeof s->path, "%sseries.pvd", s->plan.folder) >= sizeof s->path)
    return tile_fail(e, TILE_USAGE, "%.100s...: the name is too long", s->plan.folder);
  if (pvd_read(&s->list, s->path, e))
    return e->code;
  const size_t before = s->list.count;
  for (size_t i = s->list.count; i-- > 0;)
    if (!holds(s, s->list.entry + i))
      pvd_drop(&s->list, i);
  return s->list.count < before ? pvd_write(&s->list, s->path, e) : 0;
}

/* Takes a file that is to be replaced out of the list. */
static int unlist(struct snapshots *s, const char *name, struct tile_error *e)
{
  for (size_t i = 0; i < s->list.count; i++)
    if (!strcmp(s->list.entry[i].file, name)) {
      pvd_drop(&s->list, i);
      return pvd_write(&s->list, s->path, e);
    }
  return 0;
}

/* ---- a snapshot -------------------------------------------------------------------- */

/* Unknown units leave values as they are. */
static double unit_of(const struct snapshots *s, enum lbm_quantity q)
{
  const double unit = lbm_unit(&s->units, q);
  return isfinite(unit) ? unit : 1;
}

static int read_fields(struct snapshots *s, struct tile_error *e)
{
  const double pressure = unit_of(s, LBM_PRESSURE), velocity = unit_of(s, LBM_VELOCITY),
               taken = lbm_pressure_taken(s->setup, s->domain->patches);
  double values[64 * LBM_FIELDS], field[LBM_FIELDS];
  for (size_t t = 0; t < s->domain->tiles; t++) {
    if (lbm_get_fields(s->flow, t, values, e))
      return e->code;
    for (size_t n = s->begin[t]; n < s->begin[t + 1]; n++) {
      lbm_load(s->precision, field, values, (n - s->begin[t]) * LBM_FIELDS, LBM_FIELDS);
      s->field[n][0] = (float)((lbm_gauge_pressure(field[LBM_FIELD_DENSITY]) + taken) * pressure);
      for (int a = 0; a < 3; a++)
        s->field[n][1 + a] = (float)(field[LBM_FIELD_VELOCITY + a] * velocity);
    }
  }
  return 0;
}

static const float *node_of(const struct snapshots *s, size_t tile, int node)
{
  return s->field[s->begin[tile] + tile_rank(s->domain->mask[tile], node)];
}

static void give_pressure(const void *self, size_t tile, int node, double to[3])
{
  *to = (double)*node_of(self, tile, node);
}

static void give_velocity(const void *self, size_t tile, int node, double to[3])
{
  const float *value = node_of(self, tile, node) + 1;
  for (int a = 0; a < 3; a++)
    to[a] = (double)value[a];
}

static const char *units_text(const struct snapshots *s)
{
  return s->units.dx > 0 ? isfinite(lbm_unit(&s->units, LBM_PRESSURE))
                               ? "length m, velocity m/s, pressure Pa (gauge)"
                               : "length m, velocity and pressure in lattice units"
                         : "lattice units";
}

static int write_file(const struct snapshots *s, const char *name, struct tile_error *e)
{
  const struct domain_vti_field field[] = {{"pressure", 1, give_pressure, s}, {"velocity", 3, give_velocity, s}};
  const struct domain_vti v = {.domain = s->domain,
                               .spacing = s->units.dx,
                               .units = units_text(s),
                               .single = true,
                               .packed = true,
                               .field = field,
                               .fields = 2};
  char path[sizeof s->path + 32];
  struct cli_output out;
  snprintf(path, sizeof path, "%s%s", s->plan.folder, name);
  if (cli_open_output(&out, path, true, e))
    return e->code;
  if (domain_vti_write(&v, out.file, e))
    return cli_name_output(&out, e);
  return cli_commit(&out, e);
}

int snapshots_take(struct snapshots *s, struct tile_error *e)
{
  const int64_t step = lbm_steps_done(s->flow);
  char name[32];
  name_file(name, &s->plan, step);
  return unlist(s, name, e) || read_fields(s, e) || write_file(s, name, e) ||
                 pvd_put(&s->list, (double)step * s->time, name, e) || pvd_write(&s->list, s->path, e)
             ? e->code
             : 0;
}

/* ---- opening and closing ------------------------------------------------------------ */

static int make_room(struct snapshots *s, struct tile_error *e)
{
  const struct tile_domain *d = s->domain;
  if (tile_domain_begin(&s->begin, d, e))
    return e->code;
  s->field = tile_alloc(s->begin[d->tiles] + 1, sizeof *s->field);
  return s->field ? 0 : tile_fail_memory(e, s->begin[d->tiles] * sizeof *s->field, "snapshots");
}

int snapshots_open(struct snapshots **made, const struct snapshots_plan *plan, struct lbm *flow,
                   const struct tile_domain *d, const struct lbm_setup *setup, const struct lbm_units *units,
                   struct tile_error *e)
{
  struct snapshots *s = *made = tile_alloc(1, sizeof *s);
  if (!s)
    return tile_fail_memory(e, sizeof *s, "snapshots");
  *s = (struct snapshots){.plan = *plan,
                          .flow = flow,
                          .domain = d,
                          .precision = lbm_fields_precision(setup->precision),
                          .setup = setup,
                          .units = *units,
                          .time = 1};
  if (isfinite(lbm_unit(units, LBM_TIME)))
    s->time = lbm_unit(units, LBM_TIME);
  if ((double)plan->count > plan->period)
    return tile_fail(e, TILE_USAGE, "%lld snapshots are more than the %.6g time steps that they are of",
                     (long long)plan->count, plan->period);
  return make_room(s, e) || read_list(s, e) ? e->code : 0;
}

void snapshots_close(struct snapshots *s)
{
  if (!s)
    return;
  pvd_free(&s->list);
  free(s->begin);
  free(s->field);
  free(s);
}

size_t snapshots_listed(const struct snapshots *s)
{
  return s->list.count;
}

const char *snapshots_list(const struct snapshots *s)
{
  return s->path;
}
