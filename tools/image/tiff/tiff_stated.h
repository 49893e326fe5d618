/* What the program that wrote a TIFF states of the stack, in the description of its first page: ImageJ's lines, OME-XML,
 * tifffile's shape. */
#ifndef TIFF_STATED_H
#define TIFF_STATED_H

#include "tiff_file.h"

struct tiff_stated {
  const char *by;                   /* "ImageJ", "OME", "tifffile"; NULL: nothing is known to be stated */
  int64_t slices, channels, frames; /* of the whole stack; 1 unless stated */
  char from;                        /* what is to be taken for slices: 'z', 'c', 't' */
  int64_t images;                   /* slices, channels and frames in all; 0: not stated */
  double size[3];                   /* of a voxel, in its unit; 0: not stated */
  char unit[3][24];
  bool calibrated; /* ImageJ: a value is not what is stored */
  int64_t stacks;  /* images in the sense of OME: positions, resolutions; tifffile: more than one axis of pages */
  /* OME only */
  int64_t begin;   /* the slice in the first page of this file; -1: not stated */
  bool scattered;  /* its pages are not in order of z */
  char other[128]; /* another file that holds pages, or the whole description */
  bool elsewhere;  /* this file has no description of its own */
};

/* Counts of channels or times become those of slices where source_slices_from says so and nothing else is counted.
 * companion: the OME-XML of files that have none of their own; NULL: there is none. */
void tiff_stated_read(const struct tiff_file *f, const char *companion, struct tiff_stated *s);
/* TILE_REJECTED unless the pages of the file can be the slices from `begin` on of one channel at one time. */
int tiff_stated_check(const struct tiff_file *f, const struct tiff_stated *s, const struct tiff_page *p, int64_t begin,
                      struct tile_error *e);

/* Of one description; *s is zeroed but for what is 1 unless stated. name: of the file, without folders. */
void imagej_read(const char *text, struct tiff_stated *s);
/* page: columns, rows, samples. */
void shaped_read(const char *text, const int64_t page[3], struct tiff_stated *s);
#define OME_SCHEMA "openmicroscopy.org/Schemas/OME"
void ome_read(const char *text, const char *name, struct tiff_stated *s);

/* ImageJ writes stacks of more than 4 GB as one page followed by the rest. */
struct tiff_rest {
  uint64_t offset; /* of the first slice */
  int64_t slices;  /* 0: this is no such file */
};
/* Of the file's first page; TILE_REJECTED when the rest is cut off. */
int tiff_rest_find(const struct tiff_file *f, const struct tiff_page *p, const struct tiff_stated *s,
                   struct tiff_rest *rest, struct tile_error *e);
int tiff_rest_read(const struct tiff_file *f, const struct tiff_page *p, const struct tiff_rest *rest, int64_t slice,
                   void *values, struct tile_error *e);

/* The sides of a voxel in metres, 0 where they are not stated, and where they come from or why they are not known. */
struct tiff_scale {
  double side[3];
  double shape[3]; /* the sides in a unit that is none of length; 0: nothing is known */
  char note[96];   /* "" when nothing is said of them */
};
void tiff_scale_read(const struct tiff_file *f, const struct tiff_stated *s, struct tiff_scale *scale);
/* What a source says of the sides of its voxels; by: of struct tiff_stated. */
struct source;
void tiff_scale_get(struct source *source, const struct tiff_scale *scale, const char *by);

#endif
