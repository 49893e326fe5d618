/* tessera-stats: what is in a voxel stream or a domain, and what it would cost to run. */
#include "bandwidth.h"
#include "lattice.h"
#include "plane_block.h"
#include "precision.h"
#include "stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* ---- options ---- */

static const char *plot_path, *output_path;
static bool as_json, as_csv, only_digest, all_offsets, predict, precision_given;
static double given_bandwidth; /* GB/s */
static int precision;
static int lattice = -1; /* not given */
static int64_t vram;     /* bytes */
static int64_t devices;
static double link_speed; /* GB/s */

static int value_bytes_of(int i)
{
  return (int)lbm_value_bytes_of(stats_precisions[i]);
}

static int parse_precision(void *to, const char *value, struct tile_error *e)
{
  for (int i = 0; i < STATS_PRECISIONS; i++)
    if (strcmp(value, lbm_precision_names[stats_precisions[i]]) == 0) {
      *(int *)to = i;
      precision_given = true;
      return 0;
    }
  return tile_fail(e, TILE_USAGE, "expected fp64, fp32 or fp32/fp16");
}

static int parse_lattice(void *to, const char *value, struct tile_error *e)
{
  for (int i = 0; i < LBM_LATTICES; i++)
    if (strcmp(value, lbm_lattice_names[i]) == 0) {
      *(int *)to = i;
      return 0;
    }
  return tile_fail(e, TILE_USAGE, "expected d3q19 or d2q9");
}

static int parse_devices(void *to, const char *value, struct tile_error *e)
{
  return cli_whole(to, value, 1, 65536, e);
}

static int parse_lags(void *to, const char *value, struct tile_error *e)
{
  return cli_whole(to, value, 1, 1000000, e);
}

static const struct cli_option options[] = {
    CLI_GROUP("Pores"),
    {"thickness", 0, NULL, "Measure the local thickness of the pores: at each node the largest ball that covers it.",
     cli_flag, &stats_asked.thickness},
    {"intrusion", 0, "FACES",
     "Measure the share of the pores that a fluid which does not wet enters from these faces, such as z- or x-,x+, by "
     "the "
     "radius of its balls, and the largest ball that passes along each axis.",
     stats_faces, &stats_asked.intrusion},
    {"trapping", 0, NULL, "With --intrusion: the other fluid is trapped where it has no way to the opposite faces.",
     cli_flag, &stats_asked.trapping},
    {"tension", 0, "TENSION",
     "With --intrusion: surface tension, as 0.48N/m, for the capillary pressure. Bare numbers are N/m.", cli_quantity,
     &stats_asked.tension},
    {"contact-angle", 0, "DEGREES", "With --tension: the contact angle. Default: 140.", cli_real,
     &stats_asked.contact_angle},
    {"two-point", 0, "N", "Two-point correlation along each axis, up to a distance of N voxels.", parse_lags,
     &stats_asked.two_point},
    {"lineal-path", 0, "N", "Lineal path along each axis, up to N voxels.", parse_lags, &stats_asked.lineal_path},
    {"rev", 0, "[=N]",
     "Porosity and specific surface over the size of a window, mean and standard deviation, for at most N sizes. "
     "Default: 12.",
     stats_sizes, &stats_asked.rev},
    {"anisotropy", 0, NULL,
     "Mean intercept lengths in 13 directions and the ellipsoid that fits them, and volume, surface, mean curvature "
     "and "
     "Euler number.",
     cli_flag, &stats_asked.anisotropy},
    {"network", 0, "FILE",
     "Find pores and the throats between them, and write them: a name that ends in .csv is a table for OpenPNM; other "
     "names are the beginning of those of four Statoil files.",
     cli_text, &stats_asked.network},
    {"persistence", 0, "F",
     "With --network: two pores are one if the throat between them has more than F times the radius of the smaller "
     "one. Default: 0.9.",
     stats_persistence, &stats_asked.persistence},
    {"of", 0, "pores|solid", "The phase that these measure. Default: pores.", stats_phase, &stats_asked.solid},
    {"mask", 0, "FILE",
     "With --two-point, --lineal-path, --rev or --anisotropy: measure inside the non-solid voxels of FILE, a voxel "
     "stream or a domain of the same size.",
     cli_text, &stats_asked.mask},
    {"csv", 0, NULL, "Print only the curves of these measures, as a table with commas.", cli_flag, &as_csv},
    {"plot", 0, "FILE", "Draw the curves of these measures, as .svg or .png.", cli_text, &plot_path},
    {"output", 'o', "FILE",
     "Write the domain to FILE with the radii of --thickness and --intrusion, in voxels, and the porosity around each "
     "node, of --rev, as values of its nodes.",
     cli_text, &output_path},
    CLI_GROUP("Tiles and predictions"),
    {"offsets", 0, NULL, "Tabulate the tiles stored and the utilisation over all placements of the tile grid.",
     cli_flag, &all_offsets},
    {"predict", 0, NULL,
     "Predict memory and speed of every data layout. Each of the options below does so, too. Without --bandwidth the "
     "copy bandwidth of this machine is measured.",
     cli_flag, &predict},
    {"bandwidth", 0, "GB/S",
     "Memory bandwidth for the predicted speeds, in 10^9 bytes per second. Default: the copy bandwidth of this "
     "machine, measured now.",
     cli_positive, &given_bandwidth},
    {"precision", 0, "fp64|fp32|fp32/fp16", "Size of the populations in the predictions. Default: fp64.",
     parse_precision, &precision},
    {"lattice", 0, "d3q19|d2q9",
     "Lattice of the predictions of layouts. d2q9 is for one slice, in tiles of 16 x 16 nodes. Default: d3q19.",
     parse_lattice, &lattice},
    {"vram", 0, "SIZE", "Say which layouts and precisions fit on a GPU with that much memory, as 80GB.", cli_bytes,
     &vram},
    {"devices", 0, "N",
     "Say how a domain would be divided among N devices or processes, and with --link how fast they would be together.",
     parse_devices, &devices},
    {"link", 0, "GB/S", "With --devices: what a device can be sent, in 10^9 bytes per second.", cli_positive,
     &link_speed},
    CLI_GROUP("Output"),
    {"json", 0, NULL, "Report as JSON.", cli_flag, &as_json},
    {"digest", 0, NULL,
     "Print only the digest of the content. It depends neither on the order of tiles nor on the history.", cli_flag,
     &only_digest},
    CLI_MAX_MEMORY,
    CLI_NO_HISTORY,
    {0}};

static const struct cli_program program = {
    .name = "tessera-stats",
    .summary = "Measures a voxel stream, a domain or a result.",
    .usage = "[OPTION]... [FILE]",
    .epilogue = "FILE is what tessera-voxelize, tessera-tile or tessera-run wrote; without FILE, or with -, standard "
                "input is read.",
    .options = options};

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
  if (output_path) {
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
  (as_json ? stats_offsets_json : stats_offsets_text)(&o);
}

/* As tessera-run chooses without options. */
static void forecast_fits(struct stats *s, const struct lbm_tile_statistics *statistics)
{
  struct tile_error e;
  struct lbm_fit_ask ask = {
      .device = LBM_ON_CUDA, .choice = {.collision = LBM_TRT, .walls = LBM_WALLS_INTERPOLATED}, .room = (double)vram};
  for (int i = 0; i < STATS_BOUNDS && vram > 0; i++) {
    ask.bound = stats_bounds[i];
    ask.rounds = stats_bounds[i] >= LBM_CORRECTION_SINGLE;
    check_or_exit(lbm_fit_find(s->fit + i, statistics, &ask, &e), &e);
  }
}

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
                         : (struct lbm_forecast){.memory = (double)NAN, .traffic = (double)NAN};
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
      s->plane[i][k] = (struct lbm_forecast){.memory = (double)NAN, .traffic = (double)NAN};
      if (has_plane(stats_precisions[i]))
        check_or_exit(lbm_forecast_plane(&s->plane[i][k], &s->domain, (enum lbm_device_kind)k, stats_precisions[i], &e),
                      &e);
    }
}

static void divide(struct stats *s)
{
  struct tile_error e;
  s->devices = s->can_run ? (int)devices : 0;
  s->link = 1e9 * link_speed;
  if (s->devices)
    check_or_exit(lbm_ranges_make(&s->shares, &s->domain, s->devices, &e), &e);
}

static void make_models(struct stats *s)
{
  const int edge = stats_model_edge(s), q = populations_of(s);
  tile_models(s->model, &s->tiled, edge, q, value_bytes_of(precision), s->bandwidth);
  for (int i = 0; i < STATS_PRECISIONS; i++)
    tile_models(s->forecast[i], &s->tiled, edge, q, value_bytes_of(i), s->bandwidth);
  s->vram = (double)vram;
}

/* D2Q9 has no layout packed, which is the last. */
static void choose_lattice(struct stats *s)
{
  struct tile_error e;
  s->lattice = lattice == LBM_LATTICE_D2Q9 ? LBM_LATTICE_D2Q9 : LBM_LATTICE_D3Q19;
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

/* Whether the options ask for predictions; by_precision: --precision and --lattice do so, too. */
static bool predicts(bool by_precision)
{
  return predict || vram > 0 || devices || given_bandwidth > 0 || (by_precision && (precision_given || lattice >= 0));
}

static void find_bandwidth(struct stats *s)
{
  s->predicts = predicts(true);
  s->bandwidth_given = given_bandwidth > 0;
  s->bandwidth = s->bandwidth_given ? 1e9 * given_bandwidth : s->predicts ? measure_bandwidth(s) : (double)NAN;
}

static void measure_pores(struct stats *s)
{
  struct tile_error e;
  struct tile_bits bits;
  if (!stats_asks_pores())
    return;
  check_or_exit(tile_domain_bits(&bits, &s->domain, &e), &e);
  if (output_path && !s->values.domain)
    check_or_exit(node_values_begin(&s->values, &s->domain, &e), &e);
  check_or_exit(stats_inside_make(&s->inside, &bits, &s->domain, &e), &e);
  check_or_exit(stats_pores_make(&s->pores, &bits, &s->inside, s->domain.periodic, s->domain.dx,
                                 output_path ? &s->values : NULL, &e),
                &e);
  tile_bits_free(&bits);
}

static void report_curves(const struct stats *s)
{
  stats_pores_csv(&s->pores);
}

static void report_all(struct stats *s)
{
  struct tile_error e;
  stats_check_lags(&s->domain);
  check_or_exit(tile_texture_domain(&s->texture, &s->domain, &e), &e);
  check_or_exit(tile_measure_domain(&s->measure, &s->domain, &e), &e);
  check_or_exit(stats_walls_make(&s->walls, &s->domain, &e), &e);
  measure_pores(s);
  choose_lattice(s);
  forecast_runs(s);
  forecast_plane(s);
  divide(s);
  s->precision = precision;
  find_bandwidth(s);
  make_models(s);
  stats_network_write(&s->pores);
  s->peak_memory = peak_memory();
  (as_json ? stats_json : as_csv ? report_curves : stats_text)(s);
  stats_pores_plot(&s->pores, plot_path);
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

static void check_output(const char *input)
{
  if (!output_path)
    return;
  if (!stats_asked.thickness && !stats_asked.intrusion && !stats_asked.rev)
    cli_usage("-o writes values of --thickness, --intrusion and --rev: give one of them");
  if (stats_asked.solid)
    cli_usage("-o writes values of nodes that are not solid: leave out --of solid");
  if (cli_to_stdout(output_path))
    cli_usage("-o: standard output has the report: give the name of a file");
  const struct cli_file files[] = {{"-o", output_path, &cli_tile_format}, {"--plot", plot_path, NULL}};
  cli_check_input(input, files, 2);
  if (stats_asked.mask)
    cli_check_input(stats_asked.mask, files, 2);
  cli_check_outputs(files, 2);
}

static void check_options(const char *input)
{
  if (only_digest && (as_json || all_offsets || predicts(false) || stats_asks_pores()))
    cli_usage("--digest prints the digest alone: leave out what else is asked for");
  if (all_offsets && (predicts(false) || stats_asks_pores()))
    cli_usage(
        "--offsets is a table of its own: leave out --predict, --vram, --devices, --bandwidth and measures of pores");
  if (as_csv && (as_json || !stats_asks_pores()))
    cli_usage("--csv prints curves: %s", as_json ? "leave out --json" : "give " STATS_CURVES_ASKED);
  stats_check_pores();
  stats_check_plot(plot_path, input);
  if (plot_path && stats_asked.mask && cli_same_file(stats_asked.mask, plot_path))
    cli_usage("--plot %s would replace the mask", plot_path);
  if (link_speed > 0 && !devices)
    cli_usage("--link is the speed between devices: give --devices");
}

int main(int argc, char **argv)
{
  const char *input = cli_one_input(argc, argv, cli_start(&program, argc, argv));
  check_options(input);
  stats_check_network(input, plot_path, output_path);
  struct stats s = {0};
  struct tile_error e;
  struct cli_output out;
  check_output(input);
  if (only_digest) {
    report_digest(input);
    return 0;
  }
  if (output_path)
    check_or_exit(cli_open_output(&out, output_path, true, &e), &e);
  stats_open_plot(plot_path);
  read_file(&s, input);
  (all_offsets ? report_offsets : report_all)(&s);
  if (output_path) {
    check_or_exit(cli_add_history(&s.domain.header, program.name, argc, argv, s.digest, &e), &e);
    check_or_exit(cli_add_warnings(&s.domain.header, &e), &e);
    write_domain(&s, &out);
  }
  tile_domain_free(&s.domain);
  return 0;
}
