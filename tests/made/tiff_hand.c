#include "tiff_hand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { SHORT = 3, LONG = 4, RATIONAL = 5, ASCII = 2, ENTRIES = 16, RATIO = 1000000 };

struct writer {
  unsigned char byte[4096];
  size_t length;
  int entries;
  bool big_endian;
};

static void put(struct writer *w, uint32_t number, int bytes)
{
  for (int i = 0; i < bytes; i++)
    w->byte[w->length++] = (unsigned char)(number >> 8 * (w->big_endian ? bytes - 1 - i : i));
}

static void entry(struct writer *w, int tag, int type, uint32_t count, uint32_t value)
{
  put(w, (uint32_t)tag, 2);
  put(w, (uint32_t)type, 2);
  put(w, count, 4);
  put(w, value, type == SHORT ? 2 : 4);
  put(w, 0, type == SHORT ? 2 : 0);
  w->entries++;
}

/* An entry that is omitted when the value is 0. */
static void short_entry(struct writer *w, int tag, int value)
{
  if (value)
    entry(w, tag, SHORT, 1, (uint32_t)value);
}

/* The directory has space for ENTRIES; ratio and text follow it. */
static void put_directory(struct writer *w, const struct tiff_hand *h, uint32_t ratio, uint32_t text, uint32_t picture)
{
  short_entry(w, 256, h->nx);
  short_entry(w, 257, h->ny);
  short_entry(w, 258, h->bits);
  short_entry(w, 259, h->compression);
  short_entry(w, 262, 1);
  if (h->description)
    entry(w, 270, ASCII, (uint32_t)strlen(h->description) + 1, text);
  entry(w, 273, LONG, 1, picture);
  short_entry(w, 278, h->rows ? h->rows : h->ny);
  entry(w, 279, LONG, 1, (uint32_t)h->bytes);
  if (h->resolution > 0) {
    entry(w, 282, RATIONAL, 1, ratio);
    entry(w, 283, RATIONAL, 1, ratio);
  }
  short_entry(w, 296, h->resolution_unit);
  short_entry(w, 317, h->predictor);
  short_entry(w, 339, h->format);
}

int64_t tiff_by_hand(const char *path, const struct tiff_hand *h)
{
  struct writer w = {.big_endian = h->big_endian};
  uint32_t ratio = 8 + 2 + 12 * ENTRIES + 4, text = ratio + 8;
  uint32_t picture = text + (h->description ? (uint32_t)strlen(h->description) + 1 : 0);
  put(&w, h->big_endian ? 0x4d4d : 0x4949, 2);
  put(&w, 42, 2);
  put(&w, 8, 4);
  w.length = 10;
  put_directory(&w, h, ratio, text, picture);
  put(&w, 0, 4);
  w.length = 8;
  put(&w, (uint32_t)w.entries, 2);
  w.length = ratio;
  put(&w, (uint32_t)(h->resolution * RATIO + 0.5), 4);
  put(&w, RATIO, 4);
  if (h->description)
    memcpy(w.byte + text, h->description, strlen(h->description) + 1);
  remove(path); /* to write an old file again waits for the disk */
  FILE *out = fopen(path, "wb");
  if (!out || fwrite(w.byte, 1, picture, out) != picture || fwrite(h->picture, 1, h->bytes, out) != h->bytes ||
      fflush(out) || (h->whole && ftruncate(fileno(out), (off_t)h->whole)) || fclose(out)) {
    perror(path);
    exit(99);
  }
  return picture;
}
