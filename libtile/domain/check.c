/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks a file of any kind. */
#include "domain.h"
#include "tile_file.h"

#include <string.h>

/* Whether the voxels of walls are fluid can be checked with the whole volume only. */
static int check_bits(struct tile_voxels_reader *v, struct tile_error *e)
{
  struct tile_bits bits;
  if (tile_bits_read(&bits, v, e))
    return e->code;
  tile_bits_free(&bits);
  return TILE_OK;
}

static int check_rows(struct tile_voxels_reader *v, struct tile_error *e)
{
  int code = TILE_OK;
  for (int64_t z = 0; !code && z < v->grid[2]; z++)
    for (int64_t y = 0; !code && y < v->grid[1]; y++)
      code = tile_voxels_pass_row(v, y, e);
  return code ? code : tile_voxels_end(v, e);
}

static int check_voxels(struct tile_reader *r, struct tile_error *e)
{
  struct tile_voxels_reader *v;
  if (tile_voxels_open(&v, r, e))
    return e->code;
  const int code = v->distances ? check_bits(v, e) : check_rows(v, e);
  tile_voxels_close(v);
  return code;
}

static int check_domain(struct tile_reader *r, struct tile_error *e)
{
  struct tile_input *in;
  struct tile_domain d;
  if (tile_input_open(&in, &d, r, e))
    return e->code;
  int code = tile_input_arrays(in, NULL, 0, e);
  tile_input_close(in);
  tile_domain_free(&d);
  return code;
}

/* Checks checksums, compression and trailer, without the content. */
static int pass_records(struct tile_reader *r, struct tile_error *e)
{
  struct tile_record record;
  do {
    if (tile_reader_record(r, "VOXLinptTDIRCLASWALLVALSFLDSPOPS", &record, e))
      return e->code;
  } while (record.tag[0]);
  return TILE_OK;
}

int tile_check(FILE *in, const char *name, bool full, struct tile_checked *c, struct tile_error *e)
{
  struct tile_reader *r;
  *c = (struct tile_checked){0};
  if (tile_reader_open(&r, in, name, e))
    return e->code;
  const char *kind = tile_header_get(tile_reader_header(r), "kind");
  snprintf(c->kind, sizeof c->kind, "%s", kind ? kind : "");
  int code = !full ? pass_records(r, e) : !strcmp(c->kind, "voxels") ? check_voxels(r, e) : check_domain(r, e);
  tile_reader_extent(r, &c->records, &c->bytes);
  strcpy(c->digest, tile_reader_digest(r));
  tile_reader_free(r);
  return code;
}
