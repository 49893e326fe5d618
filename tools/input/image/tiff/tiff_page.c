/* SPDX-License-Identifier: BSD-3-Clause */
/* Describes one page. */
#include "tiff_file.h"

/* The meaning of a page's numbers. Grey levels are read as they are; one channel of colours, and the indices of a
 * palette, on request. The colours of JPEG and of scanners are not separate numbers per channel. */
static const struct meaning {
  uint16_t tag;
  const char *name;
  enum { GREY, CHANNELS, INDICES, NEVER } kind;
} meanings[] = {
    {PHOTOMETRIC_MINISWHITE, "MinIsWhite", GREY}, {PHOTOMETRIC_MINISBLACK, "MinIsBlack", GREY},
    {PHOTOMETRIC_RGB, "RGB", CHANNELS},           {PHOTOMETRIC_PALETTE, "palette", INDICES},
    {PHOTOMETRIC_MASK, "mask", INDICES},          {PHOTOMETRIC_SEPARATED, "inks", CHANNELS},
    {PHOTOMETRIC_YCBCR, "YCbCr", NEVER},          {PHOTOMETRIC_CIELAB, "CIELab", CHANNELS},
    {PHOTOMETRIC_ICCLAB, "ICCLab", CHANNELS},     {PHOTOMETRIC_ITULAB, "ITULab", CHANNELS},
};
static const struct meaning unstated = {0, "unstated", GREY}, unknown = {0, "unknown", NEVER};

static const struct meaning *meaning_of(const struct tiff_file *f)
{
  uint16_t photometric;
  if (!TIFFGetField(f->tiff, TIFFTAG_PHOTOMETRIC, &photometric))
    return &unstated;
  for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
    if (meanings[i].tag == photometric)
      return &meanings[i];
  return &unknown;
}

static int check_type(const struct tiff_file *f, struct tiff_page *p, struct tile_error *e)
{
  uint16_t bits = 1, format = SAMPLEFORMAT_UINT, compression = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_SAMPLEFORMAT, &format);
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_COMPRESSION, &compression);
  p->compressed = compression != COMPRESSION_NONE;
  char kind = format == SAMPLEFORMAT_INT ? 'i' : format == SAMPLEFORMAT_IEEEFP ? 'f' : 'u';
  bool complex = format == SAMPLEFORMAT_COMPLEXINT || format == SAMPLEFORMAT_COMPLEXIEEEFP;
  p->type = complex ? NULL : voxel_type_of(kind, bits);
  if (!p->type)
    return tiff_file_reject(
        f, e, "%d bits per voxel in this format are not supported: there are u1 u2 u4 u10 u12 u14 " VOXEL_TYPE_NAMES,
        bits);
  if (!TIFFIsCODECConfigured(compression))
    return tiff_file_reject(f, e, "compression %d is not known to this libtiff", compression);
  return TILE_OK;
}

/* Without --channel every number must be a grey level. */
static int check_meaning(const struct tiff_file *f, const struct tiff_page *p, const struct meaning *m, int channel,
                         struct tile_error *e)
{
  if (m->kind == NEVER)
    return tiff_file_reject(f, e, "colours of kind %s: convert it to grey levels or RGB", m->name);
  if (channel >= p->channels)
    return tile_fail(e, TILE_USAGE, "--channel %d: %s has channels 0 to %d", channel, f->path, p->channels - 1);
  if (channel >= 0 || (m->kind == GREY && p->channels == 1))
    return TILE_OK;
  if (p->channels > 1)
    return tiff_file_reject(f, e, "%d channels per voxel (%s): choose one with --channel 0 ... %d", p->channels,
                            m->name, p->channels - 1);
  return tiff_file_reject(f, e,
                          "not grey levels but indices (%s): read them as they are with --channel 0, or convert "
                          "it to grey levels",
                          m->name);
}

static int check_channel(const struct tiff_file *f, struct tiff_page *p, int channel, struct tile_error *e)
{
  uint16_t channels = 1, planes = PLANARCONFIG_CONTIG;
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_SAMPLESPERPIXEL, &channels);
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_PLANARCONFIG, &planes);
  const struct meaning *m = meaning_of(f);
  p->photometric = m->name;
  p->grey = m->kind == GREY;
  p->channels = channels;
  p->channel = channel < 0 ? 0 : channel;
  p->planar = channels > 1 && planes == PLANARCONFIG_SEPARATE;
  if (!channels)
    return tiff_file_reject(f, e, "no channels");
  return check_meaning(f, p, m, channel, e);
}

bool tiff_file_plausible(const struct tiff_file *f, uint64_t bytes, int64_t nx)
{
  uint16_t compression = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_COMPRESSION, &compression);
  bool fax = compression == COMPRESSION_CCITTFAX4 || compression == COMPRESSION_CCITTFAX3;
  uint64_t densest = compression == COMPRESSION_NONE ? 1 : fax && nx > 65536 ? (uint64_t)nx : 65536;
  return bytes / densest <= (uint64_t)f->bytes;
}

static int check_size(const struct tiff_file *f, struct tiff_page *p, struct tile_error *e)
{
  uint32_t nx = 0, ny = 0, nz = 1;
  if (!TIFFGetField(f->tiff, TIFFTAG_IMAGEWIDTH, &nx) || !TIFFGetField(f->tiff, TIFFTAG_IMAGELENGTH, &ny) || !nx || !ny)
    return tiff_file_reject(f, e, "states no size");
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_IMAGEDEPTH, &nz);
  p->nx = nx;
  p->ny = ny;
  p->nz = nz ? nz : 1;
  return TILE_OK;
}

static int check_claim(const struct tiff_file *f, const struct tiff_page *p, struct tile_error *e)
{
  uint64_t bytes = (uint64_t)tiff_page_row(p, p->nx); /* 32 bits * 16 * 7: no overflow */
  if (__builtin_mul_overflow(bytes, (uint64_t)p->ny, &bytes) ||
      __builtin_mul_overflow(bytes, (uint64_t)p->nz, &bytes) || !tiff_file_plausible(f, bytes, p->nx))
    return tiff_file_reject(f, e, "states %lld x %lld%s voxels of %s, more than a file of %lld bytes can contain",
                            (long long)p->nx, (long long)p->ny, p->nz > 1 ? " and deeper" : "", p->type->name,
                            (long long)f->bytes);
  return TILE_OK;
}

int64_t tiff_page_row(const struct tiff_page *p, int64_t width)
{
  return (width * (p->planar ? 1 : p->channels) * p->type->bits + 7) / 8;
}

int tiff_page_describe(const struct tiff_file *f, int channel, struct tiff_page *p, struct tile_error *e)
{
  *p = (struct tiff_page){0};
  int code = check_size(f, p, e);
  if (!code)
    code = check_type(f, p, e);
  if (!code)
    code = check_channel(f, p, channel, e);
  return code ? code : check_claim(f, p, e);
}

bool tiff_page_equal(const struct tiff_page *a, const struct tiff_page *b)
{
  return a->nx == b->nx && a->ny == b->ny && a->nz == b->nz && a->type == b->type && a->channels == b->channels &&
         (a->photometric == b->photometric || (a->grey && b->grey));
}
