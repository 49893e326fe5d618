/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of tessera-stats: what is reported on, and its reports. */
#ifndef STATS_H
#define STATS_H

#include "answer.h"
#include "cli.h"
#include "fit.h"
#include "ranges.h"
#include "stats_pores.h"
#include "surfaces.h"
#include "tile_measure.h"

/* What tessera-run has: the layouts on each device. */
#define STATS_KINDS 4
extern const struct stats_kind {
  enum lbm_device_kind device;
  enum lbm_layout layout;
} stats_kinds[STATS_KINDS];

/* One for each size of the populations: fp64/fp32 stores and moves what fp32 does. */
enum { STATS_PRECISIONS = 3 };
extern const enum lbm_precision stats_precisions[STATS_PRECISIONS];

/* Where walls cut links: stats_walls.c. */
struct stats_walls {
  double mean;           /* of q, the part of a link before the wall; 0: no links */
  int64_t histogram[10]; /* links by q: (0,0.1] ... (0.9,1] */
  struct tile_surfaces surfaces;
  int64_t links[TILE_SURFACES_LIMIT + 1]; /* of each surface; the first is that without a name */
};
int stats_walls_make(struct stats_walls *w, const struct tile_domain *d, struct tile_error *e);

/* The bounds of a permeability for which it is said how it would be stored on the GPU asked about. */
enum { STATS_BOUNDS = 2 };
extern const double stats_bounds[STATS_BOUNDS];

struct stats {
  const struct stats_options *options;
  struct cli_output plot; /* with --plot; open before anything is measured */
  bool voxels;            /* a voxel stream, tiled here to be measured */
  struct tile_domain domain;
  struct node_values values; /* of the domain, with -o */
  struct tile_measure measure;
  char digest[33];
  int precision;    /* of stats_precisions, of the populations in the models */
  bool predicts;    /* the options ask for predictions */
  double bandwidth; /* bytes/s; NaN: not known, as without predictions */
  bool bandwidth_given;
  enum lbm_lattice lattice;  /* of the models */
  struct tile_measure tiled; /* as the models see it: for D2Q9 in squares */
  int models;                /* number of those of the lattice */
  struct tile_model model[TILE_MODELS];
  struct tile_texture texture;
  struct tile_model forecast[STATS_PRECISIONS][TILE_MODELS];
  bool can_run; /* else the domain has tiles of another edge, and there is no: */
  struct lbm_forecast run[STATS_PRECISIONS][STATS_KINDS];
  double one_copy[STATS_PRECISIONS]; /* bytes, packed on the cuda device */
  struct lbm_fit fit[STATS_BOUNDS];  /* with vram */
  bool flat; /* one slice that is periodic along z: what lattice d2q9 needs, with fp64 and fp32 */
  struct lbm_forecast plane[STATS_PRECISIONS][LBM_DEVICE_KINDS];
  int64_t peak_memory; /* of this program so far, bytes; 0: unknown */
  struct stats_walls walls;
  struct stats_inside inside;
  struct stats_pores pores; /* what options ask for */
  double vram;              /* memory of the GPU asked about, bytes; 0: none */
  int devices;              /* asked about; 0: none */
  double link;              /* bytes/s between them; 0: not given */
  struct lbm_ranges shares;
};

/* Of a flow with that traffic on the devices asked about: the speed, and that by the speed of as many single ones; NaN
 * where the bandwidth or that of the link is not known. */
struct stats_together {
  double mflups, efficiency;
};
struct stats_together stats_together(const struct stats *s, int kind, int precision);
void stats_devices_text(const struct stats *s);
void stats_devices_json(struct json *j, const struct stats *s);

/* Edge of the tiles of the models. */
int stats_model_edge(const struct stats *s);

/* 2: one slice, of which z says nothing. */
int stats_axes(const struct stats *s);
/* Area of the walls per volume, 1/voxel: see tile_area_of_face. */
double stats_specific_surface(const struct stats *s);
/* Inside the mask, of which files hold the number of voxels, and --mask the place; 0, NaN: not known. */
int64_t stats_nodes_inside(const struct stats *s);
double stats_porosity_inside(const struct stats *s), stats_surface_inside(const struct stats *s);

/* NaN where the bandwidth is not known: the one measured here is the CPU's. */
double stats_mflups(const struct stats *s, int kind, int p);

/* The time to a permeability within that bound, packed, in the precision of the models; `why` of its seconds that are not
 * known, or NULL. */
struct lbm_answer stats_answer(const struct stats *s, enum lbm_device_kind device, int bound, const char **why);

/* The same of lattice d2q9. */
double stats_plane_mflups(const struct stats *s, enum lbm_device_kind device, int p);

/* All on standard output. */
void stats_text(const struct stats *s);
void stats_json(const struct stats *s);

/* tiles[edge^3], as tile_count_offsets gives them. */
struct stats_offsets {
  int edge;
  const int64_t *tiles;
  double nonsolid;
};
void stats_offsets_text(const struct stats_offsets *o);
void stats_offsets_json(const struct stats_offsets *o);

#endif
