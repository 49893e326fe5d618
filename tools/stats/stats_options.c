/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of options of tessera-stats, their parsers, and checks of options alone. */
#include "stats_options.h"

#include "stats.h"

#include <math.h>
#include <string.h>

/* The table parses into this struct, and stats_read_options returns it. */
static struct stats_options given = {.contact_angle = 140};

static int parse_faces(void *to, const char *value, struct tile_error *e)
{
  unsigned faces = 0;
  for (const char *at = value; *at; at += *at == ',') {
    const char *axis = strchr("xyz", *at);
    if (!axis || (at[1] != '-' && at[1] != '+') || (at[2] && at[2] != ','))
      return tile_fail(e, TILE_USAGE, "expected faces such as z- or x-,x+");
    faces |= 1U << (axis - strchr("xyz", 'x') + (at[1] == '+' ? 3 : 0));
    at += 2;
    if (*at == ',' && !at[1])
      return tile_fail(e, TILE_USAGE, "expected a face after the comma");
  }
  *(unsigned *)to = faces;
  return faces ? 0 : tile_fail(e, TILE_USAGE, "expected faces such as z- or x-,x+");
}

static int parse_phase(void *to, const char *value, struct tile_error *e)
{
  static const char *const names[] = {"pores", "solid"};
  int found;
  if (cli_word(&found, value, names, 2, e))
    return e->code;
  *(bool *)to = found == 1;
  return 0;
}

static int parse_precision(void *to, const char *value, struct tile_error *e)
{
  for (int i = 0; i < STATS_PRECISIONS; i++)
    if (strcmp(value, lbm_precision_names[stats_precisions[i]]) == 0) {
      *(int *)to = i;
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

#define CURVES "thickness intrusion two-point lineal-path rev network"

static const struct cli_option options[] = {
    CLI_GROUP("Pores"),
    {"thickness", 0, NULL, "Measure the local thickness of the pores: at each node the largest ball that covers it.",
     cli_flag, &given.thickness},
    {"intrusion", 0, "FACES",
     "Share of the pores that a fluid which does not wet enters from these faces, such as z- or x-,x+, by radius.",
     parse_faces, &given.intrusion},
    {"trapping", 0, NULL, "With --intrusion: the other fluid is trapped where it has no way to the opposite faces.",
     cli_flag, &given.trapping},
    CLI_NEEDS("intrusion", "is of a fluid that another one displaces"),
    {"tension", 0, "TENSION",
     "With --intrusion: surface tension, as 0.48N/m, for the capillary pressure. Bare numbers are N/m.", cli_quantity,
     &given.tension},
    CLI_NEEDS("intrusion", "is for the capillary pressure"),
    {"contact-angle", 0, "DEGREES", "With --tension: the contact angle. Default: 140.", cli_real, &given.contact_angle},
    CLI_NEEDS("tension", "is for the capillary pressure"),
    {"two-point", 0, "N", "Two-point correlation along each axis, up to a distance of N voxels.", parse_lags,
     &given.two_point},
    {"lineal-path", 0, "N", "Lineal path along each axis, up to N voxels.", parse_lags, &given.lineal_path},
    {"rev", 0, "[=N]",
     "Porosity and specific surface over the size of a window, mean and standard deviation, for at most N sizes. "
     "Default: 12.",
     stats_sizes, &given.rev},
    {"anisotropy", 0, NULL,
     "Mean intercept lengths in 13 directions, and volume, surface, mean curvature, Euler number.", cli_flag,
     &given.anisotropy},
    {"network", 0, "FILE", "Find pores and throats, and write them: .csv for OpenPNM, other names four Statoil files.",
     cli_text, &given.network},
    {"persistence", 0, "F", "Two pores are one if their throat has more than F times the smaller radius. Default: 0.9.",
     stats_persistence, &given.persistence},
    CLI_NEEDS("network", "says what is one pore"),
    {"of", 0, "pores|solid", "The phase that these measure. Default: pores.", parse_phase, &given.solid},
    CLI_NEEDS("thickness intrusion two-point lineal-path anisotropy network", "names the phase that is measured"),
    {"mask", 0, "FILE", "Measure pores inside this voxel stream or domain, as voxelize --mask-output writes it.",
     cli_text, &given.mask},
    {"csv", 0, NULL, "Print only the curves of these measures, as a table with commas.", cli_flag, &given.csv},
    CLI_EXCLUDES("json", "prints curves"),
    CLI_NEEDS(CURVES " anisotropy", "prints curves"),
    {"plot", 0, "FILE", "Draw the curves of these measures, as .svg or .png.", cli_text, &given.plot},
    CLI_NEEDS(CURVES, "draws curves of measures of pores"),
    {"output", 'o', "FILE", "Write the domain with --thickness, --intrusion and --rev as values of its nodes.",
     cli_text, &given.output},
    CLI_EXCLUDES("of=solid", "writes values of nodes that are not solid"),
    CLI_NEEDS("thickness intrusion rev", "writes values of nodes"),
    CLI_GROUP("Tiles and predictions"),
    {"offsets", 0, NULL, "Tabulate tiles and utilisation over all placements of the tile grid.", cli_flag,
     &given.offsets},
    CLI_GOES_WITH("json max-memory", "is a table of its own"),
    {"predict", 0, NULL, "Predict memory and speed of every data layout, as the options below do, too.", cli_flag,
     &given.predict},
    {"bandwidth", 0, "GB/S", "Memory bandwidth, in 10^9 bytes per second. Default: that of this machine, measured now.",
     cli_positive, &given.bandwidth},
    {"precision", 0, "fp64|fp32|fp32/fp16", "Size of the populations in the predictions. Default: fp64.",
     parse_precision, &given.precision},
    {"lattice", 0, "d3q19|d2q9", "Lattice of the predictions; d2q9 is for one slice. Default: d3q19.", parse_lattice,
     &given.lattice},
    {"vram", 0, "SIZE", "Say which layouts and precisions fit on a GPU with that much memory, as 80GB.", cli_bytes,
     &given.vram},
    {"devices", 0, "N", "Say how a domain would be divided among N devices or processes.", parse_devices,
     &given.devices},
    {"link", 0, "GB/S", "With --devices: what a device can be sent, in 10^9 bytes per second.", cli_positive,
     &given.link},
    CLI_NEEDS("devices", "is the speed between devices"),
    CLI_GROUP("Output"),
    {"json", 0, NULL, "Report as JSON.", cli_flag, &given.json},
    {"digest", 0, NULL, "Print only the digest of the content.", cli_flag, &given.digest},
    CLI_GOES_WITH("max-memory", "prints the digest alone"),
    CLI_MAX_MEMORY,
    CLI_NO_HISTORY,
    {0}};

const struct cli_program stats_program = {
    .name = "tessera-stats",
    .summary = "Measures a voxel stream, a domain or a result.",
    .usage = "[OPTION]... [FILE]",
    .epilogue = "FILE is what tessera-voxelize, tessera-tile or tessera-run wrote; without FILE, or with -, standard "
                "input is read.",
    .options = options};

bool stats_asks_pores(const struct stats_options *o)
{
  return o->thickness || o->intrusion || o->two_point || o->lineal_path || o->rev || o->network || o->anisotropy;
}

bool stats_asks_predictions(const struct stats_options *o)
{
  return o->predict || o->vram || o->devices || o->bandwidth > 0 || cli_given("precision") || cli_given("lattice");
}

/* ---- checks ---- */

static void check_tension(const struct stats_options *o)
{
  const struct cli_quantity *t = &o->tension;
  if (t->given && t->physical && !cli_is(t, 0, -2, 1))
    cli_usage("--tension %s: expected a surface tension such as 0.48N/m", t->text);
  if (t->given && !(t->value > 0))
    cli_usage("--tension %s: it must be positive", t->text);
  if (!(o->contact_angle >= 0 && o->contact_angle <= 180 && fabs(cos(o->contact_angle * M_PI / 180)) > 1e-6))
    cli_usage("--contact-angle %g: expected 0 to 180 degrees, and not 90, where there is no capillary pressure",
              o->contact_angle);
}

static void check_plot(const struct stats_options *o)
{
  if (!o->plot)
    return;
  cli_need_plot_name(o->plot);
  if (cli_same_file(o->input, o->plot))
    cli_usage("%s would be overwritten: give another file to --plot", cli_input_name(o->input));
  if (o->mask && cli_same_file(o->mask, o->plot))
    cli_usage("--plot %s would replace the mask", o->plot);
}

static void check_output(const struct stats_options *o)
{
  if (!o->output)
    return;
  if (cli_to_stdout(o->output))
    cli_usage("-o: standard output has the report: give the name of a file");
  const struct cli_file files[] = {{"-o", o->output, &cli_tile_format}, {"--plot", o->plot, NULL}};
  cli_check_input(o->input, files, 2);
  if (o->mask)
    cli_check_input(o->mask, files, 2);
  cli_check_outputs(files, 2);
}

struct stats_options stats_read_options(int argc, char **argv)
{
  given.input = cli_one_input(argc, argv, cli_start(&stats_program, argc, argv));
  check_tension(&given);
  check_plot(&given);
  stats_check_network(&given);
  check_output(&given);
  return given;
}
