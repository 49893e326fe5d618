/* SPDX-License-Identifier: BSD-3-Clause */
#include "tiff_stack.h"

#include "ome_companion.h"

#include <stdlib.h>
#include <string.h>

/* ---- pages ---- */

/* "640 x 480 u8 RGB", and the slices or channels if there are several. */
static const char *page_text(const struct tiff_page *p, char text[80])
{
  int length =
      snprintf(text, 80, "%lld x %lld %s %s", (long long)p->nx, (long long)p->ny, p->type->name, p->photometric);
  if (p->channels > 1)
    length += snprintf(text + length, 80 - (size_t)length, " of %d channels", p->channels);
  if (p->nz > 1)
    snprintf(text + length, 80 - (size_t)length, ", %lld slices", (long long)p->nz);
  return text;
}

static void compare_white(struct tiff_stack *s, const struct tiff_page *page)
{
  if (page->photometric != s->page.photometric && !*s->warning)
    snprintf(s->warning, sizeof s->warning,
             "%s: page %lld: is %s, but the first page of %s is %s: values are used as "
             "stored",
             s->file.path, (long long)s->file.page, page->photometric, s->paths[0], s->page.photometric);
}

static int check_page(struct tiff_stack *s, struct tile_error *e)
{
  struct tiff_page page;
  int code = tiff_page_describe(&s->file, s->file_stated.plane < 0 ? s->channel : -1, &page, e);
  if (code)
    return code;
  if (!s->page.type)
    s->page = page;
  if (tiff_page_equal(&page, &s->page)) {
    compare_white(s, &page);
    s->page.planar = page.planar;
    return TILE_OK;
  }
  char here[80], first[80];
  return tiff_file_reject(&s->file, e, "differs: %s, but the first page of %s is %s", page_text(&page, here),
                          s->paths[0], page_text(&s->page, first));
}

/* Reads what the file states about the stack; the current page is the first of the series. OME-XML is on the first page
 * of the file. */
static void read_stated(struct tiff_stack *s)
{
  struct tiff_stated *o = &s->file_stated;
  if (s->file.page && !tiff_stated_is_ome(o))
    tiff_stated_read(&s->file, s->companion, s->series, o);
  if (s->channel >= 0 && tiff_stated_planes(&s->file, o) > 1)
    o->plane = s->channel;
}

/* The current page is the first that is read. */
static int check_stated(struct tiff_stack *s, struct tile_error *e)
{
  const struct tiff_stated *o = &s->file_stated;
  if (s->at == 0) {
    s->stated = *o;
    tiff_scale_read(&s->file, o, &s->scale);
  }
  int code = tiff_stated_check(&s->file, o, &s->page, s->begin[s->at], s->series, e);
  return code ? code : tiff_rest_find(&s->file, &s->page, o, &s->rest, e);
}

static int open_file(struct tiff_stack *s, int index, struct tile_error *e)
{
  tiff_file_close(&s->file);
  s->at = index;
  s->rest = (struct tiff_rest){0};
  s->seen = 0;
  int code = tiff_file_open(&s->file, s->paths[index], e);
  if (!code)
    tiff_stated_read(&s->file, s->companion, s->series, &s->file_stated);
  return code;
}

static int first_page(struct tiff_stack *s, struct tile_error *e)
{
  int code = check_page(s, e);
  return code ? code : check_stated(s, e);
}

static int go_to(struct tiff_stack *s, int64_t place, struct tile_error *e)
{
  const struct tiff_place *p = &s->place[place];
  return s->file.page == p->page ? TILE_OK : tiff_file_seek(&s->file, p->page, p->offset, e);
}

static int reopen_file(struct tiff_stack *s, int index, struct tile_error *e)
{
  const struct tiff_stated stated = s->file_stated;
  int code = open_file(s, index, e);
  if (!code)
    code = go_to(s, s->page_begin[index], e);
  if (!code && stated.plane >= 0)
    s->file_stated = s->stated; /* the page may not be the one that states it */
  else if (!code)
    read_stated(s);
  return code ? code : first_page(s, e);
}

/* ---- counting ---- */

/* Appends the current page to the list, which grows by doubling. */
static int note_page(struct tiff_stack *s, int index, struct tile_error *e)
{
  int64_t pages = s->page_begin[index + 1]++, room = 2 * pages + 1;
  if (!(pages & (pages - 1)) && tile_reserve(&s->place, NULL, (size_t)room, sizeof *s->place, "the list of pages", e))
    return e->code;
  s->place[pages] = (struct tiff_place){TIFFCurrentDirOffset(s->file.tiff), s->file.page};
  return TILE_OK;
}

/* Whether the current page belongs to the series that is read. */
static bool is_wanted(const struct tiff_stack *s, const struct tiff_series *g)
{
  const struct tiff_stated *o = &s->file_stated;
  if (tiff_stated_is_ome(o) && o->stacks > 1)
    return s->file.page >= o->first && (uint64_t)(s->file.page - o->first) < (uint64_t)(o->images > 0 ? o->images : 1);
  return g->count == (s->series ? s->series : 1);
}

/* all: also pages of reduced resolution and masks. */
static int count_page(struct tiff_stack *s, int index, bool all, struct tiff_series *g, struct tile_error *e)
{
  const enum tiff_kind kind = tiff_kind_of(&s->file);
  if (kind != TIFF_WHOLE && !all) {
    s->left[kind]++;
    s->left_in = s->left_in ? s->left_in : s->paths[index];
    return TILE_OK;
  }
  tiff_series_add(g, &s->file);
  if (!is_wanted(s, g))
    return TILE_OK;
  if (s->seen == 0)
    read_stated(s);
  const bool first = s->page_begin[index + 1] == s->page_begin[index];
  if (!tiff_stated_in_plane(&s->file_stated, s->seen++) && !(s->seen == 1 && TIFFLastDirectory(s->file.tiff)))
    return first && s->seen == 1 ? first_page(s, e) : TILE_OK;
  int code = first ? first_page(s, e) : check_page(s, e);
  return code ? code : note_page(s, index, e);
}

/* Checks every page of a file and counts those that are read. */
static int count_pages(struct tiff_stack *s, int index, bool all, struct tiff_series *g, struct tile_error *e)
{
  bool end = false;
  int code = open_file(s, index, e);
  while (!code && !end) {
    code = count_page(s, index, all, g, e);
    if (!code)
      code = tiff_file_next(&s->file, &end, e);
  }
  return code;
}

static int check_series(const struct tiff_stack *s, int index, const struct tiff_series *g, struct tile_error *e)
{
  const struct tiff_stated *o = &s->file_stated;
  const bool ome = tiff_stated_is_ome(o) && o->stacks > 1;
  const int64_t count = ome ? o->stacks : g->count;
  if (!s->series && !ome && count > 1)
    return tile_fail(e, TILE_REJECTED, "%s: contains %lld series of pages: choose one with --series 0 ... %lld",
                     s->paths[index], (long long)count, (long long)count - 1);
  if (s->series > count)
    return tile_fail(e, TILE_USAGE, "--series %d: %s has series 0 to %lld", s->series - 1, s->paths[index],
                     (long long)count - 1);
  return s->page_begin[index + 1] > s->page_begin[index]
             ? TILE_OK
             : tile_fail(e, TILE_REJECTED, "%s: no page of series %d is in this file", s->paths[index],
                         s->series ? s->series - 1 : 0);
}

/* Remembers a file that has not as many images as it says: the stack may have been split into files. */
static void check_held(struct tiff_stack *s, int index)
{
  const struct tiff_stated *o = &s->file_stated;
  const int64_t images = o->plane < 0 && o->channels > 1 ? o->images / o->channels : o->images,
                slices = o->plane < 0     ? s->begin[index + 1] - s->begin[index]
                         : s->rest.slices ? s->rest.slices
                                          : s->seen;
  if (!s->unheld.code && o->by && !tiff_stated_is_ome(o) && images > 1 && images != slices)
    tile_fail(&s->unheld, TILE_REJECTED,
              "%s: %s says %lld images, but the file has %lld: some are missing, or the description is that of another "
              "file (tiffset -u 270 removes it)",
              s->paths[index], o->by, (long long)images, (long long)slices);
}

/* The channels and times among the slices that have no pages. */
static int64_t held_planes(const struct tiff_stack *s)
{
  return s->file_stated.plane < 0 ? 1 : tiff_stated_planes(&s->file, &s->file_stated);
}

static int count_file(struct tiff_stack *s, int index, struct tile_error *e)
{
  struct tiff_series g = {0};
  int64_t left[TIFF_KINDS];
  const char *left_in = s->left_in;
  memcpy(left, s->left, sizeof left);
  s->page_begin[index + 1] = s->page_begin[index];
  int code = count_pages(s, index, false, &g, e);
  if (!code && !g.count) { /* all pages of the file are of reduced resolution, or masks */
    memcpy(s->left, left, sizeof left);
    s->left_in = left_in;
    code = count_pages(s, index, true, &g, e);
  }
  if (!code)
    code = check_series(s, index, &g, e);
  if (code)
    return code;
  const int64_t pages = s->page_begin[index + 1] - s->page_begin[index];
  s->begin[index + 1] = s->begin[index] + (s->rest.slices ? s->rest.slices / held_planes(s) : pages * s->page.nz);
  check_held(s, index);
  return TILE_OK;
}

/* OME-XML describes all files of a set: none may be missing. So may other descriptions, of a stack that was split. */
static int check_count(const struct tiff_stack *s, struct tile_error *e)
{
  const struct tiff_stated *o = &s->stated;
  int64_t slices = s->begin[s->count];
  if (s->unheld.code && !(o->images == slices && s->count > 1)) {
    *e = s->unheld;
    return e->code;
  }
  if (!tiff_stated_is_ome(o) || o->slices == slices)
    return TILE_OK;
  return tile_fail(e, TILE_REJECTED, "%s: its OME-XML says %lld slices, but there are %lld pages%s%s%s", s->paths[0],
                   (long long)o->slices, (long long)slices, *o->other ? ": give all files of the set, with " : "",
                   o->other, *o->other ? ", in order of z" : "");
}

static int count_slices(struct tiff_stack *s, struct tile_error *e)
{
  int code = TILE_OK;
  s->begin = tile_alloc((size_t)s->count + 1, sizeof *s->begin);
  s->page_begin = tile_alloc((size_t)s->count + 1, sizeof *s->page_begin);
  if (!s->begin || !s->page_begin)
    return tile_fail_memory(e, (size_t)s->count * sizeof *s->begin, "the list of files");
  for (int i = 0; i < s->count && !code; i++)
    code = count_file(s, i, e);
  tiff_file_close(&s->file);
  return code ? code : check_count(s, e);
}

/* Opens the file of slice z unless it is open, and goes to its page. */
static int move_to(struct tiff_stack *s, int64_t z, struct tile_error *e)
{
  int index = s->file.tiff ? s->at : 0;
  int code = TILE_OK;
  if (z < s->begin[index])
    index = 0;
  while (z >= s->begin[index + 1])
    index++;
  if (!s->file.tiff || index != s->at)
    code = reopen_file(s, index, e);
  return code || s->rest.slices ? code : go_to(s, s->page_begin[index] + (z - s->begin[index]) / s->page.nz, e);
}

int tiff_stack_get(void *stacks, int lane, int64_t z, void *values, struct tile_error *e)
{
  struct tiff_stack *s = (struct tiff_stack *)stacks + lane;
  int code = move_to(s, z, e);
  if (!code)
    code = check_page(s, e); /* checked again, because the file may have changed */
  if (code)
    return code;
  z -= s->begin[s->at];
  return s->rest.slices ? tiff_rest_read(&s->file, &s->page, &s->rest, tiff_stated_page(&s->file_stated, z), values, e)
                        : tiff_page_read(&s->file, &s->page, z % s->page.nz, values, e);
}

/* ---- files ---- */

static int get_path(struct tiff_stack *s, const char *path, struct tile_error *e)
{
  if (!ome_is_companion(path)) {
    s->paths[s->count++] = path;
    return TILE_OK;
  }
  return s->companion ? tile_fail(e, TILE_REJECTED, "%s: is a second .companion.ome: give the files of one set", path)
                      : ome_companion_read(path, &s->companion, e);
}

/* Keeps the TIFF files among the paths. */
static int keep_paths(struct tiff_stack *s, char *const *paths, int count, struct tile_error *e)
{
  int code = TILE_OK;
  s->paths = tile_alloc((size_t)count, sizeof *s->paths);
  if (!s->paths)
    return tile_fail_memory(e, (size_t)count * sizeof *s->paths, "the list of files");
  for (int i = 0; i < count && !code; i++)
    code = get_path(s, paths[i], e);
  return code || s->count ? code : tile_fail(e, TILE_REJECTED, "%s: describes TIFF files: give those, too", paths[0]);
}

int tiff_stack_open(struct tiff_stack *s, char *const *paths, int count, int channel, int series, struct tile_error *e)
{
  s->channel = channel;
  s->series = series;
  int code = keep_paths(s, paths, count, e);
  return code ? code : count_slices(s, e);
}

void tiff_stack_free(struct tiff_stack *s)
{
  free(s->begin);
  free(s->page_begin);
  free(s->place);
  free(s->paths);
  free(s->companion);
}
