#include "tiff_stack.h"

#include "ome_companion.h"

#include <stdlib.h>
#include <string.h>

/* ---- pages ---- */

/* "640 x 480 u8 RGB", and the channels if there are several. */
static const char *page_text(const struct tiff_page *p, char text[80])
{
  int length =
      snprintf(text, 80, "%lld x %lld %s %s", (long long)p->nx, (long long)p->ny, p->type->name, p->photometric);
  if (p->channels > 1)
    snprintf(text + length, 80 - (size_t)length, " of %d channels", p->channels);
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
  int code = tiff_page_describe(&s->file, s->channel, &page, e);
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

/* Reads what the first page of the open file states about the stack. */
static int get_stated(struct tiff_stack *s, struct tile_error *e)
{
  struct tiff_stated stated;
  tiff_stated_read(&s->file, s->companion, &stated);
  if (s->at == 0) {
    s->stated = stated;
    tiff_scale_read(&s->file, &stated, &s->scale);
  }
  int code = tiff_stated_check(&s->file, &stated, &s->page, s->begin[s->at], e);
  return code ? code : tiff_rest_find(&s->file, &s->page, &stated, &s->rest, e);
}

static int open_file(struct tiff_stack *s, int index, struct tile_error *e)
{
  tiff_file_close(&s->file);
  s->at = index;
  int code = tiff_file_open(&s->file, s->paths[index], e);
  if (!code)
    code = check_page(s, e);
  return code ? code : get_stated(s, e);
}

/* Appends the offset of the current page to the list, which grows by doubling. */
static int note_page(struct tiff_stack *s, int index, struct tile_error *e)
{
  int64_t pages = s->page_begin[index] + s->file.page, room = 2 * pages + 1;
  if (!(pages & (pages - 1))) {
    uint64_t *grown = tile_grow(s->offset, (size_t)room, sizeof *grown);
    if (!grown)
      return tile_fail_memory(e, (size_t)room * sizeof *grown, "the list of pages");
    s->offset = grown;
  }
  s->offset[pages] = TIFFCurrentDirOffset(s->file.tiff);
  return TILE_OK;
}

/* Checks every page of a file and counts them. */
static int count_pages(struct tiff_stack *s, int index, struct tile_error *e)
{
  bool end = false;
  int code = open_file(s, index, e);
  while (!code && !end) {
    code = note_page(s, index, e);
    if (!code)
      code = tiff_file_next(&s->file, &end, e);
    if (!code && !end)
      code = check_page(s, e);
  }
  s->page_begin[index + 1] = s->page_begin[index] + s->file.page;
  s->begin[index + 1] = s->begin[index] + (s->rest.slices ? s->rest.slices : s->file.page);
  return code;
}

/* OME-XML describes all files of a set: none may be missing. */
static int check_count(const struct tiff_stack *s, struct tile_error *e)
{
  const struct tiff_stated *o = &s->stated;
  int64_t slices = s->begin[s->count];
  if (!o->by || strcmp(o->by, "OME") || o->slices == slices)
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
    code = count_pages(s, i, e);
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
  int64_t page = z - s->begin[index];
  if (!s->file.tiff || index != s->at)
    code = open_file(s, index, e);
  return code || s->rest.slices || s->file.page == page
             ? code
             : tiff_file_seek(&s->file, page, s->offset[s->page_begin[index] + page], e);
}

int tiff_stack_get(void *stacks, int lane, int64_t z, void *values, struct tile_error *e)
{
  struct tiff_stack *s = (struct tiff_stack *)stacks + lane;
  int code = move_to(s, z, e);
  if (!code)
    code = check_page(s, e); /* checked again, because the file may have changed */
  if (code)
    return code;
  return s->rest.slices ? tiff_rest_read(&s->file, &s->page, &s->rest, z - s->begin[s->at], values, e)
                        : tiff_page_read(&s->file, &s->page, values, e);
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

int tiff_stack_open(struct tiff_stack *s, char *const *paths, int count, int channel, struct tile_error *e)
{
  s->channel = channel;
  int code = keep_paths(s, paths, count, e);
  return code ? code : count_slices(s, e);
}

void tiff_stack_free(struct tiff_stack *s)
{
  free(s->begin);
  free(s->page_begin);
  free(s->offset);
  free(s->paths);
  free(s->companion);
}
