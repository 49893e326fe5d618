/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "inputs.h"

#include "known_format.h"
#include "natural.h"
#include "ome_companion.h"
#include "volume_file.h"

#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* Takes ownership of path, which is NULL if memory was short. */
static int push(struct inputs *in, char *path, struct tile_error *e)
{
  if (!path || in->count == INT_MAX)
    tile_fail(e, TILE_FAILED, "not enough memory for a list of %d files", in->count);
  else if (!tile_reserve(&in->path, &in->room, (size_t)in->count + 1, sizeof path, "the list of files", e)) {
    in->path[in->count++] = path;
    return TILE_OK;
  }
  free(path);
  return e->code;
}

/* Sorts the files from `first` on. */
static int sort_from(struct inputs *in, int first, struct tile_error *e)
{
  return natural_sort(in->path + first, in->count - first, e);
}

/* Whether a file of a folder is an image of the wanted kind. */
typedef bool is_wanted(const char *path, const char *name);

static bool is_tiff(const char *path, const char *name)
{
  const char *dot = strrchr(name, '.');
  (void)path;
  return *name != '.' && dot &&
         (strcasecmp(dot, ".tif") == 0 || strcasecmp(dot, ".tiff") == 0 || ome_is_companion(name));
}

static bool is_png(const char *path, const char *name)
{
  const char *dot = strrchr(name, '.');
  (void)path;
  return *name != '.' && dot && strcasecmp(dot, ".png") == 0;
}

/* A DICOMDIR only lists other files. */
static bool is_dicom(const char *path, const char *name)
{
  return *name != '.' && strcasecmp(name, "DICOMDIR") && dicom_is(path);
}

static bool is_folder(const char *path)
{
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static int push_entry(struct inputs *in, const char *folder, const char *name, is_wanted *wanted, struct tile_error *e)
{
  char *path = NULL;
  size_t length = strlen(folder);
  if (asprintf(&path, "%s%s%s", folder, folder[length - 1] == '/' ? "" : "/", name) < 0)
    path = NULL;
  if (path && (!wanted(path, name) || is_folder(path))) {
    free(path);
    return TILE_OK;
  }
  return push(in, path, e);
}

static int push_entries(struct inputs *in, const char *path, is_wanted *wanted, struct tile_error *e)
{
  int code = TILE_OK;
  DIR *folder = opendir(path);
  if (!folder)
    return tile_fail(e, TILE_FAILED, "%s: %s", path, strerror(errno));
  struct dirent *entry = NULL;
  while (errno = 0, !code && (entry = readdir(folder)))
    code = push_entry(in, path, entry->d_name, wanted, e);
  if (!code && errno)
    code = tile_fail(e, TILE_FAILED, "%s: %s", path, strerror(errno));
  closedir(folder);
  return code;
}

/* Text files beside other files say nothing about these. */
static bool is_any(const char *path, const char *name)
{
  const char *dot = strrchr(name, '.');
  (void)path;
  return *name != '.' && !(dot && strcasecmp(dot, ".txt") == 0);
}

/* Says what a folder is or contains instead of images that can be read: the first file whose format is known. */
static int reject_folder(const char *path, struct tile_error *e)
{
  struct inputs all = {0};
  int code = known_format_reject(path, e);
  if (!code)
    code = push_entries(&all, path, is_any, e);
  if (!code)
    code = sort_from(&all, 0, e);
  for (int i = 0; i < all.count && !code; i++)
    code = known_format_reject(all.path[i], e);
  inputs_free(&all);
  return code ? code
              : tile_fail(e, TILE_REJECTED, "%s: no TIFF file in this folder (.tif or .tiff), no PNG and no DICOM",
                          path);
}

static int push_folder(struct inputs *in, const char *path, struct tile_error *e)
{
  static is_wanted *const kinds[] = {is_tiff, is_png, is_dicom};
  int first = in->count, code = TILE_OK;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !code && in->count == first; i++)
    code = push_entries(in, path, kinds[i], e);
  if (!code && in->count == first)
    return reject_folder(path, e);
  return code ? code : sort_from(in, first, e);
}

static int push_pattern(struct inputs *in, const char *pattern, struct tile_error *e)
{
  glob_t found = {0};
  int first = in->count, code = TILE_OK, failed = glob(pattern, GLOB_NOSORT, NULL, &found);
  if (failed)
    code = tile_fail(e, TILE_FAILED, "%s: %s", pattern,
                     failed == GLOB_NOMATCH ? "no such file, and no file matches"
                                            : "the files that match cannot be found");
  for (size_t i = 0; i < found.gl_pathc && !code; i++)
    code = push(in, strdup(found.gl_pathv[i]), e);
  globfree(&found);
  return code ? code : sort_from(in, first, e);
}

static int push_operand(struct inputs *in, const char *operand, struct tile_error *e)
{
  struct stat status;
  bool exists = stat(operand, &status) == 0;
  const char *slash = strrchr(operand, '/');
  if (exists && S_ISDIR(status.st_mode) && !zarr_is(operand))
    return push_folder(in, operand, e);
  if (exists && strcasecmp(slash ? slash + 1 : operand, "DICOMDIR") == 0)
    return tile_fail(e, TILE_USAGE, "%s: only lists other files: give the folder with the slices of one series",
                     operand);
  return !exists && strpbrk(operand, "*?[") ? push_pattern(in, operand, e) : push(in, strdup(operand), e);
}

int inputs_find(struct inputs *in, char *const *operands, int count, bool natural, struct tile_error *e)
{
  int code = TILE_OK;
  *in = (struct inputs){0};
  for (int i = 0; i < count && !code; i++)
    code = push_operand(in, operands[i], e);
  return natural && !code ? sort_from(in, 0, e) : code;
}

int inputs_keep(struct inputs *in, char *const *operands, int count, struct tile_error *e)
{
  int code = TILE_OK;
  *in = (struct inputs){0};
  for (int i = 0; i < count && !code; i++)
    code = push(in, strdup(operands[i]), e);
  return code;
}

void inputs_free(struct inputs *in)
{
  for (int i = 0; i < in->count; i++)
    free(in->path[i]);
  free(in->path);
  *in = (struct inputs){0};
}
