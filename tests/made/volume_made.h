/* Volume fixtures: text headers, NIfTI headers, and the values 0, 1, 2 ..., plain or compressed. */
#ifndef VOLUME_MADE_H
#define VOLUME_MADE_H

#include "suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct made {
  unsigned char bytes[1 << 16];
  size_t length;
};

static inline void made_add(struct made *m, const void *bytes, size_t length)
{
  ck_assert_uint_le(m->length + length, sizeof m->bytes);
  if (length)
    memcpy(m->bytes + m->length, bytes, length);
  m->length += length;
}

static inline void made_text(struct made *m, const char *text)
{
  made_add(m, text, strlen(text));
}

/* A number of this many bytes, big-endian if `big`. */
static inline void made_number(struct made *m, const void *number, size_t bytes, bool big)
{
  for (size_t i = 0; i < bytes; i++)
    made_add(m, (const char *)number + (big ? bytes - 1 - i : i), 1);
}

/* 0 ... count - 1 as int16. */
static inline void made_values(struct made *m, int count, bool big)
{
  for (int i = 0; i < count; i++)
    made_number(m, &(int16_t){(int16_t)i}, 2, big);
}

/* Replaces the bytes from `from` on by their zlib (bits 15) or gzip (bits 31) stream. */
static inline void made_pack(struct made *m, size_t from, int bits)
{
  static unsigned char packed[1 << 16];
  z_stream z = {
      .next_in = m->bytes + from, .avail_in = (uInt)(m->length - from), .next_out = packed, .avail_out = sizeof packed};
  ck_assert_int_eq(deflateInit2(&z, 6, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
  ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
  m->length = from;
  made_add(m, packed, z.total_out);
  deflateEnd(&z);
}

/* A new file: to write an old one again waits for the disk. */
static inline void made_write(const struct made *m, const char *path, size_t length)
{
  remove(path);
  FILE *out = fopen(path, "wb");
  ck_assert_ptr_nonnull(out);
  ck_assert_uint_eq(fwrite(m->bytes, 1, length, out), length);
  ck_assert_int_eq(fclose(out), 0);
}

/* A NIfTI header; numbers have the places of nifti1.h and nifti2.h. */
struct made_nifti {
  int version; /* 1 or 2 */
  bool big;
  int datatype, axes, dim[5], units;
  double pixdim[4], slope, intercept, offset, quatern[3], qoffset[3], srow[12];
  int qform, sform;
};

static inline void nifti_real(struct made *m, const struct made_nifti *n, int at1, int at2, const double *real,
                              int count)
{
  for (int i = 0; i < count; i++) {
    float single = (float)real[i];
    struct made one = {.length = 0};
    made_number(&one, n->version == 1 ? (const void *)&single : &real[i], n->version == 1 ? 4 : 8, n->big);
    memcpy(m->bytes + (n->version == 1 ? at1 : at2) + i * (int)one.length, one.bytes, one.length);
  }
}

static inline void nifti_int(struct made *m, const struct made_nifti *n, int at1, int bytes1, int at2, int bytes2,
                             int64_t v)
{
  struct made one = {.length = 0};
  made_number(&one, &v, (size_t)(n->version == 1 ? bytes1 : bytes2), false);
  int at = n->version == 1 ? at1 : at2;
  for (size_t i = 0; i < one.length; i++)
    m->bytes[at + (int)i] = one.bytes[n->big ? one.length - 1 - i : i];
}

static inline void made_nifti(struct made *m, const struct made_nifti *n)
{
  int header = n->version == 1 ? 348 : 540;
  memset(m, 0, sizeof *m);
  m->length = (size_t)header + 4;
  nifti_int(m, n, 0, 4, 0, 4, header);
  memcpy(m->bytes + (n->version == 1 ? 344 : 4), n->version == 1 ? "n+1\0" : "n+2\0\r\n\032\n",
         n->version == 1 ? 4 : 8);
  nifti_int(m, n, 40, 2, 16, 8, n->axes);
  for (int a = 0; a < 5; a++)
    nifti_int(m, n, 42 + 2 * a, 2, 24 + 8 * a, 8, n->dim[a]);
  nifti_int(m, n, 70, 2, 12, 2, n->datatype);
  nifti_int(m, n, 123, 1, 500, 4, n->units);
  nifti_int(m, n, 252, 2, 344, 4, n->qform);
  nifti_int(m, n, 254, 2, 348, 4, n->sform);
  nifti_real(m, n, 76, 104, n->pixdim, 4);
  nifti_real(m, n, 112, 176, &n->slope, 1);
  nifti_real(m, n, 116, 184, &n->intercept, 1);
  nifti_real(m, n, 256, 352, n->quatern, 3);
  nifti_real(m, n, 268, 376, n->qoffset, 3);
  nifti_real(m, n, 280, 400, n->srow, 12);
  if (n->version == 1)
    nifti_real(m, n, 108, 0, &n->offset, 1);
  else
    nifti_int(m, n, 0, 0, 168, 8, (int64_t)n->offset);
}

#endif
