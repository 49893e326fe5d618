/* SPDX-License-Identifier: BSD-3-Clause */
#include "tile_lint.h"

#include "internal_measure.h"
#include "nodes.h"

#include <string.h>

/* Fractions above which a warning is printed. */
static const double narrow_much = 0.1, seam_much = 0.01;

static double percent(double part, double whole)
{
  return whole > 0 ? 100 * part / whole : 0;
}

static unsigned face_bit(const struct tile_patch *p)
{
  return 1u << (p->face[0] - 'x' + (p->face[1] == '+' ? 3 : 0));
}

unsigned lint_open_faces(const struct lint *l)
{
  unsigned open = 0;
  for (int i = 0; i < l->patches; i++)
    open |= face_bit(&l->patch[i]);
  return open;
}

static unsigned ways_in(const struct lint *l)
{
  return lint_open_faces(l) | (l->openings ? TILE_TOUCHES_OPENING : 0);
}

/* ---- components ---- */

static void warn_unreachable(struct lint *l, const struct tile_components *c, int64_t nonsolid)
{
  struct tile_share lost = tile_unreachable(c, ways_in(l), l->periodic);
  if (!lost.components)
    return;
  l->found++;
  cli_warn(
      "%lld of %lld components (%lld of %lld non-solid nodes, %.3g %%) %s: no flow reaches them, unless over edges; "
      "--keep percolating leaves them out",
      (long long)lost.components, (long long)c->count, (long long)lost.nodes, (long long)nonsolid,
      percent((double)lost.nodes, (double)nonsolid),
      l->patches || l->periodic || l->openings ? "touch no patch and wrap around no periodic axis" : "span no axis");
}

static const struct tile_patch *patch_named(const struct lint *l, const char *name)
{
  const int patch = tile_patch_find(l->patch, l->patches, name, strlen(name));
  return patch < 0 ? NULL : &l->patch[patch];
}

static void warn_blocked(struct lint *l, const struct tile_components *c, const struct tile_keep *keep)
{
  const struct tile_patch *inlet = patch_named(l, "inlet"), *outlet = patch_named(l, "outlet");
  if (!inlet || !outlet || tile_joins(c, keep, face_bit(inlet), face_bit(outlet)))
    return;
  l->found++;
  cli_warn("no path leads from the inlet %s to the outlet %s: nothing will flow", inlet->face, outlet->face);
}

void lint_components(struct lint *l, const struct tile_components *c, const struct tile_keep *keep, int64_t nonsolid)
{
  if (l->how == LINT_NO)
    return;
  if (keep->what == TILE_KEEP_ALL)
    warn_unreachable(l, c, nonsolid);
  warn_blocked(l, c, keep);
}

/* ---- nodes ---- */

static void warn_narrow(struct lint *l, double share)
{
  if (share < narrow_much)
    return;
  l->found++;
  cli_warn("%.3g %% of the non-solid nodes lie in gaps under 3 nodes: the flow there is not resolved; "
           "a finer image would be better",
           100 * share);
}

static int look_for_gaps(struct lint *l, const struct tile_bits *b, FILE *report, struct tile_error *e)
{
  int64_t narrow, nonsolid = tile_bits_count(b);
  if (tile_count_narrow(b, lint_open_faces(l), l->periodic, &narrow, e))
    return e->code;
  double share = nonsolid ? (double)narrow / (double)nonsolid : 0;
  if (report)
    report_line(report, "in gaps under 3 nodes", "%.3g %% of the non-solid nodes", 100 * share);
  warn_narrow(l, share);
  return TILE_OK;
}

/* Neighbouring layers always differ: the last and the first must not differ much more than others do. */
static void look_at_seams(struct lint *l, const struct tile_bits *b)
{
  struct tile_seam seam[3];
  if (!l->periodic)
    return;
  tile_find_seams(b, seam);
  for (int a = 0; a < 3; a++)
    if (l->periodic >> a & 1 && seam[a].seam > 2 * seam[a].inside + seam_much) {
      l->found++;
      cli_warn("the faces across the periodic axis %c do not match: %.3g %% of their nodes are solid on one side only, "
               "%.3g %% from layer to layer inside; voxelize --mirror %c makes them alike",
               "xyz"[a], 100 * seam[a].seam, 100 * seam[a].inside, "xyz"[a]);
    }
}

/* "inlet at z-: 36 nodes (25 % of the face), 9e-10 m2" */
static void report_patch(const struct lint *l, const struct tile_bits *b, int i, FILE *report)
{
  const struct tile_patch *p = &l->patch[i];
  char area[64] = "";
  int64_t nodes = tile_face_nodes(b, p->face);
  double all = 1;
  for (int a = 0; a < 3; a++)
    all *= a == p->face[0] - 'x' ? 1 : (double)b->grid[a];
  if (l->dx > 0)
    snprintf(area, sizeof area, ", %.6g m2", (double)nodes * l->dx * l->dx);
  report_line(report, i ? "" : "patches", "%s at %s: %lld nodes (%.3g %% of the face)%s", p->name, p->face,
              (long long)nodes, percent((double)nodes, all), area);
}

static void look_at_patches(struct lint *l, const struct tile_bits *b, FILE *report)
{
  for (int i = 0; i < l->patches; i++) {
    if (report)
      report_patch(l, b, i, report);
    if (tile_face_nodes(b, l->patch[i].face) == 0) {
      l->found++;
      cli_warn("patch %s has no node: face %s is all solid", l->patch[i].name, l->patch[i].face);
    }
  }
}

/* Warns about voxels between walls on all sides, although their neighbours are fluid. */
static void warn_closed(struct lint *l, const struct tile_bits *b)
{
  const int64_t closed = tile_count_closed(b, l->periodic);
  if (!closed)
    return;
  l->found++;
  cli_warn("walls close %lld non-solid node%s on all sides: nothing flows there; a finer image would be better",
           (long long)closed, closed == 1 ? "" : "s");
}

int lint_nodes(struct lint *l, const struct tile_bits *b, FILE *report, struct tile_error *e)
{
  if (l->how == LINT_NO)
    return TILE_OK;
  look_at_seams(l, b);
  warn_closed(l, b);
  look_at_patches(l, b, report);
  return look_for_gaps(l, b, report, e);
}

int64_t lint_opening_nodes(const struct tile_domain *d, int patch)
{
  int64_t nodes = 0;
  for (size_t m = 0; m < d->marks; m++)
    nodes += d->mark[m].patch == patch + 1;
  return nodes;
}

void lint_openings(struct lint *l, const struct tile_domain *d)
{
  for (int i = 0; i < d->patches && l->how != LINT_NO; i++)
    if (strcmp(d->patch[i].face, "opening") == 0 && lint_opening_nodes(d, i) == 0) {
      l->found++;
      cli_warn("opening %s has no node: nothing flows through it", d->patch[i].name);
    }
}

int lint_end(const struct lint *l, struct tile_error *e)
{
  if (l->how != LINT_STRICT || !l->found)
    return TILE_OK;
  return tile_fail(e, TILE_REJECTED, "--lint strict: %d warning%s, nothing is written", l->found,
                   l->found == 1 ? "" : "s");
}
