/* SPDX-License-Identifier: BSD-3-Clause */
/* Tiles and utilisation of all placements of the cover, x fastest. */
#include "stats.h"

static double utilisation(const struct stats_offsets *o, int i)
{
  return o->nonsolid / ((double)o->tiles[i] * (double)(o->edge * o->edge * o->edge));
}

static double mean_utilisation(const struct stats_offsets *o)
{
  double sum = 0;
  int count = o->edge * o->edge * o->edge;
  for (int i = 0; i < count; i++)
    sum += utilisation(o, i);
  return sum / count;
}

void stats_offsets_text(const struct stats_offsets *o)
{
  int a = o->edge;
  char text[REPORT_REAL];
  printf("# x y z tiles utilisation\n");
  for (int i = 0; i < a * a * a; i++)
    printf("%d %d %d %lld %s\n", i % a, i / a % a, i / a / a, (long long)o->tiles[i],
           report_fixed(text, 6, utilisation(o, i)));
  printf("# mean utilisation %s\n", report_fixed(text, 6, mean_utilisation(o)));
}

void stats_offsets_json(const struct stats_offsets *o)
{
  struct json j = json_begin(stdout);
  int a = o->edge;
  json_int(&j, "edge", a);
  json_real(&j, "utilisation", mean_utilisation(o));
  json_open(&j, "offsets", '[');
  for (int i = 0; i < a * a * a; i++) {
    json_open(&j, NULL, '{');
    json_ints(&j, "offset", (const int64_t[]){i % a, i / a % a, i / a / a}, 3);
    json_int(&j, "tiles", o->tiles[i]);
    json_real(&j, "utilisation", utilisation(o, i));
    json_close(&j, '}');
  }
  json_close(&j, ']');
  json_close(&j, '}');
}
