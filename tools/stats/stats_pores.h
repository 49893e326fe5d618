/* SPDX-License-Identifier: BSD-3-Clause */
/* The measures of pores that options ask for, and their curves. */
#ifndef STATS_PORES_H
#define STATS_PORES_H

#include "cli.h"
#include "node_values.h"
#include "pores.h"
#include "stats_options.h"
#include "tile_measure.h"

/* Rows of the table of options. */
cli_parser stats_sizes;       /* int64_t: a number, or nothing */
cli_parser stats_persistence; /* double */

/* The bar, of steps that take long: of the domain, and of each measure of pores. stats_progress.c */
void stats_progress_begin(const struct stats_options *o);
/* Returns the code of a step that has ended. */
int stats_step(int code);
void stats_progress_end(void);

/* A curve of a measure: `count` points. NaN: no value. */
struct stats_curve {
  const char *measure, *part; /* key of the JSON report; "x", "y", "z", or "" */
  const char *across, *up;    /* what x and y are */
  int count;
  double *x, *y;
  double *spread;    /* standard deviation of y; NULL: none */
  bool distribution; /* y is the share of x: a chart shows the share of all up to x */
};

/* Where pores are measured: stats_inside.c. */
struct stats_inside {
  struct tile_bits read;         /* the mask, of the whole image, */
  const struct tile_bits *whole; /* or NULL: there is none */
  /* The sample: the image without the layers that voxelize --pad added. Correlations, windows and directions are its. */
  const struct tile_bits *bits, *mask; /* the whole of both, or */
  struct tile_bits box, mask_box;
  int64_t grid[3], begin[3]; /* its size, and where it begins in the image */
  unsigned periodic;         /* axes */
  int64_t nodes, pores;      /* in it, in the mask; with a mask the non-solid ones of these */
  bool part;                 /* it is not the whole image */
  /* With a mask: of the pores and of the mask itself, in the sample; faces between pores and solid inside it. */
  struct tile_texture texture, of_mask;
  int64_t surface;
};
/* Reads the mask, and makes nodes of b outside it solid. TILE_USAGE: the file was cut with a mask that is not given.
 * TILE_REJECTED: it is damaged, or does not fit. Release with stats_inside_free, also after an error. */
int stats_inside_make(struct stats_inside *s, const struct stats_options *o, struct tile_bits *b,
                      const struct tile_domain *d, struct tile_error *e);
void stats_inside_free(struct stats_inside *s);

enum { STATS_CURVES = 16 };
struct stats_pores {
  const struct stats_options *options; /* what is asked for */
  double dx;                           /* m; 0: unknown */
  int64_t nodes;
  int curves;
  struct stats_curve curve[STATS_CURVES];
  double mean, median, most; /* radius, voxels */
  double critical[3];        /* radius, voxels; 0: no way leads through */
  double pressure;           /* Pa, of a ball of one voxel; NaN: unknown */
  struct node_values *values;
  int windows; /* sizes of windows */
  struct tile_windows *window;
  struct tile_anisotropy anisotropy; /* if asked for, as the next */
  struct tile_minkowski minkowski;
  int64_t grid[3];
  const struct stats_inside *inside;
  struct tile_network network;
};

/* A curve of `count` points, which the caller fills. NULL: no memory. */
struct stats_curve *stats_add_curve(struct stats_pores *p, int count, struct tile_error *e);

/* Writes a value for each node of the domain with -o: that of the grid at i = x + nx (y + ny z). */
typedef float stats_value(const void *from, size_t i);
int stats_keep(const struct stats_pores *p, const char *name, const char *unit, stats_value *of, const void *from,
               struct tile_error *e);

/* --rev, stats_windows.c; --anisotropy, stats_directions.c. Their reports are empty if they are not asked for. */
int stats_windows_make(struct stats_pores *p, struct tile_error *e);
void stats_windows_text(const struct stats_pores *p);
void stats_windows_json(struct json *j, const struct stats_pores *p);
int stats_directions_make(struct stats_pores *p, struct tile_error *e);
void stats_directions_text(const struct stats_pores *p);
void stats_directions_json(struct json *j, const struct stats_pores *p);
void stats_directions_csv(const struct stats_pores *p);

/* Measures a volume. values: of its domain, to which `thickness` and `intrusion` are added, radii in voxels, and
 * `porosity`; NULL: they are not wanted. Errors as tile_squares_make. */
int stats_pores_make(struct stats_pores *p, const struct stats_options *o, const struct tile_bits *b,
                     const struct stats_inside *inside, unsigned periodic, double dx, struct node_values *values,
                     struct tile_error *e);
void stats_pores_free(struct stats_pores *p);
void stats_pores_text(const struct stats_pores *p);
void stats_pores_json(struct json *j, const struct stats_pores *p);
/* Charts of all curves in a file, whose name ends in .svg or .png. Errors end the program. */
void stats_pores_plot(const struct stats_pores *p, struct cli_output *plot);
/* Table of all curves: measure, part, x, y. */
/* A number of that table; "": it is missing. */
char *stats_cell(char text[REPORT_REAL], double value);
void stats_pores_csv(const struct stats_pores *p);
/* "4.24 voxels (9.54 um)" */
enum { STATS_LENGTH_TEXT = 2 * TILE_REAL_TEXT };
char *stats_length_text(char text[STATS_LENGTH_TEXT], const struct stats_pores *p, double voxels);

/* --network: pores and throats. */
int stats_network_make(struct stats_pores *p, const struct tile_bits *b, unsigned periodic, struct tile_error *e);
void stats_network_text(const struct stats_pores *p);
void stats_network_json(struct json *j, const struct stats_pores *p);
/* Writes the files, or ends the program and writes none of them. */
void stats_network_write(const struct stats_pores *p);
/* Ends the program if the files cannot have their names: one of them is the input, or that of --plot or -o. */
void stats_check_network(const struct stats_options *o);
/* The files: a table that OpenPNM reads, or four files that programs for networks read. */
enum { STATS_NETWORK_FILES = 4 };
struct stats_network_kind {
  int files;
  const char *end[STATS_NETWORK_FILES]; /* of the names */
  int (*write[STATS_NETWORK_FILES])(FILE *out, const struct stats_pores *p, struct tile_error *e);
};
/* The lengths of the first pore, of the throat, and of the second pore: the part of a throat with radius r of the way to a
 * pore with radius R is r / 2R (H. Dong and M. J. Blunt, Phys. Rev. E 80 (2009) 036307). Voxels; openings: 0 for the
 * second. */
void stats_conduit(double part[3], const struct stats_pores *p, const struct tile_throat *t);
extern const struct stats_network_kind stats_network_csv, stats_network_statoil;

#endif
