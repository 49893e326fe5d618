/* From the input to a flow that may step. */
#include "geometry.h"
#include "keys.h"
#include "precision.h"
#include "run_job.h"

#include <stdlib.h>
#include <string.h>

void run_check_read(int code, struct tile_error *e)
{
  char text[sizeof e->text];
  if (code == TILE_REJECTED && strncmp(e->text, job.name, strlen(job.name))) {
    snprintf(text, sizeof text, "%s", e->text);
    tile_fail(e, code, "%s: %s", job.name, text);
  }
  check_or_exit(code, e);
}

/* Of the populations, or (not exact) of the fields. */
static int same_precision(bool exact, struct tile_error *e)
{
  const char *file = lbm_key_text(&job.domain, LBM_KEY_PRECISION);
  enum lbm_precision now = job.parameters.setup.precision, stored = now;
  const char *name = lbm_precision_names[now];
  check_or_exit(lbm_key_read(&stored, LBM_KEY_PRECISION, &job.domain, e), e);
  if (!exact) {
    now = lbm_fields_precision(now);
    stored = lbm_fields_precision(stored);
  }
  return lbm_value_bytes_of(stored) == lbm_value_bytes_of(now)
             ? 0
             : tile_fail(e, TILE_USAGE, "%s has %s values and continues in that precision: leave out --precision %s",
                         job.name, file, name);
}

/* Populations next to interpolated walls are stored in another form (wall_links.h of the solver). */
static bool same_walls(void)
{
  int then = LBM_WALLS_HALFWAY;
  struct tile_error e;
  run_check_read(lbm_key_read(&then, LBM_KEY_WALLS, &job.domain, &e), &e);
  return then == (int)job.parameters.setup.walls;
}

/* Populations continue exactly; fields alone start from equilibrium. */
static void read_state(struct tile_input *in)
{
  struct tile_error e;
  struct tile_array array[LBM_RECORDS];
  const bool some = tile_input_has(in, lbm_records[LBM_FIELDS_RECORD].tag),
             all = tile_input_has(in, lbm_records[LBM_POPULATIONS_RECORD].tag), exact = all && (!some || same_walls());
  const int begin = exact ? LBM_POPULATIONS_RECORD : LBM_FIELDS_RECORD, end = exact  ? LBM_RECORDS
                                                                              : some ? begin + 1
                                                                                     : begin;
  job.fresh = !exact && !some;
  if (!job.fresh)
    check_or_exit(same_precision(exact, &e), &e);
  for (int i = begin; i < end; i++)
    array[i - begin] = lbm_record_put(i, job.flow);
  run_check_read(tile_input_arrays_together(in, array, (size_t)(end - begin), lbm_communicator_of(job.flow), &e), &e);
  if (!exact && some)
    cli_say("%s contains no populations%s: starting from the equilibrium of its fields", job.name,
            all ? " of such walls" : "");
  lbm_set_steps_done(job.flow, job.parameters.step);
}

/* A GPU holds the populations; the host holds the neighbours of tiles, twice while they are copied to it. */
static void check_memory_beside_card(void)
{
  const size_t a_tile = 2 * lbm_geometry_bytes(1, 0, 0);
  struct tile_error e;
  check_or_exit(tile_afford(run_share_of(job.domain.tiles), a_tile, "the neighbours of tiles", &e), &e);
}

void run_job_afford(void)
{
  struct tile_error e;
  const char *device;
  check_or_exit(lbm_device_name(&device, asked.device, &e), &e);
  if (strcmp(device, "cpu")) {
    check_memory_beside_card();
    return;
  }
  const struct lbm_setup *s = &job.parameters.setup;
  const size_t value = lbm_value_bytes_of(s->precision);
  const bool flat = s->lattice == LBM_LATTICE_D2Q9;
  const size_t nodes =
      flat || lbm_layouts[s->layout].sparse ? (size_t)tile_domain_nonsolid(&job.domain) : 64 * job.domain.tiles;
  check_or_exit(tile_afford(run_share_of(nodes), (flat ? 2 * LBM_PLANE_Q : TILE_LINKS) * value, "the populations", &e),
                &e);
}

/* What rounding leaves moving does not settle any further. */
static void choose_bound(void)
{
  const enum lbm_precision p = job.parameters.setup.precision;
  const double least = lbm_least_bound(p);
  if (!(asked.converge > 0) || asked.converge >= least)
    return;
  if (asked.converge_chosen)
    asked.converge = least;
  else if (!asked.steps)
    cli_usage("--converge %.2g: %s settles to %.2g: ask for that or more, for --steps too, or for another --precision",
              asked.converge, lbm_precision_names[p], least);
}

void run_job_set_up(void)
{
  struct tile_error e;
  run_check_read(lbm_parameters_read(&job.parameters, &job.domain, &e), &e);
  check_or_exit(run_set_up(&asked, &job.parameters, &job.domain, &job.drive, &e), &e);
  choose_bound();
  if (asked.refine)
    run_check_sides(&asked, &job.parameters, &job.domain);
}

static void warn_of_tau(void)
{
  const struct lbm_setup *s = &job.parameters.setup;
  if (asked.axis >= 0 && !asked.benchmark && lbm_depends_on_tau(s))
    cli_warn("the permeability depends on tau with %s: use trt", lbm_collision_names[s->collision]);
}

void run_job_check(void)
{
  struct tile_error e;
  run_check_read(run_check_possible(&asked, &job.parameters, &job.domain, &e), &e);
  warn_of_tau();
  run_warn_of_inflows(&asked, &job.parameters, &job.domain);
}

/* The one flow of this run, and what the input holds of it. */
static void begin_flow(struct tile_input *in)
{
  struct tile_error e;
  run_job_set_up();
  run_job_afford();
  run_job_check();
  run_refine();
  check_or_exit(lbm_new(&job.flow, &job.domain, &job.parameters.setup, &e), &e);
  run_check_walls();
  run_check_patches();
  read_state(in);
}

/* The domain of several flows, which begin at rest. */
static void read_domain(struct tile_input *in)
{
  struct tile_error e;
  run_need_domain(&job.domain, job.name);
  run_check_read(tile_input_arrays(in, NULL, 0, &e), &e);
}

void run_load(const char *path)
{
  struct tile_error e;
  struct tile_reader *reader;
  struct tile_input *in;
  FILE *file = cli_open_input(path, &e);
  check_or_exit(file ? 0 : e.code, &e);
  check_or_exit(tile_reader_open(&reader, file, job.name, &e), &e);
  const char *kind = tile_header_get(tile_reader_header(reader), "kind");
  if (kind && !strcmp(kind, "voxels")) {
    tile_fail(&e, TILE_REJECTED, "%s: contains voxels, not a domain: pass it through tessera tile first", job.name);
    cli_die(&e);
  }
  check_or_exit(tile_input_open_some(&in, &job.domain, reader, run_wall_keeper(), &e), &e);
  run_check_same(&job.domain);
  (run_several() ? read_domain : begin_flow)(in);
  tile_input_close(in);
  snprintf(job.digest, sizeof job.digest, "%s", tile_reader_digest(reader));
  tile_reader_free(reader);
  fclose(file);
  if (job.fresh)
    check_or_exit(lbm_drive_start(job.flow, &job.parameters, &job.domain, &e), &e);
}
