/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether two names mean one file. */
#include "cli_internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool same(const struct stat *x, const struct stat *y)
{
  return x->st_dev == y->st_dev && x->st_ino == y->st_ino;
}

bool cli_same_file(const char *input, const char *output)
{
  struct stat x, y;
  if (cli_is_standard(output) || stat(output, &y) != 0 || !S_ISREG(y.st_mode))
    return false;
  return (cli_is_standard(input) ? fstat(STDIN_FILENO, &x) : stat(input, &x)) == 0 && same(&x, &y);
}

bool cli_to_stdout(const char *output)
{
  struct stat x, y;
  if (cli_is_standard(output))
    return true;
  return fstat(STDOUT_FILENO, &x) == 0 && stat(output, &y) == 0 && S_ISFIFO(x.st_mode) && same(&x, &y);
}

/* Gets the folder that contains path; returns the name in it. */
static const char *split(const char *path, struct stat *folder, bool *found)
{
  const char *slash = strrchr(path, '/');
  char *name = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
  *found = name && stat(name, folder) == 0;
  free(name);
  return slash ? slash + 1 : path;
}

bool cli_same_output(const char *a, const char *b)
{
  struct stat x, y;
  bool found[2];
  if (cli_is_standard(a) || cli_is_standard(b))
    return a && b && cli_is_standard(a) && cli_is_standard(b);
  if (stat(a, &x) == 0 && stat(b, &y) == 0)
    return S_ISREG(x.st_mode) && same(&x, &y);
  char *to[] = {cli_destination(a), cli_destination(b)};
  const char *name[] = {to[0] ? split(to[0], &x, &found[0]) : NULL, to[1] ? split(to[1], &y, &found[1]) : NULL};
  const bool one = name[0] && name[1] && found[0] && found[1] && same(&x, &y) && strcmp(name[0], name[1]) == 0;
  free(to[0]);
  free(to[1]);
  return one;
}
