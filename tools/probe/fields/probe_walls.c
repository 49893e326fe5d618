/* SPDX-License-Identifier: BSD-3-Clause */
#include "probe_walls.h"
#include "flow_report.h"

#include <math.h>

#include <stdlib.h>
#include <string.h>

/* ---- the flow of a file ----------------------------------------------------- */

static int refuse(const struct fields *f, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED,
                   "%s: holds no populations, which forces and shear on walls and the flux through patches follow "
                   "from: write it with `tessera run --checkpoint FILE`",
                   f->name);
}

static int make_flow(void *self, const struct fields *f, const struct tile_input *in, struct tile_array *array,
                     size_t *count, struct tile_error *e)
{
  struct probe_walls *w = self;
  struct tile_error why;
  struct lbm_parameters *p = &w->parameters;
  const bool populations = tile_input_has(in, "POPS");
  w->averages = !populations && w->of != PROBE_POPULATIONS && node_values_find(&f->values, "tawss") >= 0;
  if (w->of == PROBE_WALLS_OF_AVERAGES ? !w->averages : !populations && !w->averages)
    return w->of <= PROBE_WALLS ? refuse(f, e) : 0;
  if (lbm_parameters_read(p, &f->domain, &why))
    return tile_fail(e, why.code, "%s: header: %.900s", f->name, why.text);
  p->setup.walls = p->walls < 0 ? LBM_WALLS_HALFWAY : (enum lbm_walls)p->walls;
  p->setup.device = "cpu";
  if (lbm_new(&w->flow, &f->domain, &p->setup, e))
    return e->code;
  lbm_set_steps_done(w->flow, p->step);
  if (populations)
    array[(*count)++] = lbm_record_put(LBM_POPULATIONS_RECORD, w->flow);
  return 0;
}

int probe_walls_read(struct probe_walls *w, enum probe_walls_of of, struct fields *f, FILE *in, const char *name,
                     struct tile_error *e)
{
  *w = (struct probe_walls){.of = of};
  if ((of == PROBE_WALLS_IF_ANY ? fields_read_any : fields_read_also)(f, in, name, make_flow, w, e))
    return e->code;
  if (!w->flow)
    return 0;
  return (w->averages ? lbm_incoming_shape : lbm_incoming_make)(&w->incoming, w->flow, e);
}

void probe_walls_free(struct probe_walls *w)
{
  lbm_wall_nodes_free(&w->nodes);
  lbm_incoming_free(&w->incoming);
  lbm_free(w->flow);
  lbm_parameters_free(&w->parameters);
}

/* With the density of each node, for that at the wall. */
static int find_walls(struct probe_walls *w, const struct fields *f, struct tile_error *e)
{
  double value[FIELDS];
  if (lbm_wall_nodes_find(&w->nodes, &w->incoming, e))
    return e->code;
  for (size_t n = 0; n < w->nodes.count; n++)
    if (fields_node(f, w->nodes.node[n].place.at, value))
      w->nodes.node[n].density = value[FIELD_DENSITY];
  return 0;
}

int probe_walls_shear(struct probe_walls *w, struct fields *f, struct tile_error *e)
{
  if (w->averages)
    return find_walls(w, f, e);
  const size_t nodes = f->block.begin[f->domain.tiles];
  if (lbm_wall_nodes_make(&w->nodes, &w->incoming, e))
    return e->code;
  f->shear = tile_alloc(nodes, 3 * sizeof *f->shear);
  if (!f->shear)
    return tile_fail_memory(e, nodes * 3 * sizeof *f->shear, "the shear on walls");
  for (size_t n = 0; n < w->nodes.count; n++) {
    const struct lbm_wall_node *at = w->nodes.node + n;
    memcpy(f->shear + 3 * fields_place(f, at->place.tile, at->place.node), at->shear, sizeof at->shear);
  }
  return 0;
}

/* ---- forces ----------------------------------------------------------------- */

static void put_vector(FILE *out, const double v[3], double unit)
{
  char text[TILE_REAL_TEXT];
  for (int a = 0; a < 3; a++)
    fprintf(out, ",%s", isfinite(unit) ? tile_real_text(text, v[a] * unit) : "");
}

static void print_csv(FILE *out, const struct cli_force *f, size_t count)
{
  fputs("walls,links,fx,fy,fz,tx,ty,tz,fx_n,fy_n,fz_n,tx_nm,ty_nm,tz_nm\n", out);
  for (size_t i = 0; i < count; i++) {
    fprintf(out, "%s,%lld", f[i].name, (long long)f[i].links);
    put_vector(out, f[i].force, 1);
    put_vector(out, f[i].torque, 1);
    put_vector(out, f[i].force, f[i].newton);
    put_vector(out, f[i].torque, f[i].newton_metre);
    putc('\n', out);
  }
}

static void print(struct probe_report *r, const struct cli_force *f, size_t count)
{
  if (r->form == PROBE_JSON) {
    json_forces(&r->json, f, count);
    return;
  }
  probe_section(r, "forces");
  if (r->form == PROBE_CSV)
    print_csv(r->out, f, count);
  for (size_t i = 0; i < count && r->form == PROBE_TEXT; i++)
    report_force(r->out, f + i);
}

static int add_up(const struct probe_walls *w, const struct fields *f, const struct cli_values *names,
                  struct lbm_wall_choice *choice, struct lbm_force *force, const double about[3], struct tile_error *e)
{
  struct tile_error why;
  for (size_t i = 0; i < names->count; i++)
    if (lbm_wall_named(choice + i, &f->domain, w->parameters.setup.condition, names->value[i], &why))
      return tile_fail(e, why.code, "--force: %.900s", why.text);
  return lbm_forces(force, &w->incoming, choice, (int)names->count, about, e);
}

int probe_forces(const struct probe_walls *w, const struct fields *f, const struct cli_values *names,
                 const double about[3], struct probe_report *r, struct tile_error *e)
{
  const size_t count = names->count;
  struct lbm_wall_choice *choice = tile_alloc(count, sizeof *choice);
  struct lbm_force *force = tile_alloc(count, sizeof *force);
  struct cli_force *told = tile_alloc(count, sizeof *told);
  int code = choice && force && told ? add_up(w, f, names, choice, force, about, e)
                                     : tile_fail_memory(e, count * sizeof *told, "forces");
  for (size_t i = 0; i < count && !code; i++)
    told[i] = flow_report_force(names->value[i], force + i, about, &f->units);
  if (!code)
    print(r, told, count);
  free(choice);
  free(force);
  free(told);
  return code;
}
