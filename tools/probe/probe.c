/* SPDX-License-Identifier: BSD-3-Clause */
/* tessera-probe: reports values of a flow, and writes its fields to files. */
#include <config.h>

#include "bar.h"
#include "beats.h"
#include "lines_view.h"
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

static bool report_asked(const struct probe_options *o)
{
  return o->points.count || o->lines.count || o->sections.count || cli_given("flux") || o->permeability ||
         o->forces.count || o->patch_flux || o->wall_shear || o->table;
}

/* If only a picture or file is requested, there is no report. */
static bool report_wanted(const struct probe_options *o)
{
  return report_asked(o) || o->json || !(o->png || o->vtk || o->npy || o->vtp || o->vtkhdf || o->streamlines);
}

/* Does a file have the walls? */
static bool walls_written(const struct probe_options *o)
{
  return o->vtp || (o->vtkhdf && o->on);
}

/* Populations are read only if a result depends on them, and walls found only if the summary or a file tells of them. */
static int read_flow(const struct probe_options *o, struct fields *f, FILE *in, const char *name, struct tile_error *e)
{
  const bool shear = o->wall_shear || (o->field && !strcmp(o->field, "wall_shear")),
             populations = shear || o->forces.count || o->patch_flux,
             summary = report_wanted(o) && !report_asked(o) && !o->csv,
             view = o->png && o->field && !cli_given("slice");
  if (!populations && !walls_written(o) && !summary && !view)
    return fields_read(f, in, name, e);
  if (probe_walls_read(&walls,
                       populations        ? PROBE_POPULATIONS
                       : walls_written(o) ? PROBE_WALLS
                                          : PROBE_WALLS_OF_AVERAGES,
                       f, in, name, e))
    return e->code;
  return walls.flow && (shear || walls_written(o) || walls.averages) ? probe_walls_shear(&walls, f, e) : 0;
}

/* ---- answers ---- */

static bool to_standard_output(const char *path)
{
  return path && strcmp(path, "-") == 0;
}

static void warn_of_share(const struct probe_options *o)
{
  static bool said;
  if (o->on && surface.share < 0.5 && !said)
    cli_warn("--on: %.0f %% of the area of %s has no wall within two voxels: no values there",
             100 * (1 - surface.share), o->on);
  said = true;
}

/* Is the picture one of the wall? */
static bool is_view(const struct probe_options *o, const struct fields *f)
{
  return o->png && !cli_given("slice") && !cli_given("view") && wall_view_shows(&walls, f, o->field);
}

static int write_png(const struct probe_options *o, const struct fields *f, const struct probe_file *how, FILE *out,
                     struct tile_error *e)
{
  const struct probe_field *field = probe_field_named(o->field ? o->field : "speed", PROBE_IN_PICTURES);
  (void)how;
  if (cli_given("view"))
    return probe_voxels(f, &o->view, field, &o->look, out, e);
  if (!is_view(o, f))
    return probe_png(f, o->slice, field, &o->look, out, e);
  const int code = wall_view_write(o->on ? &surface : NULL, &walls, f, field, o->look.title, out, e);
  if (!code)
    warn_of_share(o);
  return code;
}

static int write_npy(const struct probe_options *o, const struct fields *f, const struct probe_file *how, FILE *out,
                     struct tile_error *e)
{
  return probe_npy(f, o->field ? o->field : "velocity", how, out, e);
}

static int write_vtp(const struct probe_options *o, const struct fields *f, const struct probe_file *how, FILE *out,
                     struct tile_error *e)
{
  if (!o->on)
    return probe_vtp(&walls, f, how, out, e);
  const int code = on_surface_write(&surface, &walls, f, how, out, e);
  if (!code)
    warn_of_share(o);
  return code;
}

static struct probe_file how_of(const struct probe_options *o, const struct fields *f, bool packed)
{
  return (struct probe_file){.single = (o->precision < 0 ? (int)f->precision : o->precision) == LBM_FP32,
                             .packed = packed};
}

static int write_snapshots(const struct probe_options *o, const struct fields *f, struct tile_error *e)
{
  const struct snapshot_walls s = {o->snapshots, o->vtp, NULL, o->on ? &surface : NULL, how_of(o, f, false)};
  return o->snapshots && o->vtp ? snapshot_walls_write(&s, &walls, f, e) : 0;
}

static int write_vti(const struct probe_options *o, const struct fields *f, const struct probe_file *how, FILE *out,
                     struct tile_error *e)
{
  (void)o;
  return probe_vti(f, how, out, e);
}

static int write_streamlines(const struct probe_options *o, const struct fields *f, const struct probe_file *how,
                             FILE *out, struct tile_error *e)
{
  return cli_ends_in(o->streamlines, ".png") ? lines_view_write(&streamlines, f, o->look.title, out, e)
                                             : probe_streamlines_write(&streamlines, f, how, out, e);
}

static int write_plot(const struct probe_options *o, const struct fields *f, const struct probe_file *how, FILE *out,
                      struct tile_error *e)
{
  (void)f, (void)how;
  return plot_write(&plot, cli_ends_in(o->plot, ".png"), o->look.title, out, e);
}

static int write_file(const struct probe_options *o, const struct fields *f, const char *path,
                      int (*write)(const struct probe_options *, const struct fields *, const struct probe_file *,
                                   FILE *, struct tile_error *),
                      struct tile_error *e)
{
  struct cli_output output;
  struct tile_error why;
  if (!path)
    return 0;
  if (cli_open_output(&output, path, true, e))
    return e->code;
  const struct probe_file how = how_of(o, f, output.beside);
  if (write(o, f, &how, output.file, &why))
    return tile_fail(e, why.code, "%s%s%s", why.code == TILE_FAILED ? path : "", why.code == TILE_FAILED ? ": " : "",
                     why.text);
  return cli_commit(&output, e);
}

static int write_surface(const struct probe_options *o, const struct fields *f, const struct probe_file *how,
                         const char *made, struct tile_error *e)
{
  struct on_surface_values *values;
  int code = on_surface_begin(&values, &surface, &walls, f, e);
  if (!code) {
    const struct vtp v = on_surface_vtp(values, how);
    code = vtkhdf_surface(&v, NULL, o->vtkhdf, made, e);
  }
  on_surface_end(values);
  return code;
}

static int write_moments(const struct probe_options *o, const struct fields *f, const char *made, struct tile_error *e)
{
  const struct snapshot_walls s = {o->snapshots, o->vtkhdf, made, &surface, how_of(o, f, true)};
  return o->on ? snapshot_walls_write(&s, &walls, f, e) : snapshot_fields_write(o->snapshots, f, o->vtkhdf, made, e);
}

/* HDF5 opens the file by its name. */
static int write_vtkhdf(const struct probe_options *o, const struct fields *f, struct tile_error *e)
{
  struct cli_output output;
  if (!o->vtkhdf)
    return 0;
  if (cli_open_output(&output, o->vtkhdf, true, e))
    return e->code;
  if (!output.beside)
    return tile_fail(e, TILE_USAGE, "--vtkhdf %s: HDF5 is written into a file, not a pipe or a device", o->vtkhdf);
  const struct probe_file how = how_of(o, f, true);
  const int code = o->snapshots ? write_moments(o, f, output.beside, e)
                   : o->on      ? write_surface(o, f, &how, output.beside, e)
                                : probe_vtkhdf(f, &how, o->vtkhdf, output.beside, e);
  if (!code)
    warn_of_share(o);
  return code ? code : cli_commit(&output, e);
}

static double density(const struct probe_options *o, const struct fields *f)
{
  return o->density.given ? cli_density(&o->density, "--density") : f->units.density;
}

/* m2/s; 0: not given. */
static double viscosity(const struct probe_options *o, const struct fields *f)
{
  return o->viscosity.given ? cli_viscosity(&o->viscosity, density(o, f), "--viscosity") : 0;
}

static int print_summary(const struct fields *f, struct probe_report *r, struct tile_error *e)
{
  return probe_summary(f, r, e) || (walls.averages && wall_values_print(&walls, f, r, e)) ? e->code : 0;
}

static int print_answers(const struct probe_options *o, const struct fields *f, struct probe_report *r,
                         struct tile_error *e)
{
  if ((o->permeability && probe_permeability(f, viscosity(o, f), density(o, f), r, e)) ||
      (cli_given("flux") && probe_flux(f, o->flux, r, e)) || (o->patch_flux && probe_patch_flux(&walls, f, r, e)) ||
      (o->points.count && probe_points(f, &o->points, r, e)) || (o->lines.count && probe_lines(f, &o->lines, r, e)) ||
      (o->sections.count && probe_sections(f, &o->sections, r, e)) ||
      (o->forces.count && probe_forces(&walls, f, &o->forces, o->about, r, e)) ||
      (o->wall_shear && probe_wall_shear(&walls, f, r, e)) || (o->table && beat_curves_print(f, r, e)))
    return e->code;
  return report_asked(o) ? 0 : print_summary(f, r, e);
}

/* *json: the object of --json, which is left open for the warnings of what is written after it. */
static int make_report(const struct probe_options *o, const struct fields *f, char **text, struct json *json,
                       struct tile_error *e)
{
  size_t length;
  struct probe_report r = {.form = o->json ? PROBE_JSON : o->csv ? PROBE_CSV : PROBE_TEXT};
  r.plot = o->plot ? &plot : NULL;
  r.out = open_memstream(text, &length);
  if (!r.out)
    return tile_fail_memory(e, 4096, "the report");
  if (o->json)
    r.json = json_begin(r.out);
  int status = print_answers(o, f, &r, e);
  *json = r.json;
  if (!tile_text_end(r.out, text) && !status)
    status = tile_fail_memory(e, length, "the report");
  return status;
}

static void print_report(const struct probe_options *o, const char *text, struct json *json, FILE *out)
{
  fputs(text, out);
  if (!o->json)
    return;
  json->out = out;
  json_warnings(json);
  json_close(json, '}');
}

/* Nothing is written or printed until the report has been made without error. */
static int answer(const struct probe_options *o, struct fields *f, struct tile_error *e)
{
  char *text = NULL;
  struct json json = {0};
  int status = report_wanted(o) ? make_report(o, f, &text, &json, e) : 0;
  if (!status && o->streamlines)
    status = probe_streamlines_make(&streamlines, f, o->seeds.file, o->seeds.count, e);
  if (!status)
    status = write_file(o, f, o->vtk, write_vti, e);
  if (!status)
    status = write_file(o, f, o->npy, write_npy, e);
  if (!status)
    status = write_snapshots(o, f, e);
  if (!status)
    status = write_file(o, f, o->vtp, write_vtp, e);
  if (!status)
    status = write_vtkhdf(o, f, e);
  if (!status)
    status = write_file(o, f, o->streamlines, write_streamlines, e);
  if (!status)
    status = write_file(o, f, o->png, write_png, e);
  if (!status)
    status = write_file(o, f, o->plot, write_plot, e);
  const bool busy = to_standard_output(o->png) || to_standard_output(o->vtk) || to_standard_output(o->npy) ||
                    to_standard_output(o->vtp) || to_standard_output(o->streamlines);
  if (!status && text)
    print_report(o, text, &json, busy ? stderr : stdout);
  free(text);
  return status;
}

/* The list of the snapshots is not replaced by that of their walls. */
static void check_snapshots(const struct probe_options *o)
{
  if (!o->snapshots || !o->vtp)
    return;
  char *series = snapshot_walls_series(o->snapshots), *list = snapshot_walls_list(o->vtp);
  const struct cli_file files[] = {{"the list of --vtp", list, NULL}};
  if (series && list)
    cli_check_input(series, files, 1);
  free(series);
  free(list);
}

static void set_style(const struct probe_options *o)
{
  canvas_style.dpi = o->style.dpi;
  canvas_style.clear = o->style.transparent;
  bar_map = o->style.map;
}

int main(int argc, char **argv)
{
  struct tile_error e;
  struct fields f;
  const struct probe_options options = probe_read_options(argc, argv), *o = &options;
  check_snapshots(o);
  set_style(o);
  FILE *in = cli_open_input(o->input, &e);
  if (!in || (o->on && on_surface_read(&surface, o->on, o->unit > 0 ? o->unit : 1e-3, &e)) ||
      read_flow(o, &f, in, cli_input_name(o->input), &e) || probe_check_run(&f, &e))
    cli_die(&e);
  probe_fields_begin(&f);
  probe_check_fields(o, &f);
  if (o->on && !walls_written(o) && !is_view(o, &f))
    cli_usage(
        "--on: --png draws a value of the wall on the surface: give --field wall_shear, or tawss ... of averages");
  if (answer(o, &f, &e))
    cli_die(&e);
  plot_free(&plot);
  streamlines_free(&streamlines);
  probe_walls_free(&walls);
  if (o->on)
    on_surface_free(&surface);
  fields_free(&f);
  return EXIT_SUCCESS;
}
