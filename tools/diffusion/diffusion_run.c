#include "diffusion_run.h"

#include "diffusion_refine.h"
#include "lbm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BOUND 1e-5

/* The results along the axes that were asked for. */
struct results {
  const struct diffusion_run *how;
  struct tile_domain domain;
  char digest[33];
  const char *device;
  double porosity;
  struct lbm_diffused of[3];
  struct diffusion_refined refined[3];
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
  check_or_exit(tile_input_open(&in, &s->domain, reader, &e), &e);
  check_or_exit(tile_input_arrays(in, NULL, 0, &e), &e);
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
  s->porosity = m.porosity;
  for (int a = 0; a < 3; a++)
    if (s->how->axes >> a & 1 && !m.percolates[a]) {
      tile_fail(&e, TILE_REJECTED, "%s: no way leads through the pores along %c; along: %s",
                cli_input_name(s->how->input), 'x' + a, axes_text(text, m.percolates));
      cli_die(&e);
    }
}

/* ---- solving ------------------------------------------------------------------------ */

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Relative to the free fluid; what rounding leaves is below it. */
#define LEAST 1e-9

static void check_way(const struct results *s, int axis)
{
  struct tile_error e;
  if (s->of[axis].relative > LEAST)
    return;
  tile_fail(&e, TILE_REJECTED, "%s: walls thinner than a voxel leave no way through the pores along %c",
            cli_input_name(s->how->input), 'x' + axis);
  cli_die(&e);
}

static void solve(struct results *s, const struct lbm_device *device)
{
  struct tile_error e;
  struct lbm_diffusion *d;
  const double bound = s->how->bound > 0 ? s->how->bound : BOUND;
  if (s->how->refine)
    diffusion_refine(s->refined, &s->domain, s->how->axes, bound, device);
  check_or_exit(lbm_diffusion_new(&d, &s->domain, device, &e), &e);
  for (int a = 0; a < 3; a++)
    if (s->how->axes >> a & 1) {
      const double begin = now();
      check_or_exit(lbm_diffusion_solve(d, a, bound, s->of + a, &e), &e);
      s->seconds[a] = now() - begin;
      check_way(s, a);
      if (s->how->refine)
        diffusion_refine_end(s->refined + a, s->of + a);
    }
  lbm_diffusion_free(d);
}

/* ---- reports ------------------------------------------------------------------------- */

static void print_axis(const struct results *s, int axis)
{
  const struct lbm_diffused *r = s->of + axis;
  char label[32];
  snprintf(label, sizeof label, "along %c", 'x' + axis);
  report_line(stdout, label, "D_eff / D = %.6g", r->relative);
  report_line(stdout, "", "tortuosity factor %.6g", s->porosity / r->relative);
  report_line(stdout, "", "formation factor %.6g", 1 / r->relative);
  report_line(stdout, "", "%s: within %.1e of the solution on this grid, %d iterations, %.2f s",
              r->converged ? "converged" : "not converged", r->bound, r->iterations, s->seconds[axis]);
  if (s->how->refine)
    diffusion_print_interval(stdout, s->refined + axis);
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

static void json_axis(struct json *j, const struct results *s, int axis)
{
  const struct lbm_diffused *r = s->of + axis;
  json_open(j, NULL, '{');
  json_text(j, "axis", cli_axis_names[axis]);
  json_real(j, "relative", r->relative);
  json_real(j, "tortuosity_factor", s->porosity / r->relative);
  json_real(j, "formation_factor", 1 / r->relative);
  json_open(j, "column", '[');
  for (int a = 0; a < 3; a++)
    json_real(j, NULL, r->column[a]);
  json_close(j, ']');
  json_bool(j, "periodic", s->domain.periodic >> axis & 1);
  json_bool(j, "converged", r->converged);
  json_real(j, "bound", r->bound);
  json_int(j, "iterations", r->iterations);
  json_real(j, "seconds", s->seconds[axis]);
  diffusion_json_interval(j, s->how->refine ? s->refined + axis : NULL);
  json_close(j, '}');
}

static void print_json(const struct results *s)
{
  struct json j = {.out = stdout};
  json_open(&j, NULL, '{');
  json_open(&j, "grid", '[');
  for (int a = 0; a < 3; a++)
    json_int(&j, NULL, s->domain.grid[a]);
  json_close(&j, ']');
  json_real(&j, "porosity", s->porosity);
  json_text(&j, "digest", s->digest);
  json_text(&j, "device", s->device);
  json_open(&j, "diffusion", '[');
  for (int a = 0; a < 3; a++)
    if (s->how->axes >> a & 1)
      json_axis(&j, s, a);
  json_close(&j, ']');
  json_close(&j, '}');
}

int diffusion_run(const struct diffusion_run *how)
{
  struct tile_error e;
  struct results s = {.how = how};
  struct lbm_arrays *arrays;
  struct lbm_device device;
  bool converged = true;
  read_domain(&s);
  check_domain(&s);
  check_or_exit(lbm_arrays_new(&arrays, &device, how->device, how->threads, &e), &e);
  s.device = lbm_arrays_describe(arrays);
  solve(&s, &device);
  (how->json ? print_json : print_text)(&s);
  for (int a = 0; a < 3; a++)
    converged = converged && (!(how->axes >> a & 1) || s.of[a].converged);
  lbm_arrays_free(arrays);
  tile_domain_free(&s.domain);
  if (!converged)
    cli_warn("--diffusion has not converged");
  return converged ? EXIT_SUCCESS : EXIT_UNCONVERGED;
}
