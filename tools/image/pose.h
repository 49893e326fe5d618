/* Position and orientation of an image in space, as its file states them. */
#ifndef PLACE_H
#define PLACE_H

#include <stdbool.h>

/* Of patients: x to the left, y to the back, z to the head (LPS), as in DICOM. */
struct pose {
  bool oriented; /* axis is stated: unit vectors along x, y and z of the image */
  bool placed;   /* so is origin, the corner of voxel 0,0,0 in m */
  double axis[3][3], origin[3];
};

/* Files state the steps from voxel to voxel along x, y and z (m or any unit: only directions count) ... */
void pose_orient(struct pose *p, const double step[3][3]);
/* ... and the centre of voxel 0,0,0, whose sides these are. After pose_orient; all in m. */
void pose_centre(struct pose *p, const double centre[3], const double side[3]);
/* Axis i of space is given in the opposite direction: 0 and 1 turn x to the right, y to the front (RAS) into LPS. */
void pose_turn(struct pose *p, int i);
/* The axes are at right angles. */
bool pose_is_straight(const struct pose *p);

/* The image begins so much (m) further along axis a; or it is reversed along that axis, of that length. */
void pose_shift(struct pose *p, int a, double length);
void pose_reverse(struct pose *p, int a, double length);

#endif
