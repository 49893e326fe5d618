/* SPDX-License-Identifier: BSD-3-Clause */
#include "stream.h"
#include "surfaces.h"
#include "warnings.h"

#include <stdlib.h>
#include <string.h>

/* ---- header ---- */

static int read_classes(struct tile_voxels_reader *v, const char *text, struct tile_error *e)
{
  const int most = 1 << v->bits;
  char *copy = strdup(text), *rest = copy, *word;
  if (!copy)
    return tile_fail_memory(e, 0, "the header");
  for (v->classes = 0; (word = strsep(&rest, " ")); v->classes++) {
    if (!*word || v->classes == most)
      break;
    v->fluid[v->classes] = strcmp(word, "solid") ? TILE_FLUID : TILE_SOLID;
  }
  free(copy);
  return word ? tile_fail(e, TILE_REJECTED, "classes: 1 ... %d names expected, found \"%.60s\"", most, text) : TILE_OK;
}

static int read_surfaces(struct tile_voxels_reader *v, const struct tile_header *h, struct tile_error *e)
{
  struct tile_surfaces s;
  if (tile_surfaces_read(&s, h, e))
    return e->code;
  v->surfaces = s.count;
  tile_surfaces_free(&s);
  return TILE_OK;
}

static int read_keys(struct tile_voxels_reader *v, const struct tile_header *h, struct tile_error *e)
{
  int64_t bits, inside, pad[6];
  double dx;
  if (tile_keys_grid(h, v->grid, e) || tile_keys_frame(h, &dx, e) || tile_keys_mask(h, v->grid, &inside, e) ||
      tile_keys_pad(h, v->grid, pad, e) || tile_keys_distances(h, &v->distances, e) ||
      tile_header_get_ints(h, "bits", 1, &bits, e))
    return e->code;
  if (bits != 1 && bits != 2 && bits != 4 && bits != 8)
    return tile_fail(e, TILE_REJECTED, "bits: 1, 2, 4 or 8 expected, found %ld", (long)bits);
  v->bits = (int)bits;
  const char *classes = tile_header_get(h, "classes");
  if (!classes)
    return tile_fail(e, TILE_REJECTED, "key \"classes\" is missing");
  return read_classes(v, classes, e) ? e->code : read_surfaces(v, h, e);
}

static int begin(struct tile_voxels_reader *v, struct tile_error *e)
{
  if (tile_reader_need_kind(v->reader, "voxels", NULL, e))
    return e->code;
  if (read_keys(v, tile_reader_header(v->reader), e))
    return tile_reader_blame(v->reader, "header", e);
  return tile_digest_new(&v->digest, e);
}

int tile_voxels_open(struct tile_voxels_reader **to, struct tile_reader *r, struct tile_error *e)
{
  *to = NULL;
  struct tile_voxels_reader *v = tile_alloc(1, sizeof *v);
  if (!v)
    return tile_fail_memory(e, sizeof *v, "reading voxels");
  v->reader = r;
  v->wall_z = -1;
  if (begin(v, e)) {
    tile_voxels_close(v);
    return e->code;
  }
  *to = v;
  return TILE_OK;
}

void tile_voxels_close(struct tile_voxels_reader *v)
{
  if (!v)
    return;
  tile_digest_free(v->digest);
  free(v->row);
  free(v->word);
  free(v->warnings);
  free(v);
}

const int64_t *tile_voxels_grid(const struct tile_voxels_reader *v)
{
  return v->grid;
}

int64_t tile_voxels_slices(const struct tile_voxels_reader *v)
{
  return v->z;
}

const char *tile_voxels_input(const struct tile_voxels_reader *v)
{
  return v->input;
}

/* ---- the bytes of a row ---- */

static int next_record(struct tile_voxels_reader *v, struct tile_error *e)
{
  struct tile_record record;
  if (tile_reader_record(v->reader, "VOXL", &record, e))
    return e->code;
  if (!record.tag[0])
    return tile_reader_reject(v->reader, e, "the voxels end within slice %ld of %ld", (long)v->z, (long)v->grid[2]);
  v->data = record.data;
  v->left = record.length;
  return TILE_OK;
}

/* Collects a row that lies in several records; memory grows with the bytes read. */
static int join_row(struct tile_voxels_reader *v, size_t length, struct tile_error *e)
{
  for (size_t have = 0; have < length;) {
    if (!v->left && next_record(v, e))
      return e->code;
    size_t step = v->left < length - have ? v->left : length - have;
    if (tile_reserve(&v->row, &v->room, have + step, 1, "a row of voxels", e))
      return e->code;
    memcpy(v->row + have, v->data, step);
    v->data += step;
    v->left -= step;
    have += step;
  }
  return TILE_OK;
}

static int next_row(struct tile_voxels_reader *v, const unsigned char **row, struct tile_error *e)
{
  size_t length = ((size_t)v->grid[0] * (size_t)v->bits + 7) / 8;
  if (!v->left && next_record(v, e))
    return e->code;
  if (v->left < length) {
    int code = join_row(v, length, e);
    *row = v->row;
    return code;
  }
  *row = v->data;
  v->data += length;
  v->left -= length;
  return TILE_OK;
}

/* ---- values to bits ---- */

static int bad_value(struct tile_voxels_reader *v, int64_t x, int64_t y, unsigned value, struct tile_error *e)
{
  if (x >= v->grid[0])
    return tile_reader_reject(v->reader, e, "row y=%ld z=%ld: the unused bits at its end are not 0", (long)y,
                              (long)v->z);
  return tile_reader_reject(v->reader, e, "voxel %ld,%ld,%ld has class %u of %d", (long)x, (long)y, (long)v->z, value,
                            v->classes);
}

/* The common case, one bit and the classes "solid fluid". false: another case, or unused bits that are not 0. */
static bool copy_row(const struct tile_voxels_reader *v, const unsigned char *row, uint64_t *word)
{
  size_t nx = (size_t)v->grid[0], words = (nx + 63) / 64;
  if (v->bits != 1 || v->classes != 2 || v->fluid[0] != TILE_SOLID || v->fluid[1] != TILE_FLUID)
    return false;
  word[words - 1] = 0;
  memcpy(word, row, (nx + 7) / 8);
  return nx % 64 == 0 || word[words - 1] >> (nx % 64) == 0;
}

static int resolve_row(struct tile_voxels_reader *v, const unsigned char *row, int64_t y, uint64_t *word,
                       struct tile_error *e)
{
  if (!v->to && copy_row(v, row, word))
    return TILE_OK;
  const int64_t per = 8 / v->bits, nx = v->grid[0], stored = (nx + per - 1) / per * per;
  const unsigned most = (1u << v->bits) - 1;
  memset(word, 0, (size_t)(nx + 63) / 64 * sizeof *word);
  for (int64_t x = 0; x < stored; x++) {
    unsigned value = row[x / per] >> (x % per * v->bits) & most;
    if (x >= nx ? value != 0 : value >= (unsigned)v->classes)
      return bad_value(v, x, y, value, e);
    if (x < nx)
      word[x / 64] |= (uint64_t)v->fluid[value] << (x % 64);
    if (v->to && x < nx)
      v->to[x] = (unsigned char)value;
  }
  return TILE_OK;
}

static int finish_row(struct tile_voxels_reader *v, const unsigned char *row, int64_t y, uint64_t *word,
                      struct tile_error *e)
{
  if (y == 0)
    tile_digest_begin(v->digest, "VOXL", (int32_t[]){0, 0, (int32_t)v->z});
  if (resolve_row(v, row, y, word, e))
    return e->code;
  tile_digest_add(v->digest, word, (size_t)(v->grid[0] + 7) / 8);
  if (y == v->grid[1] - 1) {
    tile_digest_end(v->digest);
    v->z++;
  }
  return TILE_OK;
}

int tile_voxels_row(struct tile_voxels_reader *v, int64_t y, uint64_t *word, struct tile_error *e)
{
  const unsigned char *row = NULL;
  return next_row(v, &row, e) ? e->code : finish_row(v, row, y, word, e);
}

int tile_voxels_pass_row(struct tile_voxels_reader *v, int64_t y, struct tile_error *e)
{
  const size_t words = (size_t)(v->grid[0] + 63) / 64;
  const unsigned char *row = NULL;
  if (next_row(v, &row, e))
    return e->code;
  if (!v->word && !(v->word = tile_alloc(words, sizeof *v->word)))
    return tile_fail_memory(e, words * sizeof *v->word, "a row of voxels");
  if (v->first && !(*v->first = v->to = tile_alloc((size_t)v->grid[0], 1)))
    return tile_fail_memory(e, (size_t)v->grid[0], "the classes of the voxels");
  return finish_row(v, row, y, v->word, e);
}

static int read_input(struct tile_voxels_reader *v, const struct tile_record *record, struct tile_error *e)
{
  size_t digits = 0;
  while (digits < record->length && record->data[digits] && strchr("0123456789abcdef", record->data[digits]))
    digits++;
  if (digits != 32 || record->length != 32)
    return tile_reader_reject(v->reader, e, "the digest of the input is not 32 digits");
  memcpy(v->input, record->data, 32);
  return TILE_OK;
}

/* Lines of text, which a header can hold. */
static int read_warnings(struct tile_voxels_reader *v, const struct tile_record *record, struct tile_error *e)
{
  if (record->length > TILE_WARNINGS_LIMIT || memchr(record->data, 0, record->length) ||
      record->data[record->length - 1] != '\n')
    return tile_reader_reject(v->reader, e, "the warnings are not lines of text, at most %zu bytes",
                              TILE_WARNINGS_LIMIT);
  v->warnings = strndup((const char *)record->data, record->length);
  return v->warnings ? TILE_OK : tile_fail_memory(e, record->length, "the warnings");
}

int tile_voxels_add_warnings(const struct tile_voxels_reader *v, struct tile_header *h, struct tile_error *e)
{
  char *copy = strdup(v->warnings ? v->warnings : ""), *rest = copy, *line;
  int code = copy ? TILE_OK : tile_fail_memory(e, 0, "the warnings");
  while (!code && (line = strsep(&rest, "\n")))
    code = *line ? tile_header_add_warning(h, line, e) : TILE_OK;
  free(copy);
  return code;
}

int tile_voxels_end(struct tile_voxels_reader *v, struct tile_error *e)
{
  struct tile_record record;
  if (v->left)
    return tile_reader_reject(v->reader, e, "%zu bytes of voxels beyond the last slice", v->left);
  return tile_reader_record(v->reader, "VOXLinptwarn", &record, e) ? e->code : tile_voxels_last(v, record, e);
}

int tile_voxels_last(struct tile_voxels_reader *v, struct tile_record record, struct tile_error *e)
{
  if (!memcmp(record.tag, "inpt", 4) &&
      (read_input(v, &record, e) || tile_reader_record(v->reader, "VOXLWALLwarn", &record, e)))
    return e->code;
  if (!memcmp(record.tag, "warn", 4) &&
      (read_warnings(v, &record, e) || tile_reader_record(v->reader, "VOXLWALL", &record, e)))
    return e->code;
  if (record.tag[0])
    return tile_reader_reject(v->reader, e, "voxels beyond the last slice");
  return tile_reader_check_digest(v->reader, v->digest, e);
}

/* ---- slices of one byte a voxel ---- */

static int get_row(struct tile_voxels_reader *v, int64_t y, unsigned char *to, struct tile_error *e)
{
  if (tile_voxels_pass_row(v, y, e))
    return e->code;
  for (int64_t x = 0; x < v->grid[0]; x++)
    to[x] = v->word[x / 64] >> (x % 64) & 1 ? TILE_FLUID : TILE_SOLID;
  return TILE_OK;
}

int tile_voxels_get(struct tile_voxels_reader *v, unsigned char *slice, struct tile_error *e)
{
  if (v->z == v->grid[2])
    return tile_fail(e, TILE_USAGE, "slice %ld beyond the grid", (long)v->z);
  for (int64_t y = 0; y < v->grid[1]; y++)
    if (get_row(v, y, slice + y * v->grid[0], e))
      return e->code;
  return v->z == v->grid[2] && !v->distances ? tile_voxels_end(v, e) : TILE_OK;
}
