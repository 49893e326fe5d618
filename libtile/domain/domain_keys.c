/* SPDX-License-Identifier: BSD-3-Clause */
/* Header keys of a domain; `patches` is in patch_keys.c. */
#include "domain.h"

#include <string.h>

/* ---- edge, offset, periodic ---- */

static int read_edge(struct tile_domain *d, struct tile_error *e)
{
  int64_t edge, offset[3];
  if (tile_header_get_ints(&d->header, "edge", 1, &edge, e) || tile_header_get_ints(&d->header, "offset", 3, offset, e))
    return e->code;
  if (edge != 2 && edge != 4 && edge != 8 && edge != 16)
    return tile_keys_reject("edge", &d->header, "2, 4, 8 or 16", e);
  d->edge = (int)edge;
  d->words = (size_t)(edge * edge * edge + 63) / 64;
  for (int a = 0; a < 3; a++) {
    if (offset[a] < 0 || offset[a] >= edge)
      return tile_keys_reject("offset", &d->header, "each is 0 ... edge - 1", e);
    d->offset[a] = (int)offset[a];
  }
  return TILE_OK;
}

static const char *const axes[8] = {"none", "x", "y", "xy", "z", "xz", "yz", "xyz"};

static int read_periodic(struct tile_domain *d, struct tile_error *e)
{
  const char *text = tile_header_get(&d->header, "periodic");
  if (!text)
    return tile_fail(e, TILE_REJECTED, "key \"periodic\" is missing");
  for (unsigned i = 0; i < 8; i++)
    if (!strcmp(text, axes[i])) {
      d->periodic = i;
      return TILE_OK;
    }
  return tile_keys_reject("periodic", &d->header, "none or axes such as xz", e);
}

/* Along a periodic axis offsets are equivalent modulo its size. */
static void reduce_offset(struct tile_domain *d)
{
  for (int a = 0; a < 3; a++)
    if (d->periodic >> a & 1)
      d->offset[a] = (int)(d->offset[a] % d->grid[a]);
}

/* ---- all keys ---- */

int tile_keys_to_domain(struct tile_domain *d, struct tile_error *e)
{
  if (tile_keys_grid(&d->header, d->grid, e) || tile_keys_frame(&d->header, &d->dx, e) ||
      tile_keys_mask(&d->header, d->grid, &d->inside, e) || tile_keys_pad(&d->header, d->grid, d->pad, e) ||
      read_edge(d, e) || read_periodic(d, e) || tile_patches_read(d, e))
    return e->code;
  reduce_offset(d);
  return TILE_OK;
}

static int set_distances(struct tile_domain *d, struct tile_error *e)
{
  if (d->wall_begin)
    return tile_header_set(&d->header, e, "wall-distances", "yes");
  tile_header_drop(&d->header, "wall-distances");
  return TILE_OK;
}

int tile_keys_from_domain(struct tile_domain *d, struct tile_error *e)
{
  struct tile_header *h = &d->header;
  tile_header_drop(h, "bits");
  tile_header_drop(h, "classes");
  if (tile_header_set(h, e, "grid", "%ld %ld %ld", (long)d->grid[0], (long)d->grid[1], (long)d->grid[2]) ||
      tile_header_set(h, e, "edge", "%d", d->edge) ||
      tile_header_set(h, e, "offset", "%d %d %d", d->offset[0], d->offset[1], d->offset[2]) ||
      tile_header_set(h, e, "periodic", "%s", axes[d->periodic & 7]) || tile_patches_set(d, e) || set_distances(d, e))
    return e->code;
  if (d->dx > 0)
    return tile_header_set_real(h, "dx", d->dx, e);
  tile_header_drop(h, "dx");
  return TILE_OK;
}
