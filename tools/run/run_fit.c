/* SPDX-License-Identifier: BSD-3-Clause */
/* Which precision and copies of the populations leave room for corrections (steady.h). */
#include "communicator.h"
#include "fit.h"
#include "run.h"

#include <math.h>
#include <string.h>

static bool continues(const struct tile_domain *d)
{
  const char *kind = tile_header_get(&d->header, "kind");
  return kind && !strcmp(kind, "fields");
}

static bool is_corrected(const struct run *r)
{
  const struct lbm_parameters *p = &r->parameters;
  const struct run_options *o = &r->options;
  return o->axis >= 0 && o->converge > 0 && !o->benchmark && p->relaxation.automatic &&
         p->setup.lattice == LBM_LATTICE_D3Q19 && lbm_comm_size() == 1;
}

/* Where this is not what would be chosen with more memory. */
static void say(struct run *r, const struct lbm_fit *f, const struct lbm_fit_ask *ask)
{
  const double mib = 1048576;
  char text[LBM_FIT_TEXT];
  snprintf(r->fit, sizeof r->fit, "%s; the first choice needs %.1f MiB of %.1f MiB free", lbm_fit_text(text, f),
           f->first / mib, ask->room / mib);
  cli_say("%s", r->fit);
}

static void take(struct run *r, const struct lbm_fit *f)
{
  struct lbm_setup *s = &r->parameters.setup;
  s->precision = f->choice.precision;
  s->addressing = f->choice.addressing;
  if (f->device == LBM_ON_CUDA && f->copies == 1)
    s->copies = 1;
}

/* Single precision is chosen only for a bound that it keeps, and for a flow that begins. Several GPUs have two copies. */
static int find(struct lbm_fit *f, const struct run *r, int parts, struct lbm_fit_ask *ask, struct tile_error *e)
{
  const struct lbm_setup *s = &r->parameters.setup;
  const struct run_options *o = &r->options;
  struct lbm_tile_statistics statistics;
  ask->choice = (struct lbm_choice){s->collision, s->precision, s->layout, s->addressing, s->walls};
  ask->copies = parts > 1 ? 2 : s->copies;
  ask->bound = o->converge;
  ask->rounds = o->precision < 0 && o->converge >= LBM_CORRECTION_SINGLE && !continues(&r->domain);
  return lbm_tile_statistics_make(&statistics, &r->domain, e) || lbm_fit_find(f, &statistics, ask, e) ? e->code : 0;
}

void run_fit(struct run *r)
{
  struct tile_error e;
  struct lbm_fit f;
  struct lbm_fit_ask ask = {.device = LBM_ON_CPU};
  const char *device;
  int parts;
  *r->fit = 0;
  if (!is_corrected(r))
    return;
  check_or_exit(
      lbm_device_name(&device, r->options.device, &e) || lbm_device_room(&ask.room, &parts, r->options.device, &e), &e);
  ask.device = strcmp(device, "cpu") ? LBM_ON_CUDA : LBM_ON_CPU;
  if (!isfinite(ask.room))
    return;
  check_or_exit(find(&f, r, parts, &ask, &e), &e);
  if (!f.fits)
    return;
  take(r, &f);
  if (f.memory < f.first || !f.corrected)
    say(r, &f, &ask);
}
