#include "target.h"

#include <stdlib.h>
#include <string.h>

void fuzz_check_error(int code, const struct tile_error *e)
{
  if (code == e->code && code > TILE_OK && code <= TILE_REJECTED && *e->text && !strchr(e->text, '\n'))
    return;
  fprintf(stderr, "code %d, error %d \"%s\"\n", code, e->code, e->text);
  abort();
}

static void read_voxels(struct tile_reader *r)
{
  struct tile_voxels_reader v;
  struct tile_bits bits = { 0 };
  struct tile_error e;
  int code = tile_voxels_open(&v, r, &e);
  if (!code)
    code = tile_bits_read(&bits, &v, &e);
  if (code)
    fuzz_check_error(code, &e);
  tile_bits_free(&bits);
  tile_voxels_close(&v);
}

/* Grids that the input did not fill are left alone: only sizes that any volume may have. */
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
  int32_t(*map)[27] = NULL;
  int code = tile_neighbours(d, &map, &e);
  if (!code)
    code = tile_measure_domain(&m, d, &e);
  if (code)
    fuzz_check_error(code, &e);
  free(map);
  if (is_small(d))
    look_at_nodes(d);
}

static void read_domain(struct tile_reader *r)
{
  struct tile_input in;
  struct tile_domain d;
  struct tile_error e;
  int code = tile_input_open(&in, &d, r, &e);
  if (code) {
    fuzz_check_error(code, &e);
    return;
  }
  measure(&d);
  code = tile_input_arrays(&in, NULL, 0, &e);
  if (code)
    fuzz_check_error(code, &e);
  tile_input_close(&in);
  tile_domain_free(&d);
}

/* Tiles that lie far apart along all axes are measured in a volume of bits; small machines refuse. */
enum { MEMORY = 128 << 20 };

void fuzz_whole_stream(const void *data, size_t length)
{
  struct tile_error e;
  tile_limit_memory(MEMORY);
  struct tile_reader *r;
  FILE *in = length ? fmemopen((void *)data, length, "r") : fopen("/dev/null", "r");
  if (!in)
    return;
  int code = tile_reader_open(&r, in, "fuzz.tile", &e);
  if (code) {
    fuzz_check_error(code, &e);
    fclose(in);
    return;
  }
  const char *kind = tile_header_get(tile_reader_header(r), "kind");
  if (kind && !strcmp(kind, "voxels"))
    read_voxels(r);
  else
    read_domain(r);
  tile_reader_free(r);
  fclose(in);
}
