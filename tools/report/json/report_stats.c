/* SPDX-License-Identifier: BSD-3-Clause */
/* Reports of tessera-stats --json: sizes, intrusion, correlations and networks of pores. */
#include <config.h>

#include "json_value.h"
#include "report_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- main numbers ---- */

/* A length that is known in voxels, and perhaps in m under the same name with _m. */
static void add_length(struct report *to, enum report_quantity of, const char *part, const char *value,
                       const char *name)
{
  char si[80];
  snprintf(si, sizeof si, "%s_m", name);
  const bool known = isfinite(json_number_of(value, si));
  report_result(to, of, part, json_number_of(value, known ? si : name), (double)NAN, known ? "m" : "voxel");
}

static void add_critical(struct report *to, const char *r)
{
  static const char *const axes[] = {"x", "y", "z"};
  const char *si = json_member(r, "critical_radius_m"), *of = json_member(r, "critical_radius");
  char part[REPORT_PART];
  for (int a = 0; a < 3; a++) {
    const bool known = isfinite(json_number_of(si, axes[a]));
    report_result(to, QUANTITY_CRITICAL, report_along(part, axes[a]), json_number_of(known ? si : of, axes[a]),
                  (double)NAN, known ? "m" : "voxel");
  }
}

static void add_network(struct report *to, const char *network)
{
  report_result(to, QUANTITY_PORES, "", json_number_of(network, "pores"), (double)NAN, "");
  report_result(to, QUANTITY_THROATS, "", json_number_of(network, "throats"), (double)NAN, "");
  report_result(to, QUANTITY_COORDINATION, "", json_number_of(network, "mean_coordination"), (double)NAN, "");
  add_length(to, QUANTITY_PORE_RADIUS, "", network, "mean_pore_radius");
  add_length(to, QUANTITY_THROAT_RADIUS, "", network, "mean_throat_radius");
}

static void add_results(struct report *to, const char *r)
{
  const char *thickness = json_member(r, "thickness");
  const bool si = isfinite(json_number_of(r, "specific_surface_per_m"));
  const char *box = json_member(r, "mask_nodes") ? REPORT_BOX : "", *unit = si ? "1/m" : "1/voxel";
  report_result(to, QUANTITY_POROSITY, box, 100 * json_number_of(r, "porosity"), (double)NAN, "%");
  report_result(to, QUANTITY_POROSITY, REPORT_INSIDE, 100 * json_number_of(r, "porosity_mask"), (double)NAN, "%");
  report_result(to, QUANTITY_SURFACE, box, json_number_of(r, si ? "specific_surface_per_m" : "specific_surface"),
                (double)NAN, unit);
  report_result(to, QUANTITY_SURFACE, REPORT_INSIDE,
                json_number_of(r, si ? "specific_surface_mask_per_m" : "specific_surface_mask"), (double)NAN, unit);
  add_length(to, QUANTITY_RADIUS, "", thickness, "mean_radius");
  add_length(to, QUANTITY_MEDIAN_RADIUS, "", thickness, "median_radius");
  add_critical(to, r);
  add_network(to, json_member(r, "network"));
}

/* ---- curves ---- */

/* Doubles that grow. */
struct numbers {
  double *value;
  size_t count, room;
};

static int append(struct numbers *to, double value, struct tile_error *e)
{
  if (tile_reserve(&to->value, &to->room, to->count + 1, sizeof *to->value, "a curve", e))
    return e->code;
  to->value[to->count++] = value;
  return 0;
}

/* What is measured at a radius: `list` holds pairs. */
struct pairs {
  const char *list, *title, *y_name;
  bool from_largest; /* shares are added up from the largest radius on */
};

static void add_up(double *y, size_t count)
{
  for (size_t i = count - 1; i-- > 0;)
    y[i] += y[i + 1];
}

static int draw_pairs(struct report *to, const struct pairs *p, bool si, const struct numbers *x, struct numbers *y,
                      struct tile_error *e)
{
  if (x->count < 2)
    return 0;
  if (p->from_largest)
    add_up(y->value, y->count);
  for (size_t i = 0; i < y->count; i++)
    y->value[i] *= 100;
  return report_chart(to,
                      &(struct html_chart){.title = p->title,
                                           .x_name = "Radius",
                                           .x_unit = si ? "m" : "voxels",
                                           .y_name = p->y_name,
                                           .y_unit = "%",
                                           .from_zero = true,
                                           .curves = 1,
                                           .curve = {{"", (int)x->count, x->value, y->value}}},
                      e);
}

static int put_pairs(struct report *to, const struct pairs *p, const char *list, bool si, struct tile_error *e)
{
  struct numbers x = {0}, y = {0};
  int code = 0;
  for (const char *at = json_first(list); at && !code; at = json_next(at)) {
    const char *first = json_first(at), *second = first ? json_next(first) : NULL;
    code = append(&x, json_number(first), e) || append(&y, json_number(second), e) ? e->code : 0;
  }
  if (!code)
    code = draw_pairs(to, p, si, &x, &y, e);
  free(x.value);
  free(y.value);
  return code;
}

static int put_radii(struct report *to, const char *r, struct tile_error *e)
{
  const char *thickness = json_member(r, "thickness");
  const bool si = json_member(r, "voxel_size") != NULL;
  static const struct pairs sizes = {"distribution", "Pore sizes", "Pores of this radius or above", true},
                            intrusion = {"intrusion", "Intrusion", "Pores that are entered", false};
  return put_pairs(to, &sizes, json_member(thickness, si ? "distribution_m" : "distribution"), si, e) ||
                 put_pairs(to, &intrusion, json_member(r, si ? "intrusion_m" : "intrusion"), si, e)
             ? e->code
             : 0;
}

/* A list of values at distances 0, 1, 2 ... voxels for each axis. */
static int put_axes(struct report *to, const char *axes, const char *title, const char *y_name, double dx,
                    struct tile_error *e)
{
  static const char *const names[] = {"x", "y", "z"};
  struct html_chart chart = {.title = title,
                             .x_name = "Distance",
                             .x_unit = dx > 0 ? "m" : "voxels",
                             .y_name = y_name,
                             .y_unit = "",
                             .from_zero = true};
  struct numbers value[3] = {0}, x = {0};
  int code = 0;
  for (int a = 0; a < 3 && !code; a++)
    for (const char *at = json_first(json_member(axes, names[a])); at && !code; at = json_next(at))
      code = append(value + a, json_number(at), e);
  for (size_t i = 0; !code && (i < value[0].count || i < value[1].count || i < value[2].count); i++)
    code = append(&x, (double)i * (dx > 0 ? dx : 1), e);
  for (int a = 0; a < 3; a++)
    if (value[a].count)
      chart.curve[chart.curves++] = (struct html_curve){names[a], (int)value[a].count, x.value, value[a].value};
  if (!code && chart.curves)
    code = report_chart(to, &chart, e);
  for (int a = 0; a < 3; a++)
    free(value[a].value);
  free(x.value);
  return code;
}

/* Porosity over the side of a window: its mean, and how much it varies. */
static int put_windows(struct report *to, const char *r, struct tile_error *e)
{
  struct numbers x = {0}, mean = {0}, deviation = {0};
  const bool si = json_member(r, "voxel_size") != NULL;
  int code = 0;
  for (const char *at = json_first(json_member(r, "rev")); at && !code; at = json_next(at))
    code = append(&x, json_number_of(at, si ? "size_m" : "size"), e) ||
                   append(&mean, 100 * json_number_of(at, "porosity"), e) ||
                   append(&deviation, 100 * json_number_of(at, "porosity_deviation"), e)
               ? e->code
               : 0;
  if (!code && x.count > 1)
    code = report_chart(to,
                        &(struct html_chart){.title = "Porosity of windows",
                                             .x_name = "Side of the window",
                                             .x_unit = si ? "m" : "voxels",
                                             .y_name = "Porosity",
                                             .y_unit = "%",
                                             .from_zero = true,
                                             .curves = 2,
                                             .curve = {{"Mean", (int)x.count, x.value, mean.value},
                                                       {"Standard deviation", (int)x.count, x.value, deviation.value}}},
                        e);
  free(x.value);
  free(mean.value);
  free(deviation.value);
  return code;
}

/* ---- all ---- */

bool report_is_stats(const char *r)
{
  return json_member(r, "specific_surface") && json_member(r, "porosity");
}

static void add_methods(struct report *to, const char *r)
{
  if (json_member(r, "thickness"))
    report_method(to, STAGE_PORES, REPORT_THICKNESS);
  if (json_member(r, "intrusion"))
    report_method(to, STAGE_PORES,
                  "Intrusion was simulated with balls that enter the pores from a face, without gravity");
  if (json_member(r, "network"))
    report_method(to, STAGE_PORES, "Pores and throats were found from the distances to the walls");
}

int report_stats(struct report *to, const char *name, const char *r, struct tile_error *e)
{
  const double dx = json_number_of(r, "voxel_size");
  add_results(to, r);
  add_methods(to, r);
  report_warnings_json(to, name, "tessera-stats", r);
  return put_radii(to, r, e) ||
                 put_axes(to, json_member(r, "two_point"), "Two-point correlation",
                          "Probability that both ends are pores", dx, e) ||
                 put_axes(to, json_member(r, "lineal_path"), "Lineal path", "Probability that a line is in pores", dx,
                          e) ||
                 put_windows(to, r, e)
             ? e->code
             : 0;
}
