/* The report as aligned text. */
#include "stats.h"

static void print_grid(const struct stats *s)
{
  const struct tile_domain *d = &s->domain;
  const struct tile_measure *m = &s->measure;
  char length[TILE_REAL_TEXT];
  report_line(stdout, "grid", "%lld x %lld x %lld", (long long)d->grid[0], (long long)d->grid[1],
              (long long)d->grid[2]);
  report_line(stdout, "voxel size", "%s", d->dx > 0 ? cli_length_text(length, d->dx) : "unknown");
  report_line(stdout, "nodes", "%lld", (long long)m->nodes);
  report_line(stdout, "non-solid nodes", "%lld", (long long)m->nonsolid);
  report_line(stdout, "porosity", "%.6g", m->porosity);
}

static void print_flow(const struct stats *s)
{
  const struct tile_domain *d = &s->domain;
  const struct tile_measure *m = &s->measure;
  char axes[4] = "", *at = axes;
  for (int a = 0; a < 3; a++)
    if (m->percolates[a])
      *at++ = "xyz"[a];
  *at = 0;
  report_line(stdout, "components", "%lld", (long long)m->components);
  report_line(stdout, "percolates along", "%s", axes[0] ? axes : "no axis");
  for (int i = 0; i < d->patches; i++)
    report_line(stdout, i ? "" : "patches", "%s at %s", d->patch[i].name, d->patch[i].face);
}

static void print_tiles(const struct stats *s)
{
  const struct tile_domain *d = &s->domain;
  const struct tile_measure *m = &s->measure;
  report_line(stdout, "tile edge, offset", "%d, at %d,%d,%d%s", d->edge, d->offset[0], d->offset[1], d->offset[2],
              s->voxels ? " (voxels: as tile --offset 0,0,0 would cut them)" : "");
  report_line(stdout, "tiles stored", "%lld of %lld", (long long)m->tiles, (long long)m->tiles_all);
  report_line(stdout, "utilisation", "%.6g", m->utilisation);
  for (int i = 0; i < 10 && m->tiles; i++) {
    char label[32];
    snprintf(label, sizeof label, "  %.1f ... %.1f", 0.1 * i, 0.1 * (i + 1));
    report_line(stdout, label, "%lld (%.1f %%)", (long long)m->histogram[i],
                100 * (double)m->histogram[i] / (double)m->tiles);
  }
  report_line(stdout, "common faces per tile", "%.4f", m->faces_per_tile);
  report_line(stdout, "common edges per tile", "%.4f", m->edges_per_tile);
  report_line(stdout, "boundary nodes", "%.2f %% of the non-solid", 100 * m->boundary_share);
}

/* Memory that always moves whole rows of a tile moves its solid nodes too. */
static void print_pessimistic(const struct stats *s, const struct tile_model *m)
{
  double bytes = m->bytes_per_update * (1 + m->bandwidth_pessimistic) / (1 + m->bandwidth_overhead);
  printf("  %-8s %12s %12s %12.1f %11.1f%% %10.1f\n", "  worst", "", "", bytes, 100 * m->bandwidth_pessimistic,
         s->bandwidth / bytes / 1e6);
}

static void print_models(const struct stats *s)
{
  printf("\n  Predictions for D3Q19, %s, %.4g GB/s (%s):\n", s->value_bytes == 8 ? "fp64" : "fp32", s->bandwidth / 1e9,
         s->bandwidth_given ? "given" : "copy bandwidth measured here");
  printf("  %-8s %12s %12s %12s %12s %10s\n", "layout", "memory, MiB", "overhead", "bytes/node", "overhead", "MFLUPS");
  for (int i = 0; i < TILE_MODELS; i++) {
    const struct tile_model *m = &s->model[i];
    printf("  %-8s %12.1f %11.1f%% %12.1f %11.1f%% %10.1f\n", m->layout, m->memory_bytes / 1048576,
           100 * m->memory_overhead, m->bytes_per_update, 100 * m->bandwidth_overhead, m->mflups);
    if (m->bandwidth_pessimistic > m->bandwidth_overhead)
      print_pessimistic(s, m);
  }
}

void stats_text(const struct stats *s)
{
  print_grid(s);
  print_flow(s);
  print_tiles(s);
  report_line(stdout, "digest", "%s", s->digest);
  print_models(s);
}
