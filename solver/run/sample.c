/* SPDX-License-Identifier: BSD-3-Clause */
#include "sample.h"

#include "units.h"

#include <math.h>

bool lbm_has_layers(const struct tile_domain *d)
{
  int64_t layers = 0;
  for (int i = 0; i < 6; i++)
    layers += d->pad[i];
  return layers > 0;
}

struct lbm_region lbm_sample_region(const struct tile_domain *d, int axis)
{
  struct lbm_region r = {.axis = axis};
  for (int a = 0; a < 3; a++) {
    r.begin[a] = d->pad[2 * a];
    r.end[a] = d->grid[a] - d->pad[2 * a + 1];
  }
  return r;
}

/* At density 1 a force per volume is a pressure gradient. */
static double drop_across(const struct lbm_drive *drive, const struct lbm_region *r, double length)
{
  const double first = r->density[0] / (double)r->nodes[0], last = r->density[1] / (double)r->nodes[1];
  return lbm_gauge_pressure(first - last) + (drive->force ? drive->drop / drive->length * length : 0);
}

struct lbm_permeability lbm_permeability_sample(const struct lbm_drive *drive, const struct lbm_region *r,
                                                const struct tile_domain *d)
{
  const int a = drive->axis;
  struct lbm_drive own = *drive;
  double nodes = 1;
  for (int i = 0; i < 3; i++)
    nodes *= (double)(r->end[i] - r->begin[i]);
  if (d->pad[2 * a] || d->pad[2 * a + 1]) {
    own.force = true; /* here the sign of the drop is known */
    own.length = (double)(r->end[a] - r->begin[a] - 1);
    own.drop = own.length > 0 ? drop_across(drive, r, own.length) : (double)NAN;
  }
  if (!lbm_has_layers(d))
    own.drop = (double)NAN;
  return lbm_permeability_of(&own, r->velocity / nodes, d->dx);
}
