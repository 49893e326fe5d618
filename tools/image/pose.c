#include "pose.h"

#include <math.h>

static double dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void pose_orient(struct pose *p, const double step[3][3])
{
  p->oriented = true;
  for (int a = 0; a < 3; a++) {
    double length = sqrt(dot(step[a], step[a]));
    p->oriented = p->oriented && length > 0 && isfinite(length);
    for (int i = 0; i < 3; i++)
      p->axis[a][i] = step[a][i] / length + 0.0; /* no -0 */
  }
}

void pose_centre(struct pose *p, const double centre[3], const double side[3])
{
  p->placed = p->oriented;
  for (int i = 0; i < 3; i++) {
    p->origin[i] = centre[i];
    for (int a = 0; a < 3; a++)
      p->origin[i] -= 0.5 * side[a] * p->axis[a][i];
    p->placed = p->placed && isfinite(p->origin[i]);
  }
}

void pose_turn(struct pose *p, int i)
{
  p->origin[i] = 0.0 - p->origin[i];
  for (int a = 0; a < 3; a++)
    p->axis[a][i] = 0.0 - p->axis[a][i];
}

bool pose_is_straight(const struct pose *p)
{
  double most = 0;
  for (int a = 0; a < 3 && p->oriented; a++)
    most = fmax(most, fabs(dot(p->axis[a], p->axis[(a + 1) % 3])));
  return most <= 1e-3;
}

void pose_shift(struct pose *p, int a, double length)
{
  for (int i = 0; i < 3 && p->placed; i++)
    p->origin[i] += length * p->axis[a][i];
}

void pose_reverse(struct pose *p, int a, double length)
{
  pose_shift(p, a, length);
  for (int i = 0; i < 3; i++)
    p->axis[a][i] = 0.0 - p->axis[a][i];
}
