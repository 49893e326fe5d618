/* Output files: written beside their place, renamed when complete, removed otherwise. */
#include <config.h>

#include "cli_internal.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- unfinished files ---- */

/* Files that are open. Signal handlers read `beside`: it is set and emptied in one store. */
enum { SLOTS = 8 };
static struct {
  char *path;
  char *volatile beside;
} unfinished[SLOTS];

void cli_discard_outputs(void)
{
  for (int i = 0; i < SLOTS; i++)
    if (unfinished[i].beside)
      unlink(unfinished[i].beside);
}

static int remember(char *path, struct tile_error *e)
{
  for (int i = 0; i < SLOTS; i++)
    if (!unfinished[i].path) {
      unfinished[i].path = path;
      return 0;
    }
  return tile_fail(e, TILE_FAILED, "%s: more than %d output files", path, SLOTS);
}

/* NULL: there is nothing to remove any more. */
static void set_beside(const char *path, char *beside)
{
  for (int i = 0; i < SLOTS; i++)
    if (unfinished[i].path == path)
      unfinished[i].beside = beside;
}

static void forget(const char *path)
{
  set_beside(path, NULL);
  for (int i = 0; i < SLOTS; i++)
    if (unfinished[i].path == path)
      unfinished[i].path = NULL;
}

static void on_signal(int number)
{
  cli_discard_outputs();
  signal(number, SIG_DFL);
  raise(number);
}

/* Leaves a program's own handlers and ignored signals (nohup) alone. */
static void guard_signals(void)
{
  static const int numbers[] = { SIGHUP, SIGINT, SIGTERM };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    struct sigaction action;
    if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler == SIG_DFL) {
      action.sa_handler = on_signal;
      sigaction(numbers[i], &action, NULL);
    }
  }
}

/* ---- the end of the program ---- */

/* Late errors of standard output: a report to a full disk is not a success. */
static void at_exit(void)
{
  cli_discard_outputs();
  errno = 0;
  bool bad = ferror(stdout) != 0;
  if ((fflush(stdout) == 0 && !bad) || cli_failed)
    return;
  cli_failed = true;
  if (errno != EPIPE)
    fprintf(stderr, "%s: standard output: %s\n", cli_name, errno ? strerror(errno) : "write error");
  _exit(EXIT_COULD_NOT);
}

void cli_guard_exit(void)
{
  static bool guarded;
  if (!guarded)
    atexit(at_exit);
  guarded = true;
}

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
    return tile_fail(e, TILE_USAGE, "no binary data to a terminal: give -o FILE, or a pipe");
  o->file = stdout;
  return 0;
}

/* Devices and named pipes have no place beside them. */
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

static int open_beside(struct cli_output *o, struct tile_error *e)
{
  if (asprintf(&o->beside, "%s.XXXXXX", o->path) < 0) {
    o->beside = NULL;
    return tile_fail_memory(e, strlen(o->path), "a file name");
  }
  guard_signals();
  int file = mkstemp(o->beside);
  if (file < 0) {
    fail_errno(e, o->path);
    free(o->beside);
    o->beside = NULL;
    return e->code;
  }
  set_beside(o->path, o->beside);
  if (fchmod(file, mode_for(o->path)) != 0)
    return fail_errno(e, o->path);
  o->file = fdopen(file, "wb");
  return o->file ? 0 : fail_errno(e, o->path);
}

/* The file itself where path is a symbolic link to one, so that the link survives. */
static char *destination(const char *path)
{
  char *real = realpath(path, NULL);
  return real ? real : strdup(path);
}

int cli_open_output(struct cli_output *o, const char *path, bool binary, struct tile_error *e)
{
  struct stat s;
  *o = (struct cli_output){ 0 };
  if (!path || strcmp(path, "-") == 0)
    return open_standard(o, binary, e);
  o->path = destination(path);
  if (!o->path)
    return tile_fail_memory(e, strlen(path), "a file name");
  if (remember(o->path, e))
    return e->code;
  if (stat(o->path, &s) != 0)
    return open_beside(o, e);
  if (S_ISDIR(s.st_mode))
    return tile_fail(e, TILE_FAILED, "%s: is a folder, not a file", path);
  return S_ISREG(s.st_mode) ? open_beside(o, e) : open_directly(o, e);
}

/* ---- completing ---- */

/* fflush says nothing about a failure of an earlier write. */
static int flush(const struct cli_output *o, struct tile_error *e)
{
  errno = 0;
  bool bad = ferror(o->file) != 0;
  if (fflush(o->file) != 0 || bad)
    return errno ? fail_errno(e, o->path)
                 : tile_fail(e, TILE_FAILED, "%s: write error", shown(o->path));
  return 0;
}

static int finish(struct cli_output *o, struct tile_error *e)
{
  if (flush(o, e))
    return e->code;
  if (!o->path)
    return 0;
  if (o->beside && fsync(fileno(o->file)) != 0 && errno != EINVAL /* a file system without it */)
    return fail_errno(e, o->path);
  FILE *file = o->file;
  o->file = NULL;
  if (fclose(file) != 0)
    return fail_errno(e, o->path);
  if (o->beside && rename(o->beside, o->path) != 0)
    return fail_errno(e, o->path);
  return 0;
}

static void release(struct cli_output *o)
{
  if (o->path)
    forget(o->path);
  free(o->beside);
  free(o->path);
  *o = (struct cli_output){ 0 };
}

int cli_commit(struct cli_output *o, struct tile_error *e)
{
  int status = finish(o, e);
  if (status == 0)
    release(o);
  return status;
}

bool cli_same_file(const char *a, const char *b)
{
  struct stat x, y;
  return a && b && stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}
