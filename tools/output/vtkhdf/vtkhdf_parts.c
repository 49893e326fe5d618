/* SPDX-License-Identifier: BSD-3-Clause */
#include "vtkhdf_parts.h"

#include <stdlib.h>
#include <string.h>

void vtkhdf_numbers(struct hdf5_file *h, const char *group, const char *name, int64_t first, size_t step,
                    size_t columns, const struct vtkhdf_moments *m)
{
  if (!m || h->e->code)
    return;
  int64_t *number = tile_alloc(m->count, columns * sizeof *number);
  if (!number) {
    tile_fail_memory(h->e, m->count * columns * sizeof *number, h->path);
    return;
  }
  for (size_t i = 0; i < m->count * columns; i++)
    number[i] = first + (int64_t)(i / columns * step);
  const uint64_t size[] = {m->count, columns};
  const uint64_t set = hdf5_file_set(h, group, name, 'i', sizeof *number, columns > 1 ? 2 : 1, size);
  hdf5_file_put(h, set, number, m->count * columns * sizeof *number);
  free(number);
}

void vtkhdf_offsets(struct hdf5_file *h, const char *group, const char *name, size_t step, size_t columns,
                    const struct vtkhdf_moments *m)
{
  vtkhdf_numbers(h, group, name, 0, step, columns, m);
}

static void write_times(struct hdf5_file *h, const struct vtkhdf_moments *m)
{
  const int64_t count = (int64_t)m->count;
  hdf5_file_whole(h, VTKHDF_STEPS, "NSteps", &count, 0);
  const uint64_t set = hdf5_file_set(h, VTKHDF_STEPS, "Values", 'f', sizeof(double), 1, &(uint64_t){m->count});
  hdf5_file_put(h, set, m->time, m->count * sizeof *m->time);
}

void vtkhdf_head(struct hdf5_file *h, const char *type, const char *units, const struct vtkhdf_moments *m)
{
  const size_t length = strlen(units);
  hdf5_file_whole(h, "/VTKHDF", "Version", (const int64_t[]){2, 0}, 2);
  hdf5_file_text(h, "/VTKHDF", "Type", type);
  const uint64_t set = hdf5_file_set(h, "/VTKHDF/FieldData", "units", 't', length, 1, (const uint64_t[]){1});
  hdf5_file_put(h, set, units, length);
  vtkhdf_offsets(h, VTKHDF_STEPS "/FieldDataOffsets", "units", 0, 1, m);
  if (m)
    write_times(h, m);
}
