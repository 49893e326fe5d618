/* SPDX-License-Identifier: BSD-3-Clause */
/* The files of a run: none that it reads is replaced, no two outputs are one, and each can be written. What is found now
 * would else be found after the last step. */
#include <config.h>

#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES = 8 };
struct files {
  struct cli_file of[FILES];
  size_t count;
  char *of_axis[3]; /* of -o, along several axes */
};

char *run_axis_path(const char *path, int axis)
{
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
  char *made;
  const int stem = (int)(dot && dot > name ? (size_t)(dot - path) : strlen(path));
  if (asprintf(&made, "%.*s-%c%s", stem, path, 'x' + axis, path + stem) >= 0)
    return made;
  cli_die(&(struct tile_error){TILE_FAILED, "out of memory for a file name"});
}

static void add(struct files *f, const char *option, const char *path, const struct cli_format *format)
{
  if (path)
    f->of[f->count++] = (struct cli_file){option, path, format};
}

static struct files list_outputs(const struct run_options *o)
{
  struct files f = {0};
  for (int axis = 0; axis < 3 && o->output && run_several(o); axis++)
    if (o->axes >> axis & 1)
      add(&f, "-o", f.of_axis[axis] = run_axis_path(o->output, axis), &cli_tile_format);
  if (!run_several(o))
    add(&f, "-o", o->output, &cli_tile_format);
  add(&f, "--checkpoint", o->checkpoint, &cli_tile_format);
  add(&f, "--average", o->average, &cli_tile_format);
  add(&f, "--csv", o->csv, &cli_table_format);
  add(&f, "--series", o->series, &cli_table_format);
  return f;
}

/* ---- inputs ----------------------------------------------------------------------- */

static void check_input(const struct run_options *o, const struct cli_file *f)
{
  if (f->path != o->checkpoint && cli_same_file(o->input, f->path))
    cli_usage("%s is the input: give another name with %s (only --checkpoint may be the input)", f->path, f->option);
}

/* A curve is a file that the text behind "NAME:KIND=" names, alone or as one of several words. */
static void check_curves(const struct run_options *o, const struct cli_file *f)
{
  for (size_t i = 0; i < o->sets.count; i++) {
    const char *set = o->sets.value[i], *equals = strchr(set, '=');
    char *text = equals ? strdup(equals + 1) : NULL, *rest = text, *word;
    bool same = text && !cli_is_quantity(text) && cli_same_file(text, f->path);
    while (!same && (word = strsep(&rest, ",")))
      same = *word && !cli_is_quantity(word) && cli_same_file(word, f->path);
    free(text);
    if (same)
      cli_usage("%s %s would replace the curve of --set %s", f->option, f->path, set);
  }
}

/* ---- snapshots ---------------------------------------------------------------------- */

/* Is that the name of the list, or of a snapshot: 0001.vti ...? */
static bool names_snapshot(const char *name, int64_t count)
{
  char *end;
  const long long number = strtoll(name, &end, 10);
  return !strcmp(name, "series.pvd") ||
         (strspn(name, "0123456789") >= 4 && !strcmp(end, ".vti") && number > 0 && number <= count);
}

static void check_snapshot(const struct run_options *o, const struct cli_file *f)
{
  char *to = cli_destination(f->path), *slash = to ? strrchr(to, '/') : NULL, *path = NULL;
  const char *name = slash ? slash + 1 : to;
  const bool is = o->snapshots && name && names_snapshot(name, o->snapshots) &&
                  asprintf(&path, "%s%s", o->folder, name) >= 0 && cli_same_output(path, f->path);
  free(path);
  free(to);
  if (is)
    cli_usage("%s and --snapshots both write %s", f->option, f->path);
}

void run_lock(int file, const char *path)
{
  if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) /* some file systems have no locks */
    cli_usage("%s: another run is writing it: give another name", path);
}

void run_lock_folder(const struct run_options *o)
{
  static int folder = -1; /* open, and locked, until the program ends */
  if (!o->snapshots || folder >= 0)
    return;
  folder = open(o->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  run_lock(folder, o->folder);
}

/* ---- can they be written? --------------------------------------------------------- */

/* The name of a folder without its slashes. The caller frees it. */
static char *bare(const char *folder)
{
  size_t length = strlen(folder);
  while (length > 1 && folder[length - 1] == '/')
    length--;
  return strndup(folder, length);
}

/* A folder that is not there yet is made like a file in the one above it. */
static int try_folder(const struct run_options *o, struct tile_error *e)
{
  struct stat s;
  char *folder = bare(o->folder);
  const int code = !folder                 ? tile_fail_memory(e, strlen(o->folder), "a file name")
                   : stat(folder, &s) != 0 ? cli_try_output(folder, e)
                   : !S_ISDIR(s.st_mode)   ? tile_fail(e, TILE_FAILED, "%s: is no folder", o->folder)
                                           : cli_try_output(o->output, e);
  free(folder);
  return code;
}

/* Rows are added to a table that is there, also where no file can be made. */
static int try_one(const struct run_options *o, const struct cli_file *f, struct tile_error *e)
{
  struct stat s;
  if (f->format == &cli_table_format && stat(f->path, &s) == 0 && S_ISREG(s.st_mode))
    return access(f->path, R_OK | W_OK) ? tile_fail(e, TILE_FAILED, "%s: %s", f->path, strerror(errno)) : 0;
  return o->folder && f->path == o->output ? try_folder(o, e) : cli_try_output(f->path, e);
}

void run_check_files(const struct run_options *o)
{
  struct tile_error e;
  struct files f = list_outputs(o);
  for (size_t i = 0; i < f.count; i++) {
    check_input(o, f.of + i);
    check_curves(o, f.of + i);
  }
  for (size_t i = 0; i < f.count; i++)
    if (f.of[i].path != o->output)
      check_snapshot(o, f.of + i);
  cli_check_outputs(f.of, f.count);
  for (size_t i = 0; i < f.count && run_leads() && !o->benchmark; i++)
    check_or_exit(try_one(o, f.of + i, &e), &e);
  for (int axis = 0; axis < 3; axis++)
    free(f.of_axis[axis]);
}
