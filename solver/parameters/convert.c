/* SPDX-License-Identifier: BSD-3-Clause */
/* Other units of a flow that has begun. */
#include "course.h"
#include "parameters.h"

static void scale_times(struct lbm_parameters *p, double factor)
{
  for (int i = 0; i < p->courses; i++)
    for (int n = 0; n < p->setup.course[i].wave.points; n++)
      p->setup.course[i].wave.time[n] *= factor;
}

void lbm_parameters_stretch(struct lbm_parameters *p, double factor)
{
  scale_times(p, factor);
  lbm_beat_record_clear(&p->beat);
}
