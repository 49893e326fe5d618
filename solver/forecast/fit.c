/* SPDX-License-Identifier: BSD-3-Clause */
#include "fit.h"

struct search {
  struct lbm_fit *fit;
  const struct lbm_tile_statistics *statistics;
  const struct lbm_fit_ask *ask;
  double one[LBM_PRECISIONS]; /* bytes with one copy on a GPU; 0: not known yet, since finding it takes time */
};

/* The flow, and beside it the arrays of its start and what allocators round up to: a huge page of the host, and 2 MiB for
 * each of the many arrays of the correction on a GPU. */
#define ROUNDED 1.01
static const double aside[LBM_DEVICE_KINDS] = {[LBM_ON_CPU] = 4 << 20, [LBM_ON_CUDA] = 128 << 20};

static int one_copy(struct search *s, double *memory, enum lbm_precision p, struct tile_error *e)
{
  if (!(s->one[p] > 0) && lbm_forecast_one_copy(s->one + p, s->statistics, p, e))
    return e->code;
  *memory = s->one[p];
  return 0;
}

/* Does this way fit? Then it is the one. */
static int try(struct search *s, const struct lbm_choice *choice, int copies, bool corrected, struct tile_error *e)
{
  struct lbm_fit *f = s->fit;
  double memory = lbm_forecast_of(s->statistics, s->ask->device, choice).memory;
  if (f->fits || (s->ask->device == LBM_ON_CUDA && copies == 1 && one_copy(s, &memory, choice->precision, e)))
    return f->fits ? 0 : e->code;
  const double beside = corrected ? (double)(s->statistics->nonsolid * LBM_CORRECTION_NODE) : 0;
  *f = (struct lbm_fit){
      .device = s->ask->device, .choice = *choice, .copies = copies, .corrected = corrected, .first = f->first};
  f->memory = memory * ROUNDED + aside[f->device] + beside;
  f->first = f->first > 0 ? f->first : f->memory;
  f->fits = f->memory <= s->ask->room;
  return 0;
}

/* Two copies by lists and by masks, and one copy by masks; the CPU has one copy, and one way. */
static int try_precision(struct search *s, enum lbm_precision p, bool corrected, struct tile_error *e)
{
  const struct lbm_fit_ask *ask = s->ask;
  struct lbm_choice c = ask->choice;
  c.precision = p;
  if (ask->device == LBM_ON_CPU)
    return try(s, &c, lbm_layouts[c.layout].copies[LBM_ON_CPU], corrected, e);
  if (ask->copies != 1 && try(s, &c, 2, corrected, e))
    return e->code;
  if (c.addressing == LBM_BY_LISTS || c.layout != LBM_PACKED)
    return 0;
  c.addressing = LBM_BY_MASKS;
  return (ask->copies != 1 && try(s, &c, 2, corrected, e)) || (ask->copies != 2 && try(s, &c, 1, corrected, e))
             ? e->code
             : 0;
}

int lbm_fit_find(struct lbm_fit *f, const struct lbm_tile_statistics *c, const struct lbm_fit_ask *ask,
                 struct tile_error *e)
{
  struct search s = {.fit = f, .statistics = c, .ask = ask};
  const enum lbm_precision first = ask->choice.precision, all[] = {first, LBM_FP32};
  const int precisions = ask->rounds && first == LBM_FP64 ? 2 : 1;
  *f = (struct lbm_fit){0};
  for (int corrected = 1; corrected >= 0; corrected--)
    for (int i = 0; i < precisions; i++)
      if (try_precision(&s, all[i], corrected, e))
        return e->code;
  return 0;
}

const char *lbm_fit_text(char *text, const struct lbm_fit *f)
{
  snprintf(text, LBM_FIT_TEXT, "%s%s, %.1f MiB %s", lbm_precision_names[f->choice.precision],
           f->device == LBM_ON_CPU ? ""
           : f->copies == 1        ? ", one copy"
                                   : ", two copies",
           f->memory / 1048576, f->corrected ? "with corrections" : "without corrections");
  return text;
}
