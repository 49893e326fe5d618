/* SPDX-License-Identifier: BSD-3-Clause */
/* tessera-stats: what is in a voxel stream or a domain, and what it would cost to run. */
#include "bandwidth.h"
#include "lattice.h"
#include "plane_block.h"
#include "precision.h"
#include "stats.h"
#include "internal_measure.h"
#include "tile_make.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static int value_bytes_of(int i)
{
  return (int)lbm_value_bytes_of(stats_precisions[i]);
}

/* ---- reading ---- */

/* A voxel stream is measured as `tile --offset 0,0,0` would cut it. */
static void read_voxels(struct stats *s, struct tile_reader *reader)
{
  struct tile_error e;
  struct tile_voxels_reader *voxels;
  struct tile_bits bits;
  check_or_exit(tile_voxels_open(&voxels, reader, &e), &e);
  check_or_exit(tile_bits_read(&bits, voxels, &e), &e);
  struct tile_make how = {.edge = TILE_EDGE, .periodic = bits.grid[2] == 1 ? TILE_Z : 0, .order = TILE_ROWS};
  check_or_exit(tile_domain_make(&s->domain, &bits, &how, tile_reader_header(reader), &e), &e);
  tile_voxels_close(voxels);
  tile_bits_free(&bits);
}

/* Values that the nodes have already go into the output. */
static void read_domain(struct stats *s, struct tile_reader *reader)
{
  struct tile_error e;
  struct tile_input *input;
  struct tile_array array;
  size_t arrays = 0;
  check_or_exit(tile_input_open(&input, &s->domain, reader, &e), &e);
  if (s->options->output) {
    check_or_exit(node_values_begin(&s->values, &s->domain, &e), &e);
    check_or_exit(node_values_reading(&s->values, &array, &arrays, &e), &e);
  }
  check_or_exit(tile_input_arrays(input, &array, arrays, &e), &e);
  tile_input_close(input);
}

static void read_file(struct stats *s, const char *path)
{
  struct tile_error e;
  struct tile_reader *reader;
  FILE *in = cli_open_input(path, &e);
  check_or_exit(in ? 0 : e.code, &e);
  check_or_exit(tile_reader_open(&reader, in, cli_input_name(path), &e), &e);
  const char *kind = tile_header_get(tile_reader_header(reader), "kind");
  s->voxels = kind && strcmp(kind, "voxels") == 0;
  (s->voxels ? read_voxels : read_domain)(s, reader);
  snprintf(s->digest, sizeof s->digest, "%s", tile_reader_digest(reader));
  tile_reader_free(reader);
  fclose(in);
}

/* ---- the reports ---- */

static int populations_of(const struct stats *s)
{
  return s->lattice == LBM_LATTICE_D2Q9 ? LBM_PLANE_Q : LBM_Q;
}

/* Of an array as large as one copy of the populations, within reason; NaN, unknown, where memory is short. */
static double measure_bandwidth(const struct stats *s)
{
  const double least = 64e6, most = 512e6;
  double bytes = (double)(populations_of(s) * value_bytes_of(s->precision)) * (double)s->measure.nonsolid;
  const double copy = lbm_copy_bandwidth((size_t)(bytes < least ? least : bytes > most ? most : bytes), 0);
  return copy > 0 ? copy : (double)NAN;
}

/* All of the file is read and checked, and nothing of a voxel stream is kept. */
static void report_digest(const char *path)
{
  struct tile_error e;
  struct tile_checked c;
  FILE *in = cli_open_input(path, &e);
  check_or_exit(in ? 0 : e.code, &e);
  check_or_exit(tile_check(in, cli_input_name(path), true, &c, &e), &e);
  fclose(in);
  printf("%s\n", c.digest);
}

static void report_offsets(struct stats *s)
{
  struct tile_error e;
  int64_t tiles[16 * 16 * 16];
  check_or_exit(tile_domain_offsets(&s->domain, tiles, &e), &e);
  struct stats_offsets o = {s->domain.edge, tiles, (double)tile_domain_nonsolid(&s->domain)};
  (s->options->json ? stats_offsets_json : stats_offsets_text)(&o);
}

/* As tessera-run chooses without options. */
static void forecast_fits(struct stats *s, const struct lbm_tile_statistics *statistics)
{
  struct tile_error e;
  struct lbm_fit_ask ask = {.device = LBM_ON_CUDA,
                            .choice = {.collision = LBM_TRT, .walls = LBM_WALLS_INTERPOLATED},
                            .room = (double)s->options->vram};
  for (int i = 0; i < STATS_BOUNDS && s->options->vram > 0; i++) {
    ask.bound = stats_bounds[i];
    ask.rounds = stats_bounds[i] >= LBM_CORRECTION_SINGLE;
    check_or_exit(lbm_fit_find(s->fit + i, statistics, &ask, &e), &e);
  }
}

static const struct lbm_forecast nothing = {.memory = NAN, .traffic = NAN, .moved = NAN};

static void forecast_runs(struct stats *s)
{
  struct tile_error e;
  struct lbm_tile_statistics statistics;
  s->can_run = s->domain.edge == TILE_EDGE && s->domain.tiles;
  if (!s->can_run)
    return;
  check_or_exit(lbm_tile_statistics_make(&statistics, &s->domain, &e), &e);
  for (int i = 0; i < STATS_PRECISIONS; i++) {
    for (int k = 0; k < STATS_KINDS; k++) {
      const struct lbm_choice choice = {LBM_TRT, stats_precisions[i], stats_kinds[k].layout, LBM_ADDRESSING_BEST,
                                        LBM_WALLS_INTERPOLATED};
      s->run[i][k] = lbm_layout_stores(choice.layout, choice.precision)
                         ? lbm_forecast_of(&statistics, stats_kinds[k].device, &choice)
                         : nothing;
    }
    check_or_exit(lbm_forecast_one_copy(&s->one_copy[i], &statistics, stats_precisions[i], &e), &e);
  }
  forecast_fits(s, &statistics);
}

static bool has_plane(enum lbm_precision p)
{
  return p == LBM_FP64 || p == LBM_FP32;
}

static void forecast_plane(struct stats *s)
{
  struct tile_error e;
  s->flat = s->can_run && s->domain.grid[2] == 1 && s->domain.periodic & TILE_Z;
  for (int i = 0; i < STATS_PRECISIONS && s->flat; i++)
    for (int k = 0; k < LBM_DEVICE_KINDS; k++) {
      s->plane[i][k] = nothing;
      if (has_plane(stats_precisions[i]))
        check_or_exit(lbm_forecast_plane(&s->plane[i][k], &s->domain, (enum lbm_device_kind)k, stats_precisions[i], &e),
                      &e);
    }
}

static void divide(struct stats *s)
{
  struct tile_error e;
  s->devices = s->can_run ? (int)s->options->devices : 0;
  s->link = 1e9 * s->options->link;
  if (s->devices)
    check_or_exit(lbm_ranges_make(&s->shares, &s->domain, s->devices, &e), &e);
}

static void make_models(struct stats *s)
{
  const int edge = stats_model_edge(s), q = populations_of(s);
  tile_models(s->model, &s->tiled, edge, q, value_bytes_of(s->options->precision), s->bandwidth);
  for (int i = 0; i < STATS_PRECISIONS; i++)
    tile_models(s->forecast[i], &s->tiled, edge, q, value_bytes_of(i), s->bandwidth);
  s->vram = (double)s->options->vram;
}

/* D2Q9 has no layout packed, which is the last. */
static void choose_lattice(struct stats *s)
{
  struct tile_error e;
  s->lattice = (enum lbm_lattice)s->options->lattice;
  s->models = s->lattice == LBM_LATTICE_D2Q9 ? TILE_MODELS - 1 : TILE_MODELS;
  s->tiled = s->measure;
  if (s->lattice != LBM_LATTICE_D2Q9)
    return;
  if (s->domain.grid[2] != 1 || LBM_PLANE_EDGE % s->domain.edge)
    cli_usage("--lattice d2q9 is for one slice, in tiles whose edge divides %d", LBM_PLANE_EDGE);
  check_or_exit(tile_measure_squares(&s->tiled, &s->domain, LBM_PLANE_EDGE, &e), &e);
}

/* The kernel's count for getrusage begins with that of the program that this one replaced (exec), which may have been
 * larger; the one of the status does not. */
static int64_t peak_memory(void)
{
  char line[128];
  long long kib = 0;
  struct rusage usage;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && !kib && fgets(line, sizeof line, status))
    if (strncmp(line, "VmHWM:", 6) == 0)
      kib = strtoll(line + 6, NULL, 10);
  if (status)
    fclose(status);
  if (!kib && getrusage(RUSAGE_SELF, &usage) == 0)
    kib = usage.ru_maxrss;
  return 1024 * (int64_t)kib;
}

static void find_bandwidth(struct stats *s)
{
  s->predicts = stats_asks_predictions(s->options);
  s->bandwidth_given = s->options->bandwidth > 0;
  s->bandwidth = s->bandwidth_given ? 1e9 * s->options->bandwidth : s->predicts ? measure_bandwidth(s) : (double)NAN;
}

static void measure_pores(struct stats *s)
{
  struct tile_error e;
  struct tile_bits bits;
  if (!stats_asks_pores(s->options) && !s->options->mask)
    return;
  check_or_exit(tile_domain_bits(&bits, &s->domain, &e), &e);
  if (s->options->output && !s->values.domain)
    check_or_exit(node_values_begin(&s->values, &s->domain, &e), &e);
  check_or_exit(stats_inside_make(&s->inside, s->options, &bits, &s->domain, &e), &e);
  check_or_exit(stats_pores_make(&s->pores, s->options, &bits, &s->inside, s->domain.periodic, s->domain.dx,
                                 s->options->output ? &s->values : NULL, &e),
                &e);
  tile_bits_free(&bits);
}

static void report_curves(const struct stats *s)
{
  stats_pores_csv(&s->pores);
}

static void check_lag(const char *option, int64_t lag, const int64_t grid[3])
{
  int64_t longest = grid[0] > grid[1] ? grid[0] : grid[1];
  longest = grid[2] > longest ? grid[2] : longest;
  if (lag && lag >= longest)
    cli_usage("%s %lld: the longest side of the image has %lld voxels, and so distances up to %lld", option,
              (long long)lag, (long long)longest, (long long)longest - 1);
}

/* Distances lie in the image without layers. */
static void check_lags(const struct stats_options *o, const struct tile_domain *d)
{
  int64_t grid[3];
  for (int a = 0; a < 3; a++)
    grid[a] = d->grid[a] - d->pad[2 * a] - d->pad[2 * a + 1];
  check_lag("--two-point", o->two_point, grid);
  check_lag("--lineal-path", o->lineal_path, grid);
}

static void report_all(struct stats *s)
{
  struct tile_error e;
  check_lags(s->options, &s->domain);
  check_or_exit(stats_step(tile_texture_domain(&s->texture, &s->domain, &e)), &e);
  check_or_exit(stats_step(tile_measure_domain(&s->measure, &s->domain, &e)), &e);
  check_or_exit(stats_walls_make(&s->walls, &s->domain, &e), &e);
  measure_pores(s);
  stats_progress_end();
  choose_lattice(s);
  forecast_runs(s);
  forecast_plane(s);
  divide(s);
  s->precision = s->options->precision;
  find_bandwidth(s);
  make_models(s);
  stats_network_write(&s->pores);
  s->peak_memory = peak_memory();
  (s->options->json ? stats_json : s->options->csv ? report_curves : stats_text)(s);
  if (s->options->plot)
    stats_pores_plot(&s->pores, &s->plot);
  stats_pores_free(&s->pores);
  stats_inside_free(&s->inside);
  tile_texture_free(&s->texture);
  tile_surfaces_free(&s->walls.surfaces);
}

/* The domain with the values of its nodes. */
static void write_domain(struct stats *s, struct cli_output *out)
{
  struct tile_error e;
  struct tile_array array;
  size_t arrays;
  check_or_exit(node_values_writing(&s->values, &s->domain.header, &array, &arrays, &e), &e);
  if (tile_domain_write(&s->domain, out->file, &array, arrays, NULL, &e)) {
    cli_name_output(out, &e);
    cli_die(&e);
  }
  check_or_exit(cli_commit(out, &e), &e);
  node_values_free(&s->values);
}

int main(int argc, char **argv)
{
  const struct stats_options o = stats_read_options(argc, argv);
  struct stats s = {.options = &o, .pores.options = &o};
  struct tile_error e;
  struct cli_output out;
  if (o.digest) {
    report_digest(o.input);
    return 0;
  }
  if (o.output)
    check_or_exit(cli_open_output(&out, o.output, true, &e), &e);
  if (o.plot)
    check_or_exit(cli_open_output(&s.plot, o.plot, true, &e), &e);
  stats_progress_begin(&o);
  read_file(&s, o.input);
  stats_step(0);
  (o.offsets ? report_offsets : report_all)(&s);
  if (o.output) {
    check_or_exit(cli_add_history(&s.domain.header, stats_program.name, argc, argv, s.digest, &e), &e);
    check_or_exit(cli_add_warnings(&s.domain.header, &e), &e);
    write_domain(&s, &out);
  }
  tile_domain_free(&s.domain);
  return 0;
}
