/* source_tiff(): the pages of one file, or of a series of files, one slice each. */
#include "source.h"
#include "tiff_file.h"

#include <stdlib.h>

struct stack {
  char *const *paths; /* the caller's */
  int count;
  int channel;        /* -1: there must be no choice */
  int64_t *begin;     /* count + 1: first slice of each file */
  struct tiff_page page; /* what every page is like */
  struct tiff_file file; /* the file that is open */
  int at;                /* its index */
};

/* A file left out of a series is a fault of the series; a lone file cannot be opened. */
static int open_file(struct stack *s, int index, struct tile_error *e)
{
  tiff_file_close(&s->file);
  s->at = index;
  return tiff_file_open(&s->file, s->paths[index], s->count > 1 ? TILE_REJECTED : TILE_FAILED, e);
}

/* "640 x 480 u8 RGB", and the channels where there is more than one. */
static const char *page_text(const struct tiff_page *p, char text[80])
{
  int length = snprintf(text, 80, "%lld x %lld %s %s", (long long)p->nx, (long long)p->ny, p->type->name,
                        p->photometric);
  if (p->channels > 1)
    snprintf(text + length, 80 - (size_t)length, " of %d channels", p->channels);
  return text;
}

static int check_page(struct stack *s, struct tile_error *e)
{
  struct tiff_page page;
  int code = tiff_page_describe(&s->file, s->channel, &page, e);
  if (code)
    return code;
  if (!s->page.type)
    s->page = page;
  if (tiff_page_equal(&page, &s->page))
    return TILE_OK;
  char here[80], first[80];
  return tiff_file_reject(&s->file, e, "differs: %s, but the first page of %s is %s", page_text(&page, here),
                          s->paths[0], page_text(&s->page, first));
}

/* Checks every page of a file and counts them. */
static int count_pages(struct stack *s, int index, struct tile_error *e)
{
  bool end = false;
  int code = open_file(s, index, e);
  while (!code && !end) {
    code = check_page(s, e);
    if (!code)
      code = tiff_file_next(&s->file, &end, e);
  }
  s->begin[index + 1] = s->begin[index] + s->file.page;
  return code;
}

static int count_slices(struct stack *s, struct tile_error *e)
{
  int code = TILE_OK;
  s->begin = tile_alloc((size_t)s->count + 1, sizeof *s->begin);
  if (!s->begin)
    return tile_fail_memory(e, (size_t)s->count * sizeof *s->begin, "the list of files");
  for (int i = 0; i < s->count && !code; i++)
    code = count_pages(s, i, e);
  tiff_file_close(&s->file);
  return code;
}

/* Opens the file of slice z, unless it is open, and steps to its page. */
static int move_to(struct stack *s, int64_t z, struct tile_error *e)
{
  int index = s->file.tiff ? s->at : 0;
  bool end = false;
  int code = TILE_OK;
  if (z < s->begin[index])
    index = 0;
  while (z >= s->begin[index + 1])
    index++;
  int64_t page = z - s->begin[index];
  if (!s->file.tiff || index != s->at || page < s->file.page)
    code = open_file(s, index, e);
  while (!code && s->file.page < page) {
    code = tiff_file_next(&s->file, &end, e);
    if (!code && end)
      code = tiff_file_reject(&s->file, e, "is no longer there: the file has changed");
  }
  return code;
}

static int read_tiff(struct source *source, int64_t z, double *values, struct tile_error *e)
{
  struct stack *s = source->state;
  int code = move_to(s, z, e);
  if (!code)
    code = check_page(s, e); /* again: the file may have changed */
  return code ? code : tiff_page_read(&s->file, &s->page, values, e);
}

static void close_tiff(struct source *source)
{
  struct stack *s = source->state;
  if (!s)
    return;
  tiff_file_close(&s->file);
  free(s->begin);
  free(s);
  source->state = NULL;
}

int source_tiff(struct source *source, char *const *paths, int count, int channel, struct tile_error *e)
{
  *source = (struct source){ .read = read_tiff, .close = close_tiff, .rereadable = true };
  struct stack *s = source->state = tile_alloc(1, sizeof *s);
  if (!s)
    return tile_fail_memory(e, sizeof *s, "a stack");
  s->paths = paths;
  s->count = count;
  s->channel = channel;
  int code = count_slices(s, e);
  if (code) {
    close_tiff(source);
    return code;
  }
  int64_t grid[3] = { s->page.nx, s->page.ny, s->begin[count] };
  for (int a = 0; a < 3; a++)
    source->grid[a] = grid[a];
  source->type = s->page.type->name;
  source->photometric = s->page.photometric;
  return TILE_OK;
}
