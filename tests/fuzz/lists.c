/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists that users write or move: "seeds" and the points of --seeds, "pvd" and a series of files, and a file of a series
 * ("vti"), which is read back. The first byte tells which: s, p or v. */
#include <config.h>

#include "pvd.h"
#include "seeds.h"
#include "target.h"
#include "vti_back.h"

#include <math.h>
#include <stdlib.h>

static void read_seeds(const uint8_t *data, size_t length)
{
  struct seeds s;
  struct tile_error e;
  FILE *in = length ? fmemopen((void *)(uintptr_t)data, length, "r") : NULL;
  if (!in)
    return;
  const int code = seeds_read(&s, in, "seeds", &e);
  fclose(in);
  if (code) {
    fuzz_check_error(code, &e);
    return;
  }
  for (size_t i = 0; i < s.count; i++)
    if (!isfinite(s.at[i][0]) || !isfinite(s.at[i][1]) || !isfinite(s.at[i][2]))
      abort();
  seeds_free(&s);
}

/* Entries are sorted by time, and their files have names that can be written again. */
static void read_series(const uint8_t *data, size_t length)
{
  struct pvd p, again = {0};
  struct tile_error e;
  const char *path = fuzz_file(data, length);
  const int code = path ? pvd_read(&p, path, &e) : -1;
  if (code > 0)
    fuzz_check_error(code, &e);
  if (code)
    return;
  for (size_t i = 0; i < p.count; i++)
    if (!isfinite(p.entry[i].time) || (i && p.entry[i].time < p.entry[i - 1].time) ||
        pvd_put(&again, p.entry[i].time, p.entry[i].file, &e))
      abort();
  if (again.count != p.count)
    abort();
  pvd_free(&again);
  pvd_free(&p);
}

/* An array of a grid of 5 x 4 x 3 nodes. */
static void read_array(const uint8_t *data, size_t length)
{
  float value[3 * 60];
  struct tile_error e;
  const char *path = fuzz_file(data, length);
  const int code = path ? vti_read_back(value, path, (const int64_t[]){5, 4, 3}, "velocity", 3, &e) : 0;
  if (code)
    fuzz_check_error(code, &e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
  if (length && *data == 's')
    read_seeds(data + 1, length - 1);
  if (length && *data == 'p')
    read_series(data + 1, length - 1);
  if (length && *data == 'v')
    read_array(data + 1, length - 1);
  return 0;
}
