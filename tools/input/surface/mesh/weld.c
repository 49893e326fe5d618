/* SPDX-License-Identifier: BSD-3-Clause */
#include "weld.h"

#include <stdlib.h>
#include <string.h>

/* FNV-1a over 32-bit words, with their high bits mixed down, because coordinates often differ only in those. */
static size_t hash_of(const struct weld *w, const void *point)
{
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (size_t at = 0; at < w->bytes; at += 4) {
    uint32_t word;
    memcpy(&word, (const char *)point + at, 4);
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
  }
  return (size_t)hash;
}

static size_t find(const struct weld *w, const void *point)
{
  size_t at = hash_of(w, point) & (w->slots - 1);
  while (w->slot[at] && memcmp(w->point + (w->slot[at] - 1) * w->bytes, point, w->bytes))
    at = (at + 1) & (w->slots - 1);
  return at;
}

/* At most half of the slots are used. */
static int grow_slots(struct weld *w, struct tile_error *e)
{
  if (w->count < w->slots / 2)
    return TILE_OK;
  free(w->slot);
  w->slots = w->slots ? 2 * w->slots : 64;
  w->slot = tile_alloc(w->slots, sizeof *w->slot);
  if (!w->slot)
    return tile_fail_memory(e, w->slots * sizeof *w->slot, "the vertices of a surface");
  for (size_t i = 0; i < w->count; i++)
    w->slot[find(w, w->point + i * w->bytes)] = (uint32_t)i + 1;
  return TILE_OK;
}

int weld_append(struct weld *w, const void *point, uint32_t *index, struct tile_error *e)
{
  const char *what = "the vertices of a surface";
  if (w->count >= UINT32_MAX - 1)
    return tile_fail_memory(e, w->count * w->bytes, what);
  if (tile_reserve(&w->point, &w->room, w->count + 1, w->bytes, what, e))
    return e->code;
  memcpy(w->point + w->count * w->bytes, point, w->bytes);
  *index = (uint32_t)w->count++;
  return TILE_OK;
}

int weld_point(struct weld *w, const void *point, uint32_t *index, struct tile_error *e)
{
  if (grow_slots(w, e))
    return e->code;
  size_t at = find(w, point);
  if (w->slot[at]) {
    *index = w->slot[at] - 1;
    return TILE_OK;
  }
  if (weld_append(w, point, index, e))
    return e->code;
  w->slot[at] = *index + 1;
  return TILE_OK;
}

bool weld_find(const struct weld *w, const void *point, uint32_t *index)
{
  const uint32_t slot = w->slots ? w->slot[find(w, point)] : 0;
  *index = slot - 1;
  return slot != 0;
}

void *weld_take(struct weld *w)
{
  void *point = w->point;
  w->point = NULL;
  weld_free(w);
  return point;
}

void weld_free(struct weld *w)
{
  free(w->point);
  free(w->slot);
  *w = (struct weld){0};
}
