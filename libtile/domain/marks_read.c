/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads and checks the marks of a domain file (CLAS). */
#include "input.h"
#include "nodes.h"

#include <string.h>

static bool sorted(const struct tile_mark *a, const struct tile_mark *b)
{
  if (a->tile != b->tile)
    return a->tile < b->tile;
  return a->node != b->node ? a->node < b->node : a->patch < b->patch;
}

/* Does the node lie in the layer at the face of the patch, and do all links lead out there (C8)? */
static bool at_face(const struct tile_domain *d, const struct tile_mark *m)
{
  const char *face = d->patch[m->patch - 1].face;
  if (tile_patch_opens(&d->patch[m->patch - 1]))
    return true; /* openings may cut any link */
  const int axis = face[0] - 'x', side = face[1] == '+' ? 1 : -1;
  int64_t at[3];
  tile_domain_node(d, m->tile, m->node, at);
  if (at[axis] != (side > 0 ? d->grid[axis] - 1 : 0))
    return false;
  for (int i = 1; i < TILE_LINKS; i++)
    if (m->links >> i & 1 && tile_link[i][axis] != side)
      return false;
  return true;
}

/* What is wrong with mark i; NULL: it is correct. */
static const char *fault(const struct tile_domain *d, size_t i)
{
  const struct tile_mark *m = &d->mark[i];
  if (m->tile >= d->tiles)
    return "no such tile";
  if (m->node >= d->edge * d->edge * d->edge)
    return "no such node";
  if (!(d->mask[m->tile * d->words + m->node / 64] >> (m->node % 64) & 1))
    return "its node is solid";
  if (m->patch > d->patches)
    return "no such patch";
  if (!m->links || m->links & 1 || m->links >> TILE_LINKS)
    return "links are bits 1 ... 18, at least one";
  if (m->patch && !at_face(d, m))
    return "does not lead out of the grid at the face of its patch";
  return i && !sorted(m - 1, m) ? "not in order of tile, node, patch" : NULL;
}

static int add_marks(struct tile_input *in, struct tile_error *e)
{
  struct tile_domain *d = in->domain;
  size_t count, from = d->marks;
  if (input_entries(in, TILE_MARK_BYTES, SIZE_MAX, &count, e))
    return e->code;
  if (tile_reserve(&d->mark, NULL, d->marks + count, sizeof *d->mark, "marks", e))
    return e->code;
  memcpy(d->mark + d->marks, in->next.data, count * sizeof *d->mark);
  d->marks += count;
  for (size_t i = from; i < d->marks; i++) {
    const char *why = fault(d, i);
    if (why)
      return tile_reader_reject(in->reader, e, "mark %zu (tile %u node %u patch %u): %s", i, d->mark[i].tile,
                                d->mark[i].node, d->mark[i].patch, why);
  }
  return TILE_OK;
}

int input_marks(struct tile_input *in, struct tile_error *e)
{
  while (input_is(in, "CLAS"))
    if (add_marks(in, e) || input_next(in, e))
      return e->code;
  return tile_digest_marks(in->digest, in->domain, e);
}
