/* SPDX-License-Identifier: BSD-3-Clause */
/* A domain on several devices. */
#include "precision.h"
#include "stats.h"

#include <math.h>

struct stats_together stats_together(const struct stats *s, int kind, int precision)
{
  const double traffic = s->run[precision][kind].moved, value = (double)lbm_value_bytes_of(stats_precisions[precision]);
  const bool on_cpu = stats_kinds[kind].device == LBM_ON_CPU, known = s->link > 0 && (on_cpu || s->bandwidth_given);
  if (!known)
    return (struct stats_together){(double)NAN, (double)NAN};
  const double step =
      lbm_ranges_step(&s->shares, traffic, s->bandwidth, value, s->link, on_cpu ? 0 : LBM_BESIDE_ON_GPUS);
  const double alone = (double)s->shares.nodes * traffic / s->bandwidth;
  return (struct stats_together){(double)s->shares.nodes / step * 1e-6, alone / step / s->devices};
}

static double largest(const struct stats *s)
{
  return (double)s->shares.most_nodes * s->devices / (double)s->shares.nodes;
}

static void print_together(const struct stats *s, int kind)
{
  const struct stats_kind *k = &stats_kinds[kind];
  char name[32], speed[REPORT_REAL], share[REPORT_REAL];
  snprintf(name, sizeof name, "%s, %s", lbm_layout_names[k->layout], lbm_device_kind_names[k->device]);
  printf("  %-12s", name);
  for (int p = 0; p < STATS_PRECISIONS; p++) {
    const struct stats_together t = stats_together(s, kind, p);
    printf(" %13s %10s", report_fixed(speed, 1, t.mflups), report_fixed(share, 3, t.efficiency));
  }
  putchar('\n');
}

void stats_devices_text(const struct stats *s)
{
  if (!s->devices)
    return;
  printf("\n  On %d devices: the largest share %.4f of the mean; %.4g million populations cross in a step,\n"
         "  %.4g million of them to one device\n",
         s->devices, largest(s), (double)s->shares.halo * 1e-6, (double)s->shares.most_halo * 1e-6);
  if (!(s->link > 0))
    return;
  printf("  %-12s", "layout");
  for (int p = 0; p < STATS_PRECISIONS; p++)
    printf(" %5s, MFLUPS %10s", lbm_precision_names[stats_precisions[p]], "efficiency");
  putchar('\n');
  for (int i = 0; i < STATS_KINDS; i++)
    print_together(s, i);
}

static void json_together(struct json *j, const struct stats *s, int kind, int precision)
{
  const struct stats_together t = stats_together(s, kind, precision);
  json_open(j, NULL, '{');
  json_text(j, "layout", lbm_layout_names[stats_kinds[kind].layout]);
  json_text(j, "device", lbm_device_kind_names[stats_kinds[kind].device]);
  json_text(j, "precision", lbm_precision_names[stats_precisions[precision]]);
  json_real(j, "mflups", t.mflups);
  json_real(j, "efficiency", t.efficiency);
  json_close(j, '}');
}

void stats_devices_json(struct json *j, const struct stats *s)
{
  if (!s->devices) {
    json_text(j, "devices", NULL);
    return;
  }
  json_open(j, "devices", '{');
  json_int(j, "count", s->devices);
  json_real(j, "largest_by_mean", largest(s));
  json_int(j, "crossing", (int64_t)s->shares.halo);
  json_int(j, "crossing_most", (int64_t)s->shares.most_halo);
  json_open(j, "forecast", '[');
  for (int p = 0; p < STATS_PRECISIONS; p++)
    for (int i = 0; i < STATS_KINDS; i++)
      json_together(j, s, i, p);
  json_close(j, ']');
  json_close(j, '}');
}
