/* SPDX-License-Identifier: BSD-3-Clause */
/* TIFF pages of one uncompressed strip, each after its directory, so that nothing is written twice: TIFF 6.0, or
 * BigTIFF above 4 GiB. The size of a voxel is stated as ImageJ does. */
#include "export.h"

#include <math.h>
#include <string.h>

enum { SHORT = 3, LONG = 4, RATIONAL = 5, ASCII = 2, LONG8 = 16 };
enum { DESCRIPTION = 256, MOST = 512 }; /* bytes; MOST bounds a directory and what precedes the first page */

/* Little-endian, like the machine. */
struct text {
  unsigned char byte[MOST];
  size_t used;
};

static void put(struct text *t, uint64_t value, int bytes)
{
  memcpy(t->byte + t->used, &value, (size_t)bytes);
  t->used += (size_t)bytes;
}

/* The value if it fits into the entry, otherwise its offset. */
static void put_entry(struct text *t, const struct export *x, int tag, int type, uint64_t count, uint64_t value)
{
  const int wide = x->big ? 8 : 4;
  put(t, (uint64_t)tag, 2);
  put(t, (uint64_t)type, 2);
  put(t, count, wide);
  put(t, value, wide);
}

static uint64_t slice_bytes(const struct export *x)
{
  return (uint64_t)x->grid[0] * (uint64_t)x->grid[1] * (x->reals ? sizeof(float) : 1);
}

/* Directories begin at multiples of 8. */
static uint64_t gap(uint64_t bytes)
{
  return (8 - bytes % 8) % 8;
}

/* Voxels per micrometre as a ratio; false if 32 bits cannot hold it with six digits. */
static bool find_ratio(const struct export *x, uint32_t ratio[2])
{
  const double um = x->frame.dx * 1e6, scale = pow(10, floor(9 - log10(fmax(um, 1))));
  if (!(um >= 1e-3 && um <= 1e6))
    return false;
  ratio[0] = (uint32_t)llround(scale);
  ratio[1] = (uint32_t)llround(um * scale);
  return true;
}

static uint64_t directory_bytes(const struct export *x, int entries)
{
  const uint64_t bytes = x->big ? 16 + 20 * (uint64_t)entries : 6 + 12 * (uint64_t)entries;
  return bytes + gap(bytes);
}

static int entries_of(const struct export *x)
{
  uint32_t ratio[2];
  return (find_ratio(x, ratio) ? 14 : 11) + x->reals;
}

static uint64_t page_bytes(const struct export *x)
{
  return directory_bytes(x, entries_of(x)) + slice_bytes(x) + gap(slice_bytes(x));
}

/* Offset of the ratio and the description, after the file header. */
static uint64_t ratio_at(const struct export *x)
{
  return x->big ? 16 : 8;
}

static size_t describe(const struct export *x, char text[DESCRIPTION])
{
  uint32_t ratio[2];
  int length = snprintf(text, DESCRIPTION, "ImageJ=1.53\nimages=%lld\nslices=%lld\n", (long long)x->grid[2],
                        (long long)x->grid[2]);
  if (find_ratio(x, ratio))
    length += snprintf(text + length, (size_t)(DESCRIPTION - length), "unit=um\nspacing=%.9g\n", x->frame.dx * 1e6);
  return (size_t)length + 1;
}

static bool needs_big(const struct export *x)
{
  const double all = (double)x->grid[2] * (double)page_bytes(x) + DESCRIPTION + 64;
  return all > UINT32_MAX;
}

int export_tiff_head(struct export *x, struct tile_error *e)
{
  struct text t = {.used = 0};
  uint32_t ratio[2] = {1, 1};
  char description[DESCRIPTION];
  if (x->grid[0] > INT32_MAX || x->grid[1] > INT32_MAX)
    return tile_fail(e, TILE_FAILED, "%s: the image is too large for TIFF", x->output.path);
  x->big = x->big || needs_big(x);
  size_t length = describe(x, description);
  x->begin = ratio_at(x) + 8 + length;
  x->begin += gap(x->begin);
  put(&t, 0x4949, 2);
  put(&t, x->big ? 43 : 42, 2);
  put(&t, 8, x->big ? 4 : 0);
  put(&t, x->begin, x->big ? 8 : 4);
  find_ratio(x, ratio);
  put(&t, ratio[0], 4);
  put(&t, ratio[1], 4);
  memcpy(t.byte + t.used, description, length);
  return export_write(x, t.byte, (size_t)x->begin, e);
}

static void put_size(struct text *t, const struct export *x, uint64_t values)
{
  const int wide = x->big ? LONG8 : LONG;
  char description[DESCRIPTION];
  put_entry(t, x, 256, LONG, 1, (uint64_t)x->grid[0]);
  put_entry(t, x, 257, LONG, 1, (uint64_t)x->grid[1]);
  put_entry(t, x, 258, SHORT, 1, x->reals ? 32 : 8);
  put_entry(t, x, 259, SHORT, 1, 1); /* no compression */
  put_entry(t, x, 262, SHORT, 1, 1); /* 0 is black */
  put_entry(t, x, 270, ASCII, describe(x, description), ratio_at(x) + 8);
  put_entry(t, x, 273, wide, 1, values);
  put_entry(t, x, 277, SHORT, 1, 1);
  put_entry(t, x, 278, LONG, 1, (uint64_t)x->grid[1]);
  put_entry(t, x, 279, wide, 1, slice_bytes(x));
}

static void put_scale(struct text *t, const struct export *x)
{
  uint32_t ratio[2];
  if (find_ratio(x, ratio)) {
    uint64_t both = (uint64_t)ratio[1] << 32 | ratio[0];
    put_entry(t, x, 282, RATIONAL, 1, x->big ? both : ratio_at(x));
    put_entry(t, x, 283, RATIONAL, 1, x->big ? both : ratio_at(x));
  }
  put_entry(t, x, 284, SHORT, 1, 1); /* one plane */
  if (find_ratio(x, ratio))
    put_entry(t, x, 296, SHORT, 1, 1); /* the unit is in the description */
  if (x->reals)
    put_entry(t, x, 339, SHORT, 1, 3); /* IEEE 754 */
}

int export_tiff_page(struct export *x, struct tile_error *e)
{
  static const unsigned char zeros[8];
  struct text t = {.used = 0};
  const uint64_t page = x->begin + (uint64_t)x->z * page_bytes(x), directory = directory_bytes(x, entries_of(x));
  if (x->at < page && export_write(x, zeros, (size_t)(page - x->at), e))
    return e->code;
  put(&t, (uint64_t)entries_of(x), x->big ? 8 : 2);
  put_size(&t, x, page + directory);
  put_scale(&t, x);
  put(&t, x->z + 1 < x->grid[2] ? page + page_bytes(x) : 0, x->big ? 8 : 4);
  return export_write(x, t.byte, (size_t)directory, e);
}
