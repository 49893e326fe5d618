/* SPDX-License-Identifier: BSD-3-Clause */
#include "hysteresis.h"

#include "tile_voxels.h"

#include <stdlib.h>
#include <string.h>

/* A set of voxels that extends into the previous slice, or a connected set of the present slice. */
struct set {
  uint32_t parent;
  bool strong;
  int64_t voxels;
  int64_t first, last; /* members that are not decided yet: indices of `link`; -1: none */
  int64_t group;       /* 1 + its number in the next slice; 0: none yet */
};

/* A member: its number, and the next one of the same set. Unused links form a list, too. */
struct link {
  uint64_t member;
  int64_t next;
};

struct hysteresis {
  int64_t nx, ny;
  int64_t least;            /* a set of so many voxels is strong; 0: strong voxels alone count */
  int64_t dropped;          /* sets that have ended and are not strong */
  uint32_t *label, *before; /* for each voxel: 1 + its set, 0: none; in this slice, in the previous one */
  uint32_t *parent;         /* of labels, while a slice is labelled */
  int64_t *group;           /* set of each label of the previous slice */
  struct set *set;
  size_t sets, room; /* sets of the previous slice; room in `set` */
  struct link *link;
  size_t links;
  int64_t unused;                /* first unused link; -1: none */
  uint64_t *fate, members, bits; /* one bit per member; members so far; room in bits */
  uint64_t applied;              /* members of the slices already done in the second traversal */
};

void hysteresis_free(struct hysteresis *h)
{
  if (!h)
    return;
  free(h->label);
  free(h->before);
  free(h->parent);
  free(h->group);
  free(h->set);
  free(h->link);
  free(h->fate);
  free(h);
}

int hysteresis_new(struct hysteresis **made, int64_t nx, int64_t ny, struct tile_error *e)
{
  size_t count = (size_t)(nx * ny);
  struct hysteresis *h = *made = tile_alloc(1, sizeof *h);
  if (!h)
    return tile_fail_memory(e, sizeof *h, "hysteresis");
  *h = (struct hysteresis){.nx = nx, .ny = ny, .unused = -1};
  h->label = tile_alloc(count, sizeof *h->label);
  h->before = tile_alloc(count, sizeof *h->before);
  h->parent = tile_alloc(count / 2 + 2, sizeof *h->parent); /* a new label never has a new one before it */
  h->group = tile_alloc(count / 2 + 2, sizeof *h->group);
  if (h->label && h->before && h->parent && h->group && count < UINT32_MAX)
    return TILE_OK;
  hysteresis_free(h);
  *made = NULL;
  return tile_fail_memory(e, count * 12, "hysteresis");
}

int hysteresis_new_large(struct hysteresis **made, int64_t nx, int64_t ny, int64_t least, struct tile_error *e)
{
  const int code = hysteresis_new(made, nx, ny, e);
  if (!code)
    (*made)->least = least;
  return code;
}

void hysteresis_again(struct hysteresis *h)
{
  h->applied = 0;
}

int64_t hysteresis_dropped(const struct hysteresis *h)
{
  int64_t dropped = h->dropped;
  for (size_t i = 0; i < h->sets; i++)
    dropped += !h->set[i].strong;
  return dropped;
}

/* ---- the connected sets of one slice, numbered in the order of their first voxels ---- */

static uint32_t find_label(uint32_t *parent, uint32_t i)
{
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

static uint32_t join_labels(uint32_t *parent, uint32_t a, uint32_t b)
{
  a = find_label(parent, a);
  b = find_label(parent, b);
  uint32_t low = a < b ? a : b;
  return parent[a] = parent[b] = low;
}

/* Labels that the neighbours to the left and above suggest; returns how many were needed. */
static uint32_t label_voxels(struct hysteresis *h, const unsigned char *level)
{
  uint32_t count = 0, *label = h->label;
  for (int64_t y = 0, i = 0; y < h->ny; y++)
    for (int64_t x = 0; x < h->nx; x++, i++) {
      uint32_t left = x ? label[i - 1] : 0, above = y ? label[i - h->nx] : 0;
      if (!level[i])
        label[i] = 0;
      else if (left && above)
        label[i] = join_labels(h->parent, left, above);
      else if (left || above)
        label[i] = left + above;
      else
        label[i] = h->parent[count + 1] = count + 1, count++;
    }
  return count;
}

static uint32_t label_slice(struct hysteresis *h, const unsigned char *level)
{
  uint32_t found = label_voxels(h, level), count = 0;
  for (uint32_t i = 1; i <= found; i++) /* parents have lower labels */
    h->parent[i] = h->parent[i] == i ? ++count : h->parent[h->parent[i]];
  for (int64_t i = 0; i < h->nx * h->ny; i++)
    h->label[i] = h->label[i] ? h->parent[h->label[i]] : 0;
  return count;
}

/* ---- members and decisions ---- */

static int room_for_members(struct hysteresis *h, uint64_t count, struct tile_error *e)
{
  uint64_t bits = h->bits;
  if (h->members + count <= bits)
    return TILE_OK;
  bits = (h->members + count + bits / 2 + 4096) / 64 * 64 + 64;
  if (tile_reserve(&h->fate, NULL, (size_t)(bits / 64), sizeof *h->fate, "hysteresis", e))
    return e->code;
  memset(h->fate + h->bits / 64, 0, (size_t)((bits - h->bits) / 8));
  h->bits = bits;
  return TILE_OK;
}

static void settle(struct hysteresis *h, uint64_t member)
{
  h->fate[member / 64] |= UINT64_C(1) << member % 64;
}

static int room_for_link(struct hysteresis *h, struct tile_error *e)
{
  size_t more = h->links / 2 + 1024;
  if (tile_reserve(&h->link, NULL, h->links + more, sizeof *h->link, "hysteresis", e))
    return e->code;
  for (size_t i = h->links; i < h->links + more; i++)
    h->link[i].next = i + 1 < h->links + more ? (int64_t)i + 1 : h->unused;
  h->unused = (int64_t)h->links;
  h->links += more;
  return TILE_OK;
}

static int begin_list(struct hysteresis *h, struct set *s, uint64_t member, struct tile_error *e)
{
  if (h->unused < 0 && room_for_link(h, e))
    return e->code;
  s->first = s->last = h->unused;
  h->unused = h->link[s->first].next;
  h->link[s->first] = (struct link){member, -1};
  return TILE_OK;
}

/* Frees the list of a set that has ended or is strong: its members are decided. */
static void end_list(struct hysteresis *h, struct set *s)
{
  if (s->first < 0)
    return;
  for (int64_t i = s->first; i >= 0 && s->strong; i = h->link[i].next)
    settle(h, h->link[i].member);
  h->link[s->last].next = h->unused;
  h->unused = s->first;
  s->first = s->last = -1;
}

/* ---- sets across slices ---- */

static struct set *find_set(struct set *set, uint32_t i)
{
  while (set[i].parent != i)
    i = set[i].parent = set[set[i].parent].parent;
  return &set[i];
}

static void join_sets(struct hysteresis *h, uint32_t i, uint32_t j)
{
  struct set *a = find_set(h->set, i), *b = find_set(h->set, j);
  if (a == b)
    return;
  b->parent = a->parent;
  a->strong |= b->strong;
  a->voxels += b->voxels;
  if (b->first < 0)
    return;
  if (a->first < 0)
    a->first = b->first;
  else
    h->link[a->last].next = b->first;
  a->last = b->last;
}

/* Makes room for `count` sets after those of the previous slice. */
static int add_sets(struct hysteresis *h, uint32_t count, struct tile_error *e)
{
  size_t all = h->sets + count;
  if (all >= UINT32_MAX)
    return tile_fail_memory(e, all * sizeof *h->set, "hysteresis");
  if (tile_reserve(&h->set, &h->room, all, sizeof *h->set, "hysteresis", e))
    return e->code;
  for (size_t i = h->sets; i < all; i++)
    h->set[i] = (struct set){.parent = (uint32_t)i, .first = -1, .last = -1};
  return TILE_OK;
}

static int begin_sets(struct hysteresis *h, const unsigned char *level, uint32_t count, struct tile_error *e)
{
  for (int64_t i = 0; i < h->nx * h->ny; i++)
    if (level[i] == HYSTERESIS_STRONG)
      h->set[h->sets + h->label[i] - 1].strong = true;
  for (int64_t i = 0; i < h->nx * h->ny && h->least; i++)
    if (h->label[i])
      h->set[h->sets + h->label[i] - 1].voxels++;
  for (uint32_t k = 0; k < count; k++)
    if (begin_list(h, &h->set[h->sets + k], h->members + k, e))
      return e->code;
  return TILE_OK;
}

static void join_slices(struct hysteresis *h)
{
  for (int64_t i = 0; i < h->nx * h->ny; i++)
    if (h->label[i] && h->before[i])
      join_sets(h, (uint32_t)h->group[h->before[i] - 1], (uint32_t)(h->sets + h->label[i] - 1));
}

/* Collects the sets that extend into this slice, with new numbers; returns how many. */
static size_t keep_sets(struct hysteresis *h, uint32_t count, struct set *kept)
{
  size_t next = 0;
  for (uint32_t k = 0; k < count; k++) {
    struct set *root = find_set(h->set, (uint32_t)(h->sets + k));
    if (!root->group) {
      root->strong |= h->least && root->voxels >= h->least;
      if (root->strong)
        end_list(h, root);
      kept[next] = *root;
      kept[next].parent = (uint32_t)next;
      root->group = (int64_t)++next;
    }
    h->group[k] = root->group - 1;
  }
  return next;
}

/* The sets that extend into this slice become the first ones; the others end. */
static int renumber(struct hysteresis *h, uint32_t count, struct tile_error *e)
{
  const size_t all = h->sets + count;
  struct set *kept = tile_alloc(count, sizeof *kept);
  if (!kept)
    return tile_fail_memory(e, count * sizeof *kept, "hysteresis");
  const size_t next = keep_sets(h, count, kept);
  for (size_t i = 0; i < all; i++)
    if (h->set[i].parent == i && !h->set[i].group) {
      h->dropped += !h->set[i].strong;
      end_list(h, &h->set[i]);
    }
  for (size_t i = 0; i < next; i++)
    kept[i].group = 0;
  if (next)
    memcpy(h->set, kept, next * sizeof *kept);
  h->sets = next;
  free(kept);
  return TILE_OK;
}

int hysteresis_note(struct hysteresis *h, const unsigned char *level, struct tile_error *e)
{
  uint32_t count = label_slice(h, level);
  if (room_for_members(h, count, e) || add_sets(h, count, e) || begin_sets(h, level, count, e))
    return e->code;
  join_slices(h);
  if (renumber(h, count, e))
    return e->code;
  h->members += count;
  uint32_t *kept = h->before;
  h->before = h->label;
  h->label = kept;
  return TILE_OK;
}

int hysteresis_apply(struct hysteresis *h, const unsigned char *level, unsigned char *class, struct tile_error *e)
{
  uint32_t count = label_slice(h, level);
  if (h->applied + count > h->members)
    return tile_fail(e, TILE_FAILED, "the input has changed while it was read");
  for (int64_t i = 0; i < h->nx * h->ny; i++) {
    uint64_t member = h->applied + h->label[i] - 1;
    class[i] = h->label[i] && h->fate[member / 64] >> member % 64 & 1 ? TILE_FLUID : TILE_SOLID;
  }
  h->applied += count;
  return TILE_OK;
}
