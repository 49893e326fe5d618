/* SPDX-License-Identifier: BSD-3-Clause */
#include "cuda_devices.h"

#include <stdlib.h>
#include <string.h>

static int add(struct cuda_devices *d, long n, const char *name, int present, struct tile_error *e)
{
  if (n >= present)
    return tile_fail(e, TILE_FAILED, "device '%s': this machine has %d (numbers start at 0)", name, present);
  if (d->count == CUDA_MOST_DEVICES)
    return tile_fail(e, TILE_USAGE, "device '%s': more than %d", name, CUDA_MOST_DEVICES);
  d->number[d->count++] = (int)n;
  return 0;
}

static int parse(struct cuda_devices *d, const char *name, int present, struct tile_error *e)
{
  const char *at = strchr(name, ':') + 1;
  for (;; at++) {
    char *end;
    const long n = *at >= '0' && *at <= '9' ? strtol(at, &end, 10) : -1;
    if (n < 0 || (*end && *end != ','))
      return tile_fail(e, TILE_USAGE, "device '%s': expected cuda, cuda:N, cuda:N,N... or cuda:all", name);
    if (add(d, n, name, present, e))
      return e->code;
    if (!*(at = end))
      return 0;
  }
}

static int all(struct cuda_devices *d, const char *name, int present, struct tile_error *e)
{
  for (int n = 0; n < present; n++)
    if (add(d, n, name, present, e))
      return e->code;
  return 0;
}

int cuda_devices_parse(struct cuda_devices *d, const char *name, int place, int present, struct tile_error *e)
{
  *d = (struct cuda_devices){0};
  present = present < CUDA_MOST_DEVICES ? present : CUDA_MOST_DEVICES;
  if (!name || !strchr(name, ':'))
    return add(d, place % present, "cuda", present, e);
  return !strcmp(strchr(name, ':'), ":all") ? all(d, name, present, e) : parse(d, name, present, e);
}
