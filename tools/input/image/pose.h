/* SPDX-License-Identifier: BSD-3-Clause */
/* Position and orientation of an image in space. The reader of a file calls pose_orient, then pose_centre; pose_turn,
 * pose_shift and pose_reverse convert the result. */
#ifndef POSE_H
#define POSE_H

#include <stdbool.h>
#include <stdint.h>

/* In the coordinates of a patient: x to the left, y to the back, z to the head (LPS), as in DICOM. */
struct pose {
  bool oriented; /* axis is stated: unit vectors along x, y and z of the image */
  bool placed;   /* origin is stated: the corner of voxel 0,0,0 in m */
  double axis[3][3], origin[3];
};

/* Files state the steps from voxel to voxel along x, y and z. The unit is arbitrary, because only the directions
 * count. */
void pose_orient(struct pose *p, const double step[3][3]);
/* Sets the origin from the centre of voxel 0,0,0 and the sides of the voxel, both in m. Call it after pose_orient. */
void pose_centre(struct pose *p, const double centre[3], const double side[3]);
/* Reverses axis i of space: turning 0 and 1 converts x to the right, y to the front (RAS) into LPS. */
void pose_turn(struct pose *p, int i);
/* Whether the axes are at right angles. */
bool pose_is_straight(const struct pose *p);

/* Moves the begin of the image by `length` (m) along its axis a; or reverses the image, which has this length along
 * a. */
void pose_shift(struct pose *p, int a, double length);
void pose_reverse(struct pose *p, int a, double length);

/* A regular grid of voxels in space. side: of a voxel, in m. */
struct pose_grid {
  const struct pose *pose;
  const double *side;
  int64_t count[3];
};
/* The point in the middle of the grid, in m. */
void pose_middle(const struct pose_grid *g, double middle[3]);
/* How the voxels of one grid are those of another: axis a of the second is axis from[a] of the first, in the other
 * direction where reversed[a]. */
struct pose_match {
  int from[3];
  bool reversed[3];
};
/* Whether `other` has the voxels of `grid`, in any order of the axes: each corner lies within a tenth of a voxel of its
 * own. Both must be oriented and placed. *m: of grid in terms of other. */
bool pose_match(struct pose_match *m, const struct pose_grid *grid, const struct pose_grid *other);

#endif
