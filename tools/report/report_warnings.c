/* What may falsify the results of a file. The limits are those at which tessera-tile and tessera-run warn. */
#include <config.h>

#include "report.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

static const double narrow_much = 0.1, seam_much = 0.01, unreachable_much = 0.01, mach_much = 0.17, tau_little = 0.51,
                    flux_much = 0.01;

static void put(struct report *to, const char *name, const char *format, va_list values)
{
  char text[2400];
  vsnprintf(text, sizeof text, format, values);
  fputs("<li><b>", to->warning);
  html_text(to->warning, name);
  fputs("</b>: ", to->warning);
  html_text(to->warning, text);
  fputs("</li>\n", to->warning);
  to->warnings++;
}

void report_warn_of(struct report *r, const char *name, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  put(r, name, format, values);
  va_end(values);
}

/* ---- warnings of the programs, in the history --------------------------- */

const char *report_history_warning(const char *line)
{
  const size_t mark = strlen(TILE_WARNING);
  return strncmp(line, TILE_WARNING, mark) == 0 ? line + mark : NULL;
}

static size_t program_length(const char *line)
{
  return strcspn(line, " [");
}

/* A program that goes on from its own result warns anew of what still holds. */
static bool is_last_of_program(const struct tile_header *h, size_t command)
{
  const char *line = h->history[command];
  for (size_t i = command + 1; i < h->lines; i++)
    if (program_length(h->history[i]) == program_length(line) &&
        strncmp(h->history[i], line, program_length(line)) == 0)
      return false;
  return true;
}

/* Calls use() for each warning that still holds, with the line of its command, until it returns not 0. */
static int visit(struct report_file *r,
                 int (*use)(struct report_file *r, const char *command, const char *text, void *with), void *with)
{
  const struct tile_header *h = &r->f.domain.header;
  const char *text, *command = NULL;
  int code = 0;
  for (size_t i = 0; i < h->lines && !code; i++)
    if (!(text = report_history_warning(h->history[i])))
      command = is_last_of_program(h, i) ? h->history[i] : NULL;
    else if (command)
      code = use(r, command, text, with);
  return code;
}

static int contains(struct report_file *r, const char *command, const char *text, void *like)
{
  (void)r, (void)command;
  return strstr(text, like) != NULL;
}

void report_warn(struct report_file *r, const char *like, const char *format, ...)
{
  va_list values;
  if (like && visit(r, contains, (void *)like))
    return;
  va_start(values, format);
  put(r->report, r->name, format, values);
  va_end(values);
}

/* Returns whether a file before has this warning of this command; keeps it. */
static int is_repeated(bool *repeated, struct report *r, const char *command, const char *text, struct tile_error *e)
{
  char *both, **grown = tile_grow(r->repeat, r->repeated + 1, sizeof *grown);
  if (grown)
    r->repeat = grown;
  if (!grown || asprintf(&both, "%s\n%s", command, text) < 0)
    return tile_fail_memory(e, strlen(command), "a warning");
  *repeated = false;
  for (size_t i = 0; i < r->repeated; i++)
    *repeated = *repeated || strcmp(r->repeat[i], both) == 0;
  r->repeat[r->repeated++] = both;
  return 0;
}

static int put_warning(struct report_file *r, const char *command, const char *text, void *error)
{
  bool repeated = false;
  const int code = is_repeated(&repeated, r->report, command, text, error);
  if (!code && !repeated)
    report_warn(r, NULL, "%s (%.*s)", text, (int)program_length(command), command);
  return code;
}

int report_warnings_before(struct report_file *r, struct tile_error *e)
{
  if (!r->f.domain.header.lines)
    report_warn(r, NULL, "the file has no history, which would hold what the programs warned of");
  return visit(r, put_warning, e);
}

/* ---- what the file itself tells ----------------------------------------- */

static unsigned open_faces(const struct tile_domain *d)
{
  static const char *const face[6] = {"x-", "y-", "z-", "x+", "y+", "z+"};
  unsigned open = 0;
  for (int p = 0; p < d->patches; p++)
    for (unsigned i = 0; i < 6; i++)
      open |= strcmp(d->patch[p].face, face[i]) == 0 ? 1U << i : 0;
  return open;
}

bool report_has_openings(const struct report_file *r)
{
  const struct tile_domain *d = &r->f.domain;
  for (int p = 0; p < d->patches; p++)
    if (strcmp(d->patch[p].face, "opening") == 0)
      return true;
  return false;
}

static void warn_seams(struct report_file *r)
{
  struct tile_seam seam[3];
  tile_find_seams(&r->bits, seam);
  for (int a = 0; a < 3; a++)
    if (r->f.domain.periodic >> a & 1 && seam[a].seam > 2 * seam[a].inside + seam_much)
      report_warn(
          r, "do not match",
          "the faces across the periodic axis %s do not match: %.3g %% of their nodes are solid on one side only",
          cli_axis_names[a], 100 * seam[a].seam);
}

static int warn_unreachable(struct report_file *r, unsigned open, struct tile_error *e)
{
  const struct tile_domain *d = &r->f.domain;
  struct tile_components c;
  if (report_has_openings(r))
    return 0;
  if (tile_components_make(&c, &r->bits, d->periodic, e))
    return e->code;
  const double share = (double)tile_unreachable(&c, open, d->periodic).nodes / (double)r->measure.nonsolid;
  if (share > unreachable_much)
    report_warn(r, "no flow reaches", "no flow reaches %.3g %% of the non-solid nodes", 100 * share);
  tile_components_free(&c);
  return 0;
}

static int warn_geometry(struct report_file *r, struct tile_error *e)
{
  const struct tile_domain *d = &r->f.domain;
  const unsigned open = open_faces(d);
  int64_t narrow;
  if (!r->measure.nonsolid) {
    report_warn(r, "no voxel is fluid", "all nodes are solid");
    return 0;
  }
  if (!(d->dx > 0))
    report_warn(r, NULL, "the voxel size is unknown: lengths are in voxels, other values in lattice units");
  if (!report_has_openings(r) && !r->measure.percolates[0] && !r->measure.percolates[1] &&
      (d->grid[2] == 1 || !r->measure.percolates[2]))
    report_warn(r, NULL, "the pores percolate along no axis");
  if (tile_count_narrow(&r->bits, open, d->periodic, &narrow, e))
    return e->code;
  const double share = (double)narrow / (double)r->measure.nonsolid;
  if (share >= narrow_much && d->grid[2] > 1)
    report_warn(r, "in gaps under 3 nodes",
                "%.3g %% of the non-solid nodes lie in gaps under 3 nodes: a flow there is not resolved", 100 * share);
  warn_seams(r);
  return warn_unreachable(r, open, e);
}

static void warn_flow(struct report_file *r)
{
  const struct probe_run run = probe_run_of(&r->f);
  const double mach = lbm_mach(r->total.speed[2]);
  if (!report_beat_warnings(r) && run.converged && strcmp(run.converged, "yes") != 0)
    report_warn(r, "not converged", "the flow is not converged");
  if (!isfinite(r->total.speed[1]))
    report_warn(r, NULL, "the flow has values that are no numbers");
  if (mach > mach_much)
    report_warn(r, "Mach number", "Mach number %.2g: above %.2g compressibility is visible", mach, mach_much);
  if (run.tau < tau_little && !r->driven)
    report_warn(r, "is close to 0.5", "tau %g is close to 0.5: the flow may be noisy", run.tau);
  if (r->driven && r->flux_spread > flux_much)
    report_warn(r, NULL, "the flux differs by %.3g %% between layers across %s", 100 * r->flux_spread,
                cli_axis_names[r->drive.axis]);
}

int report_warnings(struct report_file *r, struct tile_error *e)
{
  if (r->f.flow && r->measure.nonsolid)
    warn_flow(r);
  return r->repeats ? 0 : warn_geometry(r, e);
}
