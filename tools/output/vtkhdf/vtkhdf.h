/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes what vti_write and vtp_write write as one file of the format VTKHDF (HDF5), chunked and compressed, with all moments
 * of a series in time. The program tessera-write-hdf5 writes it, so that no other needs libhdf5. */
#ifndef VTKHDF_H
#define VTKHDF_H

#include "vti.h"
#include "vtp.h"

/* The moments of a series; geometry and later arrays are the same at all of them. */
struct vtkhdf_moments {
  size_t count;
  const double *time;
  size_t moving; /* arrays that change, the first ones (of struct vtp after the points) */
  /* Makes the arrays give the values of this moment. */
  int (*load)(void *self, size_t moment, struct tile_error *e);
  void *self;
};

/* path: for messages; made: the file that is written, which exists; m NULL: no series. TILE_FAILED: it cannot be written, or
 * the program was built without HDF5. */
int vtkhdf_image(const struct vti *v, const struct vtkhdf_moments *m, const char *path, const char *made,
                 struct tile_error *e);
int vtkhdf_surface(const struct vtp *v, const struct vtkhdf_moments *m, const char *path, const char *made,
                   struct tile_error *e);

#endif
