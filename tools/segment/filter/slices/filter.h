/* SPDX-License-Identifier: BSD-3-Clause */
/* Filters on grey levels: sources that read another source, a few slices at a time. Each function replaces *s by a
 * source that owns the old one, so filters act in the order of the calls. After an error *s is unchanged. */
#ifndef FILTER_H
#define FILTER_H

#include "source.h"
#include "window.h"

/* Keeps the part of the image within w, which must fit; its lengths count from the corner of the image. Call it for
 * every image: it also checks the values and rejects those that are not finite (TILE_REJECTED). With a mask (NULL: none),
 * of the size of the part, values outside it become NaN and are not checked, so that whatever reads the image sees only
 * what is inside; the mask is then closed with the image. */
int filter_crop(struct source *s, const struct window *w, const struct source *mask, struct tile_error *e);
/* Whether a voxel with this value of a mask is inside: at least half of it; after --bin there are fractions. */
static inline bool filter_inside(double mask)
{
  return mask >= 0.5;
}
/* Reverses the image along the axes (bit a: axis a). Along z the source must be rereadable, otherwise TILE_USAGE. */
int filter_flip(struct source *s, unsigned axes, struct tile_error *e);
/* Makes cubic voxels with this side (m) from voxels with the sides `spacing`; TILE_USAGE if those are unknown. A new
 * value is that at the centre of the new voxel: trilinear between old centres, or (nearest) that of the old voxel which
 * contains it. The corner of the image is kept; a rest at the upper ends is dropped. Weights of NaN are left out; where
 * they are more than half, the new value is NaN. */
int filter_resample(struct source *s, double side, bool nearest, struct tile_error *e);
/* Means of n^3 voxels, or n^2 in an image of one slice, of those that are numbers if they are at least half, otherwise NaN;
 * a rest at the upper ends is dropped. TILE_USAGE if nothing is left. */
int filter_bin(struct source *s, int64_t n, struct tile_error *e);
/* Medians of (2*radius + 1)^3 voxels. This filter, and those below, continue the image as its mirror image outside its
 * faces; NaN stays and is no neighbour. */
int filter_median(struct source *s, int64_t radius, struct tile_error *e);
#define FILTER_MEDIAN_MOST 8
/* The mean of the neighbours, weighted by a Gaussian that ends at 4 sigma (in voxels). filter_unsharp adds `amount` times
 * the difference from that mean. */
int filter_gaussian(struct source *s, double sigma, struct tile_error *e);
int filter_unsharp(struct source *s, double sigma, double amount, struct tile_error *e);
/* Weights by the distance within a ball, standard deviation radius/2, and by the difference of the grey levels with
 * this standard deviation. */
int filter_bilateral(struct source *s, int64_t radius, double sigma, struct tile_error *e);
/* Non-local means: exp(-max(0, D - 2 noise^2) / h^2) with the mean square difference D of two patches, where both are
 * numbers. */
struct nlm_choice {
  int64_t search, patch; /* radii */
  double h, noise;       /* noise 0: not known */
  int device;            /* any: a GPU where there is one; FILTER_ON_GPU + n: number n. The result is the same. */
};
enum { FILTER_ON_ANY, FILTER_ON_CPU, FILTER_ON_GPU };
int filter_nlm(struct source *s, const struct nlm_choice *c, struct tile_error *e);
/* Steps of diffusion. */
int filter_anisotropic(struct source *s, int64_t steps, double kappa, struct tile_error *e);
/* Scales levels, from that of the dark class on, so that the mean of the bright one (both by Otsu's threshold) is the
 * same in all slices and, by a polynomial c0 + c1 r^2 + c2 r^4, at all distances r from the axis x, y = centre. Reads
 * the source twice before the first slice. */
int filter_flatten(struct source *s, const double centre[2], struct tile_error *e);
/* Takes off rings around the centre, which may lie outside, that are up to `widest` voxels wide. */
int filter_rings(struct source *s, const double centre[2], int64_t widest, struct tile_error *e);
enum { FILTER_RINGS_MOST = 50 };
/* The difference of each value from the local threshold least + m (1 + k (s / range - 1)), with mean m above `least` and
 * standard deviation s of the (2 radius + 1)^3 values around. Sets the least value and, unless it is given, range to
 * half the span of all. Reads the source once before the first slice; TILE_REJECTED if all values are equal. */
struct local_threshold {
  double k, range, least;
};
int filter_local(struct source *s, int64_t radius, struct local_threshold *how, struct tile_error *e);
/* Keeps the values of the middle slice, grid[2]/2, when it is read; the caller frees them after the source is closed. */
struct filter_seen {
  char caption[40];
  double *value;
};
int filter_tap(struct source *s, struct filter_seen *seen, struct tile_error *e);
/* Rounds to this type in memory, within its range. */
int filter_type(struct source *s, const struct voxel_type *type, struct tile_error *e);
/* Keeps the values of a slow source while it is read for the first time, and reads them from memory afterwards, where
 * the copy takes at most a quarter of the memory that is left. Otherwise *s stays as it is. */
void filter_keep(struct source *s);

/* For filters: the state of each begins with this. */
enum { FILTER_BUFFERS = 8 };
struct filter {
  struct source from;
  double *values;               /* freed with the filter, as are the buffers */
  void *buffer[FILTER_BUFFERS]; /* by filter_alloc; NULL: not used */
};
typedef int filter_read(struct source *s, int64_t z, double *values, struct tile_error *e);
/* Allocates a zeroed state of `size` bytes in *state, with `count` values in it; sets s->state unless it fails. */
int filter_wrap(struct source *s, filter_read *read, void **state, size_t size, size_t count, struct tile_error *e);
/* Takes a filter off again, which could not be completed: *s is what it was before filter_wrap. */
void filter_unwrap(struct source *s);
/* A zeroed buffer that is freed with the filter; NULL and *e: there is no memory. */
void *filter_alloc(struct filter *f, size_t count, size_t size, struct tile_error *e);
/* Notes that voxel i along an axis is at first + i * step of what it was before. */
void filter_move(struct source *s, int axis, double first, double step);
/* The coordinate in the source of one in the whole image. */
static inline double filter_place(const struct source *s, int axis, double at)
{
  return s->step[axis] != 0 ? (at - s->first[axis]) / s->step[axis] : at;
}
/* The number of voxels of a slice. */
static inline size_t filter_slice(const struct filter *f)
{
  return (size_t)(f->from.grid[0] * f->from.grid[1]);
}
/* Index i of an axis of n voxels that continues as its mirror image; the mirror is the face of the outer voxel. */
static inline int64_t filter_mirrored(int64_t i, int64_t n)
{
  i %= 2 * n;
  i = i < 0 ? i + 2 * n : i;
  return i < n ? i : 2 * n - 1 - i;
}
/* The loops are also compiled for wider vectors, which are used if the processor has them. They have no fused
 * operations and no sums across a vector, so that the bits are the same. */
#if defined __x86_64__ && defined __GLIBC__ && defined __GNUC__ && !defined __clang__ && !defined __SANITIZE_ADDRESS__
#define FILTER_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define FILTER_WIDE
#endif

#endif
