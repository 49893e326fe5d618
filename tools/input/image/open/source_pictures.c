/* SPDX-License-Identifier: BSD-3-Clause */
/* source_pictures(): PNG files, one slice each. */
#include "picture_page.h"
#include "prefetch.h"
#include "source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct stack {
  const char **paths; /* the strings belong to the caller */
  int channel;
  struct picture_page page; /* the properties that all files must have */
  void *slice;              /* used by read_stack, in the type in memory */
  char text[40];
};

static int get_stack(struct source *s, int lane, int64_t z, void *values, struct tile_error *e)
{
  const struct stack *k = s->state;
  (void)lane;
  return picture_read(k->paths[z], &k->page, k->channel, values, e);
}

static int read_stack(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct stack *k = s->state;
  const size_t count = (size_t)(s->grid[0] * s->grid[1]);
  if (!k->slice && !(k->slice = tile_alloc(count, (size_t)s->memory_type->bits / 8)))
    return tile_fail_memory(e, count * (size_t)s->memory_type->bits / 8, "one slice");
  int code = get_stack(s, 0, z, k->slice, e);
  if (!code)
    s->memory_type->widen(values, k->slice, count, 0, 1);
  return code;
}

static void close_stack(struct source *s)
{
  struct stack *k = s->state;
  if (!k)
    return;
  free(k->paths);
  free(k->slice);
  free(k);
  s->state = NULL;
}

/* "640 x 480 u8 RGB" */
static const char *page_text(const struct picture_page *p, char text[80])
{
  snprintf(text, 80, "%lld x %lld %s %s", (long long)p->nx, (long long)p->ny, p->type->name, p->colours);
  return text;
}

static int check_channel(const char *path, const struct picture_page *p, int channel, struct tile_error *e)
{
  if (channel >= p->channels)
    return tile_fail(e, TILE_USAGE, "--channel %d: %s has channels 0 to %d", channel, path, p->channels - 1);
  if (channel >= 0 || p->grey)
    return TILE_OK;
  if (p->channels > 1)
    return tile_fail(e, TILE_REJECTED, "%s: %d channels per voxel (%s): select one with --channel 0 ... %d", path,
                     p->channels, p->colours, p->channels - 1);
  return tile_fail(e, TILE_REJECTED,
                   "%s: not grey levels but indices (%s): read them as they are with --channel 0, or "
                   "convert it to grey levels",
                   path, p->colours);
}

/* A file of another kind is an error of the series. */
static int check_kind(const struct stack *k, const char *path, struct tile_error *e)
{
  struct stat status;
  if (stat(path, &status))
    return tile_fail(e, errno == ENOENT ? TILE_REJECTED : TILE_FAILED, "%s: %s", path, strerror(errno));
  return picture_is(path) ? TILE_OK
                          : tile_fail(e, TILE_REJECTED, "%s: is not a PNG file, but %s is", path, k->paths[0]);
}

static int check_file(const struct stack *k, const char *path, struct tile_error *e)
{
  const struct picture_page *first = &k->page;
  struct picture_page p;
  char here[80], there[80];
  int code = check_kind(k, path, e);
  if (!code)
    code = picture_describe(path, &p, e);
  if (code)
    return code;
  return p.nx == first->nx && p.ny == first->ny && p.type == first->type && strcmp(p.colours, first->colours) == 0
             ? TILE_OK
             : tile_fail(e, TILE_REJECTED, "%s: differs: %s, but %s is %s", path, page_text(&p, here), k->paths[0],
                         page_text(first, there));
}

static int open_stack(struct stack *k, char *const *paths, int count, int channel, struct tile_error *e)
{
  k->paths = tile_alloc((size_t)count, sizeof *k->paths);
  if (!k->paths)
    return tile_fail_memory(e, (size_t)count * sizeof *k->paths, "the list of files");
  for (int i = 0; i < count; i++)
    k->paths[i] = paths[i];
  k->channel = channel < 0 ? 0 : channel;
  int code = picture_describe(paths[0], &k->page, e);
  if (!code)
    code = check_channel(paths[0], &k->page, channel, e);
  for (int i = 1; i < count && !code; i++)
    code = check_file(k, paths[i], e);
  return code;
}

int source_pictures(struct source *s, char *const *paths, int count, int channel, struct tile_error *e)
{
  *s = (struct source){
      .read = read_stack, .read_typed = get_stack, .close = close_stack, .rereadable = true, .slow = true};
  struct stack *k = s->state = tile_alloc(1, sizeof *k);
  int code = k ? open_stack(k, paths, count, channel, e) : tile_fail_memory(e, sizeof *k, "a stack");
  if (code) {
    close_stack(s);
    return code;
  }
  s->grid[0] = k->page.nx;
  s->grid[1] = k->page.ny;
  s->grid[2] = count;
  s->type = k->page.type->name;
  s->memory_type = voxel_type_in_memory(k->page.type);
  s->lanes = prefetch_lanes((size_t)(k->page.nx * k->page.ny), count);
  snprintf(k->text, sizeof k->text, "PNG, %s", k->page.colours);
  s->photometric = k->text;
  return TILE_OK;
}
