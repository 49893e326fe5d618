/* SPDX-License-Identifier: BSD-3-Clause */
#include "force.h"

#include "communicator.h"
#include "flow.h"
#include "nodes.h"
#include "surfaces.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---------------------------------------------------------------- */

static const char faces[6][3] = {"x-", "x+", "y-", "y+", "z-", "z+"};

static int no_wall(const struct tile_domain *d, const struct tile_surfaces *s, const struct lbm_condition *condition,
                   const char *name, struct tile_error *e)
{
  char list[512] = "";
  size_t used = 0;
  for (int p = 0; p < d->patches; p++)
    if (condition[p].kind == LBM_AT_WALL && used < sizeof list - 64)
      used += (size_t)snprintf(list + used, sizeof list - used, ", %s", d->patch[p].name);
  for (int i = 0; i < s->count; i++)
    if (used < sizeof list - 64)
      used += (size_t)snprintf(list + used, sizeof list - used, ", %s", s->name[i]);
  return tile_fail(e, TILE_USAGE, "there is no wall '%s': expected walls, solid, a face such as x-%s", name, list);
}

static int choose_patch(struct lbm_wall_choice *w, int patch, const struct lbm_condition *c, const char *name,
                        struct tile_error *e)
{
  *w = (struct lbm_wall_choice){LBM_PATCH_WALLS, patch};
  if (c->kind == LBM_AT_WALL)
    return 0;
  return tile_fail(e, TILE_USAGE, "patch '%s' has a %s: it is no wall", name,
                   c->kind == LBM_AT_PRESSURE ? "pressure" : "velocity");
}

static bool find_surface(struct lbm_wall_choice *w, const struct tile_surfaces *s, const char *name)
{
  for (int i = 0; i < s->count; i++)
    if (!strcmp(s->name[i], name)) {
      *w = (struct lbm_wall_choice){LBM_SURFACE_WALLS, i + 1};
      return true;
    }
  return false;
}

static bool find_other(struct lbm_wall_choice *w, const struct tile_domain *d, const char *name)
{
  if (!strcmp(name, "walls") || !strcmp(name, "solid")) {
    *w = (struct lbm_wall_choice){*name == 'w' ? LBM_ALL_WALLS : LBM_SOLID_WALLS, 0};
    return true;
  }
  for (int f = 0; f < 6; f++)
    if (!strcmp(faces[f], name) && !(d->periodic >> f / 2 & 1)) {
      *w = (struct lbm_wall_choice){LBM_FACE_WALLS, f};
      return true;
    }
  return false;
}

int lbm_wall_named(struct lbm_wall_choice *w, const struct tile_domain *d, const struct lbm_condition *condition,
                   const char *name, struct tile_error *e)
{
  struct tile_surfaces s;
  const int patch = tile_patch_named(d, name);
  if (patch >= 0)
    return choose_patch(w, patch, condition + patch, name, e);
  if (tile_surfaces_read(&s, &d->header, e))
    return e->code;
  const int code = find_surface(w, &s, name) || find_other(w, d, name) ? 0 : no_wall(d, &s, condition, name, e);
  tile_surfaces_free(&s);
  return code;
}

/* ---- choices of links ---------------------------------------------------- */

static bool has_patch(const struct tile_domain *d, int face)
{
  for (int p = 0; p < d->patches; p++)
    if (!strcmp(d->patch[p].face, faces[face]))
      return true;
  return false;
}

/* Returns the face through which a link leaves the grid, or -1 if it does not. If it leaves through two faces, the
 * first without a patch counts, since walls at rest come before other boundary conditions. */
static int face_of(const struct tile_domain *d, const struct lbm_place *p, int link)
{
  int face = -1;
  for (int a = 0; a < 3; a++) {
    const int64_t to = p->at[a] + lbm_c[link][a];
    const int through = 2 * a + (to >= 0);
    if (!(d->periodic >> a & 1) && (to < 0 || to >= d->grid[a]) && (face < 0 || has_patch(d, face)))
      face = through;
  }
  return face;
}

static bool belongs(const struct lbm_wall_choice *c, const struct lbm_walls_at *w, int link, int face)
{
  const bool marked = w->marked >> link & 1;
  const bool is[] = {[LBM_ALL_WALLS] = true,
                     [LBM_SOLID_WALLS] = !marked && face < 0,
                     [LBM_FACE_WALLS] = !marked && face == c->which,
                     [LBM_PATCH_WALLS] = marked && w->patch[link] == c->which,
                     [LBM_SURFACE_WALLS] = !marked && w->surface[link] == c->which};
  return is[c->kind];
}

/* ---- sums ----------------------------------------------------------------- */

/* A sum and the rounding errors that it left out (two-sum of Knuth, The Art of Computer Programming 2, 4.2.2). The
 * force of many links is small compared with its terms; with this, their order hardly matters. */
struct compensated {
  double sum, rest;
};
struct push {
  struct compensated force[3], torque[3];
  int64_t links;
};

static void add(struct compensated *to, double value)
{
  const double sum = to->sum + value, added = sum - to->sum;
  to->rest += (to->sum - (sum - added)) + (value - added);
  to->sum = sum;
}

static void add_compensated(struct compensated *to, const struct compensated *part)
{
  add(to, part->sum);
  to->rest += part->rest;
}

static void add_push(struct push *to, const struct push *part)
{
  for (int a = 0; a < 3; a++) {
    add_compensated(to->force + a, part->force + a);
    add_compensated(to->torque + a, part->torque + a);
  }
  to->links += part->links;
}

static struct lbm_force force_of(const struct push *p)
{
  struct lbm_force f = {.links = p->links};
  for (int a = 0; a < 3; a++) {
    f.force[a] = p->force[a].sum + p->force[a].rest;
    f.torque[a] = p->torque[a].sum + p->torque[a].rest;
  }
  return f;
}

static void add_link(struct push *to, const double push[3], const double arm[3])
{
  for (int a = 0; a < 3; a++) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    add(to->force + a, push[a]);
    add(to->torque + a, arm[b] * push[c]);
    add(to->torque + a, -arm[c] * push[b]);
  }
  to->links++;
}

struct sums {
  const struct lbm_incoming *incoming;
  const struct lbm_wall_choice *choice;
  int count;
  const double *about;
  double taken; /* pressure that belongs to density 1 */
};

static double taken_off(const struct lbm_incoming *a)
{
  return lbm_pressure_taken(&a->flow->setup, a->flow->domain->patches);
}

static void add_node(const struct sums *s, const struct lbm_place *p, struct push *to)
{
  const double common = 2 * 3 * s->taken;
  double h[LBM_Q], f[LBM_Q];
  struct lbm_walls_at w;
  lbm_walls_around(s->incoming, p, &w);
  if (!w.links)
    return;
  lbm_incoming_node(s->incoming, p->tile, p->node, h, f);
  for (int i = 1; i < LBM_Q; i++) {
    if (!(w.links >> i & 1))
      continue;
    const int o = lbm_opposite[i], face = face_of(&s->incoming->part.domain, p, i);
    double push[3], arm[3];
    for (int a = 0; a < 3; a++) {
      const double u = w.marked >> i & 1 ? s->incoming->geometry.condition[w.patch[i]].velocity[a] : 0;
      push[a] = (h[i] + f[o] + common * lbm_weight[i]) * lbm_c[i][a] - (h[i] - f[o]) * u;
      arm[a] = (double)p->at[a] + w.q[i] * lbm_c[i][a] - s->about[a];
    }
    for (int k = 0; k < s->count; k++)
      if (belongs(s->choice + k, &w, i, face))
        add_link(to + k, push, arm);
  }
}

static void add_tile(const struct sums *s, size_t tile, struct push *to)
{
  const struct tile_domain *d = &s->incoming->part.domain;
  for (uint64_t mask = d->mask[tile]; mask; mask &= mask - 1) {
    struct lbm_place p = {.tile = tile, .node = __builtin_ctzll(mask)};
    tile_domain_node(d, tile, p.node, p.at);
    add_node(s, &p, to);
  }
}

/* Sums of the tiles of this process: `count` sums for each of `tiles` tiles. */
struct added {
  const struct push *part;
  size_t tiles;
  int count;
};

/* Adds tiles in their order, so that the result does not depend on the numbers of threads and processes. */
static void add_up(void *of_added, void *of_pushes)
{
  const struct added *added = of_added;
  const struct push *part = added->part;
  struct push *to = of_pushes;
  for (size_t t = 0; t < added->tiles; t++)
    for (int k = 0; k < added->count; k++, part++)
      add_push(to + k, part);
}

/* Adds up `tiles` tiles of a list, or all tiles of this process if tile is NULL. */
static int forces_of(const struct sums *s, const size_t *tile, size_t tiles, struct lbm_force *force,
                     struct tile_error *e)
{
  const int threads = s->incoming->flow->setup.threads;
  const size_t count = (size_t)s->count, first = s->incoming->part.begin;
  struct push *part = tile_alloc((tiles + 1) * count, sizeof *part), *all = part + tiles * count;
  if (!part)
    return tile_fail_memory(e, (tiles + 1) * count * sizeof *part, "sums per tile");
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads ? threads : omp_get_max_threads())
  for (size_t t = 0; t < tiles; t++)
    add_tile(s, tile ? tile[t] : first + t, part + t * count);
  struct added added = {part, tiles, s->count};
  lbm_comm_ordered_reduce(all, count * sizeof *all, add_up, &added);
  for (size_t k = 0; k < count; k++)
    force[k] = force_of(all + k);
  free(part);
  return 0;
}

int lbm_forces(struct lbm_force *force, const struct lbm_incoming *a, const struct lbm_wall_choice *choice, int count,
               const double about[3], struct tile_error *e)
{
  const struct sums s = {a, choice, count, about, taken_off(a)};
  return forces_of(&s, NULL, a->part.tiles, force, e);
}

/* ---- repeated sums ------------------------------------------------------- */

static bool is_chosen(const struct lbm_force_surface *w, const struct lbm_walls_at *at, int link, int face)
{
  for (int k = 0; k < w->count; k++)
    if (belongs(w->choice + k, at, link, face))
      return true;
  return false;
}

static bool node_is_chosen(const struct lbm_force_surface *w, const struct lbm_incoming *a, const struct lbm_place *p)
{
  struct lbm_walls_at at;
  lbm_walls_around(a, p, &at);
  for (int i = 1; i < LBM_Q; i++)
    if (at.links >> i & 1 && is_chosen(w, &at, i, face_of(&a->part.domain, p, i)))
      return true;
  return false;
}

/* Does any node of the tile have a link that ends at one of the chosen walls? */
static bool sees(void *self, const struct lbm_incoming *a, size_t tile, bool *from)
{
  const struct tile_domain *d = &a->part.domain;
  bool any = false;
  for (uint64_t mask = d->mask[tile]; mask; mask &= mask - 1) {
    struct lbm_place p = {.tile = tile, .node = __builtin_ctzll(mask)};
    tile_domain_node(d, tile, p.node, p.at);
    if (!node_is_chosen(self, a, &p))
      continue;
    lbm_incoming_sources(a, tile, p.node, from);
    any = true;
  }
  return any;
}

int lbm_force_surface_make(struct lbm_force_surface *w, struct lbm *flow, const struct lbm_wall_choice *choice,
                           int count, const double about[3], struct tile_error *e)
{
  *w = (struct lbm_force_surface){.choice = choice, .count = count};
  memcpy(w->about, about, sizeof w->about);
  return lbm_surface_make(&w->watch, flow, sees, w, e);
}

int lbm_force_surface_now(struct lbm_force_surface *w, struct lbm_force *force, struct tile_error *e)
{
  struct lbm_surface *at = &w->watch;
  const struct sums s = {&at->incoming, w->choice, w->count, w->about, taken_off(&at->incoming)};
  return lbm_incoming_copy(&at->incoming, e) || forces_of(&s, at->tile, at->tiles, force, e) ? e->code : 0;
}

void lbm_force_surface_free(struct lbm_force_surface *w)
{
  lbm_surface_free(&w->watch);
  *w = (struct lbm_force_surface){0};
}
