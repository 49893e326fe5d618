/* SPDX-License-Identifier: BSD-3-Clause */
/* Output files: written under a temporary name in the same folder, renamed when complete, removed otherwise. */
#include <config.h>

#include "cli_internal.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- opening ---- */

static const char *shown(const char *path)
{
  return path ? path : "standard output";
}

static int fail_errno(struct tile_error *e, const char *path)
{
  return tile_fail(e, TILE_FAILED, "%s: %s", shown(path), strerror(errno));
}

static int open_standard(struct cli_output *o, bool binary, struct tile_error *e)
{
  if (binary && isatty(STDOUT_FILENO))
    return tile_fail(e, TILE_USAGE, "binary data is not written to a terminal: give -o FILE, or use a pipe");
  o->file = stdout;
  return 0;
}

/* Devices and named pipes are written directly, without a temporary file. */
static int open_directly(struct cli_output *o, struct tile_error *e)
{
  o->file = fopen(o->path, "wb");
  return o->file ? 0 : fail_errno(e, o->path);
}

static mode_t mode_for(const char *path)
{
  struct stat s;
  if (stat(path, &s) == 0)
    return s.st_mode & 0777;
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/* Signals are blocked, so that none is handled between the creation of the file and its registration for removal. */
static int make_beside(struct cli_output *o)
{
  sigset_t all, kept;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &kept);
  int file = mkstemp(o->beside);
  if (file >= 0)
    cli_set_beside(o->path, o->beside);
  const int error = errno;
  sigprocmask(SIG_SETMASK, &kept, NULL);
  errno = error;
  return file;
}

/* How many bytes of the path the temporary name contains: fewer than all if the name would be too long, and never a
 * part of a character. */
static int length_beside(const char *path, size_t more)
{
  const char *slash = strrchr(path, '/');
  const size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
  size_t name = strlen(path) - folder;
  if (name + more > NAME_MAX)
    for (name = NAME_MAX - more; name && (path[folder + name] & 0xc0) == 0x80; name--)
      continue;
  return (int)(folder + name);
}

static int open_beside(struct cli_output *o, struct tile_error *e)
{
  static const char more[] = ".XXXXXX";
  if (asprintf(&o->beside, "%.*s%s", length_beside(o->path, strlen(more)), o->path, more) < 0) {
    o->beside = NULL;
    return tile_fail_memory(e, strlen(o->path), "a file name");
  }
  cli_guard_signals();
  int file = make_beside(o);
  if (file < 0) {
    fail_errno(e, o->path);
    free(o->beside);
    o->beside = NULL;
    return e->code;
  }
  if (fchmod(file, mode_for(o->path)) == 0)
    o->file = fdopen(file, "wb");
  if (o->file)
    return 0;
  fail_errno(e, o->path);
  close(file);
  unlink(o->beside);
  return e->code;
}

int cli_open_output(struct cli_output *o, const char *path, bool binary, struct tile_error *e)
{
  struct stat s;
  *o = (struct cli_output){0};
  if (cli_is_standard(path))
    return open_standard(o, binary, e);
  o->path = cli_destination(path);
  if (!o->path)
    return errno == ENOMEM ? tile_fail_memory(e, strlen(path), "a file name") : fail_errno(e, path);
  if (cli_remember(o->path, e))
    return e->code;
  if (stat(o->path, &s) != 0)
    return errno == ELOOP ? fail_errno(e, o->path) : open_beside(o, e);
  if (S_ISDIR(s.st_mode))
    return tile_fail(e, TILE_FAILED, "%s: is a folder, not a file", path);
  return S_ISREG(s.st_mode) ? open_beside(o, e) : open_directly(o, e);
}

/* In a folder such as /tmp only the owner of a file may replace it. */
static int check_sticky(const char *path, struct tile_error *e)
{
  struct stat file, folder;
  const char *slash = strrchr(path, '/');
  char *above = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
  const bool known = above && stat(above, &folder) == 0 && lstat(path, &file) == 0;
  free(above);
  return known && folder.st_mode & S_ISVTX && geteuid() && file.st_uid != geteuid() && folder.st_uid != geteuid()
             ? tile_fail(e, TILE_FAILED, "%s: %s", path, strerror(EPERM))
             : 0;
}

/* Names the path that was given in an error that names the file to which it leads. */
static int name_link(const char *path, const char *to, struct tile_error *e)
{
  char why[sizeof e->text];
  const size_t length = strlen(to);
  if (strncmp(e->text, to, length) != 0)
    return e->code;
  snprintf(why, sizeof why, "%s", e->text + length);
  return tile_fail(e, e->code, "%.1000s%s", path, why);
}

static int try_beside(struct cli_output *o, const char *path, struct tile_error *e)
{
  struct stat s;
  if (stat(o->path, &s) == 0 && S_ISDIR(s.st_mode))
    return tile_fail(e, TILE_FAILED, "%s: is a folder, not a file", path);
  if (check_sticky(o->path, e) || cli_remember(o->path, e) || open_beside(o, e))
    return name_link(path, o->path, e);
  fclose(o->file);
  o->file = NULL;
  unlink(o->beside);
  return 0;
}

int cli_try_output(const char *path, struct tile_error *e)
{
  struct stat s;
  if (cli_is_standard(path))
    return 0;
  if (stat(path, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode)) /* opened now, a pipe would wait */
    return access(path, W_OK) ? fail_errno(e, path) : 0;
  struct cli_output o = {.path = cli_destination(path)};
  if (!o.path)
    return errno == ENOMEM ? tile_fail_memory(e, strlen(path), "a file name") : fail_errno(e, path);
  const int code = try_beside(&o, path, e);
  cli_forget(&o);
  return code;
}

int cli_join_output(struct cli_output *o, const char *path, const char *beside, struct tile_error *e)
{
  *o = (struct cli_output){.path = strdup(path), .beside = strdup(beside), .joined = true};
  if (!o->path || !o->beside)
    return tile_fail_memory(e, strlen(path), "a file name");
  o->file = fopen(o->beside, "r+b");
  if (!o->file)
    return fail_errno(e, path);
  if (cli_remember(o->path, e))
    return e->code;
  cli_guard_signals();
  cli_set_beside(o->path, o->beside);
  return 0;
}

/* ---- completing ---- */

static int flush(const struct cli_output *o, struct tile_error *e)
{
  if (cli_flush(o->file))
    return errno ? fail_errno(e, o->path) : tile_fail(e, TILE_FAILED, "%s: write error", shown(o->path));
  return 0;
}

int cli_complete(struct cli_output *o, struct tile_error *e)
{
  if (flush(o, e))
    return e->code;
  if (!o->path)
    return 0;
  if (o->beside && fsync(fileno(o->file)) != 0 && errno != EINVAL /* the file system has no fsync */)
    return fail_errno(e, o->path);
  FILE *file = o->file;
  o->file = NULL;
  if (fclose(file) != 0)
    return fail_errno(e, o->path);
  if (o->beside && !o->joined && rename(o->beside, o->path) != 0)
    return fail_errno(e, o->path);
  return 0;
}

int cli_name_output(const struct cli_output *o, struct tile_error *e)
{
  static const char beginning[] = "could not write: ";
  char why[sizeof e->text];
  if (e->code != TILE_FAILED || strncmp(e->text, beginning, strlen(beginning)) != 0)
    return e->code;
  snprintf(why, sizeof why, "%s", e->text + strlen(beginning));
  return tile_fail(e, TILE_FAILED, "%.500s: %s", shown(o->path), why);
}

void cli_forget(struct cli_output *o)
{
  if (o->path)
    cli_forget_path(o->path);
  free(o->beside);
  free(o->path);
  *o = (struct cli_output){0};
}

int cli_commit(struct cli_output *o, struct tile_error *e)
{
  int status = cli_complete(o, e);
  if (status == 0)
    cli_forget(o);
  return status;
}
