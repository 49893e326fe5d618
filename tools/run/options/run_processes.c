/* SPDX-License-Identifier: BSD-3-Clause */
/* Several processes, started by mpirun, do the same; the first one leads: it alone prints and writes files. */
#include <config.h>

#include "run_processes.h"

#include "communicator.h"
#include "subdomain.h"

#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool run_leads(void)
{
  return lbm_comm_rank() == 0;
}

/* Without OMP_NUM_THREADS: a thread for each processor of this process. Where all processes of the machine may use the
 * same processors, they are divided among these. */
static void divide_processors(void)
{
  cpu_set_t set;
  const long all = sysconf(_SC_NPROCESSORS_ONLN);
  const int neighbours = lbm_comm_neighbours();
  if (getenv("OMP_NUM_THREADS") || sched_getaffinity(0, sizeof set, &set) != 0)
    return;
  const int mine = CPU_COUNT(&set) >= all ? (int)all / neighbours : CPU_COUNT(&set);
  omp_set_num_threads(mine > 1 ? mine : 1);
}

size_t run_range_of(size_t nodes)
{
  const size_t size = (size_t)lbm_comm_size();
  return nodes / size + (nodes % size != 0);
}

void run_begin_processes(void)
{
  lbm_comm_begin();
  atexit(lbm_comm_end);
  if (lbm_comm_size() == 1)
    return;
  cli_company.end = lbm_comm_abort;
  cli_company.follows = !run_leads();
  cli_company.neighbours = lbm_comm_neighbours();
  divide_processors();
  if (!run_leads() && !freopen("/dev/null", "w", stdout))
    cli_usage("/dev/null cannot be opened");
}

/* The text of the first process in all of them, or "". The caller frees it. */
static char *send_text(const char *text)
{
  size_t length = run_leads() && text ? strlen(text) : 0;
  lbm_comm_share(&length, sizeof length, 0);
  char *all = calloc(length + 1, 1);
  if (all && run_leads() && text)
    memcpy(all, text, length);
  if (lbm_comm_any(!all)) {
    free(all);
    return NULL;
  }
  lbm_comm_share(all, length, 0);
  return all;
}

bool run_join_output(struct cli_output *o, const char *path)
{
  struct tile_error ignored;
  char *beside = send_text(o->beside);
  const bool here = beside && *beside && (run_leads() || !cli_join_output(o, path, beside, &ignored));
  const bool all = !lbm_comm_any(!here);
  free(beside);
  if (all || run_leads())
    return all;
  if (o->file)
    fclose(o->file);
  cli_forget(o);
  return false;
}

/* The hash FNV-1a. */
static uint64_t add_bytes(uint64_t hash, const void *data, size_t bytes)
{
  for (const unsigned char *c = data, *end = c + bytes; c < end; c++)
    hash = (hash ^ *c) * UINT64_C(0x100000001b3);
  return hash;
}

void run_check_same(char *const *argv, const struct tile_domain *d)
{
  uint64_t here = add_bytes(UINT64_C(0xcbf29ce484222325), PACKAGE_VERSION, sizeof PACKAGE_VERSION), first;
  if (lbm_comm_size() == 1)
    return;
  for (char *const *word = argv; *word; word++)
    here = add_bytes(here, *word, strlen(*word) + 1);
  here = add_bytes(here, d->coord, d->tiles * sizeof *d->coord);
  here = add_bytes(here, d->mask, d->tiles * d->words * sizeof *d->mask);
  first = here;
  lbm_comm_share(&first, sizeof first, 0);
  if (lbm_comm_any(first != here))
    cli_usage("the processes are of other versions, were given other options, or read other domains");
}

/* ---- the walls of this process ----------------------------------------------- */

/* lbm_partition makes all subdomains of this process from the same range. */
static int find_range(struct run_range *r, const struct tile_domain *d)
{
  const int size = lbm_comm_size(), rank = lbm_comm_rank();
  size_t *first = tile_alloc((size_t)size + 1, sizeof *first);
  if (!first)
    return TILE_FAILED;
  lbm_partition(first, d, size);
  *r = (struct run_range){first[rank], first[rank + 1]};
  free(first);
  return TILE_OK;
}

static bool is_marked(const struct tile_domain *d, size_t tile)
{
  const size_t mark = lbm_first_mark(d, tile);
  return mark < d->marks && d->mark[mark].tile == tile;
}

/* A process keeps the walls of its own tiles, and those of tiles at patches, from which the rims of patches are found. */
static bool keeps(void *self, const struct tile_domain *d, size_t tile)
{
  struct run_range *r = self;
  if (!r->end && find_range(r, d))
    *r = (struct run_range){0, d->tiles};
  return (tile >= r->begin && tile < r->end) || is_marked(d, tile);
}

struct tile_keeper run_wall_keeper(struct run_range *range)
{
  return (struct tile_keeper){keeps, range};
}

void run_check_processes(const char *input)
{
  if (lbm_comm_size() > 1 && (!input || !strcmp(input, "-")))
    cli_usage("several processes read the domain: give a file, not standard input");
}
