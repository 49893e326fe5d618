/* The blocks of VTK's vtkZLibDataCompressor: their number, their size, the size of the last if it is smaller, and the
 * packed size of each, as u64, then the blocks. What is packed is known last: the file must be one that can be sought in. */
#ifndef VTI_PACKED_H
#define VTI_PACKED_H

#include "own.h"

struct vti_packer {
  FILE *out;
  unsigned char *values, *packed; /* blocks that wait, and packed */
  size_t filled;
  uint64_t *head, blocks; /* what comes before the blocks; those that are written */
  off_t begin;            /* of the head in the file */
};

/* An array of so many bytes. */
int vti_packer_begin(struct vti_packer *p, FILE *out, uint64_t bytes, struct tile_error *e);
int vti_packer_put(struct vti_packer *p, const void *values, size_t bytes, struct tile_error *e);
/* The file is behind the array then. */
int vti_packer_end(struct vti_packer *p, struct tile_error *e);
void vti_packer_free(struct vti_packer *p);

#endif
