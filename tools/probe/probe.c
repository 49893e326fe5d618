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

struct probe {
  const struct probe_options *options;
  struct fields fields;
  struct probe_walls walls;
  struct on_surface surface; /* with --on */
  struct streamlines streamlines;
  struct plot plot;
  bool share_told;
};

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
static int read_flow(struct probe *p, FILE *in, const char *name, struct tile_error *e)
{
  const struct probe_options *o = p->options;
  struct fields *f = &p->fields;
  const bool shear = o->wall_shear || (o->field && !strcmp(o->field, "wall_shear")),
             populations = shear || o->forces.count || o->patch_flux,
             summary = report_wanted(o) && !report_asked(o) && !o->csv,
             view = o->png && o->field && !cli_given("slice");
  if (!populations && !walls_written(o) && !summary && !view)
    return fields_read(f, in, name, e);
  if (probe_walls_read(&p->walls,
                       populations        ? PROBE_POPULATIONS
                       : walls_written(o) ? PROBE_WALLS
                                          : PROBE_WALLS_OF_AVERAGES,
                       f, in, name, e))
    return e->code;
  return p->walls.flow && (shear || walls_written(o) || p->walls.averages) ? probe_walls_shear(&p->walls, f, e) : 0;
}

/* ---- answers ---- */

static void warn_of_share(struct probe *p)
{
  const char *on = p->options->on;
  if (on && p->surface.share < 0.5 && !p->share_told)
    cli_warn("--on: %.0f %% of the area of %s has no wall within two voxels: no values there",
             100 * (1 - p->surface.share), on);
  p->share_told = true;
}

/* Is the picture one of the wall? */
static bool is_view(const struct probe *p)
{
  const struct probe_options *o = p->options;
  return o->png && !cli_given("slice") && !cli_given("view") && wall_view_shows(&p->walls, &p->fields, o->field);
}

static int write_png(struct probe *p, const struct probe_file *how, FILE *out, struct tile_error *e)
{
  const struct probe_options *o = p->options;
  const struct fields *f = &p->fields;
  const struct probe_field *field = probe_field_named(f, o->field ? o->field : "speed", PROBE_IN_PICTURES);
  (void)how;
  if (cli_given("view"))
    return probe_voxels(f, &o->view, field, &o->look, out, e);
  if (!is_view(p))
    return probe_png(f, o->slice, field, &o->look, out, e);
  const int code = wall_view_write(o->on ? &p->surface : NULL, &p->walls, f, field, o->look.title, out, e);
  if (!code)
    warn_of_share(p);
  return code;
}

static int write_npy(struct probe *p, const struct probe_file *how, FILE *out, struct tile_error *e)
{
  const char *field = p->options->field;
  return probe_npy(&p->fields, field ? field : "velocity", how, out, e);
}

static int write_vtp(struct probe *p, const struct probe_file *how, FILE *out, struct tile_error *e)
{
  if (!p->options->on)
    return probe_vtp(&p->walls, &p->fields, how, out, e);
  const int code = on_surface_write(&p->surface, &p->walls, &p->fields, how, out, e);
  if (!code)
    warn_of_share(p);
  return code;
}

static struct probe_file how_of(const struct probe *p, bool packed)
{
  const int precision = p->options->precision < 0 ? (int)p->fields.precision : p->options->precision;
  return (struct probe_file){.single = precision == LBM_FP32, .packed = packed};
}

static int write_snapshots(struct probe *p, struct tile_error *e)
{
  const struct probe_options *o = p->options;
  const struct snapshot_walls s = {o->snapshots, o->vtp, NULL, o->on ? &p->surface : NULL, how_of(p, false)};
  return o->snapshots && o->vtp ? snapshot_walls_write(&s, &p->walls, &p->fields, e) : 0;
}

static int write_vti(struct probe *p, const struct probe_file *how, FILE *out, struct tile_error *e)
{
  return probe_vti(&p->fields, how, out, e);
}

static int write_streamlines(struct probe *p, const struct probe_file *how, FILE *out, struct tile_error *e)
{
  const struct probe_options *o = p->options;
  return cli_ends_in(o->streamlines, ".png") ? lines_view_write(&p->streamlines, &p->fields, o->look.title, out, e)
                                             : probe_streamlines_write(&p->streamlines, &p->fields, how, out, e);
}

static int write_plot(struct probe *p, const struct probe_file *how, FILE *out, struct tile_error *e)
{
  const struct probe_options *o = p->options;
  (void)how;
  return plot_write(&p->plot, cli_ends_in(o->plot, ".png"), o->look.title, out, e);
}

typedef int writer(struct probe *p, const struct probe_file *how, FILE *out, struct tile_error *e);

static int write_file(struct probe *p, const char *path, writer *write, struct tile_error *e)
{
  struct cli_output output;
  struct tile_error why;
  if (!path)
    return 0;
  if (cli_open_output(&output, path, true, e))
    return e->code;
  const struct probe_file how = how_of(p, output.beside);
  if (write(p, &how, output.file, &why))
    return tile_fail(e, why.code, "%s%s%s", why.code == TILE_FAILED ? path : "", why.code == TILE_FAILED ? ": " : "",
                     why.text);
  return cli_commit(&output, e);
}

static int write_surface(struct probe *p, const struct probe_file *how, const char *made, struct tile_error *e)
{
  struct on_surface_values *values;
  int code = on_surface_begin(&values, &p->surface, &p->walls, &p->fields, e);
  if (!code) {
    const struct vtp v = on_surface_vtp(values, how);
    code = vtkhdf_surface(&v, NULL, p->options->vtkhdf, made, e);
  }
  on_surface_end(values);
  return code;
}

static int write_moments(struct probe *p, const struct probe_file *how, const char *made, struct tile_error *e)
{
  const struct probe_options *o = p->options;
  const struct snapshot_walls s = {o->snapshots, o->vtkhdf, made, &p->surface, *how};
  return o->on ? snapshot_walls_write(&s, &p->walls, &p->fields, e)
               : snapshot_fields_write(o->snapshots, &p->fields, o->vtkhdf, made, e);
}

/* HDF5 opens the file by its name. */
static int write_vtkhdf(struct probe *p, struct tile_error *e)
{
  const struct probe_options *o = p->options;
  struct cli_output output;
  if (!o->vtkhdf)
    return 0;
  if (cli_open_output(&output, o->vtkhdf, true, e))
    return e->code;
  if (!output.beside)
    return tile_fail(e, TILE_USAGE, "--vtkhdf %s: HDF5 is written into a file, not a pipe or a device", o->vtkhdf);
  const struct probe_file how = how_of(p, true);
  const int code = o->snapshots ? write_moments(p, &how, output.beside, e)
                   : o->on      ? write_surface(p, &how, output.beside, e)
                                : probe_vtkhdf(&p->fields, &how, o->vtkhdf, output.beside, e);
  if (!code)
    warn_of_share(p);
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

static int print_summary(struct probe *p, struct probe_report *r, struct tile_error *e)
{
  const struct fields *f = &p->fields;
  return probe_summary(f, r, e) || (p->walls.averages && wall_values_print(&p->walls, f, r, e)) ? e->code : 0;
}

static int print_forces(struct probe *p, struct probe_report *r, struct tile_error *e)
{
  const struct probe_options *o = p->options;
  double about[3];
  struct tile_error why;
  if (frame_find(about, &p->fields.domain.header, &o->about, &why))
    return tile_fail(e, why.code, "--about: %.200s", why.text);
  return probe_forces(&p->walls, &p->fields, &o->forces, about, r, e);
}

static int print_answers(struct probe *p, struct probe_report *r, struct tile_error *e)
{
  const struct probe_options *o = p->options;
  const struct fields *f = &p->fields;
  if ((o->permeability && probe_permeability(f, viscosity(o, f), density(o, f), r, e)) ||
      (cli_given("flux") && probe_flux(f, o->flux, r, e)) || (o->patch_flux && probe_patch_flux(&p->walls, f, r, e)) ||
      (o->points.count && probe_points(f, &o->points, r, e)) || (o->lines.count && probe_lines(f, &o->lines, r, e)) ||
      (o->sections.count && probe_sections(f, &o->sections, r, e)) || (o->forces.count && print_forces(p, r, e)) ||
      (o->wall_shear && probe_wall_shear(&p->walls, f, r, e)) || (o->table && beat_curves_print(f, r, e)))
    return e->code;
  return report_asked(o) ? 0 : print_summary(p, r, e);
}

/* *json: the object of --json, which is left open for the warnings of what is written after it. */
static int make_report(struct probe *p, char **text, struct json *json, struct tile_error *e)
{
  const struct probe_options *o = p->options;
  size_t length;
  struct probe_report r = {.form = o->json ? PROBE_JSON : o->csv ? PROBE_CSV : PROBE_TEXT};
  r.plot = o->plot ? &p->plot : NULL;
  r.out = open_memstream(text, &length);
  if (!r.out)
    return tile_fail_memory(e, 4096, "the report");
  if (o->json)
    r.json = json_begin(r.out);
  int status = print_answers(p, &r, e);
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
static int answer(struct probe *p, struct tile_error *e)
{
  const struct probe_options *o = p->options;
  char *text = NULL;
  struct json json = {0};
  int status = report_wanted(o) ? make_report(p, &text, &json, e) : 0;
  if (!status && o->streamlines)
    status = probe_streamlines_make(&p->streamlines, &p->fields, o->seeds.file, o->seeds.count, e);
  if (!status && (write_file(p, o->vtk, write_vti, e) || write_file(p, o->npy, write_npy, e) || write_snapshots(p, e) ||
                  write_file(p, o->vtp, write_vtp, e) || write_vtkhdf(p, e) ||
                  write_file(p, o->streamlines, write_streamlines, e) || write_file(p, o->png, write_png, e) ||
                  write_file(p, o->plot, write_plot, e)))
    status = e->code;
  const bool busy = cli_to_standard(o->png) || cli_to_standard(o->vtk) || cli_to_standard(o->npy) ||
                    cli_to_standard(o->vtp) || cli_to_standard(o->streamlines);
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

static void release(struct probe *p)
{
  plot_free(&p->plot);
  streamlines_free(&p->streamlines);
  probe_walls_free(&p->walls);
  if (p->options->on)
    on_surface_free(&p->surface);
  fields_free(&p->fields);
}

int main(int argc, char **argv)
{
  struct tile_error e;
  const struct probe_options options = probe_read_options(argc, argv), *o = &options;
  struct probe probe = {.options = o}, *p = &probe;
  check_snapshots(o);
  set_style(o);
  FILE *in = cli_open_input(o->input, &e);
  if (!in || (o->on && on_surface_read(&p->surface, o->on, o->unit > 0 ? o->unit : 1e-3, &e)) ||
      read_flow(p, in, cli_input_name(o->input), &e) || probe_check_run(&p->fields, &e))
    cli_die(&e);
  probe_check_fields(o, &p->fields);
  if (o->on && !walls_written(o) && !is_view(p))
    cli_usage(
        "--on: --png draws a value of the wall on the surface: give --field wall_shear, or tawss ... of averages");
  if (answer(p, &e))
    cli_die(&e);
  release(p);
  return EXIT_SUCCESS;
}
