/* SPDX-License-Identifier: BSD-3-Clause */
/* Reports of the measures of pores: text, JSON, and a table of their curves. */
#include "stats_pores.h"

#include <math.h>
#include <string.h>

static const struct stats_curve *curve_of(const struct stats_pores *p, const char *measure, const char *part)
{
  for (int i = 0; i < p->curves; i++)
    if (strcmp(p->curve[i].measure, measure) == 0 && strcmp(p->curve[i].part, part) == 0)
      return p->curve + i;
  return NULL;
}

static void print_thickness(const struct stats_pores *p)
{
  char text[STATS_LENGTH_TEXT];
  report_line(stdout, p->options->solid ? "radius in solid" : "pore radius", "%s, the mean",
              stats_length_text(text, p, p->mean));
  report_line(stdout, "", "%s, the median", stats_length_text(text, p, p->median));
  report_line(stdout, "", "%s, the largest", stats_length_text(text, p, p->most));
}

/* The radius at which the saturation reaches a share; 0: it does not. */
static double radius_at(const struct stats_curve *c, double saturation)
{
  for (int i = 0; i < c->count; i++)
    if (c->y[i] >= saturation)
      return c->x[i];
  return 0;
}

static void print_intrusion(const struct stats_pores *p, const struct stats_curve *c)
{
  char text[STATS_LENGTH_TEXT];
  const double half = radius_at(c, 0.5);
  report_line(stdout, "intrusion", "up to %.4g of the nodes%s", c->y[c->count - 1],
              p->options->trapping ? ", the others are trapped or closed" : "");
  if (half > 0)
    report_line(stdout, "", "half of them at radius %s", stats_length_text(text, p, half));
  if (half > 0 && p->pressure > 0)
    report_line(stdout, "", "at a capillary pressure of %.4g Pa", p->pressure / half);
  for (int a = 0; a < 3; a++)
    report_line(stdout, a ? "" : "critical radius", "%s along %s",
                p->critical[a] > 0 ? stats_length_text(text, p, p->critical[a]) : "none", cli_axis_names[a]);
}

static void print_inside(const struct stats_inside *in)
{
  const int64_t *n = in->grid;
  report_line(stdout, "measured inside", "%lld nodes%s of %lld x %lld x %lld", (long long)in->nodes,
              in->mask ? " in the mask," : "", (long long)n[0], (long long)n[1], (long long)n[2]);
}

static void print_correlation(const struct stats_pores *p, const char *measure, const char *label)
{
  for (int a = 0; a < 3; a++) {
    const struct stats_curve *c = curve_of(p, measure, cli_axis_names[a]);
    char text[REPORT_REAL];
    if (c)
      report_line(stdout, a ? "" : label, "%.4g at 0, %s at %d voxels along %s", c->y[0],
                  report_real(text, 4, c->y[c->count - 1]), c->count - 1, cli_axis_names[a]);
  }
}

void stats_pores_text(const struct stats_pores *p)
{
  const struct stats_curve *intrusion = curve_of(p, "intrusion", "");
  if (p->options->thickness)
    print_thickness(p);
  if (intrusion)
    print_intrusion(p, intrusion);
  if (p->inside && p->inside->part)
    print_inside(p->inside);
  print_correlation(p, "two_point", "two-point correlation");
  print_correlation(p, "lineal_path", "lineal path");
  stats_windows_text(p);
  stats_directions_text(p);
  if (p->network.pore)
    stats_network_text(p);
}

/* [[x * scale, y], ...]; a negative power: [[scale / x, y], ...] */
static void json_points(struct json *j, const char *key, const struct stats_curve *c, double scale, int power)
{
  json_open(j, key, '[');
  for (int i = 0; i < c->count; i++) {
    json_open(j, NULL, '[');
    json_real(j, NULL, power < 0 ? scale / c->x[i] : scale * c->x[i]);
    json_real(j, NULL, c->y[i]);
    json_close(j, ']');
  }
  json_close(j, ']');
}

static double metres(const struct stats_pores *p, double voxels)
{
  return p->dx > 0 ? voxels * p->dx : (double)NAN;
}

static void json_thickness(struct json *j, const struct stats_pores *p, const struct stats_curve *c)
{
  json_open(j, "thickness", '{');
  json_real(j, "mean_radius", p->mean);
  json_real(j, "median_radius", p->median);
  json_real(j, "max_radius", p->most);
  json_real(j, "mean_radius_m", metres(p, p->mean));
  json_real(j, "median_radius_m", metres(p, p->median));
  json_real(j, "max_radius_m", metres(p, p->most));
  json_points(j, "distribution", c, 1, 1);
  json_points(j, "distribution_m", c, metres(p, 1), 1);
  json_close(j, '}');
}

static void json_critical(struct json *j, const char *key, const double critical[3], double scale)
{
  json_open(j, key, '{');
  for (int a = 0; a < 3; a++)
    json_real(j, cli_axis_names[a], critical[a] > 0 ? scale * critical[a] : (double)NAN);
  json_close(j, '}');
}

static void json_correlation(struct json *j, const struct stats_pores *p, const char *measure)
{
  if (!curve_of(p, measure, "x")) {
    json_text(j, measure, NULL);
    return;
  }
  json_open(j, measure, '{');
  for (int a = 0; a < 3; a++) {
    const struct stats_curve *c = curve_of(p, measure, cli_axis_names[a]);
    json_open(j, cli_axis_names[a], '[');
    for (int i = 0; c && i < c->count; i++)
      json_real(j, NULL, c->y[i]);
    json_close(j, ']');
  }
  json_close(j, '}');
}

static void json_intrusion(struct json *j, const struct stats_pores *p, const struct stats_curve *c)
{
  static const char *const keys[] = {"intrusion",       "intrusion_m",       "capillary_pressure",
                                     "critical_radius", "critical_radius_m", NULL};
  if (!c) {
    json_nulls(j, keys);
    return;
  }
  json_points(j, "intrusion", c, 1, 1);
  json_points(j, "intrusion_m", c, metres(p, 1), 1);
  if (p->pressure > 0)
    json_points(j, "capillary_pressure", c, p->pressure, -1);
  else
    json_text(j, "capillary_pressure", NULL);
  json_critical(j, "critical_radius", p->critical, 1);
  json_critical(j, "critical_radius_m", p->critical, metres(p, 1));
}

void stats_pores_json(struct json *j, const struct stats_pores *p)
{
  const struct stats_curve *thickness = curve_of(p, "thickness", ""), *intrusion = curve_of(p, "intrusion", "");
  if (thickness)
    json_thickness(j, p, thickness);
  else
    json_text(j, "thickness", NULL);
  json_intrusion(j, p, intrusion);
  if (p->inside && p->inside->part)
    json_int(j, "measured_nodes", p->inside->nodes);
  else
    json_text(j, "measured_nodes", NULL);
  json_correlation(j, p, "two_point");
  json_correlation(j, p, "lineal_path");
  stats_windows_json(j, p);
  stats_directions_json(j, p);
  if (p->network.pore)
    stats_network_json(j, p);
  else
    json_text(j, "network", NULL);
}

static void print_rows(const struct stats_curve *c, const char *more, const double *value)
{
  char x[REPORT_REAL], y[REPORT_REAL];
  for (int k = 0; k < c->count; k++)
    printf("%s%s,%s,%s,%s\n", c->measure, more, c->part, stats_cell(x, c->x[k]), stats_cell(y, value[k]));
}

void stats_pores_csv(const struct stats_pores *p)
{
  puts("measure,axis,x,value");
  for (int i = 0; i < p->curves; i++) {
    print_rows(p->curve + i, "", p->curve[i].y);
    if (p->curve[i].spread)
      print_rows(p->curve + i, "_deviation", p->curve[i].spread);
  }
  stats_directions_csv(p);
}
