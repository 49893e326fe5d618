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

/* Of "FILE:NAME", the data set of a file, the file counts. */
static bool status_of(const char *input, struct stat *s)
{
  if (cli_is_standard(input))
    return fstat(STDIN_FILENO, s) == 0;
  bool found = stat(input, s) == 0;
  for (const char *colon = strchr(input, ':'); !found && colon; colon = strchr(colon + 1, ':')) {
    char *file = strndup(input, (size_t)(colon - input));
    found = file && *file && stat(file, s) == 0;
    free(file);
  }
  return found;
}

/* Whether the file, which need not be there yet, lies in this folder or in one below it. */
static bool lies_in(const struct stat *folder, const char *file)
{
  struct stat above;
  char *to = cli_destination(file), *slash = to ? strrchr(to, '/') : NULL;
  if (slash)
    slash[1] = 0;
  char *at = to ? realpath(slash ? to : ".", NULL) : NULL;
  bool inside = false;
  while (at && !inside) {
    inside = stat(at, &above) == 0 && same(&above, folder);
    slash = strrchr(at, '/');
    if (!slash || slash == at)
      break;
    *slash = 0;
  }
  free(at);
  free(to);
  return inside;
}

bool cli_same_file(const char *input, const char *output)
{
  struct stat x, y;
  if (cli_is_standard(output) || !status_of(input, &x))
    return false;
  if (S_ISDIR(x.st_mode))
    return lies_in(&x, output);
  return stat(output, &y) == 0 && S_ISREG(y.st_mode) && same(&x, &y);
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
