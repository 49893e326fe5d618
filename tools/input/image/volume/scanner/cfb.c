/* SPDX-License-Identifier: BSD-3-Clause */
#include "cfb.h"

#include "regular.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ENTRY = 128, NAME = 32, HEADER_FATS = 109, LARGEST = 4096 };
#define NOTHING 0xfffffff0 /* sectors and entries from here on are none */

/* A stream or storage; its siblings are a tree, and so are its children. */
struct entry {
  char name[NAME]; /* characters beyond ASCII are '?' */
  uint32_t left, right, child, first;
  uint64_t bytes;
};

struct cfb {
  const char *path; /* of the caller */
  int file;
  uint64_t bytes;
  size_t sector;   /* bytes; of short streams 64 */
  uint64_t cutoff; /* shorter streams lie in that of the root */
  uint32_t *fat;   /* sectors of the table of sectors */
  size_t fats;
  uint32_t mini_fat; /* first sector of the table of short sectors */
  struct entry *entry;
  size_t entries;
  unsigned char *table; /* the sector of the table that was read last */
  uint64_t in_table;
};

static uint32_t number(const unsigned char *at)
{
  return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static int damaged(const struct cfb *c, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "%s: is damaged or cut off: its sectors are not where they should be", c->path);
}

/* ---- sectors ---- */

static int read_at(const struct cfb *c, uint64_t at, void *to, size_t bytes, struct tile_error *e)
{
  for (size_t done = 0; done < bytes;) {
    const ssize_t got = pread(c->file, (char *)to + done, bytes - done, (off_t)(at + done));
    if (got < 0 && errno != EINTR)
      return tile_fail(e, TILE_FAILED, "%s: %s", c->path, strerror(errno));
    if (got == 0)
      return damaged(c, e);
    done += got > 0 ? (size_t)got : 0;
  }
  return TILE_OK;
}

static uint64_t place(const struct cfb *c, uint32_t sector)
{
  return ((uint64_t)sector + 1) * c->sector;
}

/* The sector after this one, by a table whose sector `of` holds it. */
static int get_entry(struct cfb *c, uint32_t of, uint32_t sector, uint32_t *next, struct tile_error *e)
{
  if (of >= NOTHING)
    return damaged(c, e);
  if (c->in_table != of && read_at(c, place(c, of), c->table, c->sector, e)) {
    c->in_table = UINT64_MAX;
    return e->code;
  }
  c->in_table = of;
  *next = number(c->table + sector % (c->sector / 4) * 4);
  return TILE_OK;
}

static int next_sector(struct cfb *c, uint32_t sector, uint32_t *next, struct tile_error *e)
{
  const size_t at = sector / (c->sector / 4);
  return at < c->fats ? get_entry(c, c->fat[at], sector, next, e) : damaged(c, e);
}

/* The sector `count` after `first`. */
static int walk(struct cfb *c, uint32_t first, uint64_t count, uint32_t *to, struct tile_error *e)
{
  *to = first;
  for (uint64_t i = 0; i < count; i++)
    if (*to >= NOTHING ? damaged(c, e) : next_sector(c, *to, to, e))
      return e->code;
  return *to < NOTHING ? TILE_OK : damaged(c, e);
}

/* ---- streams ---- */

/* Remembers every sector whose number in its chain is a power of two: a chain that runs in a ring comes back to one. */
struct ring {
  uint64_t count;
  uint32_t seen;
};

static bool comes_back(struct ring *r, uint32_t sector)
{
  const bool back = r->count && sector == r->seen;
  if ((r->count & (r->count - 1)) == 0)
    r->seen = sector;
  r->count++;
  return back;
}

/* Sectors that follow each other in the file are read at once. */
static int read_long(struct cfb *c, uint32_t first, unsigned char *to, size_t bytes, struct tile_error *e)
{
  struct ring ring = {0, 0};
  for (uint32_t sector = first; bytes;) {
    uint32_t next = sector;
    size_t run = 0;
    do {
      if (next >= NOTHING || comes_back(&ring, next))
        return damaged(c, e);
      sector = next;
      run += c->sector;
      if (run < bytes && next_sector(c, sector, &next, e))
        return e->code;
    } while (run < bytes && next == sector + 1);
    const size_t part = run < bytes ? run : bytes;
    if (read_at(c, place(c, sector) + c->sector - run, to, part, e))
      return e->code;
    to += part;
    bytes -= part;
    sector = next;
  }
  return TILE_OK;
}

/* Short sectors of 64 bytes, in the stream of the root; they have a table of their own. */
static int read_short(struct cfb *c, uint32_t first, unsigned char *to, size_t bytes, struct tile_error *e)
{
  enum { SHORT = 64 };
  const size_t in_one = c->sector / SHORT;
  for (uint32_t sector = first; bytes;) {
    const size_t part = bytes < SHORT ? bytes : SHORT;
    uint32_t holder, table;
    if (sector >= NOTHING)
      return damaged(c, e);
    if (walk(c, c->entry[0].first, sector / in_one, &holder, e) ||
        read_at(c, place(c, holder) + sector % in_one * SHORT, to, part, e))
      return e->code;
    to += part;
    bytes -= part;
    if (bytes && (walk(c, c->mini_fat, sector / (c->sector / 4), &table, e) || get_entry(c, table, sector, &sector, e)))
      return e->code;
  }
  return TILE_OK;
}

int cfb_read(struct cfb *c, const struct cfb_stream *s, void *to, size_t bytes, struct tile_error *e)
{
  if (bytes > s->bytes)
    return damaged(c, e);
  return s->bytes < c->cutoff ? read_short(c, s->first, to, bytes, e) : read_long(c, s->first, to, bytes, e);
}

/* ---- names ---- */

/* Siblings are few: all are looked at, of a tree that may be damaged. */
static uint32_t find_child(const struct cfb *c, uint32_t of, const char *name, size_t length)
{
  enum { OPEN = 64 };
  uint32_t open[OPEN] = {c->entry[of].child};
  int count = 1;
  for (size_t looked = 0; count && looked <= c->entries; looked++) {
    const uint32_t at = open[--count];
    if (at >= c->entries)
      continue;
    const struct entry *n = &c->entry[at];
    if (strlen(n->name) == length && strncasecmp(n->name, name, length) == 0)
      return at;
    if (n->left < c->entries && count < OPEN)
      open[count++] = n->left;
    if (n->right < c->entries && count < OPEN)
      open[count++] = n->right;
  }
  return NOTHING;
}

bool cfb_find(const struct cfb *c, const char *name, struct cfb_stream *s)
{
  uint32_t at = 0;
  for (size_t length; at < c->entries && *name; name += length + (name[length] == '/')) {
    length = strcspn(name, "/");
    at = find_child(c, at, name, length);
  }
  if (at >= c->entries || c->entry[at].bytes > c->bytes)
    return false;
  *s = (struct cfb_stream){c->entry[at].bytes, c->entry[at].first};
  return true;
}

/* ---- opening ---- */

static void take_entry(const struct cfb *c, struct entry *to, const unsigned char *at)
{
  for (int i = 0; i < NAME - 1; i++)
    to->name[i] = at[2 * i + 1] || at[2 * i] > 126 ? '?' : (char)at[2 * i];
  to->left = number(at + 68);
  to->right = number(at + 72);
  to->child = number(at + 76);
  to->first = number(at + 116);
  to->bytes = number(at + 120) | (c->sector > 512 ? (uint64_t)number(at + 124) << 32 : 0);
}

static int read_entries(struct cfb *c, uint32_t sector, struct tile_error *e)
{
  const size_t in_one = c->sector / ENTRY, most = (size_t)(c->bytes / c->sector);
  unsigned char *read = tile_alloc(1, c->sector);
  size_t room = 0;
  for (size_t i = 0; read && sector < NOTHING; i++) {
    if (i == most || read_at(c, place(c, sector), read, c->sector, e) ||
        tile_reserve(&c->entry, &room, c->entries + in_one, sizeof *c->entry, c->path, e)) {
      free(read);
      return i == most ? damaged(c, e) : e->code;
    }
    for (size_t k = 0; k < in_one; k++)
      take_entry(c, &c->entry[c->entries++], read + k * ENTRY);
    if (next_sector(c, sector, &sector, e)) {
      free(read);
      return e->code;
    }
  }
  if (!read)
    return tile_fail_memory(e, c->sector, c->path);
  free(read);
  return c->entries ? TILE_OK : damaged(c, e);
}

/* Where the sectors of the table are: in the header, then in a chain of sectors, the last number of each the next. */
static int read_fats(struct cfb *c, const unsigned char *header, struct tile_error *e)
{
  const size_t in_one = c->sector / 4 - 1, most = (size_t)(c->bytes / c->sector);
  uint32_t sector = number(header + 68);
  c->fats = number(header + 44);
  if (c->fats > most)
    return damaged(c, e);
  c->fat = tile_alloc(c->fats + 1, sizeof *c->fat);
  if (!c->fat)
    return tile_fail_memory(e, c->fats * sizeof *c->fat, c->path);
  for (size_t i = 0; i < c->fats; i++) {
    const size_t k = i < HEADER_FATS ? i : (i - HEADER_FATS) % in_one;
    if (i >= HEADER_FATS && k == 0) {
      if (i > HEADER_FATS)
        sector = number(c->table + 4 * in_one);
      if (sector >= NOTHING || read_at(c, place(c, sector), c->table, c->sector, e))
        return sector >= NOTHING ? damaged(c, e) : e->code;
    }
    c->fat[i] = number((i < HEADER_FATS ? header + 76 : c->table) + 4 * k);
  }
  return TILE_OK;
}

static int open_file(struct cfb *c, struct tile_error *e)
{
  static const unsigned char magic[] = {0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1};
  unsigned char header[512];
  struct stat status;
  c->file = tile_open_regular(c->path, e);
  if (c->file < 0)
    return e->code;
  if (fstat(c->file, &status))
    return tile_fail(e, TILE_FAILED, "%s: %s", c->path, strerror(errno));
  c->bytes = (uint64_t)status.st_size;
  if (c->bytes < sizeof header || read_at(c, 0, header, sizeof header, e) || memcmp(header, magic, sizeof magic) ||
      (header[30] != 9 && header[30] != 12))
    return tile_fail(e, TILE_REJECTED, "%s: is no compound file (OLE), or is damaged", c->path);
  c->sector = (size_t)1 << header[30];
  c->cutoff = number(header + 56);
  c->mini_fat = number(header + 60);
  c->in_table = UINT64_MAX;
  c->table = tile_alloc(1, c->sector);
  if (!c->table)
    return tile_fail_memory(e, c->sector, c->path);
  return read_fats(c, header, e) || read_entries(c, number(header + 48), e) ? e->code : TILE_OK;
}

int cfb_open(struct cfb **to, const char *path, struct tile_error *e)
{
  struct cfb *c = *to = tile_alloc(1, sizeof *c);
  if (!c)
    return tile_fail_memory(e, sizeof *c, path);
  c->path = path;
  c->file = -1;
  const int code = open_file(c, e);
  if (code) {
    cfb_close(c);
    *to = NULL;
  }
  return code;
}

void cfb_close(struct cfb *c)
{
  if (!c)
    return;
  if (c->file >= 0)
    close(c->file);
  free(c->fat);
  free(c->entry);
  free(c->table);
  free(c);
}
