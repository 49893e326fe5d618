/* SPDX-License-Identifier: BSD-3-Clause */
/* A flow: a domain, a setup, time steps, and access to its state.
 *
 * Terms are those of tile.h, and
 *   population  f_i, one for each direction of the lattice; h_i = f_i - w_i with the weight w_i is computed and stored
 *   time step   collision and propagation; between time steps populations are those after the collision
 *   fields      density - 1 and velocity of a node
 *   subdomain   a range of the tiles of the domain, in their order, for one device; each process has one or more
 *   collective  said of a function: all processes must call it, in the same order and with the same arguments
 *
 * Units: all quantities are in lattice units unless others are stated: lengths in spacings of nodes, times in time
 * steps, densities relative to the reference density 1. units.h converts them. Pressure is p = (density - 1) / 3, the
 * kinematic viscosity is nu = (tau - 1/2) / 3 (Qian, d'Humieres & Lallemand, Europhys. Lett. 17 (1992) 479).
 *
 * Errors: as in tile.h, with the additional code LBM_DIVERGED. A function with a parameter `struct tile_error *e`
 * returns TILE_OK, or the status that it wrote to e->code with one line of text. Any of them may return TILE_FAILED for
 * lack of memory or an error of the device; the comments below name the other causes. After an error the state of a
 * flow is undefined, and lbm_free is the only useful call, unless stated otherwise. Nothing here prints or ends the
 * process.
 *
 * Processes: if a collective function fails in one process only, the others may wait for it without end: a program
 * should then end all of them by lbm_comm_abort. Functions that are not collective exchange no messages.
 *
 * Threads: functions on one flow must not be called by several threads at the same time, except where a snapshot allows
 * it, and lbm_new must not run in two threads at once. With several processes only the thread that called
 * lbm_comm_begin may call collective functions. Functions use OpenMP; results depend neither on the number of threads
 * nor on the numbers of subdomains and processes, to the last bit. */
#ifndef LBM_H
#define LBM_H

#include "fluid.h"
#include "physics.h"
#include "precision.h"
#include "tile_error.h"
#include "tile_file.h"
#include "task.h"

struct tile_communicator;

struct lbm_course; /* course.h */

/* Where programs warn: above this Mach number compressibility is visible, and below this tau a flow may be noisy. */
#define LBM_MACH_MUCH 0.17 /* a velocity of 0.1 */
#define LBM_TAU_LITTLE 0.51

/* ---- setup ---------------------------------------------------------- */

enum { LBM_DIVERGED = 4 }; /* status, and exit status of programs, in addition to enum tile_status */

/* A zeroed structure with tau and magic set is a valid setup for a domain without patches. */
struct lbm_setup {
  enum lbm_lattice lattice; /* LBM_LATTICE_D2Q9: only if lbm_not_flat returns NULL */
  /* Collision operators: BGK (Qian et al. 1992), TRT (Ginzburg, Verhaeghe & d'Humieres, Commun. Comput. Phys. 3 (2008)
   * 427), MRT (d'Humieres et al., Phil. Trans. R. Soc. A 360 (2002) 437, with the rates of that paper), and the
   * regularised one (Latt & Chopard, Math. Comput. Simul. 72 (2006) 165; not with D2Q9). */
  enum lbm_collision collision;
  enum lbm_equilibrium equilibrium; /* formulas: site.h */
  enum lbm_precision precision;
  enum lbm_layout layout;         /* in memory; layouts t2c and t2c-xyz store fp64 or fp32 only */
  int copies;                     /* of the populations, 1 or 2; 0: as many as the device needs, 1 if 2 do not fit */
  enum lbm_addressing addressing; /* device cuda only; else LBM_ADDRESSING_BEST */
  enum lbm_walls walls;           /* cut links (wall_links.h) need a domain with wall distances; else half-way */
  double tau;                     /* relaxation time, finite, > 1/2: that of the even populations, tau+, with TRT */
  struct lbm_fluid fluid;         /* the viscosity, if it varies; then tau is that of a reference; not with MRT, D2Q9 */
  double magic;                   /* (tau+ - 1/2)(tau- - 1/2), finite, > 0; used by TRT only */
  double force[3];                /* body force per volume (Guo, Zheng & Shi, Phys. Rev. E 65 (2002) 046308) */
  struct lbm_condition *condition; /* [patches of the domain], caller's; NULL if there are no patches */
  struct lbm_course *course;       /* [patches], caller's, as `condition`; NULL: all conditions are constant */
  double common_pressure;          /* gauge pressure that is taken off all openings: reports and fields add it */
  int64_t ramp; /* time steps after rest during which the values of `condition` rise from 0, see lbm_ramp_factor */
  bool steady;  /* the steady flow is wanted, on whatever way: capacitors without curves hold at once what they will */
  int threads;  /* 0: as many as OpenMP uses by default */
  int parts;    /* number of subdomains in each process; 0, 1: one for each GPU listed in `device` */
  /* "cpu", "cuda", "cuda:N", "cuda:N,N..." or "cuda:all", where N is the number of a GPU; NULL: the best device
   * present. Each GPU of a list has a subdomain; one that is listed twice has two. With "cuda" each process of a host
   * takes one GPU, in turn. */
  const char *device;
  /* Called with a line for the user: by lbm_new for each GPU before its memory is allocated. NULL: never. */
  void (*say)(const char *line);
};

/* Sets all members: TRT, interpolated walls, tau 1, magic 3/16, and zeros, which are D3Q19, the quasi-compressible
 * equilibrium, fp64, layout packed, no force and the best device. */
void lbm_setup_defaults(struct lbm_setup *s);
/* The gauge pressure that belongs to density 1: what is taken off all openings, always and in the last time step. */
double lbm_pressure_taken(const struct lbm_setup *s, int patches);

/* Why the flow of this setup in the domain cannot be computed with lattice d2q9, the end of a sentence that begins with
 * "lattice d2q9"; NULL: it can. It needs one slice, periodic along z, BGK, TRT or MRT, fp64 or fp32, layout packed, `copies`
 * other than 1, LBM_ADDRESSING_BEST, no force and no velocity along z, `parts` at most 1, and one process.
 * setup->condition: as for lbm_new; the member lattice is ignored. The text is static. Not collective. */
const char *lbm_not_flat(const struct tile_domain *domain, const struct lbm_setup *setup);

/* Sets *name to "cpu" or "cuda", the backend that lbm_new uses for a device of struct lbm_setup. The text is static.
 * Not collective. TILE_USAGE: unknown device. TILE_FAILED: the device is not present, or the program was built without
 * it. */
int lbm_device_name(const char **name, const char *device, struct tile_error *e);

/* Does the condition of a patch let fluid through? */
static inline bool lbm_patch_opens(const struct lbm_setup *s, int patch)
{
  return s->condition[patch].kind > LBM_AT_WALL;
}

/* Does any opening of a surface? */
bool lbm_vessel_opens(const struct lbm_setup *s, const struct tile_domain *d);
/* Sets *bytes to the memory that is free on all devices that `device` means, on the cpu to what is left of the limit
 * (infinity: there is none), and *parts to the number of such devices. Errors as those of lbm_device_name. */
int lbm_device_room(double *bytes, int *parts, const char *device, struct tile_error *e);

/* ---- a device without a flow ----------------------------------------- */

/* Opens the device of that name for the arrays of equations (multigrid/device.h), such as those of diffusion.h. *device
 * is valid until lbm_arrays_free, which releases *made also after an error. threads: of the host, 0: as OpenMP decides.
 * Errors as those of lbm_device_name. Not collective. */
struct lbm_arrays;
struct lbm_device;
int lbm_arrays_new(struct lbm_arrays **made, struct lbm_device *device, const char *name, int threads,
                   struct tile_error *e);
const char *lbm_arrays_describe(const struct lbm_arrays *a);
void lbm_arrays_free(struct lbm_arrays *a);

/* ---- a flow --------------------------------------------------------- */

struct lbm;

/* Opens a flow: divides the domain into subdomains, finds the sources of all populations, and allocates the
 * populations. The fluid is at rest with density 1. *domain must outlive the flow, unchanged. *setup is copied, but the
 * array setup->condition is not: it must outlive the flow, which changes it in lbm_scale and lbm_benchmark; the caller
 * must not change it. On failure *flow is NULL or a flow that only lbm_free accepts; release it with lbm_free in both
 * cases. Collective.
 *
 * TILE_USAGE: tau or magic is out of range; lattice d2q9 and lbm_not_flat names a reason; unknown device; layout,
 * precision, number of copies or way of addressing that the device does not have, or that exclude each other; tiles
 * whose edge is not TILE_EDGE; a parabola on too large a patch, or at an opening without wall distances beside it; a flow
 * through a patch whose links let nothing through; an
 * instruction set in TESSERA_ISA that is unknown or not available. TILE_REJECTED: two tiles have the same coordinates;
 * the openings in the header break their rules; with lattice d2q9, of the links of a node that differ along z only,
 * some bounce back and others do not. TILE_FAILED: the device is absent or too small, or two neighbours are too far
 * apart in memory (offsets of 2^31 values; 100 million nodes always fit). */
int lbm_new(struct lbm **flow, const struct tile_domain *domain, const struct lbm_setup *setup, struct tile_error *e);

/* Releases a flow; NULL is accepted. Not collective. */
void lbm_free(struct lbm *flow);

/* ---- time steps ----------------------------------------------------- */

/* Computes `steps` time steps, 0 or more. LBM_DIVERGED: the rest population h_0 of a node left (-1, 1) or is not a
 * number; *e names the first such node, tau, and the Mach number there if it is finite, lbm_steps_done is the time step
 * in which it happened, and all processes return the same error. The populations are then undefined, since the device
 * may have gone on. Collective. */
int lbm_step(struct lbm *flow, int64_t steps, struct tile_error *e);

/* The number of time steps since lbm_new. _set changes only this number, for a flow whose state was read from a file.
 * Not collective, but all processes must set the same number. */
int64_t lbm_steps_done(const struct lbm *flow);
void lbm_set_steps_done(struct lbm *flow, int64_t step);

/* ---- state of the nodes --------------------------------------------- */

/* Copy the values of one tile out of the flow or into it. `flow` is a struct lbm; the type is that of tile_array.move.
 * tile: index in the domain, 0 ... tiles - 1. values: n rows for its n non-solid nodes, in the order of their numbers,
 * caller's; a row is
 *   populations  [19], h_i in the order of lattice.h and the precision of the flow, as they are stored: for a link that
 *                an interpolated wall cuts that is h_i - kappa h_o (wall_links.h). D2Q9: its populations are divided
 *                among those of D3Q19 in proportion to the weights.
 *   fields       [4], density - 1, ux, uy, uz, in the precision of lbm_fields_precision. The velocity is that of the
 *                equilibrium of the flow, with half the force (Guo et al. 2002; site.h).
 * lbm_put_fields sets the populations to equilibrium. Tiles of other processes are ignored: nothing is copied, and
 * TILE_OK is returned. On GPUs the functions are fast if tiles come in order without gaps. Not collective. */
int lbm_get_populations(void *flow, size_t tile, void *values, struct tile_error *e);
int lbm_put_populations(void *flow, size_t tile, void *values, struct tile_error *e);
int lbm_get_fields(void *flow, size_t tile, void *values, struct tile_error *e);
int lbm_put_fields(void *flow, size_t tile, void *values, struct tile_error *e);

/* lbm_get_fields in all processes, whichever has the tile. Collective. */
int lbm_share_fields(struct lbm *flow, size_t tile, void *values, struct tile_error *e);

/* Bytes of one population in memory and in files: 8, 4 or 2. */
size_t lbm_value_bytes(const struct lbm *flow);

/* Bytes of the populations of one node, read once and written once: 2 * 19 * lbm_value_bytes, or 2 * 9 for D2Q9. */
double lbm_update_bytes(const struct lbm *flow);

/* Keeps the populations as they are now, until the next call of lbm_snapshot. *done true: one other thread may call the
 * lbm_get_snapshot functions while this thread computes time steps; it must have finished before the next lbm_snapshot
 * and before lbm_free. *done false: nothing was kept, because the device cannot, its memory has no room for one more
 * copy of the populations, or there are several processes or subdomains that exchange values through the host. Needs
 * that memory until lbm_free. Not collective. */
int lbm_snapshot(struct lbm *flow, bool *done, struct tile_error *e);

/* As lbm_get_populations and lbm_get_fields, with the state and the force at the time of lbm_snapshot. Only after one
 * that set *done to true. */
int lbm_get_snapshot_populations(void *flow, size_t tile, void *values, struct tile_error *e);
int lbm_get_snapshot_fields(void *flow, size_t tile, void *values, struct tile_error *e);

/* ---- records of files ----------------------------------------------- */

/* A kind of record with values of the nodes, see tessera-tile(5), "FLDS, POPS". The functions are of type
 * tile_array.move, as above. */
struct lbm_record {
  const char *tag; /* four letters */
  size_t values;   /* number of values of a node, 4 or 19 */
  int (*get)(void *flow, size_t tile, void *values, struct tile_error *e);
  int (*put)(void *flow, size_t tile, void *values, struct tile_error *e);
  int (*get_snapshot)(void *flow, size_t tile, void *values, struct tile_error *e);
};
enum { LBM_FIELDS_RECORD, LBM_POPULATIONS_RECORD, LBM_RECORDS };
extern const struct lbm_record lbm_records[LBM_RECORDS];

/* The array of a record for writing it (_get) and reading it (_put), restricted to the tiles of this process. record:
 * LBM_FIELDS_RECORD or LBM_POPULATIONS_RECORD. snapshot: the values are those of lbm_snapshot. The array refers to the
 * flow, which must outlive it. Not collective. */
struct tile_array lbm_record_get(int record, struct lbm *flow, bool snapshot);
struct tile_array lbm_record_put(int record, struct lbm *flow);

/* For writing an array by the first process alone, which receives the values of all tiles: the `move` of an array that
 * is otherwise `own`, with self a struct lbm_collected. It is collective: all processes call it for all tiles, in order.
 * In other processes the data are those of their own tiles, and undefined for all others. */
struct lbm_collected {
  struct lbm *flow;
  struct tile_array own; /* its `move` is called for the tiles of the process only */
};
int lbm_collect(void *collected, size_t tile, void *values, struct tile_error *e);

/* The communicator for files that all processes read or write together; NULL: there is one process. It belongs to the
 * flow, and is valid until lbm_free. Not collective. */
const struct tile_communicator *lbm_communicator_of(const struct lbm *flow);

/* ---- initial state -------------------------------------------------- */

/* Sets all nodes to equilibrium with velocity 0 and a density - 1 that varies linearly from `from` in the first plane
 * of nodes across `axis` (0, 1, 2) to `to` in the last: a good initial state of a pressure-driven flow. All processes
 * must call it, each for its own tiles, but no messages are exchanged. */
int lbm_start_gradient(struct lbm *flow, int axis, double from, double to, struct tile_error *e);

/* ---- totals --------------------------------------------------------- */

/* Sets *s. Collective. */
int lbm_totals(struct lbm *flow, struct lbm_totals *s, struct tile_error *e);

/* Sets *s, and *spread to the largest relative deviation, over all layers of tiles across `axis` (0, 1, 2), of the sum
 * of the velocity along that axis per slice of the layer from the mean over all slices. It is 0 if the same volume
 * flows through every slice, as in a steady flow of constant density. Infinite: the mean is 0, but not all layers are.
 * Collective. */
int lbm_totals_spread(struct lbm *flow, int axis, struct lbm_totals *s, double *spread, struct tile_error *e);

/* Sets *s, and allocates *mass: [span of the axis, see tile_domain_span], the sum of (density - 1) in each layer of
 * tiles across `axis` (0, 1, 2). The caller releases it with free(3); on failure there is nothing to release.
 * Collective. */
int lbm_totals_layers(struct lbm *flow, int axis, struct lbm_totals *s, double **mass, struct tile_error *e);

/* Sets *s, and inward[p], of each patch p of the domain, to the sum over all nodes of the tiles with marks of the patch
 * of the velocity along its normal. Collective. */
int lbm_totals_patches(struct lbm *flow, struct lbm_totals *s, double *inward, struct tile_error *e);

/* Sets range[0] and range[1] to the least and the largest density - 1 of all nodes, infinity and -infinity if there are
 * none. NaN is ignored. It works node by node on the host, too slowly to be called every few time steps. Collective. */
int lbm_density_range(struct lbm *flow, double range[2], struct tile_error *e);

/* ---- changes of a running flow -------------------------------------- */

/* Multiplies the drive, which is the force and the velocities and densities - 1 of all conditions, and all populations
 * h_i by `factor`. The caller's array setup->condition is changed too. With LBM_STOKES the result is the state that the
 * scaled drive would have led to, but for rounding; else that holds for creeping flow approximately. Not collective,
 * but all processes must call it. */
int lbm_scale(struct lbm *flow, double factor, struct tile_error *e);

/* Sets the body force per volume from the next time step on. The populations stay, so that the momentum of each node
 * decreases by half of the increase of the force (see `fields` in site.h). Not collective, but all processes must call
 * it. */
void lbm_set_force(struct lbm *flow, const double force[3]);

/* Does a steady Stokes flow depend on tau? false for TRT only, where it depends on magic (Ginzburg & d'Humieres, Phys.
 * Rev. E 68 (2003) 066614). */
bool lbm_depends_on_tau(const struct lbm_setup *s);

/* Computes one time step after which the relaxation time is `tau`, > 1/2, with the same magic. Density and stress are
 * kept, and the velocity is divided by the growth of the viscosity, so that a steady flow remains steady (derivation:
 * flow.c). The flow must have the equilibrium LBM_STOKES and the collision LBM_TRT, which is not checked. Errors as
 * lbm_step. Collective. */
int lbm_change_tau(struct lbm *flow, double tau, struct tile_error *e);

/* ---- speed ---------------------------------------------------------- */

/* The time of one kind of time step, compared with a copy of an array as large as one copy of the populations. */
struct lbm_timing {
  const char *what;           /* "read/write", "propagation", "step"; static */
  double median, least, most; /* seconds per time step, over the repeats */
  double share;               /* median over the repeats of (update bytes / time) / copy bandwidth; NaN: unknown */
};
#define LBM_TIMINGS 3

/* Measures all kinds of time steps and the copy `repeats` times (1 or more) in alternation, after a warm-up, so that
 * changes of the speed of the machine affect all of them. timing: in the order of the names above. *copy: bytes read
 * and written per second by all processes, the better of ordinary and non-temporal stores; 0: unknown, since memory is
 * short. State and drive are lost: the drive, setup->condition included, is scaled by 1e-6. Times are those of the
 * first process. LBM_DIVERGED: the flow diverged meanwhile. Collective. */
int lbm_benchmark(struct lbm *flow, int repeats, struct lbm_timing timing[LBM_TIMINGS], double *copy,
                  struct tile_error *e);

/* Sets *copy as lbm_benchmark does, and leaves the state as it is. On the host it copies arrays of 64 to 128 MB. *copy
 * 0: memory is short. Collective. */
int lbm_copy_beside(struct lbm *flow, double *copy, struct tile_error *e);

/* ---- properties ----------------------------------------------------- */

/* The division of a flow into subdomains. With one subdomain: 1, 1, 1, 0, 0, NULL. */
struct lbm_division {
  int processes, parts; /* numbers of processes, and of subdomains in all of them */
  double largest;       /* number of nodes of the largest subdomain, relative to the mean */
  size_t bytes;         /* sent between all subdomains in a time step */
  double waited;        /* seconds that this process has spent in messages since lbm_new */
  /* How these bytes are sent: "memory", "messages", "host", "peer access", "peer access, host"; static. NULL: there is
   * one subdomain. */
  const char *by;
};

/* The functions below are not collective, and return the same in all processes unless stated otherwise. */

struct lbm_division lbm_division_of(const struct lbm *flow);

/* The number of non-solid nodes of a subdomain, 0 ... parts - 1 of struct lbm_division. */
size_t lbm_subdomain_nodes(const struct lbm *flow, int part);

/* The number of copies of the populations in use, 1 or 2, in the first subdomain of this process. */
int lbm_copies(const struct lbm *flow);

/* The way of addressing in use in the first subdomain of this process; LBM_ADDRESSING_BEST: the device has only one. */
enum lbm_addressing lbm_addressing_of(const struct lbm *flow);

/* Bytes that lbm_new allocated in all processes and on all devices: copies of the populations and the geometry. Memory
 * that is allocated later (snapshot, totals) and the halo buffers on the host are not included. */
size_t lbm_memory(const struct lbm *flow);

/* The devices of this process, such as "cpu avx512, 2 threads" or "2 x cuda sm_90, NVIDIA H100 80GB HBM3". It belongs
 * to the flow, and is valid until lbm_free. */
const char *lbm_backend_name(const struct lbm *flow);

/* The number of non-solid nodes of the domain. */
size_t lbm_nonsolid(const struct lbm *flow);

#endif
