/* tessera-probe: reports values of a flow, and writes its fields to files. */
#include <config.h>

#include "beats.h"
#include "flow_lines.h"
#include "probe_cut.h"
#include "probe_options.h"
#include "probe_walls.h"
#include "snapshot_walls.h"
#include "wall_view.h"

#include <stdlib.h>
#include <string.h>

static struct probe_walls walls;
static struct streamlines streamlines;
static struct on_surface surface;
static struct plot plot;

static bool report_asked(void)
{
  return asked.points.count || asked.lines.count || asked.sections.count || asked.flux.asked || asked.permeability ||
         asked.forces.count || asked.patch_flux || asked.wall_shear || asked.table;
}

/* If only a picture or file is requested, there is no report. */
static bool report_wanted(void)
{
  return report_asked() || asked.json || !(asked.png || asked.vtk || asked.npy || asked.vtp || asked.streamlines);
}

/* Populations are read only if a result depends on them, and walls found only if the summary or a file tells of them. */
static int read_flow(struct fields *f, FILE *in, const char *name, struct tile_error *e)
{
  const bool shear = asked.wall_shear || (asked.field && !strcmp(asked.field, "wall_shear")),
             populations = shear || asked.forces.count || asked.patch_flux,
             summary = report_wanted() && !report_asked() && !asked.csv,
             view = asked.png && asked.field && !asked.slice.asked;
  if (!populations && !asked.vtp && !summary && !view)
    return fields_read(f, in, name, e);
  if (probe_walls_read(&walls,
                       populations ? PROBE_POPULATIONS
                       : asked.vtp ? PROBE_WALLS
                                   : PROBE_WALLS_OF_AVERAGES,
                       f, in, name, e))
    return e->code;
  return walls.flow && (shear || asked.vtp || walls.averages) ? probe_walls_shear(&walls, f, e) : 0;
}

/* ---- answers ---- */

static bool to_standard_output(const char *path)
{
  return path && strcmp(path, "-") == 0;
}

static void warn_of_share(void)
{
  static bool said;
  if (asked.on && surface.share < 0.5 && !said)
    cli_warn("--on: %.0f %% of the area of %s has no wall within two voxels: no values there",
             100 * (1 - surface.share), asked.on);
  said = true;
}

/* Is the picture one of the wall? */
static bool is_view(const struct fields *f)
{
  return asked.png && !asked.slice.asked && wall_view_shows(&walls, f, asked.field);
}

static int write_png(const struct fields *f, const struct probe_file *how, FILE *out, struct tile_error *e)
{
  const struct probe_field *field = probe_field_named(asked.field ? asked.field : "speed", PROBE_IN_PICTURES);
  (void)how;
  if (!is_view(f))
    return probe_png(f, asked.slice.slice, field, out, e);
  const int code = wall_view_write(asked.on ? &surface : NULL, &walls, f, field, out, e);
  if (!code)
    warn_of_share();
  return code;
}

static int write_npy(const struct fields *f, const struct probe_file *how, FILE *out, struct tile_error *e)
{
  return probe_npy(f, asked.field ? asked.field : "velocity", how, out, e);
}

static int write_vtp(const struct fields *f, const struct probe_file *how, FILE *out, struct tile_error *e)
{
  if (!asked.on)
    return probe_vtp(&walls, f, how, out, e);
  const int code = on_surface_write(&surface, &walls, f, how, out, e);
  if (!code)
    warn_of_share();
  return code;
}

static struct probe_file how_of(const struct fields *f, bool packed)
{
  return (struct probe_file){.single = (asked.precision < 0 ? (int)f->precision : asked.precision) == LBM_FP32,
                             .packed = packed};
}

static int write_snapshots(const struct fields *f, struct tile_error *e)
{
  const struct snapshot_walls s = {asked.snapshots, asked.vtp, asked.on ? &surface : NULL, how_of(f, false)};
  return asked.snapshots ? snapshot_walls_write(&s, &walls, f, e) : 0;
}

static int write_streamlines(const struct fields *f, const struct probe_file *how, FILE *out, struct tile_error *e)
{
  return probe_streamlines_write(&streamlines, f, how, out, e);
}

static int write_plot(const struct fields *f, const struct probe_file *how, FILE *out, struct tile_error *e)
{
  (void)f, (void)how;
  return plot_write(&plot, cli_ends_in(asked.plot, ".png"), out, e);
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
  const struct probe_file how = how_of(f, output.beside);
  if (write(f, &how, output.file, &why))
    return tile_fail(e, why.code, "%s%s%s", why.code == TILE_FAILED ? path : "", why.code == TILE_FAILED ? ": " : "",
                     why.text);
  return cli_commit(&output, e);
}

static double density(const struct fields *f)
{
  return asked.density.given ? cli_density(&asked.density, "--density") : f->units.density;
}

/* m2/s; 0: not given. */
static double viscosity(const struct fields *f)
{
  return asked.viscosity.given ? cli_viscosity(&asked.viscosity, density(f), "--viscosity") : 0;
}

static int print_summary(const struct fields *f, struct probe_report *r, struct tile_error *e)
{
  return probe_summary(f, r, e) || (walls.averages && wall_values_print(&walls, f, r, e)) ? e->code : 0;
}

static int print_answers(const struct fields *f, struct probe_report *r, struct tile_error *e)
{
  if ((asked.permeability && probe_permeability(f, viscosity(f), density(f), r, e)) ||
      (asked.flux.asked && probe_flux(f, asked.flux.axis, r, e)) ||
      (asked.patch_flux && probe_patch_flux(&walls, f, r, e)) ||
      (asked.points.count && probe_points(f, &asked.points, r, e)) ||
      (asked.lines.count && probe_lines(f, &asked.lines, r, e)) ||
      (asked.sections.count && probe_sections(f, &asked.sections, r, e)) ||
      (asked.forces.count && probe_forces(&walls, f, &asked.forces, asked.about, r, e)) ||
      (asked.wall_shear && probe_wall_shear(&walls, f, r, e)) || (asked.table && beat_curves_print(f, r, e)))
    return e->code;
  return report_asked() ? 0 : print_summary(f, r, e);
}

/* *json: the object of --json, which is left open for the warnings of what is written after it. */
static int make_report(const struct fields *f, char **text, struct json *json, struct tile_error *e)
{
  size_t length;
  struct probe_report r = {.form = asked.json ? PROBE_JSON : asked.csv ? PROBE_CSV : PROBE_TEXT};
  r.plot = asked.plot ? &plot : NULL;
  r.out = open_memstream(text, &length);
  if (!r.out)
    return tile_fail_memory(e, 4096, "the report");
  if (asked.json)
    r.json = json_begin(r.out);
  int status = print_answers(f, &r, e);
  *json = r.json;
  if (!tile_text_end(r.out, text) && !status)
    status = tile_fail_memory(e, length, "the report");
  return status;
}

static void print_report(const char *text, struct json *json, FILE *out)
{
  fputs(text, out);
  if (!asked.json)
    return;
  json->out = out;
  json_warnings(json);
  json_close(json, '}');
}

/* Nothing is written or printed until the report has been made without error. */
static int answer(struct fields *f, struct tile_error *e)
{
  char *text = NULL;
  struct json json = {0};
  int status = report_wanted() ? make_report(f, &text, &json, e) : 0;
  if (!status && asked.streamlines)
    status = probe_streamlines_make(&streamlines, f, asked.seeds.file, asked.seeds.count, e);
  if (!status)
    status = write_file(f, asked.vtk, probe_vti, e);
  if (!status)
    status = write_file(f, asked.npy, write_npy, e);
  if (!status)
    status = write_snapshots(f, e);
  if (!status)
    status = write_file(f, asked.vtp, write_vtp, e);
  if (!status)
    status = write_file(f, asked.streamlines, write_streamlines, e);
  if (!status)
    status = write_file(f, asked.png, write_png, e);
  if (!status)
    status = write_file(f, asked.plot, write_plot, e);
  const bool busy = to_standard_output(asked.png) || to_standard_output(asked.vtk) || to_standard_output(asked.npy) ||
                    to_standard_output(asked.vtp) || to_standard_output(asked.streamlines);
  if (!status && text)
    print_report(text, &json, busy ? stderr : stdout);
  free(text);
  return status;
}

/* The list of the snapshots is not replaced by that of their walls. */
static void check_snapshots(void)
{
  if (!asked.snapshots)
    return;
  char *series = snapshot_walls_series(asked.snapshots), *list = snapshot_walls_list(asked.vtp);
  const struct cli_file files[] = {{"the list of --vtp", list, NULL}};
  if (series && list)
    cli_check_input(series, files, 1);
  free(series);
  free(list);
}

int main(int argc, char **argv)
{
  struct tile_error e;
  struct fields f;
  const char *input = cli_one_input(argc, argv, cli_start(&probe_program, argc, argv));
  probe_check_options(input);
  check_snapshots();
  FILE *in = cli_open_input(input, &e);
  if (!in || (asked.on && on_surface_read(&surface, asked.on, asked.unit > 0 ? asked.unit : 1e-3, &e)) ||
      read_flow(&f, in, cli_input_name(input), &e) || probe_check_run(&f, &e))
    cli_die(&e);
  probe_fields_begin(&f);
  probe_check_fields(&f);
  if (asked.on && !asked.vtp && !is_view(&f))
    cli_usage(
        "--on: --png draws a value of the wall on the surface: give --field wall_shear, or tawss ... of averages");
  if (answer(&f, &e))
    cli_die(&e);
  plot_free(&plot);
  streamlines_free(&streamlines);
  probe_walls_free(&walls);
  if (asked.on)
    on_surface_free(&surface);
  fields_free(&f);
  return EXIT_SUCCESS;
}
