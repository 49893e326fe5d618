/* source_raw(): a plain array of numbers, x fastest, from a file or a pipe. */
#include <config.h>

#include "source.h"
#include "voxel_type.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct raw {
  FILE *in;
  const char *name; /* for messages: the caller's path or "standard input" */
  const struct voxel_type *type;
  bool swap, seekable;
  uint64_t slice, expected; /* bytes of a slice, of the volume */
  off_t begin;              /* where the volume begins in a seekable input */
  int64_t next;             /* slice the input stands before */
  unsigned char *buffer;    /* one slice */
};

static int parse_description(struct source *s, struct raw *r, const char *text, struct tile_error *e)
{
  long long n[3];
  int at = 0;
  char byte_order[4] = "";
  char type[16] = "";
  int fields = sscanf(text, "%lld,%lld,%lld,%15[a-z0-9]%n,%3[a-z]%n", &n[0], &n[1], &n[2], type, &at, byte_order, &at);
  r->type = fields >= 4 ? voxel_type_named(type, strlen(type)) : NULL;
  if (fields < 4 || text[at] || (fields == 5 && strcmp(byte_order, "be")))
    return tile_fail(e, TILE_USAGE, "--raw %s: must be NX,NY,NZ,TYPE or NX,NY,NZ,TYPE,be", text);
  if (!r->type)
    return tile_fail(e, TILE_USAGE, "--raw %s: unknown type '%s'; there are " VOXEL_TYPE_NAMES, text, type);
  r->expected = (uint64_t)r->type->bits / 8;
  for (int a = 0; a < 3; a++) {
    if (n[a] < 1 || __builtin_mul_overflow(r->expected, (uint64_t)n[a], &r->expected) || r->expected > INT64_MAX)
      return tile_fail(e, TILE_USAGE, "--raw %s: impossible size", text);
    s->grid[a] = n[a];
  }
  r->slice = r->expected / (uint64_t)n[2];
  r->swap = fields == 5;
  return TILE_OK;
}

static int wrong_size(const struct source *s, const char *more, uint64_t found, struct tile_error *e)
{
  const struct raw *r = s->state;
  return tile_fail(e, TILE_REJECTED, "%s: expected %llu bytes (%lld x %lld x %lld %s), found %s%llu", r->name,
                   (unsigned long long)r->expected, (long long)s->grid[0], (long long)s->grid[1],
                   (long long)s->grid[2], r->type->name, more, (unsigned long long)found);
}

static int open_input(struct source *s, const char *path, struct tile_error *e)
{
  struct raw *r = s->state;
  struct stat status;
  bool piped = !path || strcmp(path, "-") == 0;
  r->name = piped ? "standard input" : path;
  r->in = piped ? stdin : fopen(path, "rb");
  if (!r->in || fstat(fileno(r->in), &status))
    return tile_fail(e, TILE_FAILED, "%s: %s", r->name, strerror(errno));
  if (S_ISDIR(status.st_mode))
    return tile_fail(e, TILE_FAILED, "%s: is a folder", r->name);
  r->begin = S_ISREG(status.st_mode) ? ftello(r->in) : -1;
  r->seekable = r->begin >= 0;
  s->rereadable = r->seekable && !piped;
  uint64_t found = r->seekable && status.st_size > r->begin ? (uint64_t)(status.st_size - r->begin) : 0;
  return r->seekable && found != r->expected ? wrong_size(s, "", found, e) : TILE_OK;
}

/* Reads the next slice of the input into the buffer. */
static int take_slice(struct source *s, struct tile_error *e)
{
  struct raw *r = s->state;
  size_t got = fread(r->buffer, 1, r->slice, r->in);
  if (ferror(r->in))
    return tile_fail(e, TILE_FAILED, "%s: %s", r->name, strerror(errno));
  if (got < r->slice)
    return wrong_size(s, "", (uint64_t)r->next * r->slice + got, e);
  r->next++;
  if (!r->seekable && r->next == s->grid[2] && getc(r->in) != EOF)
    return wrong_size(s, "more than ", r->expected, e);
  return TILE_OK;
}

static int move_to(struct source *s, int64_t z, struct tile_error *e)
{
  struct raw *r = s->state;
  int code = TILE_OK;
  if (r->seekable && z != r->next) {
    if (fseeko(r->in, r->begin + (off_t)((uint64_t)z * r->slice), SEEK_SET))
      return tile_fail(e, TILE_FAILED, "%s: %s", r->name, strerror(errno));
    r->next = z;
  }
  while (!code && r->next < z)
    code = take_slice(s, e);
  return code;
}

static int read_raw(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct raw *r = s->state;
  size_t count = (size_t)(s->grid[0] * s->grid[1]);
  int code = move_to(s, z, e);
  if (!code)
    code = take_slice(s, e);
  if (code)
    return code;
  if (r->swap)
    voxel_type_swap(r->type, r->buffer, count);
  r->type->widen(values, r->buffer, count, 0, 1);
  return TILE_OK;
}

static void close_raw(struct source *s)
{
  struct raw *r = s->state;
  if (!r)
    return;
  if (r->in && r->in != stdin)
    fclose(r->in);
  free(r->buffer);
  free(r);
  s->state = NULL;
}

/* Little-endian machines only, like the rest of Tessera. */
static int open_raw(struct source *s, const char *path, const char *description, struct tile_error *e)
{
  struct raw *r = s->state;
  int code = parse_description(s, r, description, e);
  if (!code)
    code = open_input(s, path, e);
  if (code)
    return code;
  s->type = r->type->name;
  r->buffer = tile_alloc(r->slice, 1);
  return r->buffer ? TILE_OK : tile_fail_memory(e, r->slice, "one slice");
}

int source_raw(struct source *s, const char *path, const char *description, struct tile_error *e)
{
  *s = (struct source){ .read = read_raw, .close = close_raw };
  s->state = tile_alloc(1, sizeof(struct raw));
  if (!s->state)
    return tile_fail_memory(e, sizeof(struct raw), "a raw volume");
  int code = open_raw(s, path, description, e);
  if (code)
    close_raw(s);
  return code;
}
