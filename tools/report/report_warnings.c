/* SPDX-License-Identifier: BSD-3-Clause */
/* What may falsify the results of a file. The limits are those at which tessera-tile and tessera-run warn. */
#include <config.h>

#include "report.h"

#include <math.h>
#include <string.h>

static const double narrow_much = 0.1, seam_much = 0.01, unreachable_much = 0.01, flux_much = 0.01;

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
  if (mach > LBM_MACH_MUCH)
    report_warn(r, "Mach number", "Mach number %.4g: above %.2g compressibility is visible", mach, LBM_MACH_MUCH);
  if (run.tau < LBM_TAU_LITTLE && !r->driven)
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
