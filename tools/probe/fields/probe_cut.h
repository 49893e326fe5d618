/* SPDX-License-Identifier: BSD-3-Clause */
/* A plane cut through a vessel: the part of it that is connected with a point. */
#ifndef PROBE_CUT_H
#define PROBE_CUT_H

#include "probe.h"

struct probe_section {
  const char *text; /* as given */
  struct cli_place place;
  double at[3], normal[3]; /* in voxels; at: set by the caller */
  bool aligned;            /* no normal was given: that of the flow through the cut */
};
/* Parses one value of --section: a place, or a place and a normal, X,Y,Z:NX,NY,NZ. The normal becomes a unit vector. */
int probe_parse_section(struct probe_section *s, const char *text, struct tile_error *e);

struct probe_cut {
  double normal[3];
  double area, flow;                   /* flow: along the normal */
  double pressure, least, most, speed; /* gauge pressure: mean, least and largest; the largest speed */
  double velocity[3];                  /* integral of the velocity */
};

/* Finds the cut of a section and its values, in lattice units. Each column of nodes along the axis nearest to the normal
 * is interpolated linearly where the plane crosses it. TILE_USAGE: the point lies outside or in solid, the cut reaches an
 * opening, or without a normal nothing flows there. Memory: a bit for each node of a tile, 24 bytes for each of the cut. */
int probe_cut_make(struct probe_cut *cut, const struct probe_section *s, const struct fields *f, struct tile_error *e);

/* Reports --section: the cuts, and what their pressures are below that of the first. */
int probe_sections(const struct fields *f, const struct cli_values *sections, struct probe_report *r,
                   struct tile_error *e);

#endif
