/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "background.h"
#include "surfaces.h"
#include "warnings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

struct tile_voxels_writer {
  struct tile_writer *writer;
  struct tile_background *behind;
  struct tile_digest *digest;
  struct tile_header header;
  int64_t grid[3], z;
  size_t row, stored;   /* bytes of a row at one bit a voxel, and as it is written */
  unsigned char *bits;  /* of a slice that is written at one byte a voxel, for the digest */
  unsigned char *chunk; /* rows, or walls, for the next record */
  unsigned char *away;  /* the rows before, which are being written */
  size_t filled, room;
  bool distances; /* the header says `wall-distances: yes` */
  int surfaces;   /* number of names that walls may refer to */
  struct tile_wall_at last;
  int64_t wall_z;      /* the slice whose walls are being added to the digest; -1: none */
  bool walls;          /* all voxels are written, and the chunk holds walls */
  XXH3_state_t *input; /* of tile_voxels_note_input */
  bool noted;
  char *warnings; /* lines that each end with a newline; NULL: none */
};

static int set_walls(struct tile_voxels_writer *w, const struct tile_header *h, struct tile_error *e)
{
  struct tile_surfaces s;
  w->wall_z = -1;
  if (tile_keys_distances(h, &w->distances, e) || tile_surfaces_read(&s, h, e))
    return e->code;
  w->surfaces = s.count;
  tile_surfaces_free(&s);
  return TILE_OK;
}

static bool are_classes(const char *classes)
{
  int count = 1;
  for (const char *at = classes; *at; at++) {
    count += *at == ' ';
    if (*at == ' ' && (at[1] == ' ' || !at[1]))
      return false;
  }
  return count <= 256 && !strncmp(classes, "solid ", 6);
}

/* classes NULL: one bit a voxel. */
static int set_keys(struct tile_voxels_writer *w, struct tile_header *h, const char *classes, struct tile_error *e)
{
  if (classes && !are_classes(classes))
    return tile_fail(e, TILE_USAGE, "classes: solid, and 1 ... 255 other names, separated by one space");
  if (tile_keys_grid(h, w->grid, e) || tile_header_lead(h, "kind", "voxels", e) ||
      tile_header_set(h, e, "bits", classes ? "8" : "1") ||
      tile_header_set(h, e, "classes", "%s", classes ? classes : "solid fluid") || set_walls(w, h, e))
    return e->code;
  return tile_header_copy(&w->header, h, e);
}

static int set_up(struct tile_voxels_writer *w, FILE *out, struct tile_header *h, const char *classes,
                  struct tile_error *e)
{
  if (set_keys(w, h, classes, e))
    return e->code;
  w->row = (size_t)(w->grid[0] + 7) / 8;
  w->stored = classes ? (size_t)w->grid[0] : w->row;
  w->room = w->stored > TILE_CHUNK ? w->stored : TILE_CHUNK - TILE_CHUNK % w->stored;
  if (classes && !(w->bits = tile_alloc(w->row, (size_t)w->grid[1])))
    return tile_fail_memory(e, w->row * (size_t)w->grid[1], "a slice");
  w->chunk = tile_alloc(w->room, 1);
  w->away = tile_alloc(w->room, 1);
  w->input = XXH3_createState();
  if (!w->chunk || !w->away || !w->input)
    return tile_fail_memory(e, 2 * w->room, "rows of voxels");
  XXH3_128bits_reset(w->input);
  if (tile_digest_new(&w->digest, e) || tile_writer_open(&w->writer, out, h, e))
    return e->code;
  w->behind = tile_background_new(w->writer, "VOXL");
  return w->behind ? TILE_OK : tile_fail_memory(e, 1, "writing voxels");
}

int tile_voxels_create_classes(struct tile_voxels_writer **to, FILE *out, struct tile_header *h, const char *classes,
                               struct tile_error *e)
{
  struct tile_voxels_writer *w = tile_alloc(1, sizeof *w);
  *to = w;
  if (!w)
    return tile_fail_memory(e, sizeof *w, "writing voxels");
  if (!set_up(w, out, h, classes, e))
    return TILE_OK;
  tile_voxels_discard(w);
  *to = NULL;
  return e->code;
}

int tile_voxels_create(struct tile_voxels_writer **to, FILE *out, struct tile_header *h, struct tile_error *e)
{
  return tile_voxels_create_classes(to, out, h, NULL, e);
}

/* A row of 2^31 - 1 voxels exceeds a record; a record may end anywhere (V3). */
static int put_chunk(struct tile_voxels_writer *w, struct tile_error *e)
{
  for (size_t at = 0; at < w->filled;) {
    size_t length = w->filled - at < TILE_RECORD_LIMIT ? w->filled - at : TILE_RECORD_LIMIT;
    if (tile_background_put(w->behind, w->chunk + at, length, e))
      return e->code;
    at += length;
  }
  unsigned char *chunk = w->chunk;
  w->chunk = w->away;
  w->away = chunk;
  w->filled = 0;
  return TILE_OK;
}

/* A slice as it is stored, and at one bit a voxel. */
static int put_slice(struct tile_voxels_writer *w, const unsigned char *rows, const unsigned char *bits,
                     struct tile_error *e)
{
  if (w->z == w->grid[2])
    return tile_fail(e, TILE_USAGE, "slice %ld beyond the grid", (long)w->z);
  tile_digest_begin(w->digest, "VOXL", (int32_t[]){0, 0, (int32_t)w->z});
  tile_digest_add(w->digest, bits, w->row * (size_t)w->grid[1]);
  tile_digest_end(w->digest);
  for (size_t left = w->stored * (size_t)w->grid[1], some; left; left -= some, rows += some) {
    if (w->filled == w->room && put_chunk(w, e))
      return e->code;
    some = left < w->room - w->filled ? left : w->room - w->filled;
    memcpy(w->chunk + w->filled, rows, some);
    w->filled += some;
  }
  w->z++;
  return TILE_OK;
}

int tile_voxels_put(struct tile_voxels_writer *w, const unsigned char *bits, struct tile_error *e)
{
  if (w->bits)
    return tile_fail(e, TILE_USAGE, "this writer takes classes, one byte a voxel");
  return put_slice(w, bits, bits, e);
}

int tile_voxels_put_classes(struct tile_voxels_writer *w, const unsigned char *voxels, struct tile_error *e)
{
  if (!w->bits)
    return tile_fail(e, TILE_USAGE, "this writer takes one bit a voxel");
  memset(w->bits, 0, w->row * (size_t)w->grid[1]);
  for (int64_t y = 0; y < w->grid[1]; y++)
    for (int64_t x = 0; x < w->grid[0]; x++)
      w->bits[(size_t)y * w->row + (size_t)x / 8] |= (unsigned char)((voxels[y * w->grid[0] + x] != 0) << x % 8);
  return put_slice(w, voxels, w->bits, e);
}

/* ---- walls ---- */

static int begin_walls(struct tile_voxels_writer *w, struct tile_error *e)
{
  if (w->z != w->grid[2] || !w->distances)
    return tile_fail(e, TILE_USAGE,
                     w->distances ? "walls come after the last slice"
                                  : "walls need `wall-distances: yes` in the header");
  if (put_chunk(w, e) || tile_background_wait(w->behind, e))
    return e->code;
  w->walls = true;
  return TILE_OK;
}

static int flush_walls(struct tile_voxels_writer *w, struct tile_error *e)
{
  if (w->filled && tile_writer_record(w->writer, "WALL", w->chunk, w->filled, e))
    return e->code;
  w->filled = 0;
  return TILE_OK;
}

int tile_voxels_put_walls(struct tile_voxels_writer *w, const struct tile_wall_at *wall, size_t count,
                          struct tile_error *e)
{
  if (!w->walls && begin_walls(w, e))
    return e->code;
  for (size_t i = 0; i < count; i++) {
    const char *why = tile_wall_fault(&wall[i], w->grid, w->surfaces, &w->last);
    if (why)
      return tile_fail(e, TILE_USAGE, "wall at voxel %llu link %u: %s", (unsigned long long)wall[i].voxel, wall[i].link,
                       why);
    if (w->filled + TILE_WALL_BYTES > (w->room < TILE_CHUNK ? w->room : TILE_CHUNK) && flush_walls(w, e))
      return e->code;
    memcpy(w->chunk + w->filled, &wall[i], TILE_WALL_BYTES);
    w->filled += TILE_WALL_BYTES;
  }
  tile_digest_walls(w->digest, &w->wall_z, w->grid, wall, count);
  return TILE_OK;
}

void tile_voxels_note_input(struct tile_voxels_writer *w, const void *data, size_t length)
{
  XXH3_128bits_update(w->input, data, length);
  w->noted = true;
}

/* In the notation of xxhsum. */
static int put_input(struct tile_voxels_writer *w, struct tile_error *e)
{
  XXH128_hash_t hash = XXH3_128bits_digest(w->input);
  char text[33];
  snprintf(text, sizeof text, "%016" PRIx64 "%016" PRIx64, hash.high64, hash.low64);
  return w->noted ? tile_writer_record(w->writer, "inpt", text, 32, e) : TILE_OK;
}

int tile_voxels_note_warning(struct tile_voxels_writer *w, const char *text, struct tile_error *e)
{
  char *lines;
  if ((w->warnings ? strlen(w->warnings) : 0) + strlen(text) >= TILE_WARNINGS_LIMIT)
    return TILE_OK; /* those before tell enough */
  if (asprintf(&lines, "%s%s\n", w->warnings ? w->warnings : "", text) < 0)
    return tile_fail_memory(e, strlen(text), "a warning");
  free(w->warnings);
  w->warnings = lines;
  return TILE_OK;
}

static int put_warnings(struct tile_voxels_writer *w, struct tile_error *e)
{
  return w->warnings ? tile_writer_record(w->writer, "warn", w->warnings, strlen(w->warnings), e) : TILE_OK;
}

static int put_rest(struct tile_voxels_writer *w, struct tile_error *e)
{
  tile_digest_walls_end(w->digest, &w->wall_z);
  return w->walls ? flush_walls(w, e) : put_chunk(w, e) ? e->code : tile_background_wait(w->behind, e);
}

int tile_voxels_finish(struct tile_voxels_writer *w, struct tile_error *e)
{
  char digest[33];
  if (w->z != w->grid[2])
    return tile_fail(e, TILE_USAGE, "%ld slices written of %ld", (long)w->z, (long)w->grid[2]);
  if (put_rest(w, e) || put_input(w, e) || put_warnings(w, e) || tile_digest_finish(w->digest, &w->header, digest, e))
    return e->code;
  return tile_writer_close(w->writer, digest, e);
}

void tile_voxels_discard(struct tile_voxels_writer *w)
{
  if (!w)
    return;
  tile_background_free(w->behind);
  tile_writer_free(w->writer);
  tile_digest_free(w->digest);
  tile_header_free(&w->header);
  free(w->bits);
  free(w->chunk);
  free(w->away);
  XXH3_freeState(w->input);
  free(w->warnings);
  free(w);
}
