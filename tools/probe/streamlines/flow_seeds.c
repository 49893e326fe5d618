/* SPDX-License-Identifier: BSD-3-Clause */
/* Seeds in a flow: where it enters, or from a file. */
#include "flow_seeds.h"

#include "frame.h"
#include "surfaces.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct nodes {
  int64_t (*at)[3];
  size_t count, room;
  bool failed;
  struct tile_error e;
};

static void add_node(void *self, const int64_t at[3], const double value[FIELDS])
{
  struct nodes *n = self;
  (void)value;
  n->failed = n->failed || tile_reserve(&n->at, &n->room, n->count + 1, sizeof *n->at, "seeds", &n->e);
  if (n->failed)
    return;
  memcpy(n->at[n->count++], at, sizeof *n->at);
}

/* ---- patches through which fluid enters ---- */

/* Inward normal of a patch, by its face or opening. */
static void normal_of(double normal[3], const struct tile_patch *p, const struct tile_surfaces *s)
{
  memset(normal, 0, 3 * sizeof *normal);
  if (strcmp(p->face, "opening") != 0)
    normal[p->face[0] - 'x'] = p->face[1] == '-' ? 1 : -1;
  for (int i = 0; i < s->openings; i++)
    if (strcmp(p->face, "opening") == 0 && strcmp(s->name[s->opening[i].surface], p->name) == 0)
      memcpy(normal, s->opening[i].normal, 3 * sizeof *normal);
}

/* Of the nodes of a patch: sums of the velocity inwards, and of the speed. */
struct entry {
  double normal[3], inwards, speed;
};

/* A patch lets fluid in if at its nodes this part of the velocity leads inwards (beside a moving wall it is 0), and this part
 * of what the largest lets in. */
static const double inwards_least = 0.1, share_least = 0.01;

static bool mark_node(const struct tile_domain *d, size_t mark, int64_t at[3])
{
  return d->mark[mark].patch && tile_domain_node(d, d->mark[mark].tile, d->mark[mark].node, at);
}

static void add_entries(struct entry *of, const struct fields *f)
{
  const struct tile_domain *d = &f->domain;
  double value[FIELDS];
  int64_t at[3];
  for (size_t i = 0; i < d->marks; i++) {
    if (!mark_node(d, i, at) || !fields_node(f, at, value))
      continue;
    struct entry *to = of + d->mark[i].patch - 1;
    const double *u = value + FIELD_UX;
    to->inwards += tile_dot(u, to->normal);
    to->speed += tile_length(u);
  }
}

/* The patch that lets most fluid in; NULL: none does. */
static const struct entry *largest(const struct entry *of, int count)
{
  const struct entry *most = NULL;
  for (const struct entry *p = of; p < of + count; p++)
    if (p->inwards > inwards_least * p->speed && (!most || p->inwards > most->inwards))
      most = p;
  return most;
}

static int main_axis(const double v[3])
{
  int axis = 0;
  for (int a = 1; a < 3; a++)
    if (fabs(v[a]) > fabs(v[axis]))
      axis = a;
  return axis;
}

/* Adds the nodes of patches through which fluid enters, and sets the axis that these lie across. */
static int nodes_of_patches(const struct fields *f, struct nodes *n, int *axis, struct tile_error *e)
{
  const struct tile_domain *d = &f->domain;
  struct tile_surfaces s;
  struct entry *of = tile_alloc((size_t)d->patches, sizeof *of);
  int64_t at[3];
  if (!of)
    return tile_fail_memory(e, (size_t)d->patches * sizeof *of, "the patches");
  const int code = tile_surfaces_read(&s, &d->header, e);
  for (int i = 0; i < d->patches && !code; i++)
    normal_of(of[i].normal, d->patch + i, &s);
  add_entries(of, f);
  const struct entry *most = largest(of, d->patches);
  for (size_t i = 0; i < d->marks && most; i++)
    if (mark_node(d, i, at) && of[d->mark[i].patch - 1].inwards >= share_least * most->inwards)
      add_node(n, at, NULL);
  if (most)
    *axis = main_axis(most->normal);
  free(of);
  tile_surfaces_free(&s);
  return code;
}

/* Finds the nodes at which the flow enters: those of patches, or the slice from which it flows along its axis. */
static int nodes_at_entry(const struct fields *f, const struct probe_total *t, struct nodes *n, int *axis,
                          struct tile_error *e)
{
  *axis = t->along;
  if (nodes_of_patches(f, n, axis, e))
    return e->code;
  if (!n->count && t->along < 0)
    return tile_fail(e, TILE_REJECTED,
                     "%s: flows along no axis and enters through no patch: give --seeds a FILE of points", f->name);
  if (!n->count)
    fields_visit_slice(f, t->along, t->velocity[t->along] > 0 ? 0 : f->domain.grid[t->along] - 1, add_node, n);
  if (n->failed)
    return tile_fail_memory(e, 2 * n->room * sizeof *n->at, "seeds");
  return n->count ? 0
                  : tile_fail(e, TILE_REJECTED, "%s: solid closes the whole face at which the flow enters", f->name);
}

int seeds_at_entry(struct seeds *s, const struct fields *f, const struct probe_total *t, int64_t count,
                   struct tile_error *e)
{
  struct nodes nodes = {0};
  int axis, code = nodes_at_entry(f, t, &nodes, &axis, e);
  if (!code)
    code = seeds_spread(s, (size_t)count, nodes.at, nodes.count, axis, e);
  free(nodes.at);
  return code;
}

static int to_voxels(const struct fields *f, struct seeds *s, const char *name, struct tile_error *e)
{
  struct tile_error why;
  for (size_t i = 0; i < s->count; i++) {
    struct cli_place place = {.physical = s->physical};
    memcpy(place.at, s->at[i], sizeof place.at);
    if (frame_find(s->at[i], &f->domain.header, &place, &why))
      return tile_fail(e, TILE_REJECTED, "%s: %.200s", name, why.text);
  }
  return 0;
}

static int check_inside(const struct fields *f, const struct seeds *s, const char *name, struct tile_error *e)
{
  const int64_t *grid = f->domain.grid;
  for (size_t i = 0; i < s->count; i++)
    if (!fields_inside(f, s->at[i]))
      return tile_fail(e, TILE_REJECTED,
                       "%s: seed %.6g,%.6g,%.6g lies outside the grid, whose nodes are 0 ... %lld, 0 ... %lld, 0 ... "
                       "%lld",
                       name, s->at[i][0], s->at[i][1], s->at[i][2], (long long)grid[0] - 1, (long long)grid[1] - 1,
                       (long long)grid[2] - 1);
  return 0;
}

int seeds_from_file(struct seeds *s, const struct fields *f, const char *path, struct tile_error *e)
{
  const char *name = cli_input_name(path);
  FILE *in = cli_open_input(path, e);
  if (!in)
    return e->code;
  int code = seeds_read(s, in, name, e);
  fclose(in);
  if (!code)
    code = to_voxels(f, s, name, e);
  return code ? code : check_inside(f, s, name, e);
}
