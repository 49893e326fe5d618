/* SPDX-License-Identifier: BSD-3-Clause */
/* File names, one per line: in natural order, as a series that may have a gap, and as a pattern in a folder. */
#include <config.h>

#include "inputs.h"
#include "natural.h"
#include "series.h"
#include "target.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAMES = 24 };

static int sign(int order)
{
  return (order > 0) - (order < 0);
}

/* The order is antisymmetric and transitive, and only equal names compare as equal. */
static void check_names(const struct natural *name, int count)
{
  for (int a = 0; a < count; a++)
    for (int b = 0; b < count; b++) {
      const int order = sign(natural_compare(&name[a], &name[b]));
      if (order != -sign(natural_compare(&name[b], &name[a])) ||
          (order == 0) != (strcmp(name[a].path, name[b].path) == 0))
        abort();
      for (int c = 0; c < count && order <= 0; c++)
        if (natural_compare(&name[b], &name[c]) <= 0 && natural_compare(&name[a], &name[c]) > 0)
          abort();
    }
}

static void check_order(char *const *path, int count)
{
  struct natural *name;
  struct tile_error e;
  if (!count || natural_read(&name, path, count, &e))
    return;
  check_names(name, count);
  free(name);
}

static void check_series(char *const *name, int count)
{
  struct tile_error e;
  const int gap = count ? series_break(name, count) : 0, code = count ? series_stray(name, count, &e) : 0;
  if (gap < 0 || gap > count)
    abort();
  if (code)
    fuzz_check_error(code, &e);
}

/* Whether the names are in natural order. */
static bool are_sorted(char *const *path, int count)
{
  struct natural *name;
  struct tile_error e;
  bool sorted = true;
  if (!count || natural_read(&name, path, count, &e))
    return true;
  for (int i = 1; i < count; i++)
    sorted = sorted && natural_compare(&name[i - 1], &name[i]) <= 0;
  free(name);
  return sorted;
}

/* ---- a folder ---- */

static const char *const files[] = {"scan1.tif", "scan2.tif",   "scan10.TIFF", "scan010.tif", "a[1].tif",
                                    "b*.dcm",    ".hidden.tif", "no image",    "sub/p1.tiff", "sub/p3.tiff"};
static char folder[64];

static void remove_folder(void)
{
  char path[128];
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, files[i]);
    unlink(path);
  }
  snprintf(path, sizeof path, "%s/sub", folder);
  rmdir(path);
  rmdir(folder);
}

static void make_folder(void)
{
  const char *temporary = getenv("TMPDIR");
  char path[128];
  if (*folder)
    return;
  snprintf(folder, sizeof folder, "%.40s/fuzz-names.XXXXXX", temporary && strlen(temporary) < 40 ? temporary : "/tmp");
  if (!mkdtemp(folder))
    abort();
  atexit(remove_folder);
  snprintf(path, sizeof path, "%s/sub", folder);
  if (mkdir(path, 0700))
    abort();
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, files[i]);
    close(open(path, O_CREAT | O_WRONLY, 0600));
  }
}

/* False for patterns that leave the folder, or that would take very long. */
static bool is_tame(const char *pattern)
{
  int stars = 0;
  for (const char *at = pattern; *at; at++)
    stars += *at == '*';
  return stars < 6 && strlen(pattern) < 100 && !strstr(pattern, "..");
}

static void find(const char *pattern, bool natural)
{
  char operand[256];
  struct inputs in;
  struct tile_error e;
  make_folder();
  snprintf(operand, sizeof operand, "%s/%s", folder, pattern);
  int code = inputs_find(&in, (char *const[]){operand}, 1, natural, &e);
  if (code)
    fuzz_check_error(code, &e);
  if (!code && in.count < 1)
    abort();
  for (int i = 0; !code && i < in.count; i++)
    if (strncmp(in.path[i], folder, strlen(folder)))
      abort();
  if (!code && !are_sorted(in.path, in.count))
    abort();
  inputs_free(&in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  char *text = strndup((const char *)data, length), *rest = text, *name[NAMES];
  int count = 0;
  for (char *line; count < NAMES && (line = strsep(&rest, "\n"));)
    name[count++] = line;
  check_order(name, count);
  check_series(name, count);
  for (int i = 0; i < count && i < 4; i++)
    if (is_tame(name[i]))
      find(name[i], count % 2);
  free(text);
  return 0;
}
