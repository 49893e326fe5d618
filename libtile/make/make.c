/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes a domain of a volume: tiles, masks, marks. */
#include "cover.h"
#include "domain.h"
#include "marks.h"

#include <stdlib.h>
#include <string.h>

/* Sets begin[span + 1] to the index of the first tile of each layer. */
static int count_tiles(const struct cover *c, const struct tile_bits *b, size_t *begin, struct tile_error *e)
{
  int64_t span = cover_span(c, 2);
  size_t words = (size_t)b->grid[1] * b->row;
  bool failed = false;
#pragma omp parallel
  {
    uint64_t *plane = tile_alloc(words + cover_scratch(c, b), sizeof *plane);
    if (!plane) {
#pragma omp atomic write
      failed = true;
    }
#pragma omp for schedule(dynamic, 4)
    for (int64_t k = 0; k < span; k++)
      if (plane) {
        cover_join_slices(c, b, k, plane);
        begin[k + 1] = (size_t)cover_count(c, b, plane, plane + words);
      }
    free(plane);
  }
  for (int64_t k = 0; k < span; k++)
    begin[k + 1] += begin[k];
  return failed ? tile_fail_memory(e, words * sizeof(uint64_t), "one layer of tiles") : TILE_OK;
}

/* Adds one row of bits, in padded coordinates, to the masks of a row of tiles, from node `first` on. */
static void scatter_row(const uint64_t *row, int edge, int64_t tiles, size_t words, int first, uint64_t *mask)
{
  uint64_t all = ((uint64_t)1 << edge) - 1;
  for (int64_t i = 0; i < tiles; i++) {
    uint64_t bits = row[i * edge / 64] >> (i * edge % 64) & all;
    mask[(size_t)i * words + (size_t)(first / 64)] |= bits << (first % 64);
  }
}

/* Makes the masks of the row of tiles (., j, k). */
static void gather_masks(const struct tile_domain *d, const struct cover *c, const struct tile_bits *b, int64_t j,
                         int64_t k, uint64_t *row, uint64_t *mask)
{
  int a = c->edge;
  memset(mask, 0, (size_t)cover_span(c, 0) * d->words * sizeof *mask);
  for (int n = 0; n < a * a; n++) {
    int64_t y = cover_grid(c, 1, j * a + n % a), z = cover_grid(c, 2, k * a + n / a);
    if (y < 0 || z < 0)
      continue;
    cover_shift(c, b->row, b->word + (size_t)(z * b->grid[1] + y) * b->row, row);
    scatter_row(row, a, cover_span(c, 0), d->words, a * n, mask);
  }
}

static bool is_empty(const uint64_t *mask, size_t words)
{
  for (size_t i = 0; i < words; i++)
    if (mask[i])
      return false;
  return true;
}

/* Stores the tiles of the layer k from index `at` on. */
static void fill_layer(struct tile_domain *d, const struct cover *c, const struct tile_bits *b, int64_t k, size_t at,
                       uint64_t *row, uint64_t *mask)
{
  for (int64_t j = 0; j < cover_span(c, 1); j++) {
    gather_masks(d, c, b, j, k, row, mask);
    for (int64_t i = 0; i < cover_span(c, 0); i++) {
      const uint64_t *from = mask + (size_t)i * d->words;
      if (is_empty(from, d->words))
        continue;
      memcpy(d->mask + at * d->words, from, d->words * sizeof *from);
      d->coord[at][0] = (int32_t)i;
      d->coord[at][1] = (int32_t)j;
      d->coord[at][2] = (int32_t)k;
      at++;
    }
  }
}

static int fill_tiles(struct tile_domain *d, const struct cover *c, const struct tile_bits *b, const size_t *begin,
                      struct tile_error *e)
{
  size_t masks = (size_t)cover_span(c, 0) * d->words, words = cover_words(c);
  bool failed = false;
#pragma omp parallel
  {
    uint64_t *row = tile_alloc(words + masks, sizeof *row);
    if (!row) {
#pragma omp atomic write
      failed = true;
    }
#pragma omp for schedule(dynamic, 4)
    for (int64_t k = 0; k < cover_span(c, 2); k++)
      if (row)
        fill_layer(d, c, b, k, begin[k], row, row + words);
    free(row);
  }
  return failed ? tile_fail_memory(e, (words + masks) * sizeof(uint64_t), "one row of tiles") : TILE_OK;
}

static int make_tiles(struct tile_domain *d, const struct cover *c, const struct tile_bits *b, struct tile_error *e)
{
  size_t layers = (size_t)cover_span(c, 2), *begin = tile_alloc(layers + 1, sizeof *begin);
  if (!begin)
    return tile_fail_memory(e, (layers + 1) * sizeof *begin, "the layers of tiles");
  int code = count_tiles(c, b, begin, e);
  d->tiles = code ? 0 : begin[layers];
  if (!code && d->tiles > INT32_MAX)
    code = tile_fail(e, TILE_REJECTED, "%zu tiles: a domain has at most %d; a larger tile edge makes fewer", d->tiles,
                     INT32_MAX);
  if (!code) {
    d->mask = tile_alloc(d->tiles, d->words * sizeof *d->mask);
    d->coord = tile_alloc(d->tiles, sizeof *d->coord);
    code = d->mask && d->coord ? fill_tiles(d, c, b, begin, e)
                               : tile_fail_memory(e, d->tiles * (d->words * 8 + sizeof *d->coord), "the tiles");
  }
  free(begin);
  return code;
}

/* Copies the header of a voxel stream, and its keys about the image. */
static int copy_header(struct tile_domain *d, const struct tile_header *from, struct tile_error *e)
{
  return tile_header_copy(&d->header, from, e) || tile_keys_frame(&d->header, &d->dx, e) ||
                 tile_keys_mask(&d->header, d->grid, &d->inside, e) || tile_keys_pad(&d->header, d->grid, d->pad, e)
             ? e->code
             : TILE_OK;
}

static int set_header(struct tile_domain *d, struct tile_error *e)
{
  if (d->inside && d->inside < tile_domain_nonsolid(d))
    return tile_fail(e, TILE_REJECTED, "mask: %lld nodes are fewer than the %lld that are not solid",
                     (long long)d->inside, (long long)tile_domain_nonsolid(d));
  return tile_keys_from_domain(d, e) || tile_header_set(&d->header, e, "tiles", "%zu", d->tiles) ||
                 tile_header_set(&d->header, e, "nonsolid", "%lld", (long long)tile_domain_nonsolid(d))
             ? e->code
             : TILE_OK;
}

static int copy_patches(struct tile_domain *d, const struct tile_make *how, struct tile_error *e)
{
  d->patch = tile_alloc((size_t)how->patches, sizeof *d->patch);
  if (!d->patch)
    return tile_fail_memory(e, (size_t)how->patches * sizeof *d->patch, "the patches");
  if (how->patches)
    memcpy(d->patch, how->patch, (size_t)how->patches * sizeof *d->patch);
  d->patches = how->patches;
  return TILE_OK;
}

static int make_marks(struct tile_domain *d, const struct tile_bits *b, struct tile_error *e)
{
  if (walls_make(d, b, e) || marks_make(d, e))
    return e->code;
  walls_drop_faces(d);
  return TILE_OK;
}

int tile_make_check(const struct tile_make *how, struct tile_error *e)
{
  struct cover c = {{1, 1, 1}, how->edge, {how->offset[0], how->offset[1], how->offset[2]}, how->periodic};
  return cover_check(&c, e) ? e->code : marks_check(how, false, e);
}

int tile_domain_make(struct tile_domain *d, const struct tile_bits *b, const struct tile_make *how,
                     const struct tile_header *header, struct tile_error *e)
{
  struct cover c = {.edge = how->edge, .periodic = how->periodic};
  memcpy(c.grid, b->grid, sizeof c.grid);
  memcpy(c.offset, how->offset, sizeof c.offset);
  *d = (struct tile_domain){.edge = how->edge, .periodic = how->periodic};
  if (cover_check(&c, e) || marks_check(how, false, e))
    return e->code;
  for (int a = 0; a < 3; a++)
    if (c.periodic >> a & 1) /* offsets are equivalent modulo the size */
      c.offset[a] = (int)(c.offset[a] % c.grid[a]);
  memcpy(d->grid, c.grid, sizeof d->grid);
  memcpy(d->offset, c.offset, sizeof d->offset);
  d->words = (size_t)(how->edge * how->edge * how->edge + 63) / 64;
  if ((header && copy_header(d, header, e)) || copy_patches(d, how, e) || tile_patches_add_openings(d, e) ||
      tile_patches_set_normals(d, e) || make_tiles(d, &c, b, e) || tile_sort(d, how->order, e) || make_marks(d, b, e) ||
      set_header(d, e)) {
    tile_domain_free(d);
    return e->code;
  }
  return TILE_OK;
}

int tile_domain_add_patch(struct tile_domain *d, const struct tile_patch *patch, struct tile_error *e)
{
  if (tile_reserve(&d->patch, NULL, (size_t)d->patches + 1, sizeof *d->patch, "the patches", e))
    return e->code;
  d->patch[d->patches++] = *patch;
  const struct tile_make how = {.edge = d->edge, .periodic = d->periodic, .patches = d->patches, .patch = d->patch};
  marks_drop_faces(d);
  if (marks_check(&how, true, e) || tile_patches_set_normals(d, e) || marks_make(d, e))
    return e->code;
  walls_drop_faces(d);
  return TILE_OK;
}
