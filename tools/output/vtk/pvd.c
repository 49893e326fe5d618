/* SPDX-License-Identifier: BSD-3-Clause */
#include "pvd.h"

#include "cli.h"
#include "numbers.h"
#include "regular.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char head[] = "<?xml version=\"1.0\"?>\n"
                           "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
                           "  <Collection>\n";
static const char before[] = "    <DataSet timestep=\"", between[] = "\" part=\"0\" file=\"", after[] = "\"/>\n";
static const char tail[] = "  </Collection>\n</VTKFile>\n";

/* Characters that text between quotes cannot have. */
static const struct {
  char character;
  const char *entity;
} escapes[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
enum { ESCAPES = sizeof escapes / sizeof *escapes };

/* ---- the list ---- */

void pvd_free(struct pvd *p)
{
  for (size_t i = 0; i < p->count; i++)
    free(p->entry[i].file);
  free(p->entry);
  *p = (struct pvd){0};
}

void pvd_drop(struct pvd *p, size_t i)
{
  free(p->entry[i].file);
  memmove(p->entry + i, p->entry + i + 1, (--p->count - i) * sizeof *p->entry);
}

static bool is_text(const char *file)
{
  for (const char *c = file; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 0x7f)
      return false;
  return *file;
}

int pvd_put(struct pvd *p, double time, const char *file, struct tile_error *e)
{
  if (!is_text(file))
    return tile_fail(e, TILE_USAGE, "a file of a series needs a name without control characters");
  char *name = strdup(file);
  if (!name)
    return tile_fail_memory(e, strlen(file), "a series of files");
  if (tile_reserve(&p->entry, NULL, p->count + 1, sizeof *p->entry, "a series of files", e)) {
    free(name);
    return e->code;
  }
  for (size_t i = p->count; i-- > 0;)
    if (!strcmp(p->entry[i].file, name))
      pvd_drop(p, i);
  size_t at = p->count;
  while (at && p->entry[at - 1].time > time)
    at--;
  memmove(p->entry + at + 1, p->entry + at, (p->count++ - at) * sizeof *p->entry);
  p->entry[at] = (struct pvd_entry){time, name};
  return TILE_OK;
}

void pvd_cut(struct pvd *p, double time)
{
  while (p->count && p->entry[p->count - 1].time > time)
    pvd_drop(p, p->count - 1);
}

/* ---- writing ---- */

static void write_text(const char *text, FILE *out)
{
  for (const char *c = text; *c; c++) {
    size_t i = 0;
    while (i < ESCAPES && escapes[i].character != *c)
      i++;
    if (i < ESCAPES)
      fputs(escapes[i].entity, out);
    else
      fputc(*c, out);
  }
}

int pvd_write(const struct pvd *p, const char *path, struct tile_error *e)
{
  struct cli_output o;
  char time[TILE_REAL_TEXT];
  if (cli_open_output(&o, path, false, e))
    return e->code;
  fputs(head, o.file);
  for (size_t i = 0; i < p->count; i++) {
    fprintf(o.file, "%s%s%s", before, tile_real_text(time, p->entry[i].time), between);
    write_text(p->entry[i].file, o.file);
    fputs(after, o.file);
  }
  fputs(tail, o.file);
  return cli_commit(&o, e);
}

/* ---- reading ---- */

static int read_text(char **text, const char *path, struct tile_error *e)
{
  size_t room = 0;
  *text = NULL;
  if (access(path, F_OK) && errno == ENOENT)
    return TILE_OK;
  FILE *in = tile_read_regular(path, e);
  if (!in)
    return e->code;
  errno = 0;
  const bool good = getdelim(text, &room, 0, in) >= 0 && !ferror(in);
  const int error = errno;
  fclose(in);
  if (good)
    return TILE_OK;
  free(*text);
  *text = NULL;
  return error ? tile_fail(e, TILE_FAILED, "%s: %s", path, strerror(error))
               : tile_fail(e, TILE_REJECTED, "%s: is empty, and no series of files", path);
}

static bool skip(char **at, const char *text)
{
  const size_t length = strlen(text);
  if (strncmp(*at, text, length) != 0)
    return false;
  *at += length;
  return true;
}

/* Replaces entities, in place. */
static bool unescape(char *text)
{
  char *to = text;
  for (char *from = text; *from;) {
    size_t i = 0;
    if (*from != '&') {
      *to++ = *from++;
      continue;
    }
    while (i < ESCAPES && !skip(&from, escapes[i].entity))
      i++;
    if (i == ESCAPES)
      return false;
    *to++ = escapes[i].character;
  }
  *to = 0;
  return true;
}

static int reject(const char *path, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "%s: is no series of files as Tessera writes it: move it away", path);
}

static int read_entry(struct pvd *p, char **at, const char *path, struct tile_error *e)
{
  char *number = *at, *end;
  double time;
  const bool known = tile_real_read(number, &end, &time);
  *at = end;
  if (!known || !skip(at, between))
    return reject(path, e);
  char *file = *at, *close = strstr(file, after);
  if (!close)
    return reject(path, e);
  *at = close + strlen(after);
  *close = 0;
  return !strpbrk(file, "<>\"\n") && unescape(file) && is_text(file) ? pvd_put(p, time, file, e) : reject(path, e);
}

int pvd_read(struct pvd *p, const char *path, struct tile_error *e)
{
  char *text, *at;
  *p = (struct pvd){0};
  int code = read_text(&text, path, e);
  if (code || !text)
    return code;
  at = text;
  code = skip(&at, head) ? TILE_OK : reject(path, e);
  while (!code && skip(&at, before))
    code = read_entry(p, &at, path, e);
  if (!code && (!skip(&at, tail) || *at))
    code = reject(path, e);
  free(text);
  if (code)
    pvd_free(p);
  return code;
}
