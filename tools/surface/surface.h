/* A closed surface on the grid of its voxels: what is inside, and where the links between voxels cross it.
 *
 * Vertices are whole numbers, so that all decisions are exact. Every voxel centre is taken to be moved by the same
 * infinitesimal vector (e, e^2, e^3) (simulation of simplicity, Edelsbrunner & Muecke 1990): no line through centres then
 * meets an edge and no centre lies on a triangle, a line through a vertex is counted once, and the number of crossings
 * of a link always agrees with the sides on which its two ends lie, along all 18 links alike. */
#ifndef SURFACE_H
#define SURFACE_H

#include "mesh.h"

struct surface_report {
  size_t triangles;         /* as read */
  size_t degenerate, twice; /* dropped: two corners are equal; equal to another */
  size_t flipped;           /* turned to face as their neighbours */
  size_t open;              /* edges that are not shared by two triangles, before caps */
  size_t capped;            /* of these, closed by caps */
  size_t holes;             /* closed without becoming openings ... */
  double hole;              /* ... the area of the largest, voxels^2 */
  size_t shells;            /* sets of triangles joined by edges */
  double area, volume;      /* with caps, voxels^2 and voxels^3 */
  size_t unclear;           /* voxels on whose side the columns along x, y and z do not agree */
};

/* A flat opening, closed by a cap. */
struct surface_cap {
  char name[32];
  unsigned char surface;
  double normal[3]; /* unit, into the fluid */
  double centre[3]; /* of its area, voxels: the centre of voxel 0,0,0 is at 0 */
  double area;      /* voxels^2 */
  size_t edges;
  bool cropped; /* no voxel that is kept reaches it */
};

/* A directed edge without a partner: the triangles that would close the surface hold it from b to a. */
struct surface_edge {
  uint32_t a, b;
};

struct surface {
  int64_t grid[3];
  int shift; /* a voxel is 1 << shift units of the vertices */
  size_t vertices, triangles, room;
  int32_t (*vertex)[3]; /* the centre of voxel x, y, z is at (x, y, z) << shift */
  uint32_t (*triangle)[3];
  unsigned char *name_of; /* surface of each triangle; 0: it has no name */
  int names;
  char (*name)[32];
  size_t open; /* edges that are left */
  struct surface_edge *open_edge;
  int caps;
  struct surface_cap *cap;
  struct surface_report report;
};

/* Where voxels lie: of this width and with the centre of voxel 0,0,0 there, in units of the file. */
struct surface_place {
  double width, origin[3];
  int64_t grid[3];
};
/* A box around the mesh, centred, and so many layers more on each side. width 0: so that the longest side of the mesh is
 * `longest` voxels. TILE_USAGE when there would be too many voxels. */
int surface_place(struct surface_place *p, const struct mesh *m, double width, int64_t longest, int64_t layers,
                  struct tile_error *e);
/* Vertices rounded to units and welded, degenerate and duplicate triangles dropped, those that face the wrong way turned.
 * Frees the mesh, also after an error. */
int surface_make(struct surface *s, struct mesh *m, const struct surface_place *p, struct tile_error *e);
void surface_free(struct surface *s);

/* surface_edges.c: shells, flipped triangles, open edges. */
int surface_join(struct surface *s, struct tile_error *e);
/* surface_open.c: after triangles were added or turned. */
int surface_find_open(struct surface *s, struct tile_error *e);
/* surface_measure.c: area and volume of the report, and all triangles turned where the volume is negative. */
void surface_measure(struct surface *s);
/* surface_caps.c: flat openings closed, each a surface of its own, largest first: inlet0, outlet1 ... Those of at most 4 edges
 * and less than 1e-3 of the surface's area, or less than 1e-5 of it, are holes where triangles are missing: closed, too, but
 * without a name. What is not flat, and a flat piece by itself, which a cap would lie upon, stays open; `strict`: is
 * TILE_REJECTED. */
int surface_cap(struct surface *s, bool strict, struct tile_error *e);
/* OLD=NEW, of caps and other surfaces: TILE_USAGE where there is no OLD, or already a NEW. surface_names.c */
int surface_rename(struct surface *s, const char *const *change, size_t count, struct tile_error *e);
int surface_add_triangle(struct surface *s, const uint32_t corner[3], int name, struct tile_error *e);
/* A flat polygon to count - 2 triangles of its corners. surface_polygon.c */
int surface_fill_polygon(struct surface *s, const uint32_t *corner, size_t count, const double normal[3], int name,
                         struct tile_error *e);

#endif
