/* SPDX-License-Identifier: BSD-3-Clause */
/* A surface on the grid of its voxels, from which inside/ finds the fluid voxels and the cuts of their links. Call
 * surface_place and surface_make with a mesh, then surface_keep_inner, surface_cap, surface_open_ends, surface_rename and
 * surface_extend.
 *
 * Vertices are integers, so that all decisions are exact. Every voxel centre is considered as moved by the same
 * infinitesimal vector (e, e^2, e^3) (simulation of simplicity, Edelsbrunner & Muecke 1990): then no line through
 * centres meets an edge, no centre is on a triangle, a line through a vertex is counted once, and the number of
 * crossings of a link always agrees with the sides of its two ends, for all 18 links alike. */
#ifndef SURFACE_H
#define SURFACE_H

#include "mesh.h"

#include <math.h>

struct surface_report {
  size_t triangles;         /* as read */
  size_t welded;            /* vertices that were replaced by others beside them, */
  double apart;             /* the farthest of these, in voxels along an axis */
  size_t degenerate, twice; /* removed: two corners are equal; equal to another triangle */
  size_t flipped;           /* turned to face like their neighbours */
  size_t open;              /* edges that are not shared by two triangles, before caps */
  size_t capped;            /* open edges that caps have closed */
  size_t holes;             /* closed without becoming openings */
  double hole;              /* area of the largest hole, voxels^2 */
  size_t inner;             /* pieces without thickness inside the surface, now walls with two sides */
  double inner_area;        /* of one side, voxels^2 */
  size_t shared;            /* open edges with more than two triangles */
  size_t inside;            /* flat rims that are no ends, left open */
  size_t lost;              /* rims that no cap closes, but what counts as inside does, */
  double largest;           /* the largest of these, voxels^2 */
  size_t shells;            /* sets of triangles that share edges */
  double area, volume;      /* with caps, voxels^2 and voxels^3 */
  bool touching;            /* two opened ends share an edge */
  int64_t voxels;           /* that are inside */
  size_t unclear;           /* voxels for which the columns along x, y and z disagree */
};

/* A flat opening, closed by a cap, or a flat end of the surface. */
struct surface_cap {
  char name[32];
  unsigned char surface; /* 0: an end that is not opened */
  double normal[3];      /* unit, into the fluid */
  double centre[3];      /* centroid in voxels; the centre of voxel 0,0,0 is at 0 */
  double area;           /* voxels^2 */
  size_t edges;
  double extended; /* voxels by which it was prolonged on request */
  double behind;   /* voxels from its centre to the plane of the grid where the fluid ends */
  bool oblique;    /* there was no room to prolong it as far as that */
  bool cropped;    /* no voxel of the selected part reaches it */
};

/* A directed edge without a partner: a triangle that closes the surface contains it from b to a. */
struct surface_edge {
  uint32_t a, b;
};

struct surface {
  int64_t grid[3];
  int shift; /* a voxel is 1 << shift units of the vertices */
  size_t vertices, triangles, room;
  int32_t (*vertex)[3]; /* the centre of voxel x, y, z is at (x, y, z) << shift */
  uint32_t (*triangle)[3];
  unsigned char *name_of; /* for each triangle, its surface; 0: without name */
  size_t inner[2];        /* triangles from inner[0] on and before inner[1] are inner walls */
  int names;
  char (*name)[32];
  size_t open, open_room; /* open edges, and those for which there is room */
  struct surface_edge *open_edge;
  int caps;
  struct surface_cap *cap;
  int ends;
  struct surface_cap *end; /* flat ends, largest first; those that are opened are also in `cap` */
  int rims;
  struct surface_cap *rim; /* flat openings among which some were chosen, in the same way */
  struct surface_report report;
};

/* A vertex in voxels. */
static inline void surface_point(const struct surface *s, uint32_t vertex, double at[3])
{
  for (int a = 0; a < 3; a++)
    at[a] = ldexp((double)s->vertex[vertex][a], -s->shift);
}

/* Position of the voxels in units of the file: their width, and the centre of voxel 0,0,0. */
struct surface_place {
  double width, origin[3];
  int64_t grid[3];
  int64_t reserve; /* voxels by which each side of the grid may move later, see surface_extend and surface_bevel */
};
/* The longest side of the box of all triangles, in units of the file. */
double surface_span(const struct mesh *m);
/* A box centred on the mesh, with so many additional layers on each side. width 0: the longest side of the mesh becomes
 * `longest` voxels. TILE_USAGE if there would be too many voxels. */
int surface_place(struct surface_place *p, const struct mesh *m, double width, int64_t longest, int64_t layers,
                  struct tile_error *e);
/* TILE_USAGE if there are too many voxels. */
int surface_place_check(const struct surface_place *p, struct tile_error *e);
/* Rounds the vertices to units, merges equal ones and those at open edges that surface_weld does, removes degenerate and
 * duplicate triangles, and turns those that face the wrong way. Frees the mesh, also after an error. */
int surface_make(struct surface *s, struct mesh *m, const struct surface_place *p, struct tile_error *e);
void surface_free(struct surface *s);

/* surface_weld.c: vertices of open edges become one, in the triangles of the mesh, whose corners are vertices of the
 * surface, if they are within this part of a voxel along each axis and a quarter of the sides that begin there. Files with
 * a copy of each corner for each triangle have copies that differ by the rounding of single precision. Voxels and links
 * are computed from what comes out, without a tolerance. SURFACE_WELD: the largest part. */
#define SURFACE_WELD 0.01
int surface_weld(struct surface *s, struct mesh *m, double part, struct tile_error *e);
/* surface_edges.c: finds shells, turns triangles, finds open edges. */
int surface_join(struct surface *s, struct tile_error *e);
/* surface_open.c: call it after triangles were added or turned. */
int surface_find_open(struct surface *s, struct tile_error *e);
/* surface_measure.c: sets area and volume of the report; if the volume is negative, turns all triangles. */
void surface_measure(struct surface *s);
/* surface_inner.c: pieces inside an open surface that have no thickness, such as flaps and plates, become walls between
 * fluid and fluid. TILE_REJECTED with `strict`: edges have more than two triangles, and what the wall is is not clear. */
int surface_keep_inner(struct surface *s, bool strict, struct tile_error *e);
/* surface_caps.c: closes flat openings; each becomes a surface, largest first: inlet0, outlet1 ... With a choice only
 * those do, in that order, and the others become wall. Openings of at most 4 edges and less than 1e-3 of the surface's
 * area, or less than 1e-5 of it, are missing triangles: they are closed, too, but get no name. What stays open, and with
 * `strict` is TILE_REJECTED: an opening that is not flat, a flat piece of the surface that its own cap would cover, and
 * a rim that is no end because its cap would cut the surface or lie inside it. TILE_USAGE: a number is too large. */
enum { SURFACE_CHOICES = 64 };
struct surface_ends {
  int count, number[SURFACE_CHOICES]; /* count 0: all */
};
int surface_cap(struct surface *s, const struct surface_ends *choice, bool strict, struct tile_error *e);
/* surface_caps.c: without caps, counts the rims that are no holes as lost. */
int surface_lose_rims(struct surface *s, struct tile_error *e);
/* surface_ends.c: finds flat ends of the surface itself, with a sharp rim, and makes openings of those that are chosen,
 * in that order. TILE_REJECTED: there is none; TILE_USAGE: a number is too large. */
int surface_open_ends(struct surface *s, const struct surface_ends *choice, struct tile_error *e);
/* surface_names.c: OLD=NEW, names of caps and other surfaces. TILE_USAGE if OLD does not exist, or NEW does. */
int surface_rename(struct surface *s, const char *const *change, size_t count, struct tile_error *e);
/* surface_extend.c: prolongs openings along their normal, away from the fluid, as a straight prism whose far end is flat
 * and at right angles to its sides; the far end becomes the opening, its sides are wall without a name. A length begins
 * at the corner of the rim that is farthest along the normal. */
#define SURFACE_EXTEND_ALL "all"
struct surface_extension {
  const char *text; /* "outlet1=12mm", for messages */
  char name[32];    /* of an opening, or SURFACE_EXTEND_ALL: those that no other names */
  double length;    /* m, or hydraulic diameters of the opening (4 area / rim) */
  bool diameters;
};
struct surface_extensions {
  size_t count;
  struct surface_extension item[SURFACE_CHOICES];
};
/* Sets p->reserve, between surface_place and surface_make; a voxel is `voxel` m wide. TILE_USAGE: too long. */
int surface_extend_reserve(struct surface_place *p, const struct surface_extensions *all, double voxel,
                           struct tile_error *e);
/* Call it last. Adds whole layers to the grid, so that `layers` are around the surface. TILE_USAGE: there is no such
 * opening, or a prism meets the surface or another prism; the surface can then only be freed. */
int surface_extend(struct surface *s, const struct surface_extensions *all, struct surface_place *p, double voxel,
                   int64_t layers, struct tile_error *e);
/* Adds to p->reserve, between surface_place and surface_make. */
void surface_bevel_reserve(struct surface_place *p);
/* Call it after surface_extend. Prolongs each opening in the same way until a plane of the grid cuts it, half-way between
 * two layers across the axis that is nearest to its normal; `centre` and `area` stay those of the opening. One that would
 * run into the surface stays as it is. */
int surface_bevel(struct surface *s, struct surface_place *p, int64_t layers, struct tile_error *e);
int surface_add_triangle(struct surface *s, const uint32_t corner[3], int name, struct tile_error *e);
/* surface_polygon.c: cuts a flat polygon into count - 2 triangles between its corners. */
int surface_fill_polygon(struct surface *s, const uint32_t *corner, size_t count, const double normal[3], int name,
                         struct tile_error *e);

#endif
