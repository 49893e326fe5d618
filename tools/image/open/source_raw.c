/* source_raw(): a plain array of numbers, x fastest, from a file, which may be packed, or a pipe. */
#include <config.h>

#include "prefetch.h"
#include "source.h"
#include "volume_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

struct raw {
  FILE *in;
  const char *name; /* for messages: the caller's path or "standard input" */
  const struct voxel_type *type;
  bool swap, seekable;
  uint64_t slice, expected;   /* bytes of a slice, of the volume */
  uint64_t skip;              /* before it */
  struct volume_data *packed; /* NULL: values are as they are */
  off_t begin;                /* where the volume begins in a seekable input */
  int64_t next;               /* slice a pipe stands before */
  void *slice_in_memory;      /* of read_raw */
};

/* What may follow the type: "be" and "skip=BYTES", in any order. */
static bool parse_rest(struct raw *r, const char *text)
{
  while (*text) {
    const char *word = text + 1;
    const size_t length = strcspn(word, ",");
    char *end = (char *)word;
    if (*text != ',')
      return false;
    if (length == 2 && strncmp(word, "be", 2) == 0)
      r->swap = true;
    else if (strncmp(word, "skip=", 5) == 0 && isdigit((unsigned char)word[5]))
      r->skip = strtoull(word + 5, &end, 10);
    else
      return false;
    text = word + length;
    if ((end != word && end != text) || r->skip > INT64_MAX / 4)
      return false;
  }
  return true;
}

static int parse_description(struct source *s, struct raw *r, const char *text, struct tile_error *e)
{
  long long n[3];
  int at = 0;
  char type[16] = "";
  int fields = sscanf(text, "%lld,%lld,%lld,%15[a-z0-9]%n", &n[0], &n[1], &n[2], type, &at);
  if (fields < 4 || !parse_rest(r, text + at))
    return tile_fail(e, TILE_USAGE, "--raw %s: must be NX,NY,NZ,TYPE, then ,be or ,skip=BYTES or nothing", text);
  r->type = voxel_type_named(type, strlen(type));
  if (!r->type)
    return tile_fail(e, TILE_USAGE, "--raw %s: unknown type '%s'; known are " VOXEL_TYPE_NAMES, text, type);
  r->expected = (uint64_t)r->type->bits / 8;
  for (int a = 0; a < 3; a++) {
    if (n[a] < 1 || __builtin_mul_overflow(r->expected, (uint64_t)n[a], &r->expected) || r->expected > INT64_MAX / 2)
      return tile_fail(e, TILE_USAGE, "--raw %s: impossible size", text);
    s->grid[a] = n[a];
  }
  r->slice = r->expected / (uint64_t)n[2];
  return TILE_OK;
}

/* found: with what is skipped. */
static int wrong_size(const struct source *s, const char *more, uint64_t found, struct tile_error *e)
{
  const struct raw *r = s->state;
  char skipped[48] = "";
  if (r->skip)
    snprintf(skipped, sizeof skipped, "%llu to skip and ", (unsigned long long)r->skip);
  return tile_fail(e, TILE_REJECTED, "%s: expected %s%llu bytes (%lld x %lld x %lld %s), found %s%llu", r->name,
                   skipped, (unsigned long long)r->expected, (long long)s->grid[0], (long long)s->grid[1],
                   (long long)s->grid[2], r->type->name, more, (unsigned long long)found);
}

static bool ends_in(const char *name, const char *ending)
{
  const size_t length = strlen(name), tail = strlen(ending);
  return length > tail && strcasecmp(name + length - tail, ending) == 0;
}

/* By its first bytes; but values could begin like that. */
static const struct volume_coding *packing_of(const struct raw *r, const char *path, uint64_t found)
{
  const bool named = ends_in(path, ".gz") || ends_in(path, ".zst");
  return named || found != r->skip + r->expected ? volume_coding_of(path) : NULL;
}

static int open_packed(struct source *s, const struct volume_coding *coding, struct tile_error *e)
{
  struct raw *r = s->state;
  struct volume_file v = {.path = r->name,
                          .type = r->type,
                          .channels = 1,
                          .volumes = 1,
                          .coding = coding,
                          .skip = r->skip,
                          .said_by = "--raw"};
  memcpy(v.grid, s->grid, sizeof v.grid);
  s->rereadable = s->forward = true;
  return volume_bytes(&v) ? volume_data_open(&r->packed, &v, e) : wrong_size(s, "", 0, e);
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
  const struct volume_coding *coding = s->rereadable ? packing_of(r, path, found) : NULL;
  if (coding)
    return open_packed(s, coding, e);
  return r->seekable && found != r->skip + r->expected ? wrong_size(s, "", found, e) : TILE_OK;
}

static int skip_pipe(struct source *s, struct tile_error *e)
{
  struct raw *r = s->state;
  for (uint64_t i = 0; i < r->skip; i++)
    if (getc_unlocked(r->in) == EOF)
      return ferror(r->in) ? tile_fail(e, TILE_FAILED, "%s: %s", r->name, strerror(errno)) : wrong_size(s, "", i, e);
  return TILE_OK;
}

/* Reads the next slice of a pipe. */
static int next_slice(struct source *s, void *to, struct tile_error *e)
{
  struct raw *r = s->state;
  if (r->next == 0 && skip_pipe(s, e))
    return e->code;
  size_t got = fread(to, 1, r->slice, r->in);
  if (ferror(r->in))
    return tile_fail(e, TILE_FAILED, "%s: %s", r->name, strerror(errno));
  if (got < r->slice)
    return wrong_size(s, "", r->skip + (uint64_t)r->next * r->slice + got, e);
  r->next++;
  if (r->next == s->grid[2] && getc(r->in) != EOF)
    return wrong_size(s, "more than ", r->skip + r->expected, e);
  return TILE_OK;
}

/* A pipe only goes forward: what is before z is read over. */
static int read_pipe(struct source *s, int64_t z, void *to, struct tile_error *e)
{
  struct raw *r = s->state;
  int code = TILE_OK;
  while (!code && r->next <= z)
    code = next_slice(s, to, e);
  return code;
}

static int read_file(struct source *s, int64_t z, char *to, struct tile_error *e)
{
  const struct raw *r = s->state;
  uint64_t at = (uint64_t)r->begin + r->skip + (uint64_t)z * r->slice;
  for (uint64_t done = 0; done < r->slice;) {
    ssize_t got = pread(fileno(r->in), to + done, r->slice - done, (off_t)(at + done));
    if (got < 0 && errno != EINTR)
      return tile_fail(e, TILE_FAILED, "%s: %s", r->name, strerror(errno));
    if (got == 0)
      return wrong_size(s, "", r->skip + (uint64_t)z * r->slice + done, e);
    done += got > 0 ? (uint64_t)got : 0;
  }
  return TILE_OK;
}

static int read_stored(struct source *s, int64_t z, void *to, struct tile_error *e)
{
  const struct raw *r = s->state;
  int code = r->packed     ? volume_data_read(r->packed, (uint64_t)z * r->slice, to, r->slice, e)
             : r->seekable ? read_file(s, z, to, e)
                           : read_pipe(s, z, to, e);
  if (!code && r->swap)
    voxel_type_swap(r->type, to, (size_t)(s->grid[0] * s->grid[1]));
  return code;
}

static int get_raw(struct source *s, int lane, int64_t z, void *values, struct tile_error *e)
{
  const struct raw *r = s->state;
  (void)lane;
  if (r->type == s->memory_type)
    return read_stored(s, z, values, e);
  void *stored = tile_alloc(r->slice, 1);
  int code = stored ? read_stored(s, z, stored, e) : tile_fail_memory(e, r->slice, "one slice");
  if (!code)
    voxel_type_to_memory(r->type, values, stored, (size_t)(s->grid[0] * s->grid[1]), 0, 1);
  free(stored);
  return code;
}

static int read_raw(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct raw *r = s->state;
  size_t count = (size_t)(s->grid[0] * s->grid[1]), bytes = (size_t)s->memory_type->bits / 8;
  if (!r->slice_in_memory && !(r->slice_in_memory = tile_alloc(count, bytes)))
    return tile_fail_memory(e, count * bytes, "one slice");
  int code = get_raw(s, 0, z, r->slice_in_memory, e);
  if (!code)
    s->memory_type->widen(values, r->slice_in_memory, count, 0, 1);
  return code;
}

static void close_raw(struct source *s)
{
  struct raw *r = s->state;
  if (!r)
    return;
  volume_data_close(r->packed);
  if (r->in && r->in != stdin)
    fclose(r->in);
  free(r->slice_in_memory);
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
  s->memory_type = voxel_type_in_memory(r->type);
  s->lanes = r->seekable && !r->packed ? prefetch_lanes((size_t)(s->grid[0] * s->grid[1]), s->grid[2]) : 1;
  return TILE_OK;
}

int source_raw(struct source *s, const char *path, const char *description, struct tile_error *e)
{
  *s = (struct source){.read = read_raw, .read_typed = get_raw, .close = close_raw};
  s->state = tile_alloc(1, sizeof(struct raw));
  if (!s->state)
    return tile_fail_memory(e, sizeof(struct raw), "a raw volume");
  int code = open_raw(s, path, description, e);
  if (code)
    close_raw(s);
  return code;
}
