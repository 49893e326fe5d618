/* SPDX-License-Identifier: BSD-3-Clause */
#include "diffusion_run.h"

#include "conductivity.h"
#include "diffusion_progress.h"
#include "diffusion_refine.h"
#include "diffusion_sample.h"
#include "lbm.h"
#include "reached.h"
#include "tile_measure.h"

#include <omp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BOUND 1e-5

/* The results along the axes that were asked for. */
struct results {
  const struct diffusion_run *how;
  struct tile_domain domain;
  struct node_values values;
  struct conductivity conductivity;
  struct cli_output output; /* with -o */
  char digest[33];
  const char *device;
  double porosity;
  struct lbm_diffused of[3];
  struct diffusion_refined refined[3];
  struct diffusion_sample sample[3];
  double seconds[3];
};

/* ---- reading --------------------------------------------------------------------- */

static void read_domain(struct results *s)
{
  struct tile_error e;
  struct tile_reader *reader;
  struct tile_input *in;
  FILE *file = cli_open_input(s->how->input, &e);
  check_or_exit(file ? 0 : e.code, &e);
  check_or_exit(tile_reader_open(&reader, file, cli_input_name(s->how->input), &e), &e);
  const char *kind = tile_header_get(tile_reader_header(reader), "kind");
  if (kind && !strcmp(kind, "voxels")) {
    tile_fail(&e, TILE_REJECTED, "%s: contains voxels, not a domain: pass it through tessera tile first",
              cli_input_name(s->how->input));
    cli_die(&e);
  }
  struct tile_array array;
  size_t arrays = 0;
  check_or_exit(tile_input_open(&in, &s->domain, reader, &e), &e);
  check_or_exit(node_values_begin(&s->values, &s->domain, &e), &e);
  if (s->how->conductivities->count || s->how->output)
    check_or_exit(node_values_reading(&s->values, &array, &arrays, &e), &e);
  check_or_exit(tile_input_arrays(in, &array, arrays, &e), &e);
  tile_input_close(in);
  snprintf(s->digest, sizeof s->digest, "%s", tile_reader_digest(reader));
  tile_reader_free(reader);
  fclose(file);
}

static const char *axes_text(char text[8], const bool is[3])
{
  char *at = text;
  for (int a = 0; a < 3; a++)
    if (is[a])
      *at++ = "xyz"[a];
  *at = 0;
  return *text ? text : "none";
}

/* Without a way along an axis nothing diffuses. */
static void check_domain(struct results *s)
{
  struct tile_error e;
  struct tile_measure m;
  char text[8];
  if (s->domain.edge != TILE_EDGE)
    cli_usage("--diffusion needs tiles of 4 nodes: tile --edge 4");
  check_or_exit(tile_measure_domain(&m, &s->domain, &e), &e);
  check_or_exit(
      conductivity_make(&s->conductivity, s->how->conductivities, &s->values, cli_input_name(s->how->input), &e), &e);
  s->porosity = m.porosity;
  for (int a = 0; a < 3; a++)
    if (s->how->axes >> a & 1 && !m.percolates[a]) {
      tile_fail(&e, TILE_REJECTED, "%s: no way leads through the pores along %c; along: %s",
                cli_input_name(s->how->input), 'x' + a, axes_text(text, m.percolates));
      cli_die(&e);
    }
}

/* ---- solving ------------------------------------------------------------------------ */

/* What open links and conductivities connect each node with. The caller frees it. */
static uint8_t *find_reached(const struct results *s, int axis)
{
  struct tile_error e;
  const size_t nodes = s->values.begin[s->domain.tiles];
  uint8_t *reached = tile_alloc(nodes, 1);
  check_or_exit(reached ? 0 : tile_fail_memory(&e, nodes, "the connected nodes"), &e);
  check_or_exit(lbm_reached_make(reached, &s->domain, s->conductivity.of_node, axis, &e), &e);
  return reached;
}

/* The percolation of a domain knows no walls between nodes, and no conductivities. */
static bool has_way(const struct results *s, int axis)
{
  if (!s->conductivity.of_node && !s->domain.wall_begin)
    return true;
  uint8_t *reached = find_reached(s, axis);
  bool has = false;
  for (size_t i = 0; i < s->values.begin[s->domain.tiles]; i++)
    has = has || reached[i] & LBM_REACHES_AROUND || (reached[i] & LBM_REACHES_LOW && reached[i] & LBM_REACHES_HIGH);
  free(reached);
  return has;
}

static void check_way(const struct results *s, int axis)
{
  struct tile_error e;
  if (has_way(s, axis))
    return;
  tile_fail(&e, TILE_REJECTED,
            s->conductivity.of_node ? "%s: nothing conducts all the way along %c"
                                    : "%s: walls thinner than a voxel leave no way through the pores along %c",
            cli_input_name(s->how->input), 'x' + axis);
  cli_die(&e);
}

/* Nothing comes to closed pores, and to what does not conduct: they have no concentration. */
static void take_reached(float *column, const double *value, const struct results *s, int axis)
{
  const size_t nodes = s->values.begin[s->domain.tiles];
  uint8_t *reached = find_reached(s, axis);
  for (size_t i = 0; i < nodes; i++)
    column[i] = reached[i] ? (float)value[i] : NAN;
  free(reached);
}

/* The concentration at the nodes; of several axes it has the axis in its name. */
static void keep_values(struct results *s, const struct lbm_diffusion *d, int axis)
{
  struct tile_error e;
  const size_t nodes = s->values.begin[s->domain.tiles];
  char name[32];
  float *column;
  if (!s->how->output)
    return;
  const bool several = s->how->axes & (s->how->axes - 1);
  snprintf(name, sizeof name, several ? "concentration_%c" : "concentration", 'x' + axis);
  double *value = tile_alloc(nodes, sizeof *value);
  check_or_exit(value ? 0 : tile_fail_memory(&e, nodes * sizeof *value, "the concentration"), &e);
  check_or_exit(lbm_diffusion_values(d, value, &e), &e);
  check_or_exit(node_values_add(&s->values, name, "1", &column, &e), &e);
  take_reached(column, value, s, axis);
  free(value);
}

static void solve(struct results *s, const struct lbm_device *device)
{
  struct tile_error e;
  struct lbm_diffusion *d;
  const double bound = s->how->bound > 0 ? s->how->bound : BOUND;
  if (s->how->refine)
    diffusion_refine(s->refined, &s->domain, s->how->axes, bound, device);
  check_or_exit(lbm_diffusion_new(&d, &s->domain, s->conductivity.of_node, device, &e), &e);
  for (int a = 0; a < 3; a++)
    if (s->how->axes >> a & 1) {
      const double begin = omp_get_wtime();
      check_way(s, a);
      diffusion_solve(d, a, bound, s->of + a);
      s->seconds[a] = omp_get_wtime() - begin;
      keep_values(s, d, a);
      check_or_exit(diffusion_sample_make(s->sample + a, d, &s->domain, &s->conductivity, a, &e), &e);
      if (s->how->refine)
        diffusion_refine_end(s->refined + a, s->of + a);
    }
  lbm_diffusion_free(d);
}

/* ---- reports ------------------------------------------------------------------------- */

/* What a result is of. */
enum region { BOX, MASK, SAMPLE, REGIONS };

struct told {
  double relative, tortuosity;
  struct cli_result in[3]; /* intervals of D_eff / D, the tortuosity factor and the formation factor */
};
enum { OF_DIFFUSION, OF_TORTUOSITY, OF_FORMATION };

/* The flux inside a mask is that through the box; levels of the sample without layers were not computed. */
static void add_intervals(struct told *t, const struct results *s, int axis, enum region region)
{
  const double relative = s->of[axis].relative;
  const struct cli_result plain = cli_result_about(t->relative, (double)NAN, "1"),
                          box = diffusion_result_of(s->how->refine ? s->refined + axis : NULL, relative);
  t->in[OF_DIFFUSION] = region == SAMPLE ? plain : cli_result_times(&box, t->relative / relative, "1");
  t->in[OF_TORTUOSITY] = cli_result_under(t->tortuosity * t->relative, t->in + OF_DIFFUSION, "1");
  t->in[OF_FORMATION] = cli_result_under(1, t->in + OF_DIFFUSION, "1");
}

/* NaN: there is no mask, or there are no layers. Outside a mask nothing conducts. */
static struct told told_of(const struct results *s, int axis, enum region region)
{
  const struct diffusion_sample *m = s->sample + axis;
  const double relative = s->of[axis].relative, open = s->porosity * s->conductivity.mean;
  const double nodes = (double)s->domain.grid[0] * (double)s->domain.grid[1] * (double)s->domain.grid[2];
  const double more = s->domain.inside ? nodes / (double)s->domain.inside : (double)NAN;
  struct told of[REGIONS] = {{.relative = relative, .tortuosity = open / relative},
                             {.relative = relative * more, .tortuosity = open / relative},
                             {.relative = m->relative, .tortuosity = m->open / m->relative}};
  add_intervals(of + region, s, axis, region);
  return of[region];
}

static void print_region(const struct results *s, int axis, enum region region)
{
  static const char *const labels[REGIONS] = {"", "  inside the mask", "  of the sample"};
  const struct told t = told_of(s, axis, region);
  if (isfinite(t.relative))
    report_line(stdout, labels[region],
                s->conductivity.of_node ? "conductivity %.6g, tortuosity factor %.6g, formation factor %.6g"
                                        : "D_eff / D = %.6g, tortuosity factor %.6g, formation factor %.6g",
                t.relative, t.tortuosity, 1 / t.relative);
}

static void print_axis(const struct results *s, int axis)
{
  const struct lbm_diffused *r = s->of + axis;
  const struct told t = told_of(s, axis, BOX);
  char label[32], tau[CLI_RESULT_TEXT], formation[CLI_RESULT_TEXT];
  snprintf(label, sizeof label, "along %c", 'x' + axis);
  report_line(stdout, label, s->conductivity.of_node ? "conductivity %.6g" : "D_eff / D = %.6g", r->relative);
  report_line(stdout, "", "tortuosity factor %.6g", t.tortuosity);
  report_line(stdout, "", "formation factor %.6g", 1 / r->relative);
  report_line(stdout, "", "%s: within %.1e of the solution on this grid, %d iterations, %.2f s",
              r->converged ? "converged" : "not converged", r->bound, r->iterations, s->seconds[axis]);
  print_region(s, axis, MASK);
  print_region(s, axis, SAMPLE);
  if (s->how->refine)
    diffusion_print_interval(stdout, s->refined + axis);
  if (cli_has_interval(t.in))
    report_line(stdout, "", "tortuosity factor %s, formation factor %s", cli_result_text(tau, t.in + OF_TORTUOSITY),
                cli_result_text(formation, t.in + OF_FORMATION));
}

static void print_text(const struct results *s)
{
  const int64_t *n = s->domain.grid;
  report_line(stdout, "grid", "%lld x %lld x %lld, porosity %.6g", (long long)n[0], (long long)n[1], (long long)n[2],
              s->porosity);
  report_line(stdout, "device", "%s", s->device);
  for (int a = 0; a < 3; a++)
    if (s->how->axes >> a & 1)
      print_axis(s, a);
}

static void json_told(struct json *j, const struct results *s, int axis, enum region region)
{
  const struct told t = told_of(s, axis, region);
  json_text(j, "axis", cli_axis_names[axis]);
  json_real(j, "relative", t.relative);
  json_real(j, "tortuosity_factor", t.tortuosity);
  json_real(j, "formation_factor", 1 / t.relative);
  json_interval(j, "tortuosity_factor_interval", t.in + OF_TORTUOSITY);
  json_interval(j, "formation_factor_interval", t.in + OF_FORMATION);
  if (region != BOX)
    json_interval(j, "interval", t.in);
}

/* Of the fluxes across the axis, which are linear in the error of the concentration (Cauchy and Schwarz): the root of the
 * dissipation of the error, by volume, times what all links along an axis conduct, which is at most what their nodes do. */
static double column_error(const struct results *s, int axis)
{
  const struct lbm_diffused *r = s->of + axis;
  return s->domain.periodic >> axis & 1 ? sqrt(r->bound * r->relative * s->porosity * s->conductivity.mean)
                                        : (double)NAN;
}

static void json_axis(struct json *j, const struct results *s, int axis)
{
  const struct lbm_diffused *r = s->of + axis;
  json_open(j, NULL, '{');
  json_told(j, s, axis, BOX);
  json_open(j, "column", '[');
  for (int a = 0; a < 3; a++)
    json_real(j, NULL, r->column[a]);
  json_close(j, ']');
  json_real(j, "column_error", column_error(s, axis));
  json_bool(j, "periodic", s->domain.periodic >> axis & 1);
  json_bool(j, "converged", r->converged);
  json_real(j, "bound", r->bound);
  json_int(j, "iterations", r->iterations);
  json_real(j, "seconds", s->seconds[axis]);
  diffusion_json_interval(j, s->how->refine ? s->refined + axis : NULL);
  json_close(j, '}');
}

/* A list with an object for each axis; null where there is no mask, or there are no layers. */
static void json_region(struct json *j, const char *key, const struct results *s, enum region region)
{
  bool any = false;
  for (int a = 0; a < 3; a++)
    any = any || (s->how->axes >> a & 1 && isfinite(told_of(s, a, region).relative));
  if (!any) {
    json_text(j, key, NULL);
    return;
  }
  json_open(j, key, '[');
  for (int a = 0; a < 3; a++)
    if (s->how->axes >> a & 1) {
      json_open(j, NULL, '{');
      json_told(j, s, a, region);
      json_close(j, '}');
    }
  json_close(j, ']');
}

/* A list, since labels are numbers. */
static void json_labels(struct json *j, const struct conductivity *c)
{
  if (!c->of_node) {
    json_text(j, "labels", NULL);
    return;
  }
  json_open(j, "labels", '[');
  for (int i = 0; i < c->count; i++) {
    json_open(j, NULL, '{');
    json_real(j, "label", c->label[i]);
    json_real(j, "conductivity", c->value[i]);
    json_int(j, "nodes", c->nodes[i]);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void print_json(const struct results *s)
{
  struct json j = json_begin(stdout);
  json_open(&j, "grid", '[');
  for (int a = 0; a < 3; a++)
    json_int(&j, NULL, s->domain.grid[a]);
  json_close(&j, ']');
  json_real(&j, "porosity", s->porosity);
  json_text(&j, "digest", s->digest);
  json_text(&j, "device", s->device);
  json_labels(&j, &s->conductivity);
  json_open(&j, "diffusion", '[');
  for (int a = 0; a < 3; a++)
    if (s->how->axes >> a & 1)
      json_axis(&j, s, a);
  json_close(&j, ']');
  json_region(&j, "diffusion_mask", s, MASK);
  json_region(&j, "diffusion_sample", s, SAMPLE);
  json_warnings(&j);
  json_close(&j, '}');
}

/* The results as keys of the output. */
static void set_keys(struct results *s)
{
  struct tile_error e;
  struct tile_header *h = &s->domain.header;
  char text[3 * (2 * TILE_REAL_TEXT + 4)] = "", value[TILE_REAL_TEXT], bound[TILE_REAL_TEXT];
  tile_header_drop(h, CLI_DIFFUSION_KEY);
  tile_header_drop(h, CLI_TORTUOSITY_KEY);
  for (int a = 0; a < 3; a++)
    if (s->how->axes >> a & 1) {
      const size_t length = strlen(text);
      const struct told t = told_of(s, a, BOX);
      snprintf(text + length, sizeof text - length, "%s%c=%s,%s", length ? " " : "", 'x' + a,
               tile_real_text(value, t.relative), tile_real_text(bound, s->of[a].bound));
      check_or_exit(cli_result_set(h, CLI_DIFFUSION_KEY, a, t.in, &e), &e);
      check_or_exit(cli_result_set(h, CLI_TORTUOSITY_KEY, a, t.in + OF_TORTUOSITY, &e), &e);
    }
  check_or_exit(tile_header_set(h, &e, "diffusion", "%s", text), &e);
}

static void write_output(struct results *s)
{
  struct tile_error e;
  struct tile_array array;
  size_t arrays;
  if (!s->how->output)
    return;
  check_or_exit(cli_add_history(&s->domain.header, "tessera-run", s->how->argc, s->how->argv, s->digest, &e), &e);
  check_or_exit(cli_add_warnings(&s->domain.header, &e), &e);
  set_keys(s);
  check_or_exit(node_values_writing(&s->values, &s->domain.header, &array, &arrays, &e), &e);
  if (tile_domain_write(&s->domain, s->output.file, &array, arrays, NULL, &e)) {
    cli_name_output(&s->output, &e);
    cli_die(&e);
  }
  check_or_exit(cli_commit(&s->output, &e), &e);
}

static void open_output(struct results *s)
{
  struct tile_error e;
  const struct diffusion_run *how = s->how;
  if (!how->output)
    return;
  if (cli_to_stdout(how->output))
    cli_usage("-o: standard output has the report of --diffusion: give the name of a file");
  const struct cli_file file = {"-o", how->output, &cli_tile_format};
  cli_check_input(how->input, &file, 1);
  cli_check_outputs(&file, 1);
  check_or_exit(cli_open_output(&s->output, how->output, true, &e), &e);
}

int diffusion_run(const struct diffusion_run *how)
{
  struct tile_error e;
  struct results s = {.how = how};
  struct lbm_arrays *arrays;
  struct lbm_device device;
  bool converged = true;
  open_output(&s);
  read_domain(&s);
  check_domain(&s);
  check_or_exit(lbm_arrays_new(&arrays, &device, how->device, how->threads, &e), &e);
  s.device = lbm_arrays_describe(arrays);
  solve(&s, &device);
  for (int a = 0; a < 3; a++)
    converged = converged && (!(how->axes >> a & 1) || s.of[a].converged);
  if (!converged)
    cli_warn("--diffusion has not converged");
  (how->json ? print_json : print_text)(&s);
  write_output(&s);
  lbm_arrays_free(arrays);
  conductivity_free(&s.conductivity);
  node_values_free(&s.values);
  tile_domain_free(&s.domain);
  return converged ? EXIT_SUCCESS : EXIT_UNCONVERGED;
}
