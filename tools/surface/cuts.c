#include "cuts.h"

#include <stdlib.h>
#include <string.h>

/* One crossing, from one end of its link. */
struct crossing {
  uint32_t voxel; /* in its slice */
  uint8_t link, surface;
  int8_t sign; /* 1: the link leaves the surface there */
  float q;     /* 0 ... 1; neighbours in a sorted list may be equal */
};

struct slice {
  const struct cuts *c;
  int64_t z;
  struct crossing *crossing;
  size_t count, room;
  int family;
  uint32_t triangle;
  bool failed;
  signed char link[LINES], back[LINES]; /* of each family, and the opposite one */
};

int cuts_make(struct cuts *c, const struct surface *s, const struct inside *inside, struct tile_error *e)
{
  *c = (struct cuts){.s = s, .inside = inside};
  return layers_make(&c->layers, s, e);
}

void cuts_free(struct cuts *c)
{
  layers_free(&c->layers);
}

/* ---- crossings ---- */

static int find_link(const signed char c[3], int sign)
{
  for (int i = 1; i < TILE_LINKS; i++)
    if (tile_link[i][0] == sign * c[0] && tile_link[i][1] == sign * c[1] && tile_link[i][2] == sign * c[2])
      return i;
  return 0;
}

static void push(struct slice *s, const int64_t at[3], int link, double q, int sign)
{
  const int64_t *n = s->c->s->grid;
  if (at[2] != s->z || !inside_has(s->c->inside, at))
    return;
  if (s->count == s->room) {
    const size_t room = s->room ? 2 * s->room : 1024;
    void *grown = tile_grow(s->crossing, room, sizeof *s->crossing);
    s->failed = s->failed || !grown;
    if (!grown)
      return;
    s->crossing = grown;
    s->room = room;
  }
  s->crossing[s->count++] = (struct crossing){.voxel = (uint32_t)(at[0] + n[0] * at[1]),
                                              .link = (uint8_t)link,
                                              .surface = s->c->s->name_of[s->triangle],
                                              .sign = (int8_t)sign,
                                              .q = (float)q};
}

/* The voxel at u, v, t: the maps of line_family turned round. */
static void voxel_of(const struct line_family *f, const struct line_crossing *c, int64_t at[3])
{
  int axis = f->t[0] ? 0 : f->t[1] ? 1 : 2;
  at[axis] = c->t;
  for (int k = 0; k < 2; k++) {
    const signed char *row = k ? f->v : f->u;
    const int64_t value = k ? c->v : c->u;
    for (int a = 0; a < 3; a++)
      if (a != axis && row[a])
        at[a] = row[a] * (value - row[axis] * c->t);
  }
}

static void take(void *with, const struct line_crossing *crossing)
{
  struct slice *s = with;
  const struct line_family *f = &line_family[s->family];
  int64_t at[3];
  voxel_of(f, crossing, at);
  push(s, at, s->link[s->family], crossing->fraction, crossing->sign);
  for (int a = 0; a < 3; a++)
    at[a] += f->c[a];
  push(s, at, s->back[s->family], 1 - crossing->fraction, -crossing->sign);
}

/* The plane through the centres of the slice. */
static bool meets_plane(const struct slice *s, const int32_t *const corner[3])
{
  const int64_t plane = s->z * (1 << s->c->s->shift);
  bool below = false, above = false;
  for (int k = 0; k < 3; k++) {
    below = below || corner[k][2] <= plane;
    above = above || corner[k][2] >= plane;
  }
  return below && above;
}

static int cross(void *with, uint32_t triangle, struct tile_error *e)
{
  struct slice *s = with;
  const struct surface *surface = s->c->s;
  const int32_t *const corner[3] = {surface->vertex[surface->triangle[triangle][0]],
                                    surface->vertex[surface->triangle[triangle][1]],
                                    surface->vertex[surface->triangle[triangle][2]]};
  const bool meets = meets_plane(s, corner);
  s->triangle = triangle;
  for (s->family = 0; s->family < LINES; s->family++) {
    const struct line_family *f = &line_family[s->family];
    struct line_range range = {{INT32_MIN, INT32_MAX}, {INT32_MIN, INT32_MAX}};
    int64_t *z = f->t[2] ? range.t : range.v;
    z[0] = f->t[2] ? s->z - 1 : s->z;
    z[1] = s->z;
    if (f->t[2] || meets)
      lines_cross(f, surface->shift, corner, &range, take, s);
  }
  return s->failed ? tile_fail_memory(e, 2 * s->room * sizeof *s->crossing, "cut links of a slice") : TILE_OK;
}

/* ---- which of them are walls ---- */

/* By voxel, link and place; of those at one place the ones that leave first, for a wall without thickness is a wall. */
static int compare(const void *a, const void *b)
{
  const struct crossing *one = a, *other = b;
  if (one->voxel != other->voxel)
    return one->voxel < other->voxel ? -1 : 1;
  if (one->link != other->link)
    return one->link < other->link ? -1 : 1;
  if (one->q != other->q)
    return one->q < other->q ? -1 : 1;
  if (one->sign != other->sign)
    return one->sign > other->sign ? -1 : 1;
  return (one->surface > other->surface) - (one->surface < other->surface);
}

/* Of the crossings of one link the first at which the surface no longer goes round; NULL: there is none. */
static const struct crossing *first_out(const struct slice *s, const struct crossing *one, size_t count, bool ends_out)
{
  const int64_t *n = s->c->s->grid;
  int winding =
      s->c->inside->closed ? columns_winding(&s->c->inside->x, one->voxel / n[0], s->z, one->voxel % n[0]) : 1;
  for (size_t i = 0; i < count; i++) {
    winding -= one[i].sign;
    if (!winding)
      return &one[i];
  }
  return ends_out ? one : NULL;
}

static bool leads_inside(const struct slice *s, const struct crossing *one)
{
  const int64_t *n = s->c->s->grid;
  const signed char *c = tile_link[one->link];
  return inside_has(s->c->inside, (const int64_t[]){one->voxel % n[0] + c[0], one->voxel / n[0] + c[1], s->z + c[2]});
}

static size_t find_walls(const struct slice *s, struct tile_wall_at *wall)
{
  const int64_t *n = s->c->s->grid;
  const uint64_t first = (uint64_t)(n[0] * n[1]) * (uint64_t)s->z;
  size_t walls = 0;
  for (size_t i = 0, end; i < s->count; i = end) {
    const struct crossing *one = &s->crossing[i];
    for (end = i + 1; end < s->count && s->crossing[end].voxel == one->voxel && s->crossing[end].link == one->link;)
      end++;
    const struct crossing *out = first_out(s, one, end - i, !leads_inside(s, one));
    if (out)
      wall[walls++] =
          (struct tile_wall_at){first + out->voxel, tile_wall_number((double)out->q), out->link, out->surface};
  }
  return walls;
}

/* Of an open surface: links to the outside that nothing crosses. */
static void push_uncrossed(struct slice *s)
{
  const int64_t *n = s->c->s->grid;
  const size_t crossed = s->count;
  size_t i = 0;
  for (int64_t at[3] = {0, 0, s->z}; at[1] < n[1]; at[1]++)
    for (at[0] = 0; at[0] < n[0]; at[0]++)
      for (int link = 1; link < TILE_LINKS && inside_has(s->c->inside, at); link++) {
        const struct crossing one = {.voxel = (uint32_t)(at[0] + n[0] * at[1]), .link = (uint8_t)link};
        while (i < crossed &&
               (s->crossing[i].voxel < one.voxel || (s->crossing[i].voxel == one.voxel && s->crossing[i].link < link)))
          i++;
        if (leads_inside(s, &one) || (i < crossed && s->crossing[i].voxel == one.voxel && s->crossing[i].link == link))
          continue;
        s->triangle = 0;
        push(s, at, link, 0.5, 1);
        if (s->count > crossed)
          s->crossing[s->count - 1].surface = 0;
      }
}

static void sort(struct slice *s)
{
  if (s->count)
    qsort(s->crossing, s->count, sizeof *s->crossing, compare);
}

static int make_walls(struct slice *s, struct tile_wall_at **wall, size_t *count, struct tile_error *e)
{
  sort(s);
  if (!s->c->inside->closed) {
    push_uncrossed(s);
    sort(s);
  }
  *wall = s->failed ? NULL : tile_alloc(s->count + 1, sizeof **wall);
  if (!*wall)
    return tile_fail_memory(e, s->count * (sizeof **wall + sizeof *s->crossing), "cut links of a slice");
  *count = find_walls(s, *wall);
  return TILE_OK;
}

int cuts_slice(const struct cuts *c, int64_t z, struct tile_wall_at **wall, size_t *count, struct tile_error *e)
{
  struct slice s = {.c = c, .z = z};
  for (int i = 0; i < LINES; i++) {
    s.link[i] = (signed char)find_link(line_family[i].c, 1);
    s.back[i] = (signed char)find_link(line_family[i].c, -1);
  }
  *wall = NULL;
  int code = layers_visit(&c->layers, z, cross, &s, e);
  if (!code)
    code = make_walls(&s, wall, count, e);
  free(s.crossing);
  return code;
}
