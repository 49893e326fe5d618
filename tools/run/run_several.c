/* What several axes of a permeability run exclude, share, and give together. */
#include <config.h>

#include "run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool run_several(void)
{
  return asked.axes & (asked.axes - 1);
}

char *run_axis_path(const char *path, int axis)
{
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
  char *made;
  const int stem = (int)(dot && dot > name ? (size_t)(dot - path) : strlen(path));
  if (asprintf(&made, "%.*s-%c%s", stem, path, 'x' + axis, path + stem) >= 0)
    return made;
  cli_die(&(struct tile_error){TILE_FAILED, "out of memory for a file name"});
}

/* Standard output, a device: no place for several files. */
static bool is_one(const char *path)
{
  struct stat s;
  return !strcmp(path, "-") || (stat(path, &s) == 0 && !S_ISREG(s.st_mode));
}

static void check_files(const char *input)
{
  if (asked.output && is_one(asked.output))
    cli_usage("--permeability along several axes makes a file for each: give -o a name, as flow.tile for flow-x.tile");
  for (int axis = 0; axis < 3 && asked.output; axis++) {
    char *path = run_axis_path(asked.output, axis);
    if (asked.axes >> axis & 1 && cli_same_file(input, path))
      cli_usage("%s is the input: give another name with -o", path);
    free(path);
  }
}

void run_check_several(const char *input)
{
  if (!run_several())
    return;
  if (asked.checkpoint)
    cli_usage("a checkpoint holds one flow, and --permeability along several axes makes several: give one axis");
  if (asked.benchmark)
    cli_usage("--benchmark measures one flow, and --permeability along several axes makes several: give one axis");
  check_files(input);
}

void run_need_domain(const struct tile_domain *d, const char *name)
{
  const char *kind = tile_header_get(&d->header, "kind");
  if (kind && !strcmp(kind, "fields"))
    cli_usage("%s holds a flow, which --permeability along several axes cannot continue: give one axis, or start from "
              "the domain it was made of",
              name);
}

/* ---- the domain as each drive finds it ----------------------------------- */

static void *duplicate(const void *of, size_t count, size_t size)
{
  void *made = tile_alloc(count, size);
  if (made && count)
    memcpy(made, of, count * size);
  return made;
}

int run_view(struct tile_domain *view, const struct tile_domain *whole, struct tile_error *e)
{
  *view = *whole;
  view->patch = duplicate(whole->patch, (size_t)whole->patches, sizeof *whole->patch);
  view->mark = duplicate(whole->mark, whole->marks, sizeof *whole->mark);
  if (whole->wall_begin) { /* a patch takes walls away */
    view->wall = duplicate(whole->wall, whole->walls, sizeof *whole->wall);
    view->wall_begin = duplicate(whole->wall_begin, whole->tiles + 1, sizeof *whole->wall_begin);
  }
  if (tile_header_copy(&view->header, &whole->header, e))
    return e->code;
  return view->patch && view->mark && (!whole->wall_begin || (view->wall_begin && view->wall))
             ? 0
             : tile_fail_memory(e, whole->marks * sizeof *whole->mark, "the patches");
}

void run_view_free(struct tile_domain *view)
{
  tile_header_free(&view->header);
  free(view->patch);
  free(view->mark);
  free(view->wall);
  free(view->wall_begin);
  *view = (struct tile_domain){0};
}

/* Patches that another drive pushes on are walls meanwhile, as the sides that have none. */
void run_rest_sides(const struct run_options *o, struct lbm_parameters *p, const struct tile_domain *d)
{
  for (int i = 0; i < d->patches; i++) {
    struct lbm_condition *c = p->setup.condition + i;
    const int axis = tile_patch_opens(&d->patch[i]) ? -1 : d->patch[i].face[0] - 'x';
    if (c->kind == LBM_AT_REST && axis >= 0 && axis != o->axis && o->axes >> axis & 1)
      *c = (struct lbm_condition){.kind = LBM_AT_WALL};
  }
}

/* ---- all of them together ------------------------------------------------ */

static void add_drive(struct run_whole *w, const struct run_drive *d)
{
  w->run.seconds += d->seconds;
  w->run.steps += d->steps;
  w->parameters.step += d->steps;
  w->run.remaining = fmax(w->run.remaining, d->remaining);
  w->parameters.converged = w->parameters.converged && d->converged;
  w->report.totals.fastest = fmax(w->report.totals.fastest, d->fastest);
  w->report.density_range = fmax(w->report.density_range, d->density_range); /* NaN: not known of any */
}

static void make_tensor(struct lbm_tensor *t, const struct run_report *r)
{
  double column[3][3];
  int axis[3];
  for (int i = 0; i < r->drives; i++) {
    axis[i] = r->drive[i].k.axis;
    memcpy(column[i], r->drive[i].column, sizeof column[i]);
  }
  lbm_tensor_make(t, r->drives, axis, (const double(*)[3])column);
}

void run_whole_make(struct run_whole *w, const struct run_report *r)
{
  *w = (struct run_whole){.report = *r, .run = *r->run, .parameters = *r->parameters};
  w->run.seconds = w->run.remaining = 0;
  w->run.steps = w->parameters.step = 0;
  w->parameters.converged = true;
  for (int i = 0; i < r->drives; i++)
    add_drive(w, r->drive + i);
  w->report.run = &w->run;
  w->report.parameters = &w->parameters;
  if (r->drives != __builtin_popcount(asked.axes) || run_caught())
    return; /* one was stopped, or never made */
  make_tensor(&w->tensor, r);
  w->report.tensor = &w->tensor;
}
