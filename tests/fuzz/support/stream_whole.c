/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "target.h"

#include "domain.h"

#include <stdlib.h>
#include <string.h>

void fuzz_check_error(int code, const struct tile_error *e)
{
  if (code == e->code && code > TILE_OK && code <= TILE_REJECTED && *e->text && !strchr(e->text, '\n'))
    return;
  fprintf(stderr, "code %d, error %d \"%s\"\n", code, e->code, e->text);
  abort();
}

static int read_voxels(struct tile_reader *r)
{
  struct tile_voxels_reader *v;
  struct tile_bits bits = {0};
  struct tile_error e;
  int code = tile_voxels_open(&v, r, &e);
  if (!code)
    code = tile_bits_read(&bits, v, &e);
  if (code)
    fuzz_check_error(code, &e);
  tile_bits_free(&bits);
  tile_voxels_close(v);
  return code;
}

/* Larger grids are skipped, since the input did not fill them. */
static bool is_small(const struct tile_domain *d)
{
  int64_t nodes;
  return !__builtin_mul_overflow(d->grid[0], d->grid[1], &nodes) &&
         !__builtin_mul_overflow(nodes, d->grid[2], &nodes) && nodes < 1 << 20;
}

static void look_at_nodes(const struct tile_domain *d)
{
  struct tile_bits bits;
  struct tile_texture texture;
  struct tile_error e;
  if (tile_domain_bits(&bits, d, &e) || tile_bits_count(&bits) != tile_domain_nonsolid(d) ||
      tile_texture_domain(&texture, d, &e))
    abort();
  tile_texture_free(&texture);
  tile_bits_free(&bits);
}

static void measure(struct tile_domain *d)
{
  struct tile_measure m;
  struct tile_error e;
  int32_t(*map)[TILE_WAYS] = NULL;
  int code = tile_neighbours(d, &map, &e);
  if (!code)
    code = tile_measure_domain(&m, d, &e);
  if (code)
    fuzz_check_error(code, &e);
  free(map);
  if (is_small(d))
    look_at_nodes(d);
}

/* Reads all arrays of the file into memory. */
static int read_arrays(struct tile_input *in, const struct tile_domain *d, struct tile_error *e)
{
  struct tile_block block[TILE_ARRAYS] = {{0}};
  struct tile_array array[TILE_ARRAYS];
  const char *precision = tile_header_get(&d->header, "precision");
  size_t count = 0;
  int code = TILE_OK;
  for (int i = 0; i < TILE_ARRAYS && !code; i++) {
    const struct tile_array_kind *kind = &tile_array_kinds[i];
    const size_t bytes = kind->values * (precision && !strcmp(precision, "fp32") ? 4 : 8);
    if (!tile_input_has(in, kind->tag))
      continue;
    code = tile_block_make(&block[count], d, bytes, e);
    array[count] = (struct tile_array){.bytes = bytes, .move = tile_block_get, .self = &block[count]};
    memcpy(array[count++].tag, kind->tag, sizeof kind->tag);
  }
  if (!code)
    code = tile_input_arrays(in, array, count, e);
  for (size_t i = 0; i < count; i++)
    tile_block_free(&block[i]);
  return code;
}

static int read_domain(struct tile_reader *r)
{
  struct tile_input *in;
  struct tile_domain d;
  struct tile_error e;
  int code = tile_input_open(&in, &d, r, &e);
  if (!code) {
    measure(&d);
    code = read_arrays(in, &d, &e);
    tile_input_close(in);
    tile_domain_free(&d);
  }
  if (code)
    fuzz_check_error(code, &e);
  return code;
}

static int read_stream(FILE *in)
{
  struct tile_error e;
  struct tile_reader *r;
  int code = tile_reader_open(&r, in, "fuzz.tile", &e);
  if (code) {
    fuzz_check_error(code, &e);
    return code;
  }
  const char *kind = tile_header_get(tile_reader_header(r), "kind");
  code = kind && !strcmp(kind, "voxels") ? read_voxels(r) : read_domain(r);
  tile_reader_free(r);
  return code;
}

/* tessera-tile --check=full must give the same code, though it takes other paths and less memory; plain --check must
 * accept every file that it accepts. */
static void check_stream(FILE *in, int code)
{
  struct tile_error e;
  struct tile_checked c;
  int full = tile_check(in, "fuzz.tile", true, &c, &e);
  if (full)
    fuzz_check_error(full, &e);
  if (code != TILE_FAILED && full != TILE_FAILED && code != full)
    abort();
  rewind(in);
  if (!full && tile_check(in, "fuzz.tile", false, &c, &e))
    abort();
}

/* Tiles that are far apart along all axes are measured in a volume of bits; with this limit they are refused. */
enum { MEMORY = 128 << 20 };

void fuzz_whole_stream(const void *data, size_t length)
{
  tile_limit_memory(MEMORY);
  FILE *in = length ? fmemopen((void *)data, length, "r") : fopen("/dev/null", "r");
  if (!in)
    return;
  int code = read_stream(in);
  rewind(in);
  check_stream(in, code);
  fclose(in);
}
