/* The pages of one file, or of a series of files, as slices. */
#ifndef TIFF_STACK_H
#define TIFF_STACK_H

#include "tiff_stated.h"

struct tiff_stack {
  const char **paths; /* the texts are the caller's */
  int count;
  char *companion;           /* OME-XML for files without their own; NULL: none */
  int channel;               /* -1: there must be no choice */
  int64_t *begin;            /* count + 1: first slice of each file */
  int64_t *page_begin;       /* count + 1: first page of each file */
  uint64_t *offset;          /* of each page's directory */
  struct tiff_page page;     /* what every page is like */
  struct tiff_stated stated; /* in the first file */
  struct tiff_scale scale;   /* of the first page */
  struct tiff_file file;     /* the file that is open */
  struct tiff_rest rest;     /* its slices, if they have no pages of their own */
  int at;                    /* its index */
  char warning[512];         /* of the first page that differs in what is white */
};

/* The TIFF files among the paths; every page is looked at. Closed by tiff_stack_free, also after an error. */
int tiff_stack_open(struct tiff_stack *s, char *const *paths, int count, int channel, struct tile_error *e);
/* What all copies of a stack share; each closes its file. */
void tiff_stack_free(struct tiff_stack *s);
/* Slice z of stacks[lane]: a prefetch_get's function. */
int tiff_stack_get(void *stacks, int lane, int64_t z, void *values, struct tile_error *e);

#endif
