/* SPDX-License-Identifier: BSD-3-Clause */
/* The report as aligned text. */
#include "stats.h"

#include <math.h>

/* Where the image lay, if its header says so. */
static void print_pose(const struct tile_header *h)
{
  const char *origin = tile_header_get(h, "origin"), *orientation = tile_header_get(h, "orientation");
  char text[CLI_LENGTHS_TEXT];
  double at[3];
  if (origin && sscanf(origin, "%lf %lf %lf", at, at + 1, at + 2) == 3)
    report_line(stdout, "origin", "%s", cli_lengths_text(text, at));
  if (orientation)
    report_line(stdout, "orientation", "%s (directions of x, y, z)", orientation);
}

static void print_grid(const struct stats *s)
{
  const struct tile_domain *d = &s->domain;
  const struct tile_measure *m = &s->measure;
  char length[TILE_REAL_TEXT];
  report_line(stdout, "grid", "%lld x %lld x %lld", (long long)d->grid[0], (long long)d->grid[1],
              (long long)d->grid[2]);
  report_line(stdout, "voxel size", "%s", d->dx > 0 ? cli_length_text(length, d->dx) : "unknown");
  print_pose(&d->header);
  report_line(stdout, "nodes", "%lld", (long long)m->nodes);
  report_line(stdout, "non-solid nodes", "%lld", (long long)m->nonsolid);
  report_line(stdout, "porosity", "%.6g", m->porosity);
  if (stats_nodes_inside(s))
    report_line(stdout, "porosity inside", "%.6g, of the %lld nodes inside the mask", stats_porosity_inside(s),
                (long long)stats_nodes_inside(s));
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

/* "0.31 to 0.42 along x": layers across it. Each has the same nodes, or those of a mask. */
static void print_profile(const char *label, int axis, int64_t count, const int64_t *layer, int64_t nodes,
                          const int64_t *of_mask)
{
  double low = 1, high = 0;
  if (!layer) {
    report_line(stdout, axis ? "" : label, "not computed for more than %d along %c", TILE_PROFILE_LIMIT, "xyz"[axis]);
    return;
  }
  for (int64_t i = 0; i < count; i++) {
    const double share = (double)layer[i] / (double)(of_mask ? of_mask[i] : nodes);
    low = share < low ? share : low;
    high = share > high ? share : high;
  }
  report_line(stdout, axis ? "" : label, "%.4g to %.4g along %c", low, high, "xyz"[axis]);
}

static void print_surface(const struct stats *s, const char *label, double surface, const char *more)
{
  char physical[48] = "";
  if (s->domain.dx > 0)
    snprintf(physical, sizeof physical, " (%.5g / m)", surface / s->domain.dx);
  report_line(stdout, label, "%.5g / voxel%s%s", surface, physical, more);
}

/* Of the core. */
static void print_core(const struct stats *s)
{
  const struct stats_inside *in = &s->inside;
  for (int a = 0; a < stats_axes(s); a++)
    print_profile("porosity of layers inside", a, in->grid[a], in->texture.profile[a], 0, in->of_mask.profile[a]);
  print_surface(s, "specific surface inside", stats_surface_inside(s), "");
}

static void print_pores(const struct stats *s)
{
  const struct tile_texture *t = &s->texture;
  const int64_t *n = s->domain.grid;
  for (int a = 0; a < stats_axes(s); a++)
    print_profile("porosity of layers", a, n[a], t->profile[a], s->measure.nodes / n[a], NULL);
  print_surface(s, "specific surface", stats_specific_surface(s),
                s->domain.inside && !s->inside.mask ? ", with the cut of the mask; --mask gives that of the core" : "");
  if (s->inside.mask)
    print_core(s);
  report_line(stdout, "Euler number", "%lld", (long long)t->euler);
  if (stats_axes(s) == 2)
    report_line(stdout, "mean chord", "%.2f, %.2f voxels along x, y", t->chord[0], t->chord[1]);
  else
    report_line(stdout, "mean chord", "%.2f, %.2f, %.2f voxels along x, y, z", t->chord[0], t->chord[1], t->chord[2]);
}

static void print_tiles(const struct stats *s)
{
  const struct tile_domain *d = &s->domain;
  const struct tile_measure *m = &s->measure;
  char text[REPORT_REAL];
  report_line(stdout, "tile edge, offset", "%d, at %d,%d,%d%s", d->edge, d->offset[0], d->offset[1], d->offset[2],
              s->voxels ? " (voxels: as tile --offset 0,0,0 would tile them)" : "");
  report_line(stdout, "tiles stored", "%lld of %lld", (long long)m->tiles, (long long)m->tiles_all);
  report_line(stdout, "utilisation", "%s%s", report_real(text, 6, m->utilisation),
              stats_axes(s) == 2 && m->tiles ? ", of one layer of each" : "");
  for (int i = 0; i < 10 && m->tiles; i++) {
    char label[32];
    snprintf(label, sizeof label, "  %.1f ... %.1f", 0.1 * i, 0.1 * (i + 1));
    report_line(stdout, label, "%lld (%.1f %%)", (long long)m->histogram[i],
                100 * (double)m->histogram[i] / (double)m->tiles);
  }
  report_line(stdout, "common faces per tile", "%s", report_fixed(text, 4, m->faces_per_tile));
  report_line(stdout, "common edges per tile", "%s", report_fixed(text, 4, m->edges_per_tile));
  report_line(stdout, "boundary nodes", "%s %% of the non-solid", report_fixed(text, 2, 100 * m->boundary_share));
}

static void print_walls(const struct stats *s)
{
  const struct stats_walls *w = &s->walls;
  const size_t walls = s->domain.walls;
  if (!s->domain.wall_begin)
    return;
  report_line(stdout, "wall distances", "%zu links, %.4f of their length before the wall on average", walls, w->mean);
  for (int i = 0; i < 10 && walls; i++) {
    char label[32];
    snprintf(label, sizeof label, "  %.1f ... %.1f", 0.1 * i, 0.1 * (i + 1));
    report_line(stdout, label, "%lld (%.1f %%)", (long long)w->histogram[i],
                100 * (double)w->histogram[i] / (double)walls);
  }
  for (int i = 0; i < w->surfaces.count; i++)
    report_line(stdout, i ? "" : "surfaces", "%s: %lld links", w->surfaces.name[i], (long long)w->links[i + 1]);
}

/* A line of another traffic of a layout. */
static void print_other(const struct stats *s, const struct tile_model *m, double overhead)
{
  char moved[REPORT_REAL], more[REPORT_REAL], speed[REPORT_REAL];
  double bytes = m->bytes_per_update * (1 + overhead) / (1 + m->bandwidth_overhead);
  printf(" %12s %11s%% %10s\n", report_fixed(moved, 1, bytes), report_fixed(more, 1, 100 * overhead),
         report_fixed(speed, 1, s->bandwidth / bytes / 1e6));
}

/* Memory that always moves whole bursts moves the solid nodes of a tile and all values of its ghost buffers too. */
static void print_pessimistic(const struct stats *s, const struct tile_model *m)
{
  printf("  %-8s %12s %12s", "  worst", "", "");
  print_other(s, m, m->bandwidth_pessimistic);
}

/* What would remain without a second copy, a second launch and ghost buffers. */
static void print_ideal(const struct stats *s, const struct tile_model *m)
{
  char memory[REPORT_REAL], more[REPORT_REAL];
  const double bytes = m->memory_bytes * (1 + m->memory_ideal) / (1 + m->memory_overhead);
  printf("  %-8s %12s %11s%%", "  ideal", report_fixed(memory, 1, bytes / 1048576),
         report_fixed(more, 1, 100 * m->memory_ideal));
  print_other(s, m, m->bandwidth_ideal);
}

static void print_model(const struct tile_model *m)
{
  char memory[REPORT_REAL], more[REPORT_REAL], bytes[REPORT_REAL], traffic[REPORT_REAL], speed[REPORT_REAL];
  printf("  %-8s %12s %11s%% %12s %11s%% %10s\n", m->layout, report_fixed(memory, 1, m->memory_bytes / 1048576),
         report_fixed(more, 1, 100 * m->memory_overhead), report_fixed(bytes, 1, m->bytes_per_update),
         report_fixed(traffic, 1, 100 * m->bandwidth_overhead), report_fixed(speed, 1, m->mflups));
}

static void print_squares(const struct stats *s)
{
  const struct tile_measure *m = &s->tiled;
  char utilisation[REPORT_REAL], ghosts[REPORT_REAL];
  const int edge = stats_model_edge(s);
  if (s->lattice == LBM_LATTICE_D2Q9)
    printf("  (%lld of %lld tiles of %d x %d nodes, utilisation %s, %s of the ghost buffers)\n", (long long)m->tiles,
           (long long)m->tiles_all, edge, edge, report_fixed(utilisation, 4, m->utilisation),
           report_fixed(ghosts, 4, m->ghost_share));
}

static void print_models(const struct stats *s)
{
  const char *precision = lbm_precision_names[stats_precisions[s->precision]],
             *lattice = s->lattice == LBM_LATTICE_D2Q9 ? "D2Q9" : "D3Q19";
  if (isnan(s->bandwidth))
    printf("\n  Predictions for %s, %s (no memory to measure the copy bandwidth):\n", lattice, precision);
  else
    printf("\n  Predictions for %s, %s, %.4g GB/s (%s):\n", lattice, precision, s->bandwidth / 1e9,
           s->bandwidth_given ? "given" : "copy bandwidth measured here");
  print_squares(s);
  printf("  %-8s %12s %12s %12s %12s %10s\n", "layout", "memory, MiB", "overhead", "bytes/node", "overhead", "MFLUPS");
  for (int i = 0; i < s->models; i++) {
    const struct tile_model *m = &s->model[i];
    print_model(m);
    print_ideal(s, m);
    if (m->bandwidth_pessimistic > m->bandwidth_overhead)
      print_pessimistic(s, m);
  }
}

static void print_prediction(const struct stats *s, double memory, double mflups)
{
  char size[REPORT_REAL], speed[REPORT_REAL];
  printf(" %13s %10s%s", report_fixed(size, 1, memory / 1048576), report_fixed(speed, 1, mflups),
         s->vram <= 0        ? ""
         : !isfinite(memory) ? "     -"
         : memory <= s->vram ? "   yes"
                             : "    no");
}

/* As tessera-run has it. */
static void print_kind(const struct stats *s, int kind)
{
  const struct stats_kind *k = &stats_kinds[kind];
  char name[32];
  snprintf(name, sizeof name, "%s, %s", lbm_layout_names[k->layout], lbm_device_kind_names[k->device]);
  printf("  %-12s", name);
  for (int p = 0; p < STATS_PRECISIONS; p++)
    print_prediction(s, s->run[p][kind].memory, stats_mflups(s, kind, p));
  putchar('\n');
}

/* Where two copies do not fit. */
static void print_one_copy(const struct stats *s)
{
  printf("  %-12s", "  one copy");
  for (int p = 0; p < STATS_PRECISIONS; p++)
    print_prediction(s, s->one_copy[p], (double)NAN);
  putchar('\n');
}

static void print_plane(const struct stats *s, enum lbm_device_kind device)
{
  char name[32];
  snprintf(name, sizeof name, "%s, %s", lbm_lattice_names[LBM_LATTICE_D2Q9], lbm_device_kind_names[device]);
  printf("  %-12s", name);
  for (int p = 0; p < STATS_PRECISIONS; p++)
    print_prediction(s, s->plane[p][device].memory, stats_plane_mflups(s, device, p));
  putchar('\n');
}

/* Every layout in every precision, and whether a GPU can hold it. */
static void print_forecast(const struct stats *s)
{
  printf("\n  %-12s", "layout");
  for (int k = 0; k < STATS_PRECISIONS; k++)
    printf(" %8s, MiB %10s%s", lbm_precision_names[stats_precisions[k]], "MFLUPS", s->vram > 0 ? "  fits" : "");
  putchar('\n');
  for (int i = 0; i < s->models; i++) {
    printf("  %-12s", s->forecast[0][i].layout);
    for (int k = 0; k < STATS_PRECISIONS; k++)
      print_prediction(s, s->forecast[k][i].memory_bytes, s->forecast[k][i].mflups);
    putchar('\n');
  }
  for (int i = 0; i < STATS_KINDS && s->can_run; i++) {
    print_kind(s, i);
    if (stats_kinds[i].device == LBM_ON_CUDA && stats_kinds[i].layout == LBM_PACKED)
      print_one_copy(s);
  }
  for (int k = 0; k < LBM_DEVICE_KINDS && s->flat; k++)
    print_plane(s, (enum lbm_device_kind)k);
}

/* How tessera-run would store the populations of a permeability on the GPU asked about. */
static void print_fits(const struct stats *s)
{
  char label[32], text[LBM_FIT_TEXT];
  for (int i = 0; i < STATS_BOUNDS && s->vram > 0 && s->can_run; i++) {
    snprintf(label, sizeof label, "permeability to %.0e", stats_bounds[i]);
    report_line(stdout, label, "%s%s", lbm_fit_text(text, s->fit + i), s->fit[i].fits ? "" : ": does not fit");
  }
}

/* On a GPU where its bandwidth is given. */
static void print_times(const struct stats *s)
{
  const char *why;
  bool any = false;
  char label[32];
  for (int i = 0; i < STATS_BOUNDS && s->can_run; i++)
    for (int k = 0; k < LBM_DEVICE_KINDS; k++) {
      const struct lbm_answer a = stats_answer(s, (enum lbm_device_kind)k, i, &why);
      snprintf(label, sizeof label, "time to %.0e, %s", stats_bounds[i], lbm_device_kind_names[k]);
      if (why)
        report_line(stdout, label, "%s", why);
      else if (isfinite(a.seconds))
        report_line(stdout, label, "about %.2g s (0.7 to 3 times that): some %.0f steps, %.0f to %.0f, set-up %.2g s",
                    a.seconds, LBM_ANSWER_STEPS * a.cycles, LBM_ANSWER_STEPS * a.least, LBM_ANSWER_STEPS * a.most,
                    a.setup);
      any = any || isfinite(a.seconds);
    }
  if (any)
    report_line(stdout, "", "chambers behind narrow throats and very open samples take more steps");
}

void stats_text(const struct stats *s)
{
  print_grid(s);
  print_flow(s);
  print_pores(s);
  stats_pores_text(&s->pores);
  print_tiles(s);
  print_walls(s);
  report_line(stdout, "digest", "%s", s->digest);
  report_line(stdout, "peak memory", "%.1f MiB", (double)s->peak_memory / 1048576);
  if (!s->predicts) {
    report_line(stdout, "memory and speed", "--predict predicts those of a run");
    return;
  }
  print_models(s);
  print_forecast(s);
  print_fits(s);
  print_times(s);
  stats_devices_text(s);
}
