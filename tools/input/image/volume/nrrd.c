/* SPDX-License-Identifier: BSD-3-Clause */
/* nrrd_header(): .nrrd, and .nhdr with its values in another file, as 3D Slicer, ITK, teem and pynrrd write them.
 * Format: teem.sourceforge.net/nrrd/format.html. */
#include <config.h>

#include "nrrd.h"

#include "regular.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static const struct {
  const char *names;
  char kind;
  int bits;
} types[] = {
    {"|signed char|int8|int8_t|", 'i', 8},
    {"|uchar|unsigned char|uint8|uint8_t|", 'u', 8},
    {"|short|short int|signed short|signed short int|int16|int16_t|", 'i', 16},
    {"|ushort|unsigned short|unsigned short int|uint16|uint16_t|", 'u', 16},
    {"|int|signed int|int32|int32_t|", 'i', 32},
    {"|uint|unsigned int|uint32|uint32_t|", 'u', 32},
    {"|longlong|long long|long long int|signed long long|signed long long int|int64|int64_t|", 'i', 64},
    {"|ulonglong|unsigned long long|unsigned long long int|uint64|uint64_t|", 'u', 64},
    {"|float|", 'f', 32},
    {"|double|", 'f', 64},
};

static int get_type(struct volume_file *v, const struct text_header *h, struct tile_error *e)
{
  const char *type = text_header_get(h, "type"), *encoding = text_header_get(h, "encoding"),
             *endian = text_header_get(h, "endian");
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (nrrd_is_among(types[i].names, type))
      v->type = voxel_type_of(types[i].kind, types[i].bits);
  if (!v->type)
    return volume_reject(v, e, "the type %.40s cannot be read: save it as integers of 8 to 64 bits, float or double",
                         type ? type : "is missing and");
  v->coding = nrrd_is_among("|gzip|gz|", encoding)          ? &volume_zlib
              : nrrd_is_among("|ascii|text|txt|", encoding) ? &volume_text
                                                            : NULL;
  if (!v->coding && !nrrd_is_among("|raw|", encoding))
    return volume_reject(v, e,
                         "the encoding %.20s cannot be read: save it with raw or gzip (unu save -f nrrd -e gzip -i "
                         "OLD -o NEW)",
                         encoding ? encoding : "is missing and");
  if (v->coding == &volume_text)
    return TILE_OK;
  v->swap = nrrd_is_among("|big|", endian);
  return v->type->bits == 8 || v->swap || nrrd_is_among("|little|", endian)
             ? TILE_OK
             : volume_reject(v, e, "does not state its byte order (endian: little or big)");
}

/* ---- position of the values ---- */

/* Lines are skipped in the file as stored, whether compressed or not; bytes are skipped after decompression. */
static int skip_lines(struct volume_file *v, uint64_t lines, struct tile_error *e)
{
  FILE *in = lines ? tile_read_regular(v->data ? v->data : v->path, e) : NULL;
  if (!lines)
    return TILE_OK;
  if (!in || fseeko(in, (off_t)v->begin, SEEK_SET)) {
    volume_reject(v, e, "line skip: %s", in ? strerror(errno) : e->text);
    if (in)
      fclose(in);
    return e->code;
  }
  int c = 0;
  for (; lines && (c = getc_unlocked(in)) != EOF; v->begin++)
    lines -= c == '\n';
  fclose(in);
  return lines ? volume_reject(v, e, "has fewer lines than its line skip says") : TILE_OK;
}

static bool is_whole(double number, double least)
{
  return number >= least && number <= 0x1p52 && floor(number) == number;
}

static int find_data(struct volume_file *v, const struct text_header *h, struct tile_error *e)
{
  const char *file = text_header_get(h, "data file|datafile");
  if (!file) {
    v->begin = h->bytes;
    return TILE_OK;
  }
  if (strncmp(file, "LIST", 4) == 0 || strchr(file, '%'))
    return volume_reject(v, e, "its values are in several files (data file): save them in one");
  v->data = *file ? volume_beside(v->path, file) : NULL;
  return v->data ? TILE_OK : volume_reject(v, e, "data file names no file");
}

static int get_data(struct volume_file *v, const struct text_header *h, struct tile_error *e)
{
  const char *lines = text_header_get(h, "line skip|lineskip"), *bytes = text_header_get(h, "byte skip|byteskip");
  double skip = 0, skipped_lines = 0;
  if ((lines && !text_reals(lines, 1, &skipped_lines)) || (bytes && !text_reals(bytes, 1, &skip)) ||
      !is_whole(skipped_lines, 0) || !is_whole(skip, -1))
    return volume_reject(v, e, "line skip %.20s and byte skip %.20s are not supported", lines ? lines : "0",
                         bytes ? bytes : "0");
  v->last = skip < 0;
  v->skip = skip > 0 ? (uint64_t)skip : 0;
  int code = find_data(v, h, e);
  return code ? code : skip_lines(v, (uint64_t)skipped_lines, e);
}

int nrrd_header(struct volume_file *v, struct tile_error *e)
{
  static const struct text_style style = {.begin = "NRRD000", .separator = ':'};
  struct nrrd n = {0};
  struct text_header h;
  int code = text_header_read(&h, v, &style, e);
  if (!code)
    code = nrrd_get_size(&n, v, &h, e);
  if (!code)
    code = get_type(v, &h, e);
  if (!code)
    code = nrrd_get_pose(&n, v, &h, e);
  if (!code)
    code = get_data(v, &h, e);
  text_header_free(&h);
  return code;
}
