/* SPDX-License-Identifier: BSD-3-Clause */
#include "course.h"
#include "keys.h"

#include <stdlib.h>

static void free_courses(struct lbm_parameters *p)
{
  for (int i = 0; i < p->courses; i++)
    lbm_wave_free(&p->setup.course[i].wave);
  free(p->setup.course);
  p->setup.course = NULL;
  p->courses = 0;
}

static int make_conditions(struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e)
{
  struct lbm_condition *c = tile_alloc((size_t)d->patches, sizeof *c);
  struct lbm_course *course = tile_alloc((size_t)d->patches, sizeof *course);
  if (!c || !course) {
    free(c);
    free(course);
    return tile_fail_memory(e, (size_t)d->patches * sizeof *course, "conditions");
  }
  free(p->setup.condition);
  free_courses(p);
  p->setup.condition = c;
  p->setup.course = course;
  p->courses = d->patches;
  return 0;
}

int lbm_parameters_fit(struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e)
{
  return make_conditions(p, d, e) || lbm_key_read(&p->setup.condition, LBM_KEY_CONDITIONS, d, e) ||
                 lbm_key_read(&p->setup.course, LBM_KEY_WAVES, d, e) ||
                 lbm_key_read(&p->setup.course, LBM_KEY_OUTLETS, d, e) ||
                 lbm_key_read(&p->setup.course, LBM_KEY_OUTLET_STATES, d, e)
             ? e->code
             : 0;
}

/* Earlier versions had other rates of MRT. A flow with such rates cannot be continued. */
static int check_rates(const struct tile_domain *d, struct tile_error *e)
{
  const char *rates = tile_header_get(&d->header, "rates");
  return rates
             ? tile_fail(e, TILE_REJECTED, "rates: \"%.40s\" of mrt are no longer there: trt has the same flow", rates)
             : 0;
}

int lbm_parameters_read(struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e)
{
  *p = (struct lbm_parameters){.axis = -1, .walls = -1, .units = {.dx = d->dx, .density = 1000}};
  lbm_setup_defaults(&p->setup);
  lbm_beat_record_clear(&p->beat);
  if (check_rates(d, e) || make_conditions(p, d, e) || lbm_keys_read(p, d, e))
    return e->code;
  lbm_blood_fluid(&p->setup.fluid, &p->blood, &p->units);
  return 0;
}

int lbm_parameters_write(const struct lbm_parameters *p, struct tile_domain *d, struct tile_error *e)
{
  return lbm_keys_write(p, d, e);
}

void lbm_parameters_free(struct lbm_parameters *p)
{
  free(p->setup.condition);
  p->setup.condition = NULL;
  free_courses(p);
  lbm_beat_record_clear(&p->beat);
  lbm_parameters_clear_samples(p);
}

void lbm_parameters_stretch(struct lbm_parameters *p, double factor)
{
  for (int i = 0; i < p->courses; i++)
    for (int n = 0; n < p->setup.course[i].wave.points; n++)
      p->setup.course[i].wave.time[n] *= factor;
  lbm_beat_record_clear(&p->beat);
}

void lbm_parameters_clear_samples(struct lbm_parameters *p)
{
  lbm_series_clear(&p->series);
  free(p->openings.last);
  p->openings = (struct lbm_opening_series){0};
}
