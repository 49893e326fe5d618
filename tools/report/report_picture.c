/* SPDX-License-Identifier: BSD-3-Clause */
/* Pictures that other programs drew, such as tessera-voxelize --preview: a histogram with its threshold, and slices. */
#include <config.h>

#include "report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = REPORT_PICTURES, HEAD = 24, SIDE = 20000 };
static const unsigned char begin[16] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

static unsigned long number(const unsigned char *at)
{
  return (unsigned long)at[0] << 24 | (unsigned long)at[1] << 16 | (unsigned long)at[2] << 8 | at[3];
}

/* As wide as it is, so that its text stays legible; the box around it scrolls, by keys too. */
static void put(FILE *out, const char *name, const unsigned char *data, size_t bytes)
{
  fputs("<figure class=\"preview\"><figcaption>", out);
  html_text(out, name);
  fputs("</figcaption>\n<div class=\"scroll picture\" tabindex=\"0\"><img src=\"data:image/png;base64,", out);
  html_base64(out, data, bytes);
  fputs("\" alt=\"", out);
  html_text(out, name);
  fprintf(out, "\" width=\"%lu\" height=\"%lu\"></div></figure>\n", number(data + 16), number(data + 20));
}

static int check(const unsigned char *data, size_t bytes, const char *name, struct tile_error *e)
{
  static const unsigned char end[12] = "\0\0\0\0IEND\xae\x42\x60\x82";
  if (bytes < HEAD + sizeof end || memcmp(data, begin, sizeof begin) ||
      memcmp(data + bytes - sizeof end, end, sizeof end))
    return tile_fail(e, TILE_REJECTED, "%s: not a PNG, or not all of it", name);
  if (number(data + 16) - 1 >= SIDE || number(data + 20) - 1 >= SIDE)
    return tile_fail(e, TILE_REJECTED, "%s: %lu x %lu pixels; a side has at most %d", name, number(data + 16),
                     number(data + 20), SIDE);
  return 0;
}

int report_picture_add(struct report *r, FILE *in, const char *name, struct tile_error *e)
{
  const size_t room = MOST - r->picture_bytes;
  unsigned char *data = tile_alloc(MOST + 1, 1);
  if (!data)
    return tile_fail_memory(e, MOST, "a picture");
  const size_t bytes = fread(data, 1, room + 1, in);
  int code = ferror(in) ? tile_fail(e, TILE_FAILED, "%s: %s", name, strerror(errno)) : 0;
  if (!code && bytes > room)
    code = tile_fail(e, TILE_REJECTED, "%s: the pictures of a page have at most %d MB together", name, MOST / 1000000);
  if (!code && !(code = check(data, bytes, name, e))) {
    char what[80];
    snprintf(what, sizeof what, "Picture of %lu × %lu pixels", number(data + 16), number(data + 20));
    report_origin_begin(r, name, what, "");
    put(r->piece[PIECE_PICTURES].to, name, data, bytes);
    r->picture_bytes += bytes;
  }
  free(data);
  return code;
}
