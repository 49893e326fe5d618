/* SPDX-License-Identifier: BSD-3-Clause */
/* --network: pores and throats, their report, and their files. */
#include "stats_pores.h"

#include "numbers.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PERSISTENCE 0.9
/* Half the diagonal of a voxel: how far a wall may lie elsewhere. */
#define NOISE 0.8660254037844386

/* ---- options ------------------------------------------------------------------ */

static const struct stats_network_kind *kind_of(const char *name)
{
  return cli_ends_in(name, ".csv") ? &stats_network_csv : &stats_network_statoil;
}

int stats_persistence(void *to, const char *value, struct tile_error *e)
{
  double given;
  if (cli_positive(&given, value, e))
    return e->code;
  if (given > 1)
    return tile_fail(e, TILE_USAGE, "expected a number up to 1");
  *(double *)to = given;
  return 0;
}

/* The caller frees it. */
static char *file_name(const struct stats_options *o, const char *end)
{
  const size_t room = strlen(o->network) + strlen(end) + 1;
  char *name = malloc(room);
  if (!name) {
    struct tile_error e;
    tile_fail_memory(&e, room, "a file name");
    cli_die(&e);
  }
  snprintf(name, room, "%s%s", o->network, end);
  return name;
}

void stats_check_network(const struct stats_options *o)
{
  const char *name = o->network;
  if (!name)
    return;
  const size_t length = strlen(name);
  if (strcmp(name, "-") == 0 || name[length - 1] == '/')
    cli_usage("--network %s: expected a name that ends in .csv, or the beginning of names of files", name);
  static const struct cli_format format = {"a table for OpenPNM, or four Statoil files", ".csv"};
  cli_check_outputs(&(struct cli_file){"--network", name, &format}, 1);
  const struct stats_network_kind *k = kind_of(name);
  for (int i = 0; i < k->files; i++) {
    char *file = file_name(o, k->end[i]);
    const struct cli_file files[] = {{"--network", file, NULL}, {"--plot", o->plot, NULL}, {"-o", o->output, NULL}};
    cli_check_input(o->input, files, 1);
    cli_check_outputs(files, 3);
    cli_try_outputs(files, 1);
    free(file);
  }
}

/* ---- measure ------------------------------------------------------------------- */

/* The share of radii, which are sorted here. */
static int add_radii(struct stats_pores *p, const char *part, double *radius, int64_t count, struct tile_error *e)
{
  int values = 0;
  qsort(radius, (size_t)count, sizeof *radius, tile_ascending);
  for (int64_t i = 0; i < count; i++)
    values += i == 0 || radius[i] > radius[i - 1];
  struct stats_curve *c = stats_add_curve(p, values, e);
  if (!c)
    return e->code;
  c->measure = "network";
  c->part = part;
  c->across = "radius / voxel";
  c->up = "share of pores, of throats";
  c->distribution = true;
  int k = -1;
  for (int64_t i = 0; i < count; i++) {
    if (i == 0 || radius[i] > radius[i - 1])
      c->x[++k] = radius[i];
    c->y[k] += 1 / (double)count;
  }
  return TILE_OK;
}

static int add_curves(struct stats_pores *p, struct tile_error *e)
{
  const struct tile_network *n = &p->network;
  const size_t most = (size_t)(n->pores > n->throats ? n->pores : n->throats);
  double *radius = tile_alloc(most, sizeof *radius);
  if (!radius)
    return tile_fail_memory(e, most * sizeof *radius, "radii of pores");
  for (int64_t i = 0; i < n->pores; i++)
    radius[i] = sqrt((double)n->pore[i].square);
  int code = add_radii(p, "pores", radius, n->pores, e);
  for (int64_t i = 0; i < n->throats; i++)
    radius[i] = sqrt((double)n->throat[i].square);
  if (!code && n->throats)
    code = add_radii(p, "throats", radius, n->throats, e);
  free(radius);
  return code;
}

int stats_network_make(struct stats_pores *p, const struct tile_bits *b, unsigned periodic, struct tile_error *e)
{
  struct tile_squares s;
  struct tile_regions r = {0};
  const double persistence = p->options->persistence > 0 ? p->options->persistence : PERSISTENCE;
  if (stats_step(tile_squares_make(&s, b, p->inside->whole, p->options->solid, periodic, e)))
    return e->code;
  const int code = stats_step(tile_regions_make(&r, &s, persistence, NOISE, e)) ||
                           stats_step(tile_network_make(&p->network, &s, &r, e)) || add_curves(p, e)
                       ? e->code
                       : TILE_OK;
  tile_regions_free(&r);
  tile_squares_free(&s);
  return code;
}

/* ---- report ---------------------------------------------------------------------- */

/* NaN: there are none. */
struct means {
  double coordination, pore, throat;
};

static struct means means_of(const struct tile_network *n)
{
  double pores = 0, throats = 0;
  for (int64_t i = 0; i < n->pores; i++)
    pores += sqrt((double)n->pore[i].square);
  for (int64_t i = 0; i < n->throats; i++)
    throats += sqrt((double)n->throat[i].square);
  return (struct means){2 * (double)n->throats / (double)n->pores, pores / (double)n->pores,
                        n->throats ? throats / (double)n->throats : (double)NAN};
}

void stats_network_text(const struct stats_pores *p)
{
  const struct tile_network *n = &p->network;
  const struct means m = means_of(n);
  char text[STATS_LENGTH_TEXT];
  report_line(stdout, "network", "%lld pores and %lld throats, %.4g throats for each pore", (long long)n->pores,
              (long long)n->throats, m.coordination);
  report_line(stdout, "", "%s, the mean radius of pores", stats_length_text(text, p, m.pore));
  if (n->throats)
    report_line(stdout, "", "%s, that of throats", stats_length_text(text, p, m.throat));
  report_line(stdout, "", "written to %s%s in %s", p->options->network,
              cli_ends_in(p->options->network, ".csv") ? "" : "_node1.dat, ...", p->dx > 0 ? "metres" : "voxels");
}

void stats_network_json(struct json *j, const struct stats_pores *p)
{
  const struct means m = means_of(&p->network);
  const double metre = p->dx > 0 ? p->dx : (double)NAN;
  json_open(j, "network", '{');
  json_int(j, "pores", p->network.pores);
  json_int(j, "throats", p->network.throats);
  json_real(j, "mean_coordination", m.coordination);
  json_real(j, "mean_pore_radius", m.pore);
  json_real(j, "mean_throat_radius", m.throat);
  json_real(j, "mean_pore_radius_m", m.pore * metre);
  json_real(j, "mean_throat_radius_m", m.throat * metre);
  json_text(j, "unit", p->dx > 0 ? "m" : "voxel");
  json_close(j, '}');
}

/* ---- files ------------------------------------------------------------------------- */

static void open_file(struct cli_output *o, const struct stats_pores *p, const char *end)
{
  struct tile_error e;
  char *name = file_name(p->options, end);
  check_or_exit(cli_open_output(o, name, true, &e), &e);
  free(name);
}

static int flush(const struct cli_output *o, struct tile_error *e)
{
  if (fflush(o->file) != 0)
    return tile_fail(e, TILE_FAILED, "%s: %s", o->path, strerror(errno));
  return ferror(o->file) ? tile_fail(e, TILE_FAILED, "%s: write error", o->path) : TILE_OK;
}

/* All files are complete before the first one gets its name. */
void stats_network_write(const struct stats_pores *p)
{
  struct tile_error e;
  struct cli_output output[STATS_NETWORK_FILES];
  if (!p->network.pore)
    return;
  const struct stats_network_kind *k = kind_of(p->options->network);
  for (int i = 0; i < k->files; i++) {
    open_file(output + i, p, k->end[i]);
    check_or_exit(k->write[i](output[i].file, p, &e), &e);
    check_or_exit(flush(output + i, &e), &e);
  }
  for (int i = 0; i < k->files; i++)
    check_or_exit(cli_commit(output + i, &e), &e);
}
