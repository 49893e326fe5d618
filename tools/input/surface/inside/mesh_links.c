/* SPDX-License-Identifier: BSD-3-Clause */
#include "crossings.h"
#include "tile_domain.h"

#include <stdlib.h>

int cuts_make(struct cuts *c, const struct surface *s, const struct inside *inside, struct tile_error *e)
{
  *c = (struct cuts){.s = s, .inside = inside};
  return layers_make(&c->layers, s, e);
}

void cuts_free(struct cuts *c)
{
  layers_free(&c->layers);
}

/* The first crossing of one link after which the winding number is 0; NULL: there is none. */
static const struct crossing *first_out(const struct crossings *s, const struct crossing *one, size_t count,
                                        bool ends_out)
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

static bool leads_inside(const struct crossings *s, const struct crossing *one)
{
  const int64_t *n = s->c->s->grid;
  const signed char *c = tile_link[one->link];
  return inside_has(s->c->inside, (const int64_t[]){one->voxel % n[0] + c[0], one->voxel / n[0] + c[1], s->z + c[2]});
}

static size_t find_walls(const struct crossings *s, struct tile_wall_at *wall)
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

/* For an open surface: adds links to the outside that no triangle crosses. */
static void push_uncrossed(struct crossings *s)
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
        crossings_push(s, at, link, 0.5, 1, 0);
      }
}

static int make_walls(struct crossings *s, struct tile_wall_at **wall, size_t *count, struct tile_error *e)
{
  crossings_sort(s);
  if (!s->c->inside->closed) {
    push_uncrossed(s);
    crossings_sort(s);
  }
  *wall = s->failed ? NULL : tile_alloc(s->count + 1, sizeof **wall);
  if (!*wall)
    return tile_fail_memory(e, s->count * (sizeof **wall + sizeof *s->crossing), "cut links of a slice");
  *count = find_walls(s, *wall);
  return TILE_OK;
}

int cuts_slice(const struct cuts *c, int64_t z, struct tile_wall_at **wall, size_t *count, struct tile_error *e)
{
  struct crossings s = {.c = c, .z = z};
  *wall = NULL;
  int code = crossings_find(&s, e);
  if (!code)
    code = make_walls(&s, wall, count, e);
  free(s.crossing);
  return code;
}
