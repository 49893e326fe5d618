/* SPDX-License-Identifier: BSD-3-Clause */
/* From the input to a flow that may step. */
#include "geometry.h"
#include "keys.h"
#include "precision.h"
#include "run.h"
#include "run_setup.h"

#include <stdlib.h>
#include <string.h>

/* Ends the program unless code is 0; errors in the content of the input name it. */
static void read_or_exit(const struct run *r, int code, struct tile_error *e)
{
  char text[sizeof e->text];
  if (code == TILE_REJECTED && strncmp(e->text, r->name, strlen(r->name))) {
    snprintf(text, sizeof text, "%s", e->text);
    tile_fail(e, code, "%s: %s", r->name, text);
  }
  check_or_exit(code, e);
}

/* Checks that the input has values of the precision of this run: of its populations if exact, else of its fields. */
static int same_precision(const struct run *r, bool exact, struct tile_error *e)
{
  const char *file = lbm_key_text(&r->domain, LBM_KEY_PRECISION);
  enum lbm_precision now = r->parameters.setup.precision, stored = now;
  const char *name = lbm_precision_names[now];
  check_or_exit(lbm_key_read(&stored, LBM_KEY_PRECISION, &r->domain, e), e);
  if (!exact) {
    now = lbm_fields_precision(now);
    stored = lbm_fields_precision(stored);
  }
  return lbm_value_bytes_of(stored) == lbm_value_bytes_of(now)
             ? 0
             : tile_fail(e, TILE_USAGE, "%s has %s values and continues in that precision: leave out --precision %s",
                         r->name, file, name);
}

/* Populations next to interpolated walls are stored in another form (cut_links.h of the solver). */
static bool same_walls(const struct run *r)
{
  int then = LBM_WALLS_HALFWAY;
  struct tile_error e;
  read_or_exit(r, lbm_key_read(&then, LBM_KEY_WALLS, &r->domain, &e), &e);
  return then == (int)r->parameters.setup.walls;
}

static bool wants_beats(const struct run_options *o)
{
  return o->beats.most || o->average;
}

/* Makes the sums of beats; those of a checkpoint are read behind it. */
static void begin_beats(struct run *r)
{
  struct tile_error e;
  if (!wants_beats(&r->options))
    lbm_beat_record_clear(&r->parameters.beat);
  else
    check_or_exit(lbm_beat_open(&r->beat, r->flow, &r->parameters, &e), &e);
}

/* A run continues exactly from populations; from fields alone it starts at their equilibrium. */
static void read_state(struct run *r, struct tile_input *in)
{
  struct tile_error e;
  struct tile_array array[1 + LBM_RECORDS];
  struct node_values sums = {0};
  size_t arrays = 0;
  const bool some = tile_input_has(in, lbm_records[LBM_FIELDS_RECORD].tag),
             all = tile_input_has(in, lbm_records[LBM_POPULATIONS_RECORD].tag), exact = all && (!some || same_walls(r));
  const int begin = exact ? LBM_POPULATIONS_RECORD : LBM_FIELDS_RECORD, end = exact  ? LBM_RECORDS
                                                                              : some ? begin + 1
                                                                                     : begin;
  r->fresh = !exact && !some;
  if (!r->fresh)
    check_or_exit(same_precision(r, exact, &e), &e);
  run_begin_cycles(r, exact);
  struct tile_rest rest = lbm_cycles_reading(&r->loop);
  if (r->beat && exact)
    read_or_exit(r, node_values_begin(&sums, &r->domain, &e) || node_values_reading(&sums, array, &arrays, &e), &e);
  for (int i = begin; i < end; i++)
    array[arrays++] = lbm_record_put(i, r->flow);
  read_or_exit(
      r, tile_input_arrays_together(in, array, arrays, rest.bytes ? &rest : NULL, lbm_communicator_of(r->flow), &e),
      &e);
  read_or_exit(r, lbm_cycles_resume(&r->loop, rest.found, &e), &e);
  if (r->beat)
    beat_restore(r->beat, &sums);
  node_values_free(&sums);
  if (!exact && some)
    cli_say("%s contains no populations%s: starting from the equilibrium of its fields", r->name,
            all ? " of such walls" : "");
  lbm_set_steps_done(r->flow, r->parameters.step);
}

/* A GPU holds the populations; the host holds the neighbours of tiles, twice while they are copied to the GPU. */
static void afford_beside_gpu(const struct run *r)
{
  const size_t a_tile = 2 * lbm_geometry_bytes(1, 0, 0);
  struct tile_error e;
  check_or_exit(tile_afford(run_range_of(r->domain.tiles), a_tile, "the neighbours of tiles", &e), &e);
}

void run_afford(const struct run *r)
{
  struct tile_error e;
  const char *device;
  check_or_exit(lbm_device_name(&device, r->options.device, &e), &e);
  if (strcmp(device, "cpu")) {
    afford_beside_gpu(r);
    return;
  }
  const struct lbm_setup *s = &r->parameters.setup;
  const size_t value = lbm_value_bytes_of(s->precision);
  const bool flat = s->lattice == LBM_LATTICE_D2Q9;
  const size_t nodes =
      flat || lbm_layouts[s->layout].sparse ? (size_t)tile_domain_nonsolid(&r->domain) : 64 * r->domain.tiles;
  check_or_exit(tile_afford(run_range_of(nodes), (flat ? 2 * LBM_PLANE_Q : TILE_LINKS) * value, "the populations", &e),
                &e);
}

/* Rounding errors keep a flow of low precision moving: it does not converge below a least bound. */
static void choose_bound(struct run *r)
{
  struct run_options *o = &r->options;
  const enum lbm_precision p = r->parameters.setup.precision;
  const double least = lbm_least_bound(p);
  if (!(o->converge > 0) || o->converge >= least)
    return;
  if (o->converge_chosen)
    o->converge = least;
  else if (!o->steps)
    cli_usage("--converge %.2g: %s settles to %.2g: ask for that or more, for --steps too, or for another --precision",
              o->converge, lbm_precision_names[p], least);
}

void run_set_up(struct run *r)
{
  const struct run_options *o = &r->options;
  struct tile_error e;
  read_or_exit(r, lbm_parameters_read(&r->parameters, &r->domain, &e), &e);
  check_or_exit(run_set_parameters(o, &r->parameters, &r->domain, &r->drive, &e), &e);
  choose_bound(r);
  if (o->refine)
    run_check_sides(o, &r->parameters, &r->domain);
}

static void warn_of_tau(const struct run *r)
{
  const struct run_options *o = &r->options;
  const struct lbm_setup *s = &r->parameters.setup;
  if (o->axis >= 0 && !o->benchmark && lbm_depends_on_tau(s))
    cli_warn("the permeability depends on tau with %s: use %s",
             s->collision == LBM_TRT ? "linear walls" : lbm_collision_names[s->collision],
             s->collision == LBM_TRT        ? "--walls interpolated"
             : s->walls == LBM_WALLS_LINEAR ? "trt and --walls interpolated"
                                            : "trt");
}

void run_check_drive(struct run *r)
{
  struct tile_error e;
  read_or_exit(r, run_check_steady(&r->options, &r->parameters, &r->domain, &e), &e);
}

void run_check_flow(struct run *r)
{
  struct tile_error e;
  read_or_exit(r, run_check_possible(&r->options, &r->parameters, &r->domain, &e), &e);
  run_check_drive(r);
  warn_of_tau(r);
  run_warn_of_inflows(&r->options, &r->parameters, &r->domain);
}

/* The drives of --forchheimer begin at rest. */
static void refuse_flow(const struct run *r)
{
  const char *kind = tile_header_get(&r->domain.header, "kind");
  if (r->options.forchheimer && kind && !strcmp(kind, "fields"))
    cli_usage("%s holds a flow, and --forchheimer begins at rest: start from the domain it was made of", r->name);
}

/* Makes the one flow of this run with the fields and populations of the input. */
static void begin_flow(struct run *r, struct tile_input *in)
{
  struct tile_error e;
  refuse_flow(r);
  run_set_up(r);
  run_expect(r);
  run_phase(r, "checks");
  run_fit(r);
  run_afford(r);
  run_check_flow(r);
  run_refine(r);
  run_phase(r, "tiles and their neighbours");
  check_or_exit(lbm_new(&r->flow, &r->domain, &r->parameters.setup, &e), &e);
  run_check_walls(r);
  run_check_patches(r);
  if (r->options.residence.given)
    r->diffusivity = residence_check(&r->options.residence, &r->parameters, &r->domain);
  begin_beats(r);
  read_state(r, in);
}

/* Drives along several axes begin at rest. */
static void refuse_fields(const struct run *r)
{
  const char *kind = tile_header_get(&r->domain.header, "kind");
  if (kind && !strcmp(kind, "fields"))
    cli_usage("%s holds a flow, which --permeability along several axes cannot continue: give one axis, or start from "
              "the domain it was made of",
              r->name);
}

/* Reads the domain of several flows. */
static void read_domain(struct run *r, struct tile_input *in)
{
  struct tile_error e;
  refuse_fields(r);
  read_or_exit(r, tile_input_arrays(in, NULL, 0, &e), &e);
}

static struct tile_reader *open_reader(const struct run *r, FILE *file)
{
  struct tile_error e;
  struct tile_reader *reader;
  check_or_exit(tile_reader_open(&reader, file, r->name, &e), &e);
  const char *kind = tile_header_get(tile_reader_header(reader), "kind");
  if (kind && !strcmp(kind, "voxels")) {
    tile_fail(&e, TILE_REJECTED, "%s: contains voxels, not a domain: pass it through tessera tile first", r->name);
    cli_die(&e);
  }
  return reader;
}

/* A process keeps only the walls of its range. The first process keeps all, since it writes them; every process does with
 * --refine, since coarser domains are made from all walls, and over beats, since shear is fitted to walls around. */
static struct tile_input *open_domain(struct run *r, struct tile_reader *reader)
{
  struct tile_error e;
  struct tile_input *in;
  struct run_range range = {0};
  const struct tile_keeper keeper = run_wall_keeper(&range);
  const bool all = run_leads() || r->options.refine || wants_beats(&r->options);
  check_or_exit(tile_input_open_some(&in, &r->domain, reader, all ? NULL : &keeper, &e), &e);
  run_check_same(r->argv, &r->domain);
  return in;
}

void run_load(struct run *r)
{
  struct tile_error e;
  run_phase(r, "reading");
  FILE *file = cli_open_input(r->options.input, &e);
  check_or_exit(file ? 0 : e.code, &e);
  struct tile_reader *reader = open_reader(r, file);
  struct tile_input *in = open_domain(r, reader);
  (run_several(&r->options) ? read_domain : begin_flow)(r, in);
  tile_input_close(in);
  snprintf(r->digest, sizeof r->digest, "%s", tile_reader_digest(reader));
  tile_reader_free(reader);
  fclose(file);
  if (r->fresh)
    check_or_exit(lbm_drive_start(r->flow, &r->parameters, &r->domain, &e), &e);
}
