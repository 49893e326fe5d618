/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "snapshot_walls.h"

#include "pvd.h"
#include "shear_map.h"
#include "vti_back.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct work {
  const struct snapshot_walls *how;
  struct probe_walls walls; /* of a moment, with nodes of its own */
  const struct fields *fields;
  struct lbm_shear_map map;
  struct lbm_moments *now; /* [map.nodes] */
  float *value;            /* [3 * nodes of the grid] */
  struct pvd from, to;
  struct on_surface_values *values; /* of a series in one file */
};

/* ---- names ---- */

static int stem_of(const char *path)
{
  const size_t length = strlen(path);
  return (int)(cli_ends_in(path, ".vtp") ? length - 4 : length);
}

static char *join(const char *format, int length, const char *before, const char *after)
{
  char *made;
  return asprintf(&made, format, length, before, after) < 0 ? NULL : made;
}

char *snapshot_walls_list(const char *path)
{
  return join("%.*s%s", stem_of(path), path, ".pvd");
}

char *snapshot_file(const char *folder, const char *file)
{
  const size_t length = strlen(folder);
  return join(length && folder[length - 1] == '/' ? "%.*s%s" : "%.*s/%s", (int)length, folder, file);
}

char *snapshot_walls_series(const char *folder)
{
  return snapshot_file(folder, "series.pvd");
}

/* STEM-0001.vtp */
static char *name_of(const struct work *k, const char *file)
{
  char *number = join("%.*s%s", (int)strcspn(file, "."), file, ".vtp"), *name = NULL;
  if (number)
    name = join("%.*s-%s", stem_of(k->how->path), k->how->path, number);
  free(number);
  return name;
}

/* ---- one snapshot ---- */

typedef void taker(struct lbm_moments *to, const float *value, double unit);

static void take_pressure(struct lbm_moments *to, const float *value, double unit)
{
  to->density = 3 * (double)*value / unit;
}

static void take_velocity(struct lbm_moments *to, const float *value, double unit)
{
  for (int a = 0; a < 3; a++)
    to->velocity[a] = (double)value[a] / unit;
}

static int read_array(struct work *k, const char *path, const char *name, int components, enum lbm_quantity quantity,
                      taker *take, struct tile_error *e)
{
  const struct tile_domain *d = &k->fields->domain;
  const double si = lbm_unit(&k->fields->units, quantity), unit = isfinite(si) ? si : 1;
  struct lbm_moments *to = k->now;
  if (vti_read_back(k->value, path, d->grid, name, components, e))
    return e->code;
  for (size_t tile = 0; tile < d->tiles; tile++)
    for (uint64_t mask = d->mask[tile]; mask; mask &= mask - 1, to++) {
      int64_t at[3];
      tile_domain_node(d, tile, __builtin_ctzll(mask), at);
      take(to, k->value + components * (at[0] + d->grid[0] * (at[1] + d->grid[1] * at[2])), unit);
    }
  return 0;
}

/* The common pressure of all openings is part of the pressure of the file, not of the density in the flow. */
static void find_shear(struct work *k)
{
  const struct lbm_shear_map *m = &k->map;
  for (size_t n = 0; n < m->nodes; n++)
    k->now[n].density -= k->fields->taken;
#pragma omp parallel for schedule(dynamic, 256)
  for (size_t i = 0; i < m->walls.count; i++) {
    struct lbm_wall_node *node = k->walls.nodes.node + i;
    lbm_shear_map_get(node->shear, m, k->now, i);
    node->density = k->now[m->row[i].own].density + k->fields->taken;
  }
}

static int write_file(struct work *k, const char *path, struct tile_error *e)
{
  struct cli_output out;
  if (cli_open_output(&out, path, true, e))
    return e->code;
  const struct snapshot_walls *s = k->how;
  if (s->surface ? on_surface_write(s->surface, &k->walls, k->fields, &s->how, out.file, e)
                 : probe_vtp(&k->walls, k->fields, &s->how, out.file, e))
    return cli_name_output(&out, e);
  return cli_commit(&out, e);
}

static int load(struct work *k, const struct pvd_entry *entry, struct tile_error *e)
{
  char *from = snapshot_file(k->how->folder, entry->file);
  if (!from)
    return tile_fail_memory(e, strlen(entry->file), "the name of a file");
  const int code = read_array(k, from, "pressure", 1, LBM_PRESSURE, take_pressure, e) ||
                           read_array(k, from, "velocity", 3, LBM_VELOCITY, take_velocity, e)
                       ? e->code
                       : 0;
  if (!code)
    find_shear(k);
  free(from);
  return code;
}

static int carry(struct work *k, const struct pvd_entry *entry, struct tile_error *e)
{
  char *to = name_of(k, entry->file);
  if (!to)
    return tile_fail_memory(e, strlen(entry->file), "the name of a file");
  const char *slash = strrchr(to, '/');
  const int code = load(k, entry, e) || write_file(k, to, e) || pvd_put(&k->to, entry->time, slash ? slash + 1 : to, e)
                       ? e->code
                       : 0;
  free(to);
  return code;
}

/* ---- all of them ---- */

static int make_room(struct work *k, struct tile_error *e)
{
  const int64_t *grid = k->fields->domain.grid;
  const size_t nodes = (size_t)(grid[0] * grid[1] * grid[2]);
  const struct lbm_wall_nodes all = k->walls.nodes;
  k->walls.nodes.node = tile_alloc(all.count, sizeof *all.node);
  if (!k->walls.nodes.node)
    return tile_fail_memory(e, all.count * sizeof *all.node, "a snapshot");
  memcpy(k->walls.nodes.node, all.node, all.count * sizeof *all.node);
  if (lbm_shear_map_make(&k->map, k->walls.flow, e))
    return e->code;
  k->now = tile_alloc(k->map.nodes, sizeof *k->now);
  k->value = tile_alloc(nodes, 3 * sizeof *k->value);
  return k->now && k->value ? 0 : tile_fail_memory(e, nodes * 3 * sizeof *k->value, "a snapshot");
}

int snapshot_list_read(struct pvd *list, const char *folder, struct tile_error *e)
{
  char *series = snapshot_walls_series(folder);
  int code = series ? pvd_read(list, series, e) : tile_fail_memory(e, 4096, "the names of files");
  if (!code && !list->count)
    code = tile_fail(e, TILE_REJECTED, "%s: lists no snapshots, or is missing", series);
  free(series);
  return code;
}

static int carry_all(struct work *k, struct tile_error *e)
{
  char *list = snapshot_walls_list(k->how->path);
  int code = list ? 0 : tile_fail_memory(e, 4096, "the names of files");
  for (size_t i = 0; i < k->from.count && !code; i++)
    code = carry(k, k->from.entry + i, e);
  if (!code)
    code = pvd_write(&k->to, list, e);
  free(list);
  return code;
}

static int load_moment(void *self, size_t moment, struct tile_error *e)
{
  struct work *k = self;
  if (load(k, k->from.entry + moment, e))
    return e->code;
  on_surface_again(k->values);
  return 0;
}

double *snapshot_times(const struct pvd *list, struct tile_error *e)
{
  double *time = tile_alloc(list->count, sizeof *time);
  if (!time)
    tile_fail_memory(e, list->count * sizeof *time, "the times of snapshots");
  for (size_t i = 0; time && i < list->count; i++)
    time[i] = list->entry[i].time;
  return time;
}

static int write_series(struct work *k, struct tile_error *e)
{
  const struct snapshot_walls *s = k->how;
  double *time = snapshot_times(&k->from, e);
  int code = time && !on_surface_begin(&k->values, s->surface, &k->walls, k->fields, e) ? 0 : e->code;
  if (!code) {
    const struct vtp v = on_surface_vtp(k->values, &s->how);
    const struct vtkhdf_moments m = {k->from.count, time, v.count - 1, load_moment, k};
    code = vtkhdf_surface(&v, &m, s->path, s->made, e);
  }
  on_surface_end(k->values);
  free(time);
  return code;
}

int snapshot_walls_write(const struct snapshot_walls *s, const struct probe_walls *w, const struct fields *f,
                         struct tile_error *e)
{
  struct work k = {.how = s, .walls = *w, .fields = f};
  k.walls.averages = false;
  int code = snapshot_list_read(&k.from, s->folder, e);
  if (!code && !(code = make_room(&k, e)))
    code = (s->made ? write_series : carry_all)(&k, e);
  if (k.walls.nodes.node != w->nodes.node)
    free(k.walls.nodes.node);
  pvd_free(&k.from);
  pvd_free(&k.to);
  lbm_shear_map_free(&k.map);
  free(k.now);
  free(k.value);
  return code;
}
