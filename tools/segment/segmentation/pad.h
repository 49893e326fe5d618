/* SPDX-License-Identifier: BSD-3-Clause */
/* Adds layers of one class at faces (--pad). Call pads_parse for each option, then pads_slice for each slice. */
#ifndef PAD_H
#define PAD_H

#include "memory.h"
#include "tile_stream.h"

struct pads {
  int count;
  struct pad {
    int axis;
    bool upper;
    int64_t layers;
    unsigned char class; /* TILE_SOLID, TILE_FLUID */
  } pad[6];              /* in the order of the options: each also covers the layers of those before it */
};

/* Parses FACE=N:solid or FACE=N:fluid; each face may be given once. */
int pads_parse(struct pads *p, const char *text, struct tile_error *e);
/* Number of layers below the volume along an axis. */
int64_t pads_below(const struct pads *p, int axis);
/* Size of the volume with its layers; TILE_USAGE if it is too large. */
int pads_size(const struct pads *p, const int64_t inner[3], int64_t padded[3], struct tile_error *e);
/* Sets the key `pad`: the number of layers at each face; no key without pads. */
int pads_set_header(const struct pads *p, struct tile_header *h, struct tile_error *e);
/* Makes slice z of the padded volume; `slice` is slice z - pads_below(p, 2) of the volume, not used if that is
 * outside. */
void pads_slice(const struct pads *p, const int64_t inner[3], int64_t z, const unsigned char *slice, unsigned char *to);

#endif
