/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "probe_options.h"

#include "probe_arrays.h"
#include "probe_cut.h"
#include "tile_voxels.h"

#include <math.h>
#include <string.h>

/* The table parses into this struct, and probe_read_options returns it. */
static struct probe_options given = {.precision = -1,
                                     .slice = {2, -1},
                                     .seeds = {.count = 100},
                                     .style = {.dpi = 96, .map = colour_sequential},
                                     .view = {.eye = {30, 25}}};

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

static int parse_section(void *to, const char *value, struct tile_error *e)
{
  struct probe_section section;
  return probe_parse_section(&section, value, e) ? e->code : cli_list(to, value, e);
}

static int parse_slice(void *to, const char *value, struct tile_error *e)
{
  const char *axis = *value ? strchr("xyz", value[0]) : NULL;
  (void)to;
  int64_t index;
  if (!axis || value[1] != '=' || cli_whole(&index, value + 2, 0, INT32_MAX, e))
    return tile_fail(e, TILE_USAGE, "expected x=K, y=K or z=K");
  given.slice = (struct probe_slice){(int)(axis - "xyz"), index};
  return 0;
}

/* A whole number, or the name of a file. */
static int parse_seeds(void *to, const char *value, struct tile_error *e)
{
  const bool number = *value && !value[strspn(value, "0123456789")];
  (void)to;
  given.seeds.file = number ? NULL : value;
  if (!*value || (number && cli_whole(&given.seeds.count, value, 1, PROBE_ROWS_LIMIT, e)))
    return tile_fail(e, TILE_USAGE, "expected a number of seeds from 1 to %d, or a file of points", PROBE_ROWS_LIMIT);
  return 0;
}

static int parse_precision(void *to, const char *value, struct tile_error *e)
{
  static const char *const names[] = {"fp64", "fp32"};
  return cli_word(to, value, names, 2, e);
}

static int parse_view(void *to, const char *value, struct tile_error *e)
{
  static const char *const names[] = {"solid", "flow"};
  int view;
  (void)to;
  if (cli_word(&view, value, names, sizeof names / sizeof *names, e))
    return e->code;
  given.view.solid = view == 0;
  return 0;
}

/* Two angles. */
static int parse_eye(void *to, const char *value, struct tile_error *e)
{
  char copy[80];
  double *eye = given.view.eye;
  const char *comma = strchr(value, ',');
  (void)to;
  snprintf(copy, sizeof copy, "%.*s", comma ? (int)(comma - value) : 0, value);
  if (!comma || cli_real(eye, copy, e) || cli_real(eye + 1, comma + 1, e) || fabs(eye[0]) > 360 || fabs(eye[1]) > 90)
    return tile_fail(e, TILE_USAGE, "expected two angles, -360 to 360 and -90 to 90 degrees");
  return 0;
}

static int parse_map(void *to, const char *value, struct tile_error *e)
{
  static const char *const names[] = {"violet-yellow", "blue-yellow", "black-red", "grey"};
  static colour_map *const maps[] = {colour_sequential, colour_blue_yellow, colour_black_red, colour_grey};
  int map;
  (void)to;
  if (cli_word(&map, value, names, sizeof names / sizeof *names, e))
    return e->code;
  given.style.map = maps[map];
  return 0;
}

static int parse_dpi(void *to, const char *value, struct tile_error *e)
{
  double *dpi = to;
  if (cli_real(dpi, value, e))
    return e->code;
  return *dpi >= 50 && *dpi <= 1200 ? 0 : tile_fail(e, TILE_USAGE, "expected 50 to 1200 pixels per inch");
}

static int parse_unit(void *to, const char *value, struct tile_error *e)
{
  static const char *const names[] = {"m", "cm", "mm", "um", "nm"};
  int unit;
  if (cli_word(&unit, value, names, sizeof names / sizeof *names, e))
    return e->code;
  *(double *)to = tile_length_in(1, names[unit]);
  return 0;
}

static const struct cli_option options[] = {
    CLI_GROUP("Reports"),
    {"point", 0, "X,Y,Z...", "Pressure and velocity at a point, in voxels or lengths such as 12mm,3mm,40mm.",
     parse_point, &given.points},
    {"line", 0, "A:B:N...", "The same at N points along the line from point A to point B.", parse_line, &given.lines},
    {"section", 0, "X,Y,Z[:NX,NY,NZ]...",
     "Area, flow, speed and pressure of a plane cut through the vessel around a point.", parse_section,
     &given.sections},
    {"flux", 0, "x|y|z", "Volume flux through every slice across this axis, its mean and its spread.", cli_axis,
     &given.flux},
    {"patch-flux", 0, NULL, "Flux through each patch, and how well the mass is balanced.", cli_flag, &given.patch_flux},
    {"permeability", 0, NULL, "Permeability, and the hydraulic conductivity.", cli_flag, &given.permeability},
    {"viscosity", 0, "NU",
     "Of the fluid of the hydraulic conductivity, as 1e-6m2/s or 1mPa.s. Default: that of the file.", cli_quantity,
     &given.viscosity},
    CLI_NEEDS("permeability", "is for the hydraulic conductivity"),
    {"density", 0, "RHO", "Density of that fluid. Default: that of the file.", cli_quantity, &given.density},
    CLI_NEEDS("viscosity", "is for a viscosity in Pa.s"),
    {"force", 0, "NAME...",
     "Force and torque on walls (all), solid (inside the grid), a face x- ... z+, or a patch or surface.", cli_list,
     &given.forces},
    {"about", 0, "X,Y,Z", "The point that torques are about. Default: voxel 0,0,0.", cli_place, &given.about},
    CLI_NEEDS("force", "is the point that torques are about"),
    {"wall-shear", 0, NULL, "Shear stress on the walls: least, mean, largest, percentiles; in --vtk, too.", cli_flag,
     &given.wall_shear},
    {"table", 0, NULL, "Pressure and flow of the openings over the last beat, as CSV.", cli_flag, &given.table},
    CLI_GROUP("Files"),
    {"vtk", 0, "FILE", "Write pressure, velocity and solid as VTK image data (.vti).", cli_text, &given.vtk},
    {"vtp", 0, "FILE", "Write the walls as points with shear and pressure, or averages over a beat (.vtp).", cli_text,
     &given.vtp},
    {"vtkhdf", 0, "FILE", "Write what --vtk writes, or with --on the surface, as VTKHDF (.vtkhdf).", cli_text,
     &given.vtkhdf},
    {"on", 0, "SURFACE",
     "Of --vtp, --vtkhdf and --png: show the triangles of this surface, with the values of the wall.", cli_text,
     &given.on},
    CLI_NEEDS("vtp vtkhdf png", "is the surface that carries the values of the wall"),
    {"unit", 0, "m|cm|mm|um|nm", "The unit of lengths in the file of --on. Default: mm.", parse_unit, &given.unit},
    CLI_NEEDS("on", "is that of a surface"),
    {"snapshots", 0, "FOLDER",
     "Of --vtp and --vtkhdf: write the moments of the snapshots in this folder of tessera run.", cli_text,
     &given.snapshots},
    CLI_NEEDS("vtp vtkhdf", "are moments of these"),
    {"streamlines", 0, "FILE", "Write streamlines through --seeds (.vtp), or a picture of them (.png).", cli_text,
     &given.streamlines},
    {"seeds", 0, "N|FILE",
     "N points spread evenly where the flow enters (default: 100), or a text with a line X Y Z for each.", parse_seeds,
     NULL},
    CLI_NEEDS("streamlines", "are points of streamlines"),
    {"npy", 0, "FILE", "Write one field as a NumPy array (.npy) of the shape nz, ny, nx, for velocity nz, ny, nx, 3.",
     cli_text, &given.npy},
    {"precision", 0, "fp64|fp32", "Of the numbers in these files. Default: that of the file.", parse_precision,
     &given.precision},
    CLI_NEEDS("vtk npy vtp vtkhdf streamlines", "is that of numbers in files"),
    CLI_GROUP("Pictures"),
    {"png", 0, "FILE", "Write a picture of a slice, or of a value of the wall.", cli_text, &given.png},
    {"slice", 0, "AXIS=K", "The slice of --png. Default: the middle one across z, or the wall.", parse_slice, NULL},
    CLI_NEEDS("png", "says what a picture shows"),
    {"field", 0, "speed|pressure|ux|uy|uz|wall_shear|velocity|solid|NAME",
     "What --png shows: " PROBE_FIELD_NAMES " or a value of the nodes; for --npy also velocity (default) and solid.",
     cli_text, &given.field},
    CLI_NEEDS("png npy", "says what these show"),
    {"view", 0, "solid|flow",
     "Of --png: the whole in three dimensions: the solid, cut open, with the flow, or the flow alone.", parse_view,
     NULL},
    CLI_NEEDS("png", "is a picture of the whole"),
    CLI_EXCLUDES("slice contour", "is a picture of the whole"),
    {"eye", 0, "A,H",
     "Where --view looks from, in degrees around the z axis and above the plane across z. Default: 30,25.", parse_eye,
     NULL},
    CLI_NEEDS("view", "is where that looks from"),
    {"contour", 0, NULL, "Draw a line over a slice at each value that the bar of colours names.", cli_flag,
     &given.look.contours},
    CLI_NEEDS("png", "is for slices"),
    {"map", 0, "violet-yellow|blue-yellow|black-red|grey",
     "Colours of values without a sign, from dark to light. Default: violet-yellow.", parse_map, NULL},
    CLI_NEEDS("png streamlines", "is for the colours of pictures"),
    {"title", 0, "TEXT", "A line above pictures and charts.", cli_text, &given.look.title},
    CLI_NEEDS("png plot streamlines", "is a line above pictures"),
    {"dpi", 0, "N", "Pixels per inch of pictures, 50 to 1200. Default: 96.", parse_dpi, &given.style.dpi},
    CLI_NEEDS("png plot streamlines", "is that of pictures"),
    {"transparent", 0, NULL, "No white behind pictures and charts.", cli_flag, &given.style.transparent},
    CLI_NEEDS("png plot streamlines", "is the ground of pictures"),
    {"plot", 0, "FILE", "Draw the curves of --line, --flux and --table as charts (.svg or .png).", cli_text,
     &given.plot},
    CLI_NEEDS("line flux table", "draws curves"),
    CLI_GROUP("Output"),
    {"csv", 0, NULL, "Print tables as CSV.", cli_flag, &given.csv},
    CLI_EXCLUDES("json", "prints tables"),
    {"json", 0, NULL, "Print everything requested as one JSON object.", cli_flag, &given.json},
    CLI_MAX_MEMORY,
    {0},
};

const struct cli_program probe_program = {
    .name = "tessera-probe",
    .summary = "Evaluates a flow: values, fluxes, permeability, pictures, VTK files.",
    .usage = "[OPTION]... [FILE]",
    .epilogue = "FILE is a result of tessera-run; without it, or with -, standard input. Without options: a summary.",
    .options = options};

static void check_files(const struct probe_options *o)
{
  static const struct cli_format image = {"VTK image data", ".vti"}, lines = {"VTK polygonal data", ".vtp"},
                                 array = {"a NumPy array", ".npy"}, hdf = {"VTKHDF", ".vtkhdf|.hdf"};
  const bool picture = o->streamlines && cli_ends_in(o->streamlines, ".png");
  const struct cli_file files[] = {
      {"--png", o->png, &cli_png_format}, {"--vtk", o->vtk, &image},
      {"--npy", o->npy, &array},          {"--vtp", o->vtp, &lines},
      {"--vtkhdf", o->vtkhdf, &hdf},      {"--streamlines", o->streamlines, picture ? &cli_png_format : &lines},
      {"--plot", o->plot, NULL}};
  enum { FILES = sizeof files / sizeof *files };
  cli_check_input(o->input, files, FILES);
  if (o->seeds.file)
    cli_check_input(o->seeds.file, files, FILES);
  if (o->on)
    cli_check_input(o->on, files, FILES);
  for (int i = 0; i < FILES; i++)
    for (int k = 0; k < i; k++)
      if (cli_to_standard(files[i].path) && cli_to_standard(files[k].path))
        cli_usage("%s and %s cannot both go to standard output", files[k].option, files[i].option);
  cli_check_outputs(files, FILES);
  cli_try_outputs(files, FILES);
}

static void check_field(const struct probe_options *o, const struct fields *f)
{
  char names[NODE_VALUES_TEXT];
  if (!o->field && !f->flow && (o->png || o->npy))
    cli_usage("--field: choose one of the values of the nodes: %s", node_values_names(names, &f->values));
  if (!o->field)
    return;
  if (!probe_array_known(f, o->field))
    cli_usage("--field %s: expected " PROBE_FIELD_NAMES ", or, for --npy, velocity or solid, or a value of the nodes "
              "(this file has: %s)",
              o->field, node_values_names(names, &f->values));
  if (o->png && !probe_field_named(f, o->field, PROBE_IN_PICTURES))
    cli_usage("--field %s: --png shows " PROBE_FIELD_NAMES, o->field);
}

void probe_check_fields(const struct probe_options *o, const struct fields *f)
{
  struct tile_error e;
  check_field(o, f);
  if (f->flow || !(cli_given("flux") || o->sections.count || o->permeability || o->forces.count || o->patch_flux ||
                   o->wall_shear || o->vtp || (o->vtkhdf && o->on) || o->streamlines || o->table))
    return;
  tile_fail(&e, TILE_REJECTED, "%s: contains a domain, not a flow: `tessera run` first", f->name);
  cli_die(&e);
}

struct probe_options probe_read_options(int argc, char **argv)
{
  struct probe_options *o = &given;
  o->input = cli_one_input(argc, argv, cli_start(&probe_program, argc, argv));
  cli_need_plot_name(o->plot);
  if (o->snapshots && cli_to_standard(o->vtp))
    cli_usage("--snapshots makes several files: give --vtp FILE");
  if (cli_to_standard(o->vtkhdf))
    cli_usage("--vtkhdf: HDF5 is not written into a pipe: give a file");
  if (o->seeds.file && !strcmp(o->seeds.file, "-") && (!o->input || !strcmp(o->input, "-")))
    cli_usage("--seeds and the flow cannot both come from standard input");
  check_files(o);
  return *o;
}
