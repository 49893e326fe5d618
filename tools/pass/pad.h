/* Layers of one class put before or behind a face: --pad. */
#ifndef PAD_H
#define PAD_H

#include "own.h"

struct pads {
  int count;
  struct pad {
    int axis;
    bool upper;
    int64_t layers;
    unsigned char class; /* TILE_SOLID, TILE_FLUID */
  } pad[6];              /* in the order given: each covers the faces including the layers before it */
};

/* FACE=N:solid or FACE=N:fluid; each face once. */
int pads_parse(struct pads *p, const char *text, struct tile_error *e);
/* Layers below the volume along an axis. */
int64_t pads_below(const struct pads *p, int axis);
/* Size of a volume with its layers; TILE_USAGE when that is impossible. */
int pads_size(const struct pads *p, const int64_t inner[3], int64_t padded[3], struct tile_error *e);
/* Key `pad`: how many layers there are at each face; none where there are no pads. */
int pads_set_header(const struct pads *p, struct tile_header *h, struct tile_error *e);
/* Slice z of the padded volume; `slice` is slice z - pads_below(p, 2) of the volume, not
 * used when that is outside. */
void pads_slice(const struct pads *p, const int64_t inner[3], int64_t z, const unsigned char *slice, unsigned char *to);

#endif
