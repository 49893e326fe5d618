/* What a run prints while it steps. */
#include "run.h"

#include "communicator.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

static void add(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void add(char *text, size_t size, const char *format, ...)
{
  const size_t used = strlen(text);
  va_list list;
  va_start(list, format);
  vsnprintf(text + used, size - used, format, list);
  va_end(list);
}

/* The mean flow as it is now, and the permeability that it gives. */
static void add_flow(const struct run_progress *p, char *text, size_t size)
{
  const struct lbm_run *loop = p->loop;
  const int axis = loop->parameters->axis;
  const int64_t *n = p->domain->grid;
  char along[16] = "";
  struct lbm_totals totals;
  struct tile_error e;
  if (lbm_comm_size() > 1 || lbm_totals(loop->flow, &totals, &e))
    return; /* all processes would have to take part in a totals, but only one prints lines */
  const double mean = (axis >= 0 ? totals.velocity[axis] : totals.speed) / ((double)n[0] * (double)n[1] * (double)n[2]);
  add(text, size, "mean %s %.4g, ", axis >= 0 ? "velocity" : "speed", mean);
  if (!loop->creeping)
    return;
  const struct lbm_permeability k = lbm_permeability_of(&loop->drive, mean, p->domain->dx);
  if (p->names_axis)
    snprintf(along, sizeof along, "along %c ", 'x' + axis);
  if (isfinite(k.m2))
    add(text, size, "k %s%.4g m2 so far, ", along, k.m2);
  else
    add(text, size, "k %s%.4g voxel2 so far, ", along, k.voxel2);
}

/* Steps until the remaining change is within the bound, if it shrinks as fast as between earlier lines; 0: unknown. */
static double steps_to_converge(struct run_progress *p, double step)
{
  const struct lbm_run *loop = p->loop;
  if (loop->remaining != p->remained) {
    const double shrinks = log(p->remained / loop->remaining) / (step - p->at);
    p->shrinks = isfinite(shrinks) ? shrinks : 0;
    p->remained = loop->remaining;
    p->at = step;
  }
  return p->shrinks > 0 ? fmax(log(p->remained / loop->converge) / p->shrinks - (step - p->at), 0) : 0;
}

static void so_far(struct cli_progress *bar, double done, char *text, size_t size)
{
  struct run_progress *p = bar->self;
  const struct lbm_run *loop = p->loop;
  const double bound = loop->last == INT64_MAX ? 0 : (double)(loop->last - p->first);
  *text = 0;
  add(text, size, "step %lld, ", (long long)p->first + (long long)done);
  add_flow(p, text, size);
  bar->total = bound;
  if (!(loop->converge > 0))
    return;
  const double left = steps_to_converge(p, done);
  if (left > 0 && !(bound > 0 && bound < done + left))
    bar->total = done + left;
  if (isfinite(loop->remaining))
    add(text, size, "%.2g of it to change (bound %.1g), ", loop->remaining, loop->converge);
}

void run_progress_begin(struct run_progress *p, const struct run_options *o, const struct lbm_run *loop,
                        const struct tile_domain *d)
{
  const int64_t first = lbm_steps_done(loop->flow);
  *p = (struct run_progress){
      .loop = loop, .domain = d, .names_axis = run_several(o), .first = first, .remained = (double)INFINITY};
  cli_progress_begin(&p->bar, "run", loop->last == INT64_MAX ? 0 : (double)(loop->last - first),
                     (double)lbm_nonsolid(loop->flow) * 1e-6, "MFLUPS");
  p->bar.so_far = so_far;
  p->bar.self = p;
}

void run_progress_at(struct run_progress *p, int64_t step)
{
  cli_progress_at(&p->bar, (double)(step - p->first));
}

void run_progress_end(struct run_progress *p)
{
  cli_progress_end(&p->bar);
}
