/* A table of permeabilities and forces, to which each run appends its row. */
#include <config.h>

#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail_errno(struct tile_error *e)
{
  return tile_fail(e, TILE_FAILED, "%s: %s", asked.csv, strerror(errno));
}

/* Does an open file begin with these columns? What is no file, or empty, may get them. */
static bool is_table(int file, const struct stat *s)
{
  const ssize_t length = (ssize_t)strlen(run_columns());
  char *first = tile_alloc((size_t)length, 1);
  const bool is =
      first && (!S_ISREG(s->st_mode) || s->st_size == 0 ||
                (pread(file, first, (size_t)length, 0) == length && !memcmp(first, run_columns(), (size_t)length)));
  free(first);
  return is;
}

static int refuse(struct tile_error *e)
{
  return tile_fail(e, TILE_USAGE, "%s: is not a table of tessera run%s%s: give another file to --csv", asked.csv,
                   asked.refine ? " --refine" : "", asked.walls_of.count ? " with these forces" : "");
}

static void check_table(void)
{
  struct tile_error e;
  struct stat s;
  if (stat(asked.csv, &s) != 0 || !S_ISREG(s.st_mode))
    return;
  const int file = open(asked.csv, O_RDWR | O_CLOEXEC);
  if (file < 0 ? fail_errno(&e) : is_table(file, &s) ? 0 : refuse(&e))
    cli_die(&e);
  close(file);
}

void run_check_csv(void)
{
  if (!asked.csv)
    return;
  if ((!asked.axes && !asked.walls_of.count) || asked.benchmark)
    cli_usage("--csv is a table of permeabilities and forces: give --permeability or --force-on, and no --benchmark");
  if (!strcmp(asked.csv, "-"))
    cli_usage("--csv needs a file, to which rows are appended");
  if (cli_same_output(asked.csv, asked.output) || cli_same_output(asked.csv, asked.checkpoint))
    cli_usage("--csv and %s both name %s", cli_same_output(asked.csv, asked.output) ? "-o" : "--checkpoint", asked.csv);
  check_table();
}

/* ---- appending ----------------------------------------------------------- */

/* All of it or nothing, at the end of the file, whoever else appends to it. */
static int append(int file, const struct stat *s, const char *text, size_t length, struct tile_error *e)
{
  const ssize_t written = write(file, text, length);
  if (written == (ssize_t)length)
    return 0;
  errno = written < 0 ? errno : ENOSPC;
  fail_errno(e);
  if (S_ISREG(s->st_mode) && ftruncate(file, s->st_size) != 0)
    return fail_errno(e);
  return e->code;
}

/* The names of the columns in a file that is new; the end of a last row that has none. */
static bool begin_row(FILE *out, int file, const struct stat *s)
{
  char last = '\n';
  const bool regular = S_ISREG(s->st_mode);
  if (!regular || s->st_size == 0)
    fputs(run_columns(), out);
  else if (pread(file, &last, 1, s->st_size - 1) != 1)
    return false;
  if (last != '\n')
    putc('\n', out);
  return true;
}

static int append_row(int file, const char *input, const struct run_report *r, struct tile_error *e)
{
  struct stat s;
  char *text = NULL;
  size_t length;
  if (fstat(file, &s) != 0)
    return fail_errno(e);
  if (!is_table(file, &s))
    return refuse(e);
  FILE *out = open_memstream(&text, &length);
  const bool begun = out && begin_row(out, file, &s);
  if (begun)
    run_put_row(out, input, r);
  int code = !tile_text_end(out, &text) ? tile_fail_memory(e, 0, "a row of --csv")
             : !begun                   ? fail_errno(e)
                                        : append(file, &s, text, length, e);
  free(text);
  return code;
}

/* The file is locked meanwhile, so that one of several writers names the columns; file systems without locks do without. */
int run_append_csv(const char *input, const struct run_report *r, struct tile_error *e)
{
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  int file = open(asked.csv, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0)
    return fail_errno(e);
  while (fcntl(file, F_SETLKW, &whole) != 0 && errno == EINTR)
    ;
  int code = append_row(file, input, r, e);
  if (close(file) != 0 && !code)
    code = fail_errno(e);
  return code;
}
