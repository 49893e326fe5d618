/* SPDX-License-Identifier: BSD-3-Clause */
#include "stream.h"

#include "bit_rows.h"

#include <stdlib.h>
#include <string.h>

void tile_bits_free(struct tile_bits *b)
{
  free(b->word);
  free(b->wall);
  *b = (struct tile_bits){0};
}

int64_t tile_bits_count(const struct tile_bits *b)
{
  int64_t count = 0;
  size_t words = b->row * (size_t)b->grid[1] * (size_t)b->grid[2];
  for (size_t i = 0; i < words; i++)
    count += __builtin_popcountll(b->word[i]);
  return count;
}

/* Grows the volume beyond the *room rows that are filled, to at most `all`: memory follows the rows that have been
 * read, not the claim of the header. */
static int make_room(struct tile_bits *b, size_t *room, size_t all, struct tile_error *e)
{
  size_t words, rows = *room + *room / 2 + 1 + TILE_CHUNK / (b->row * sizeof(uint64_t));
  if (rows > all)
    rows = all;
  bool overflow = __builtin_mul_overflow(rows, b->row, &words);
  uint64_t *grown = overflow ? NULL : tile_grow(b->word, words, sizeof *grown);
  if (!grown)
    return tile_fail_memory(e, overflow ? SIZE_MAX : words * sizeof *grown, "the volume at one bit a voxel");
  b->word = grown;
  *room = rows;
  return TILE_OK;
}

/* The first row is read into the reader, so that nothing is allocated here for a file without rows. */
static int read_first(struct tile_bits *b, struct tile_voxels_reader *v, size_t *room, size_t all, struct tile_error *e)
{
  if (tile_voxels_pass_row(v, 0, e) || make_room(b, room, all, e))
    return e->code;
  memcpy(b->word, v->word, b->row * sizeof *b->word);
  return TILE_OK;
}

/* Growth by a quarter wastes little memory. */
static int make_wall_room(struct tile_bits *b, size_t *room, struct tile_error *e)
{
  const size_t more = *room + *room / 4 + TILE_CHUNK / sizeof *b->wall;
  if (tile_reserve(&b->wall, NULL, more, sizeof *b->wall, "the links that walls cut", e))
    return e->code;
  *room = more;
  return TILE_OK;
}

static int read_walls(struct tile_bits *b, struct tile_voxels_reader *v, struct tile_error *e)
{
  for (size_t room = 0, count = 1; count; b->walls += count) {
    if (b->walls == room && make_wall_room(b, &room, e))
      return e->code;
    if (tile_voxels_get_walls(v, b->wall + b->walls, room - b->walls, &count, e))
      return e->code;
    for (size_t i = b->walls; i < b->walls + count; i++)
      if (!tile_voxel_bit(b, b->wall[i].voxel))
        return tile_reader_reject(v->reader, e, "wall at voxel %llu: the voxel is solid",
                                  (unsigned long long)b->wall[i].voxel);
  }
  return TILE_OK;
}

/* Room for the classes of as many rows as there is room for; classes NULL: they are not wanted. */
static int make_class_room(unsigned char **classes, const struct tile_bits *b, size_t rows, struct tile_error *e)
{
  return classes ? tile_reserve(classes, NULL, rows, (size_t)b->grid[0], "the classes of the voxels", e) : TILE_OK;
}

static int read_rows(struct tile_bits *b, unsigned char **classes, struct tile_voxels_reader *v, struct tile_error *e)
{
  const size_t ny = (size_t)b->grid[1], nx = (size_t)b->grid[0], all = ny * (size_t)b->grid[2];
  size_t room = 0;
  v->first = classes;
  if (tile_afford(all, b->row * sizeof *b->word + (classes ? nx : 0), "the volume at one bit a voxel", e) ||
      read_first(b, v, &room, all, e) || make_class_room(classes, b, room, e))
    return e->code;
  v->first = NULL;
  for (size_t i = 1; i < all; i++) {
    if (i == room && (make_room(b, &room, all, e) || make_class_room(classes, b, room, e)))
      return e->code;
    v->to = classes ? *classes + i * nx : NULL;
    if (tile_voxels_row(v, (int64_t)(i % ny), b->word + i * b->row, e))
      return e->code;
  }
  v->to = NULL;
  return v->distances ? read_walls(b, v, e) : tile_voxels_end(v, e);
}

static int read_all(struct tile_bits *b, unsigned char **classes, struct tile_voxels_reader *v, struct tile_error *e)
{
  *b = (struct tile_bits){
      .grid = {v->grid[0], v->grid[1], v->grid[2]}, .row = (size_t)(v->grid[0] + 63) / 64, .distances = v->distances};
  const int code = read_rows(b, classes, v, e);
  if (code)
    tile_bits_free(b);
  return code;
}

int tile_bits_read(struct tile_bits *b, struct tile_voxels_reader *v, struct tile_error *e)
{
  return read_all(b, NULL, v, e);
}

int tile_bits_read_classes(struct tile_bits *b, unsigned char **classes, struct tile_voxels_reader *v,
                           struct tile_error *e)
{
  int fluid = 0;
  for (int i = 0; i < v->classes; i++)
    fluid += v->fluid[i] == TILE_FLUID;
  *classes = NULL;
  const int code = read_all(b, fluid > 1 ? classes : NULL, v, e);
  if (code) {
    free(*classes);
    *classes = NULL;
  }
  return code;
}
