/* SPDX-License-Identifier: BSD-3-Clause */
/* The pages of a file or a series of files as the slices of one stack: tiff_stack_open checks all pages, tiff_stack_get
 * reads one. */
#ifndef TIFF_STACK_H
#define TIFF_STACK_H

#include "tiff_series.h"

struct tiff_place {
  uint64_t offset; /* of the directory */
  int64_t page;    /* in the file */
};

struct tiff_stack {
  const char **paths; /* the strings belong to the caller */
  int count;
  char *companion;           /* OME-XML for files without their own; NULL: none */
  int channel;               /* -1: there must be only one */
  int series;                /* which one is read, from 1; 0: there must be only one */
  int64_t *begin;            /* count + 1: first slice of each file */
  int64_t *page_begin;       /* count + 1: first page of each file that is read */
  struct tiff_place *place;  /* of the pages that are read */
  struct tiff_page page;     /* the properties that all pages share */
  struct tiff_stated stated; /* of the first file */
  struct tiff_stated file_stated;
  struct tiff_scale scale;  /* of the first page */
  struct tiff_file file;    /* the file that is open */
  struct tiff_rest rest;    /* its slices, if they have no pages */
  int64_t seen;             /* its pages of the series, of all channels and times */
  int at;                   /* its index */
  char warning[512];        /* about the first page whose photometric interpretation differs */
  int64_t left[TIFF_KINDS]; /* how many pages of each kind are left out, and the first file with one */
  const char *left_in;
  struct tile_error unheld; /* about the first file that has not as many images as it says; code 0: none */
};

/* Opens the TIFF files among the paths and checks every page. Call tiff_stack_free also after an error. */
int tiff_stack_open(struct tiff_stack *s, char *const *paths, int count, int channel, int series, struct tile_error *e);
/* Frees the lists that all copies of a stack share; each copy closes its own file. */
void tiff_stack_free(struct tiff_stack *s);
/* Reads slice z with stacks[lane]; a function for prefetch_get. */
int tiff_stack_get(void *stacks, int lane, int64_t z, void *values, struct tile_error *e);

#endif
