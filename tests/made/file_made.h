/* Small tile files in memory, and a reader for any of them. */
#ifndef FILE_MADE_H
#define FILE_MADE_H

#include <stdlib.h>
#include <string.h>

#include "own.h"
#include "suite.h"

struct bytes {
  char *data;
  size_t length;
};

#define OK(call) ck_assert_msg((call) == TILE_OK, "%s", e.text)

/* ---- voxels: fluid where the pattern is set ---- */

static inline int pattern(int64_t x, int64_t y, int64_t z)
{
  return (x * 7 + y * 5 + z * 3) % 4 != 0;
}

static inline void write_pattern(FILE *out, struct tile_header *h, const int64_t grid[3])
{
  struct tile_error e;
  struct tile_voxels_writer *w;
  unsigned char *slice = malloc((size_t)(grid[0] * grid[1])), *bits = malloc((size_t)((grid[0] + 7) / 8 * grid[1]));
  OK(tile_header_set(h, &e, "grid", "%ld %ld %ld", (long)grid[0], (long)grid[1], (long)grid[2]));
  OK(tile_voxels_create(&w, out, h, &e));
  for (int64_t z = 0; z < grid[2]; z++) {
    for (int64_t i = 0; i < grid[0] * grid[1]; i++)
      slice[i] = (unsigned char)pattern(i % grid[0], i / grid[0], z);
    tile_pack(bits, slice, grid[0], grid[1]);
    OK(tile_voxels_put(w, bits, &e));
  }
  OK(tile_voxels_finish(w, &e));
  tile_voxels_discard(w);
  free(slice);
  free(bits);
}

static inline struct bytes made_voxels(int64_t nx, int64_t ny, int64_t nz)
{
  struct bytes b;
  struct tile_error e;
  struct tile_header h = {0};
  FILE *out = open_memstream(&b.data, &b.length);
  char *const argv[] = {"tessera-voxelize", "a b", NULL};
  OK(tile_header_add_history(&h, "tessera-voxelize", 2, argv, &e));
  write_pattern(out, &h, (int64_t[]){nx, ny, nz});
  tile_header_free(&h);
  fclose(out);
  return b;
}

/* ---- a domain of three tiles in a grid of 9 x 4 x 4, x periodic, one patch ---- */

static inline void made_domain(struct tile_domain *d)
{
  static const struct tile_patch inlet = {.name = "inlet", .face = "z-"};
  static const int32_t coord[3][3] = {{0, 0, 0}, {2, 0, 0}, {1, 0, 0}};
  static const uint64_t mask[3] = {0x0001000180000017, 0x0000000000010001, 0xffff00000000ff00};
  static const struct tile_mark mark[2] = {{0, 0, 1, 1u << 6}, {2, 8, 0, 1u << 3 | 1u << 4}};
  *d = (struct tile_domain){
      .grid = {9, 4, 4}, .edge = 4, .periodic = 1, .dx = 5e-6, .patches = 1, .tiles = 3, .words = 1, .marks = 2};
  d->patch = memcpy(malloc(sizeof inlet), &inlet, sizeof inlet);
  d->coord = memcpy(malloc(sizeof coord), coord, sizeof coord);
  d->mask = memcpy(malloc(sizeof mask), mask, sizeof mask);
  d->mark = memcpy(malloc(sizeof mark), mark, sizeof mark);
}

/* Values that encode their tile and place. */
struct made_array {
  const struct tile_domain *domain;
  size_t values;
};

static inline int made_values(void *self, size_t tile, void *data, struct tile_error *e)
{
  (void)e;
  const struct made_array *a = self;
  const int32_t *c = a->domain->coord[tile];
  size_t count = 0, words = a->domain->words;
  for (size_t i = 0; i < words; i++)
    count += (size_t)__builtin_popcountll(a->domain->mask[tile * words + i]) * a->values;
  for (size_t i = 0; i < count; i++)
    ((float *)data)[i] = (float)(c[0] + 10 * c[1] + 100 * c[2]) + (float)i / 1024;
  return TILE_OK;
}

static inline struct bytes write_domain(struct tile_domain *d, size_t arrays, char digest[33])
{
  struct bytes b;
  struct tile_error e;
  struct made_array fields = {d, 4}, populations = {d, 19};
  struct tile_array array[2] = {{"FLDS", 16, made_values, &fields, false},
                                {"POPS", 76, made_values, &populations, false}};
  FILE *out = open_memstream(&b.data, &b.length);
  OK(tile_domain_write(d, out, array, arrays, digest, &e));
  fclose(out);
  return b;
}

static inline struct bytes made_file(size_t arrays)
{
  struct tile_domain d;
  made_domain(&d);
  struct bytes b = write_domain(&d, arrays, NULL);
  tile_domain_free(&d);
  return b;
}

/* ---- reading a file of any kind ---- */

static inline int read_voxels(struct tile_reader *r, char digest[33], struct tile_error *e)
{
  struct tile_voxels_reader *v;
  struct tile_bits bits = {0};
  int code = tile_voxels_open(&v, r, e);
  if (!code)
    code = tile_bits_read(&bits, v, e);
  if (!code)
    strcpy(digest, tile_reader_digest(r));
  tile_bits_free(&bits);
  tile_voxels_close(v);
  return code;
}

static inline int read_domain(struct tile_reader *r, char digest[33], struct tile_error *e)
{
  struct tile_input *in;
  struct tile_domain d;
  int code = tile_input_open(&in, &d, r, e);
  if (code)
    return code;
  code = tile_input_arrays(in, NULL, 0, e);
  if (!code)
    strcpy(digest, tile_reader_digest(r));
  tile_input_close(in);
  tile_domain_free(&d);
  return code;
}

static inline int read_stream(FILE *in, const char *name, char digest[33], struct tile_error *e)
{
  struct tile_reader *r;
  int code = tile_reader_open(&r, in, name, e);
  if (code)
    return code;
  const char *kind = tile_header_get(tile_reader_header(r), "kind");
  bool voxels = kind && !strcmp(kind, "voxels");
  code = voxels ? read_voxels(r, digest, e) : read_domain(r, digest, e);
  tile_reader_free(r);
  return code;
}

static inline int read_bytes(const void *data, size_t length, char digest[33], struct tile_error *e)
{
  FILE *in = length ? fmemopen((void *)data, length, "r") : fopen("/dev/null", "r");
  int code = read_stream(in, "rock.tile", digest, e);
  fclose(in);
  return code;
}

#endif
