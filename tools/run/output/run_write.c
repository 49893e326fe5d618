/* SPDX-License-Identifier: BSD-3-Clause */
/* The files of a run. Results are written at once; a thread writes checkpoints while the steps go on, if the device can
 * keep a copy of the populations. */
#include "lattice.h"
#include "run.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct writing {
  struct cli_output out;
  const struct tile_communicator
      *communicator; /* NULL: the first process writes, and the others send it their values */
  struct tile_domain *domain;
  struct lbm_beat *beat; /* NULL: nothing of it is to be written */
  enum run_content content;
  struct node_values of_beat; /* its sums, which belong to it, or its indices */
  struct beat_means means;
  struct tile_array array[1 + LBM_RECORDS]; /* named values of nodes, which come first, and records */
  struct lbm_collected collected[1 + LBM_RECORDS];
  size_t arrays;
  struct tile_rest rest; /* what cycles remember, behind populations */
  int code;
  struct tile_error error;
};

/* The one thread. Its file stays known to the main thread, which removes it if the program ends. */
static struct {
  struct writing writing;
  pthread_t thread;
  bool running;
} beside;

static int take_of_beat(struct writing *w, struct tile_error *e)
{
  if (!w->beat)
    return 0;
  w->means = (struct beat_means){w->beat, &w->of_beat};
  return w->content == RUN_AVERAGE ? beat_indices(&w->of_beat, w->beat, e) : beat_values(&w->of_beat, w->beat, e);
}

static void free_of_beat(struct writing *w)
{
  if (w->content == RUN_AVERAGE)
    node_values_free(&w->of_beat);
  else
    free(w->of_beat.begin);
}

/* Lists what the file holds. Named values that are not of the beat are known to all processes. */
static int list_arrays(struct writing *w, struct run *r, bool held, struct tile_error *e)
{
  static const int records[] = {
      [RUN_FIELDS] = LBM_FIELDS_RECORD + 1, [RUN_POPULATIONS] = LBM_RECORDS, [RUN_AVERAGE] = 0};
  const bool collects = lbm_communicator_of(r->flow) && !w->communicator;
  if (take_of_beat(w, e) ||
      node_values_writing(w->beat ? &w->of_beat : &r->values, &w->domain->header, w->array, &w->arrays, e))
    return e->code;
  const size_t values = w->beat ? 0 : w->arrays;
  if (w->content == RUN_AVERAGE)
    w->array[w->arrays++] = beat_means(&w->means);
  for (int i = 0; i < records[w->content]; i++)
    w->array[w->arrays++] = lbm_record_get(i, r->flow, held);
  for (size_t i = values; collects && i < w->arrays; i++) {
    w->collected[i] = (struct lbm_collected){r->flow, w->array[i]};
    w->array[i].move = lbm_collect;
    w->array[i].self = w->collected + i;
  }
  return 0;
}

/* The interval of the drive that has ended; one that a file before had is not of this flow. */
static int write_result(struct tile_header *h, const struct run *r, struct tile_error *e)
{
  const struct run_drive *d = r->ended + r->drives - 1;
  tile_header_drop(h, CLI_PERMEABILITY_KEY);
  if (!r->drives)
    return 0;
  const struct cli_result found = run_result_of(d);
  return cli_has_interval(&found) ? cli_result_set(h, CLI_PERMEABILITY_KEY, d->k.axis, &found, e) : 0;
}

/* The keys of cycles belong to what they remember. */
static int write_keys(struct writing *w, const struct run *r, struct tile_error *e)
{
  struct lbm_parameters p = r->parameters;
  if (w->content == RUN_POPULATIONS)
    w->rest = lbm_cycles_writing(&r->loop);
  else
    p.cycles = (struct lbm_cycles){0};
  return lbm_parameters_write(&p, w->domain, e);
}

/* Opens the file and updates the header to this step. held: the device keeps a copy of the populations. */
static int begin(struct writing *w, struct run *r, const char *path, bool held, struct tile_error *e)
{
  const struct tile_communicator *all = lbm_communicator_of(r->flow);
  if (run_leads() && cli_open_output(&w->out, path, true, e))
    return e->code;
  w->communicator = all && run_join_output(&w->out, path) ? all : NULL;
  return list_arrays(w, r, held, e) || cli_add_warnings(&w->domain->header, e) ||
                 write_result(&w->domain->header, r, e) || write_keys(w, r, e)
             ? e->code
             : 0;
}

/* Sends the values of this process to the one that writes. */
static int send(const struct writing *w, struct tile_error *e)
{
  double values[64 * LBM_Q];
  for (size_t i = 0; i < w->arrays; i++)
    for (size_t tile = 0; tile < w->domain->tiles; tile++)
      if (w->array[i].move(w->array[i].self, tile, values, e))
        return e->code;
  return 0;
}

/* The first process renames the file when all have completed it. */
static int complete_together(struct writing *w, struct tile_error *e)
{
  if (tile_communicator_agree(w->communicator, run_leads() ? 0 : cli_complete(&w->out, e), e))
    return e->code;
  return tile_communicator_agree(w->communicator, run_leads() ? cli_complete(&w->out, e) : 0, e);
}

static int finish(struct writing *w, struct tile_error *e)
{
  if (!w->communicator && !run_leads())
    return send(w, e);
  if (tile_domain_write_together(w->domain, w->out.file, w->array, w->arrays, &w->rest, w->communicator, e))
    return cli_name_output(&w->out, e);
  return w->communicator ? complete_together(w, e) : cli_complete(&w->out, e);
}

static struct writing writing_of(struct run *r, enum run_content content)
{
  return (struct writing){.domain = &r->domain, .beat = content == RUN_FIELDS ? NULL : r->beat, .content = content};
}

int run_write(struct run *r, const char *path, enum run_content content, struct tile_error *e)
{
  struct writing w = writing_of(r, content);
  if (content == RUN_AVERAGE && !r->parameters.beat.taken)
    return tile_fail(e, TILE_USAGE, "%s: no sample of a beat was taken", path);
  const int code = begin(&w, r, path, false, e) || finish(&w, e) ? e->code : 0;
  free_of_beat(&w);
  if (!code)
    cli_forget(&w.out);
  return code;
}

/* ---- beside the steps ---------------------------------------------------- */

static void *work(void *of_writing)
{
  struct writing *w = of_writing;
  w->code = finish(w, &w->error);
  return NULL;
}

/* Signals are for the main thread, whose handlers remove unfinished files. */
static bool start(void)
{
  sigset_t all, kept;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &kept);
  beside.running = !pthread_create(&beside.thread, NULL, work, &beside.writing);
  pthread_sigmask(SIG_SETMASK, &kept, NULL);
  return beside.running;
}

/* The result of the thread. */
static int end(struct tile_error *e)
{
  *e = beside.writing.error;
  if (beside.writing.code)
    return beside.writing.code;
  cli_forget(&beside.writing.out);
  return 0;
}

int run_checkpoint_end(struct tile_error *e)
{
  if (!beside.running)
    return 0;
  pthread_join(beside.thread, NULL);
  beside.running = false;
  return end(e);
}

int run_checkpoint(struct run *r, struct tile_error *e)
{
  const char *path = r->options.checkpoint;
  bool held = false;
  if (run_checkpoint_end(e) || (!r->beat && !r->loop.steady && lbm_snapshot(r->flow, &held, e)))
    return e->code;
  if (!held)
    return run_write(r, path, RUN_POPULATIONS, e);
  beside.writing = writing_of(r, RUN_POPULATIONS);
  if (begin(&beside.writing, r, path, true, e))
    return e->code;
  if (start())
    return 0;
  work(&beside.writing); /* without a thread the file is written now */
  return end(e);
}
