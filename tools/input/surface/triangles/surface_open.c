/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds the open edges of a surface: those along which its triangles do not run equally often in both directions. */
#include "edges.h"

#include <stdlib.h>

static int add_open(struct surface *s, uint32_t a, uint32_t b, struct tile_error *e)
{
  if (tile_reserve(&s->open_edge, &s->open_room, s->open + 1, sizeof *s->open_edge, "the open edges of a surface", e))
    return e->code;
  s->open_edge[s->open++] = (struct surface_edge){a, b};
  return TILE_OK;
}

int surface_find_open(struct surface *s, struct tile_error *e)
{
  struct edges t;
  int code = edges_make(&t, s, e);
  free(s->open_edge);
  s->open_edge = NULL;
  s->open = s->open_room = s->report.shared = 0;
  for (uint32_t near = 0; near < s->vertices && !code; near++)
    for (uint32_t at = t.begin[near], end; at < t.begin[near + 1]; at = end) {
      int net = 0;
      end = edges_end(&t, near, at);
      for (uint32_t i = at; i < end; i++)
        net += edges_rises(s, t.use[i].half) ? 1 : -1;
      s->report.shared += net && end - at > 2;
      for (; net > 0 && !code; net--)
        code = add_open(s, near, t.use[at].far, e);
      for (; net < 0 && !code; net++)
        code = add_open(s, t.use[at].far, near, e);
    }
  edges_free(&t);
  return code;
}
