/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes the marks of patches at faces.
 *
 * A link may leave through two faces at once. If one of them has neither patch nor period it is a resting wall, and the
 * link is in no mark; if both have patches, both marks list the link, and the solver decides. */
#include "marks.h"

#include "nodes.h"

#include <stdlib.h>
#include <string.h>

static int face_axis(const char face[3])
{
  return face[0] - 'x';
}

static int face_side(const char face[3])
{
  return face[1] == '+' ? 1 : -1;
}

static int check_name(const struct tile_make *how, int i, struct tile_error *e)
{
  const struct tile_patch *p = &how->patch[i];
  if (!tile_name_valid(p->name))
    return tile_fail(e, TILE_USAGE, "patch name '%s': a letter, then letters, digits, '_' and '-'", p->name);
  if (tile_patch_find(how->patch, i, p->name, strlen(p->name)) >= 0)
    return tile_fail(e, TILE_USAGE, "two patches are called %s", p->name);
  return TILE_OK;
}

static int check_face(const struct tile_make *how, int i, struct tile_error *e)
{
  const struct tile_patch *p = &how->patch[i];
  if (!tile_face_valid(p->face))
    return tile_fail(e, TILE_USAGE, "patch %s: '%s' is not a face; faces are x- x+ y- y+ z- z+", p->name, p->face);
  if (how->periodic >> face_axis(p->face) & 1)
    return tile_fail(e, TILE_USAGE, "patch %s: face %s lies on a periodic axis, which has no faces", p->name, p->face);
  for (int k = 0; k < i; k++)
    if (strcmp(how->patch[k].face, p->face) == 0)
      return tile_fail(e, TILE_USAGE, "patches %s and %s are on the same face %s", how->patch[k].name, p->name,
                       p->face);
  return TILE_OK;
}

int marks_check(const struct tile_make *how, bool openings, struct tile_error *e)
{
  for (int i = 0; i < how->patches; i++)
    if (check_name(how, i, e) || (!(openings && tile_patch_opens(&how->patch[i])) && check_face(how, i, e)))
      return e->code;
  return TILE_OK;
}

/* The patches at the faces of the grid; a face with neither patch nor period is a resting wall. */
struct faces {
  int patch[3][2]; /* [axis][side > 0]: 1-based, 0: none */
  unsigned periodic;
  const int64_t *grid;
};

static struct faces find_faces(const struct tile_domain *d)
{
  struct faces f = {.periodic = d->periodic, .grid = d->grid};
  for (int i = 0; i < d->patches; i++)
    if (!tile_patch_opens(&d->patch[i]))
      f.patch[face_axis(d->patch[i].face)][face_side(d->patch[i].face) > 0] = i + 1;
  return f;
}

/* Does the link leave through a face that is a resting wall? */
static bool meets_wall(const struct faces *f, const int64_t at[3], const signed char link[3])
{
  for (int a = 0; a < 3; a++) {
    int64_t to = at[a] + link[a];
    if ((to < 0 || to >= f->grid[a]) && !(f->periodic >> a & 1) && f->patch[a][link[a] > 0] == 0)
      return true;
  }
  return false;
}

static uint32_t links_through(const struct faces *f, const int64_t at[3], int axis, int side)
{
  uint32_t links = 0;
  for (int i = 1; i < TILE_LINKS; i++)
    if (tile_link[i][axis] == side && !meets_wall(f, at, tile_link[i]))
      links |= (uint32_t)1 << i;
  return links;
}

struct list {
  struct tile_mark *mark;
  size_t count, room;
};

static int append(struct list *l, struct tile_mark mark, struct tile_error *e)
{
  if (tile_reserve(&l->mark, &l->room, l->count + 1, sizeof *l->mark, "the marks of boundary nodes", e))
    return e->code;
  l->mark[l->count++] = mark;
  return TILE_OK;
}

/* The marks of one node in the order of the patches. */
static int mark_node(struct list *l, const struct tile_domain *d, const struct faces *f, size_t tile, int node,
                     const int64_t at[3], struct tile_error *e)
{
  for (int i = 0; i < d->patches; i++) {
    if (tile_patch_opens(&d->patch[i]))
      continue;
    int axis = face_axis(d->patch[i].face), side = face_side(d->patch[i].face);
    if (at[axis] != (side > 0 ? d->grid[axis] - 1 : 0))
      continue;
    struct tile_mark mark = {(uint32_t)tile, (uint16_t)node, (uint16_t)(i + 1), links_through(f, at, axis, side)};
    if (append(l, mark, e))
      return e->code;
  }
  return TILE_OK;
}

/* Does the tile hold a layer of nodes at a face that has a patch? */
static bool touches_patch(const struct tile_domain *d, size_t tile)
{
  for (int i = 0; i < d->patches; i++) {
    if (tile_patch_opens(&d->patch[i]))
      continue;
    int axis = face_axis(d->patch[i].face);
    int64_t layer = (face_side(d->patch[i].face) > 0 ? d->grid[axis] - 1 : 0) + d->offset[axis];
    if (d->coord[tile][axis] == layer / d->edge)
      return true;
  }
  return false;
}

static int mark_tile(struct list *l, const struct tile_domain *d, const struct faces *f, size_t tile,
                     struct tile_error *e)
{
  for (int n = 0; n < d->edge * d->edge * d->edge; n++) {
    int64_t at[3];
    if (d->mask[tile * d->words + (size_t)(n / 64)] >> (n % 64) & 1 && tile_domain_node(d, tile, n, at) &&
        mark_node(l, d, f, tile, n, at, e))
      return e->code;
  }
  return TILE_OK;
}

/* ---- together with the marks of walls ---- */

static int by_node(const void *a, const void *b)
{
  const struct tile_mark *x = a, *y = b;
  return x->node != y->node ? x->node - y->node : x->patch - y->patch;
}

/* Appends the marks of walls of a tile, from *next on, and those of faces, sorted by node and patch. */
static int join_tile(struct list *l, const struct tile_domain *d, const struct faces *f, size_t tile, size_t *next,
                     struct tile_error *e)
{
  const size_t begin = l->count;
  for (; *next < d->marks && d->mark[*next].tile == tile; ++*next)
    if (append(l, d->mark[*next], e))
      return e->code;
  const size_t walls = l->count;
  if (touches_patch(d, tile) && mark_tile(l, d, f, tile, e))
    return e->code;
  if (walls > begin && l->count > walls)
    qsort(l->mark + begin, l->count - begin, sizeof *l->mark, by_node);
  return TILE_OK;
}

int marks_make(struct tile_domain *d, struct tile_error *e)
{
  struct faces f = find_faces(d);
  struct list l = {0};
  size_t next = 0;
  for (size_t t = 0; t < d->tiles; t++)
    if (join_tile(&l, d, &f, t, &next, e)) {
      free(l.mark);
      return e->code;
    }
  free(d->mark);
  d->mark = l.mark;
  d->marks = l.count;
  return TILE_OK;
}

void marks_drop_faces(struct tile_domain *d)
{
  size_t kept = 0;
  for (size_t i = 0; i < d->marks; i++)
    if (!d->mark[i].patch || tile_patch_opens(&d->patch[d->mark[i].patch - 1]))
      d->mark[kept++] = d->mark[i];
  d->marks = kept;
}
