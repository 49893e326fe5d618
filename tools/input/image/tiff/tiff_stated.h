/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the description of a TIFF's first page, which states the stack and its voxels: ImageJ's lines, OME-XML, or
 * tifffile's shape. tiff_stated_read selects the parser; the other functions check and use the result. */
#ifndef TIFF_STATED_H
#define TIFF_STATED_H

#include "tiff_file.h"

enum { TIFF_AXES = 16 };
struct tiff_stated {
  const char *by;                   /* "ImageJ", "OME", "tifffile"; NULL: no known description */
  int64_t slices, channels, frames; /* of the whole stack; 1 unless stated */
  int64_t step[3];                  /* pages from one slice, channel, time to the next */
  int64_t plane;                    /* the channel read, counted on over the times; -1: none is chosen */
  char from;                        /* which images are used as slices: 'z', 'c', 't' */
  int64_t images;                   /* how many the series has; 0: not stated */
  double size[3];                   /* of a voxel, in `unit`; 0: not stated */
  char unit[3][24];
  char turned[TIFF_AXES + 1]; /* tifffile: letters of axes of which y and x are not those of a page; "": none */
  bool calibrated;            /* ImageJ: values differ from the stored ones */
  int64_t stacks;             /* images in the sense of OME: positions, resolutions; tifffile: several axes of pages */
  /* only OME */
  int64_t series;  /* which of the stacks is described here, from 0 */
  int64_t first;   /* its first page in the file */
  int64_t begin;   /* slice of that page; -1: not stated */
  bool scattered;  /* the pages are not in order of z */
  char other[128]; /* another file with pages, or with the whole description */
  bool elsewhere;  /* this file has no description of its own */
};

/* If source_slices_from requests it, channels or times become slices, unless other axes have more than one image, too.
 * companion: the OME-XML for files without their own; NULL: none. series: 1 for the first; 0: there must be only one. */
void tiff_stated_read(const struct tiff_file *f, const char *companion, int series, struct tiff_stated *s);
/* How many images ImageJ or tifffile states on the current page; 1: they do not say, 0: there is no such description. */
int64_t tiff_stated_images(const struct tiff_file *f);
bool tiff_stated_is_ome(const struct tiff_stated *s);
/* How many stacks of slices, channels at each time, lie in pages of their own; 1 where a page has several samples. */
int64_t tiff_stated_planes(const struct tiff_file *f, const struct tiff_stated *s);
/* Whether page `number` of the series belongs to the plane that is read; the page of its slice z. */
bool tiff_stated_in_plane(const struct tiff_stated *s, int64_t number);
int64_t tiff_stated_page(const struct tiff_stated *s, int64_t z);
/* TILE_REJECTED unless the pages of the file can be the slices from `begin` on, of one channel at one time. series: as
 * above. */
int tiff_stated_check(const struct tiff_file *f, const struct tiff_stated *s, const struct tiff_page *p, int64_t begin,
                      int series, struct tile_error *e);

/* Parsers of one description each; *s has its defaults (1 where a number is 1 unless stated). name: of the file,
 * without folders. */
void imagej_read(const char *text, struct tiff_stated *s);
/* page: columns, rows, samples. */
void shaped_read(const char *text, const int64_t page[3], struct tiff_stated *s);
#define OME_SCHEMA "openmicroscopy.org/Schemas/OME"
void ome_read(const char *text, const char *name, struct tiff_stated *s);

/* ImageJ writes stacks of more than 4 GB as one page, followed by the other slices without directories; so does tifffile
 * on request. A page with a depth (SGI) also contains all slices. */
struct tiff_rest {
  uint64_t offset; /* of the first slice */
  int64_t slices;  /* 0: the file is not of this kind */
};
/* Finds the slices of the current page, if it is the last one; TILE_REJECTED if they are cut off. */
int tiff_rest_find(const struct tiff_file *f, const struct tiff_page *p, const struct tiff_stated *s,
                   struct tiff_rest *rest, struct tile_error *e);
int tiff_rest_read(const struct tiff_file *f, const struct tiff_page *p, const struct tiff_rest *rest, int64_t slice,
                   void *values, struct tile_error *e);

/* The sides of a voxel in metres, 0 if not stated; the note names the source, or says why they are unknown. */
struct tiff_scale {
  double side[3];
  double shape[3]; /* sides in a unit that is no length; 0: unknown */
  char note[96];   /* "": nothing is stated */
  bool unknown;    /* which unit is meant: to be warned of */
};
void tiff_scale_read(const struct tiff_file *f, const struct tiff_stated *s, struct tiff_scale *scale);
/* Sets the sides of the source's voxels; by: of struct tiff_stated. */
struct source;
void tiff_scale_get(struct source *source, const struct tiff_scale *scale, const char *by);

#endif
