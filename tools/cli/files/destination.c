/* SPDX-License-Identifier: BSD-3-Clause */
/* Where an output goes that is named by a symbolic link. */
#include <config.h>

#include "cli_internal.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file that a link names, from the folder of the link. */
static char *follow(const char *link)
{
  char to[PATH_MAX], *path;
  const char *slash = strrchr(link, '/');
  const ssize_t length = readlink(link, to, sizeof to - 1);
  if (length < 0)
    return NULL;
  to[length] = 0;
  const int folder = slash && *to != '/' ? (int)(slash + 1 - link) : 0;
  return asprintf(&path, "%.*s%s", folder, link, to) < 0 ? NULL : path;
}

char *cli_destination(const char *path)
{
  struct stat s;
  char *real = realpath(path, NULL), *at = real || errno == ELOOP ? NULL : strdup(path);
  if (!at)
    return real;
  if (stat(path, &s) == 0) /* /dev/stdout leads to a pipe, which has no name */
    return at;
  for (int links = 0; links < 40; links++) { /* as many as Linux follows */
    char *next = follow(at);
    if (!next && errno != ENOMEM)
      return at;
    free(at);
    if (!next)
      return NULL;
    at = next;
  }
  free(at);
  errno = ELOOP;
  return NULL;
}
