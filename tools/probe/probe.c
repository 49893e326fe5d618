/* tessera-probe: what a flow holds. */
#include <config.h>

#include "probe.h"
#include "probe_arrays.h"

#include <stdlib.h>
#include <string.h>

static struct {
  struct cli_values points, lines;
  struct {
    int axis;
    bool asked;
  } flux;
  bool permeability, csv, json;
  struct cli_quantity viscosity, density;
  const char *vtk, *png, *npy;
  int precision; /* -1: that of the file */
  struct {
    struct probe_slice slice;
    bool asked;
  } slice;
  const char *field;
} ask = {.precision = -1, .slice = {{2, -1}, false}};

/* ---- options ---- */

static int parse_point(void *to, const char *value, struct tile_error *e)
{
  struct probe_point point;
  return probe_parse_point(&point, value, e) ? e->code : cli_list(to, value, e);
}

static int parse_line(void *to, const char *value, struct tile_error *e)
{
  struct probe_line line;
  return probe_parse_line(&line, value, e) ? e->code : cli_list(to, value, e);
}

static int parse_flux(void *to, const char *value, struct tile_error *e)
{
  (void)to;
  ask.flux.asked = true;
  return cli_axis(&ask.flux.axis, value, e);
}

static int parse_slice(void *to, const char *value, struct tile_error *e)
{
  const char *axis = *value ? strchr("xyz", value[0]) : NULL;
  (void)to;
  int64_t index;
  if (!axis || value[1] != '=' || cli_whole(&index, value + 2, 0, INT32_MAX, e))
    return tile_fail(e, TILE_USAGE, "expected x=K, y=K or z=K");
  ask.slice.slice = (struct probe_slice){(int)(axis - "xyz"), index};
  ask.slice.asked = true;
  return 0;
}

static int parse_field(void *to, const char *value, struct tile_error *e)
{
  (void)to;
  ask.field = value;
  return probe_array_known(value)
             ? 0
             : tile_fail(e, TILE_USAGE, "expected " PROBE_FIELD_NAMES ", or, for --npy, velocity or solid");
}

static int parse_precision(void *to, const char *value, struct tile_error *e)
{
  static const char *const names[] = {"fp64", "fp32"};
  return cli_word(to, value, names, 2, e);
}

static const struct cli_option options[] = {
    {"point", 0, "X,Y,Z...",
     "Pressure and velocity at a point in voxels; nodes are at whole numbers, between them values are interpolated. "
     "May be given more than once.",
     parse_point, &ask.points},
    {"line", 0, "A:B:N...", "The same at N points along the line from point A to point B. May be given more than once.",
     parse_line, &ask.lines},
    {"flux", 0, "AXIS", "Volume flux through every slice across AXIS (x, y, z), its mean and its spread.", parse_flux,
     NULL},
    {"permeability", 0, NULL,
     "Permeability in m2, darcy and voxel2, with the superficial velocity it follows from, and the hydraulic "
     "conductivity.",
     cli_flag, &ask.permeability},
    {"viscosity", 0, "NU",
     "Viscosity of the fluid for which --permeability tells the hydraulic conductivity, such as 1e-6m2/s or 1mPa.s. "
     "Default: that of the file.",
     cli_quantity, &ask.viscosity},
    {"density", 0, "RHO", "Density of that fluid, for a viscosity in Pa.s. Default: that of the file.", cli_quantity,
     &ask.density},
    {"vtk", 0, "FILE",
     "Write pressure, velocity and solid as VTK image data (.vti), compressed by zlib unless FILE is a pipe.", cli_text,
     &ask.vtk},
    {"npy", 0, "FILE",
     "Write one field as a NumPy array (.npy) of the shape nz, ny, nx or, for velocity, nz, ny, nx, 3.", cli_text,
     &ask.npy},
    {"precision", 0, "fp64|fp32", "Of the numbers that --vtk and --npy write. Default: that of the file.",
     parse_precision, &ask.precision},
    {"png", 0, "FILE", "Write a picture of one slice.", cli_text, &ask.png},
    {"slice", 0, "AXIS=K", "The slice that --png shows. Default: the middle one across z.", parse_slice, NULL},
    {"field", 0, "NAME",
     "What --png shows: " PROBE_FIELD_NAMES ", speed by default; and what --npy writes: also velocity, the default, and"
     " solid.",
     parse_field, NULL},
    {"csv", 0, NULL, "Print tables as CSV.", cli_flag, &ask.csv},
    {"json", 0, NULL, "Print everything requested as one JSON object.", cli_flag, &ask.json},
    CLI_MAX_MEMORY,
    {0},
};

static const struct cli_program program = {
    "tessera-probe",
    "Evaluates a flow: values, fluxes, permeability, pictures, VTK files.",
    "[OPTION]... [FILE]",
    "FILE is a result of tessera-run; without it, or with -, standard input. Without options: a summary.",
    options,
};

static bool to_standard_output(const char *path)
{
  return path && strcmp(path, "-") == 0;
}

static void check_files(const char *input)
{
  const struct {
    const char *name, *path;
  } files[] = {{"--png", ask.png}, {"--vtk", ask.vtk}, {"--npy", ask.npy}};
  for (int i = 0; i < 3; i++) {
    if (cli_same_file(input, files[i].path))
      cli_usage("%s would be overwritten: give another file to %s", cli_input_name(input), files[i].name);
    for (int k = 0; k < i; k++) {
      if (to_standard_output(files[i].path) && to_standard_output(files[k].path))
        cli_usage("%s and %s cannot both go to standard output", files[k].name, files[i].name);
      if (cli_same_output(files[k].path, files[i].path))
        cli_usage("%s and %s both name %s", files[k].name, files[i].name, files[k].path);
    }
  }
}

static void check_options(const char *input)
{
  if (ask.csv && ask.json)
    cli_usage("--csv and --json exclude each other");
  if ((ask.viscosity.given || ask.density.given) && !ask.permeability)
    cli_usage("--viscosity and --density are for the hydraulic conductivity: give --permeability");
  if (ask.density.given && !ask.viscosity.given)
    cli_usage("--density goes with a --viscosity in Pa.s");
  if (!ask.png && (ask.slice.asked || (ask.field && !ask.npy)))
    cli_usage("--slice and --field select what --png shows: give --png FILE");
  if (ask.png && ask.field && !probe_field_named(ask.field, PROBE_IN_PICTURES))
    cli_usage("--field %s: --png shows " PROBE_FIELD_NAMES, ask.field);
  if (ask.precision >= 0 && !ask.vtk && !ask.npy)
    cli_usage("--precision applies to --vtk and --npy: give one of them");
  check_files(input);
}

/* ---- answers ---- */

static int write_png(const struct fields *f, const struct probe_file *how, FILE *out, struct tile_error *e)
{
  (void)how;
  return probe_png(f, ask.slice.slice, probe_field_named(ask.field ? ask.field : "speed", PROBE_IN_PICTURES), out, e);
}

static int write_npy(const struct fields *f, const struct probe_file *how, FILE *out, struct tile_error *e)
{
  return probe_npy(f, ask.field ? ask.field : "velocity", how, out, e);
}

static int write_file(const struct fields *f, const char *path,
                      int (*write)(const struct fields *, const struct probe_file *, FILE *, struct tile_error *),
                      struct tile_error *e)
{
  struct cli_output output;
  struct tile_error why;
  if (!path)
    return 0;
  if (cli_open_output(&output, path, true, e))
    return e->code;
  const struct probe_file how = {.single = (ask.precision < 0 ? (int)f->precision : ask.precision) == LBM_FP32,
                                 .packed = output.beside};
  if (write(f, &how, output.file, &why))
    return tile_fail(e, why.code, "%s%s%s", why.code == TILE_FAILED ? path : "", why.code == TILE_FAILED ? ": " : "",
                     why.text);
  return cli_commit(&output, e);
}

static double density(const struct fields *f)
{
  return ask.density.given ? cli_density(&ask.density, "--density") : f->units.density;
}

/* m2/s; 0: not given. */
static double viscosity(const struct fields *f)
{
  return ask.viscosity.given ? cli_viscosity(&ask.viscosity, density(f), "--viscosity") : 0;
}

static bool report_asked(void)
{
  return ask.points.count || ask.lines.count || ask.flux.asked || ask.permeability;
}

static int print_answers(const struct fields *f, struct probe_report *r, struct tile_error *e)
{
  if ((ask.permeability && probe_permeability(f, viscosity(f), density(f), r, e)) ||
      (ask.flux.asked && probe_flux(f, ask.flux.axis, r, e)) ||
      (ask.points.count && probe_points(f, &ask.points, r, e)) || (ask.lines.count && probe_lines(f, &ask.lines, r, e)))
    return e->code;
  return report_asked() ? 0 : probe_summary(f, r, e);
}

static int make_report(const struct fields *f, char **text, struct tile_error *e)
{
  size_t length;
  struct probe_report r = {.form = ask.json ? PROBE_JSON : ask.csv ? PROBE_CSV : PROBE_TEXT};
  r.out = r.json.out = open_memstream(text, &length);
  if (!r.out)
    return tile_fail_memory(e, 4096, "the report");
  if (ask.json)
    json_open(&r.json, NULL, '{');
  int status = print_answers(f, &r, e);
  if (!status && ask.json)
    json_close(&r.json, '}');
  if (!tile_text_end(r.out, text) && !status)
    status = tile_fail_memory(e, length, "the report");
  return status;
}

/* Nothing is written or printed before the report is known to be possible. A
 * picture or a VTK file alone needs no report. */
static int answer(const struct fields *f, struct tile_error *e)
{
  char *text = NULL;
  bool report = report_asked() || ask.json || !(ask.png || ask.vtk || ask.npy);
  int status = report ? make_report(f, &text, e) : 0;
  if (!status)
    status = write_file(f, ask.vtk, probe_vti, e);
  if (!status)
    status = write_file(f, ask.npy, write_npy, e);
  if (!status)
    status = write_file(f, ask.png, write_png, e);
  const bool busy = to_standard_output(ask.png) || to_standard_output(ask.vtk) || to_standard_output(ask.npy);
  if (!status && text)
    fputs(text, busy ? stderr : stdout);
  free(text);
  return status;
}

int main(int argc, char **argv)
{
  struct tile_error e;
  struct fields f;
  const char *input = cli_one_input(argc, argv, cli_start(&program, argc, argv));
  check_options(input);
  FILE *in = cli_open_input(input, &e);
  if (!in || fields_read(&f, in, cli_input_name(input), &e) || probe_check_run(&f, &e) || answer(&f, &e))
    cli_die(&e);
  fields_free(&f);
  return EXIT_SUCCESS;
}
