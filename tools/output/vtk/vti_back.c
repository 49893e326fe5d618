/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "vti_back.h"

#include "regular.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HEAD = 1 << 14, LARGEST_BLOCK = 1 << 24, TEXT = 200 };

struct reading {
  FILE *in;
  const char *path;
  char head[HEAD + 1]; /* up to the first byte of the values */
  size_t length;
};

static int reject(const struct reading *r, const char *why, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "%s: %s", r->path, why);
}

static int read_bytes(const struct reading *r, void *to, size_t bytes, struct tile_error *e)
{
  if (fread(to, 1, bytes, r->in) == bytes)
    return TILE_OK;
  return ferror(r->in) ? tile_fail(e, TILE_FAILED, "%s: %s", r->path, strerror(errno)) : reject(r, "is cut off", e);
}

static int read_head(struct reading *r, struct tile_error *e)
{
  static const char begin[] = "<AppendedData encoding=\"raw\">\n   _";
  r->length = fread(r->head, 1, HEAD, r->in);
  r->head[r->length] = 0;
  char *end = strstr(r->head, begin);
  if (ferror(r->in))
    return tile_fail(e, TILE_FAILED, "%s: %s", r->path, strerror(errno));
  if (!end)
    return reject(r, "is no .vti file as Tessera writes it", e);
  r->length = (size_t)(end - r->head) + sizeof begin - 1;
  *end = 0;
  return TILE_OK;
}

static int check_grid(const struct reading *r, const int64_t grid[3], struct tile_error *e)
{
  char text[TEXT];
  snprintf(text, sizeof text, " WholeExtent=\"0 %lld 0 %lld 0 %lld\"", (long long)grid[0] - 1, (long long)grid[1] - 1,
           (long long)grid[2] - 1);
  return strstr(r->head, text) ? TILE_OK : reject(r, "has another grid", e);
}

static int find_array(const struct reading *r, const char *name, int components, struct tile_error *e)
{
  char text[TEXT];
  snprintf(text, sizeof text,
           "<DataArray type=\"Float32\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" offset=\"", name,
           components);
  const char *at = strstr(r->head, text);
  const unsigned long long offset = at ? strtoull(at + strlen(text), NULL, 10) : 0;
  if (!at || offset > INT64_MAX - HEAD)
    return tile_fail(e, TILE_REJECTED, "%s: has no array '%s' of Float32", r->path, name);
  if (fseeko(r->in, (off_t)(r->length + offset), SEEK_SET))
    return tile_fail(e, TILE_FAILED, "%s: %s", r->path, strerror(errno));
  return TILE_OK;
}

/* ---- values ---- */

static int unpack(const struct reading *r, unsigned char *to, uint64_t bytes, uint64_t block, const uint64_t *size,
                  struct tile_error *e)
{
  unsigned char *packed = tile_alloc(compressBound(block), 1);
  int code = packed ? TILE_OK : tile_fail_memory(e, compressBound(block), "a compressed block");
  for (uint64_t at = 0; at < bytes && !code; at += block, size++) {
    const uLongf wanted = bytes - at < block ? bytes - at : block;
    uLongf got = wanted;
    code = *size > compressBound(block) ? reject(r, "has damaged values", e) : read_bytes(r, packed, *size, e);
    if (!code && (uncompress(to + at, &got, packed, *size) != Z_OK || got != wanted))
      code = reject(r, "has damaged values", e);
  }
  free(packed);
  return code;
}

static int read_packed(const struct reading *r, void *to, uint64_t bytes, struct tile_error *e)
{
  uint64_t head[3]; /* blocks, their size, that of the last one if it is smaller */
  if (read_bytes(r, head, sizeof head, e))
    return e->code;
  if (!head[1] || head[1] > LARGEST_BLOCK || head[0] != bytes / head[1] + (bytes % head[1] != 0) ||
      head[2] != bytes % head[1])
    return reject(r, "has damaged values", e);
  uint64_t *size = tile_alloc(head[0], sizeof *size);
  if (!size)
    return tile_fail_memory(e, head[0] * sizeof *size, "compressed blocks");
  const int code =
      read_bytes(r, size, head[0] * sizeof *size, e) || unpack(r, to, bytes, head[1], size, e) ? e->code : TILE_OK;
  free(size);
  return code;
}

static int read_plain(const struct reading *r, void *to, uint64_t bytes, struct tile_error *e)
{
  uint64_t there;
  if (read_bytes(r, &there, sizeof there, e))
    return e->code;
  return there == bytes ? read_bytes(r, to, bytes, e) : reject(r, "has damaged values", e);
}

int vti_read_back(float *to, const char *path, const int64_t grid[3], const char *name, int components,
                  struct tile_error *e)
{
  const uint64_t bytes = (uint64_t)(grid[0] * grid[1] * grid[2]) * (uint64_t)components * sizeof *to;
  struct reading r = {.in = tile_read_regular(path, e), .path = path};
  if (!r.in)
    return e->code;
  int code = read_head(&r, e) || check_grid(&r, grid, e) || find_array(&r, name, components, e) ? e->code : TILE_OK;
  if (!code)
    code = (strstr(r.head, " compressor=\"vtkZLibDataCompressor\"") ? read_packed : read_plain)(&r, to, bytes, e);
  fclose(r.in);
  return code;
}
