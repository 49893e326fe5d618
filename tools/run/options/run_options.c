/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of options, their parsers, and checks of options alone. */
#include "run_options.h"

#include "conductivity.h"
#include "opening.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The table parses into this struct, and run_read_options returns it. */
static struct run_options given = {.lattice = -1,
                                   .collision = -1,
                                   .equilibrium = -1,
                                   .precision = -1,
                                   .layout = -1,
                                   .walls = -1,
                                   .axis = -1,
                                   .ramp = -1};

#define PARSER(what, count)                                                  \
  static int parse_##what(void *to, const char *value, struct tile_error *e) \
  {                                                                          \
    return cli_word(to, value, lbm_##what##_names, count, e);                \
  }
PARSER(lattice, LBM_LATTICES)
PARSER(collision, LBM_COLLISIONS)
PARSER(equilibrium, LBM_EQUILIBRIA)
PARSER(precision, LBM_PRECISIONS)
PARSER(layout, LBM_LAYOUTS)
PARSER(walls, LBM_WALLS)

static int parse_copies(void *to, const char *value, struct tile_error *e)
{
  static const char *const names[] = {"1", "2"};
  int word;
  if (cli_word(&word, value, names, 2, e))
    return e->code;
  *(int *)to = word + 1;
  return 0;
}

static int parse_addressing(void *to, const char *value, struct tile_error *e)
{
  int word;
  if (cli_word(&word, value, lbm_addressing_names + LBM_BY_MASKS, LBM_BY_LISTS, e))
    return e->code;
  *(enum lbm_addressing *)to = (enum lbm_addressing)(word + LBM_BY_MASKS);
  return 0;
}

static int parse_bound(void *to, const char *value, struct tile_error *e)
{
  if (cli_positive(to, value, e) || *(double *)to >= 1)
    return tile_fail(e, TILE_USAGE, "expected a relative change above 0 and below 1");
  return 0;
}

/* This parser and those below set more than one member: `to` is the struct of all options. */
static int parse_output(void *to, const char *value, struct tile_error *e)
{
  static char in_folder[4096];
  struct run_options *o = to;
  const size_t length = strlen(value);
  const bool folder = length && value[length - 1] == '/';
  if ((size_t)snprintf(in_folder, sizeof in_folder, "%sflow.tile", value) >= sizeof in_folder)
    return tile_fail(e, TILE_USAGE, "the name is too long");
  o->folder = folder ? value : NULL;
  o->output = folder ? in_folder : value;
  return 0;
}

static int parse_force(void *to, const char *value, struct tile_error *e)
{
  static char copy[128]; /* quantities keep their text for messages */
  char *rest = copy, *word;
  struct run_options *o = to;
  int found = 0;
  if ((size_t)snprintf(copy, sizeof copy, "%s", value) >= sizeof copy)
    return tile_fail(e, TILE_USAGE, "value too long; expected X,Y,Z");
  while ((word = strsep(&rest, ",")) && found < 3)
    if (cli_quantity(&o->force[found++], word, e))
      return e->code;
  return word || found < 3 ? tile_fail(e, TILE_USAGE, "expected X,Y,Z") : 0;
}

static int parse_axes(void *to, const char *value, struct tile_error *e)
{
  struct run_options *o = to;
  unsigned axes;
  if (cli_axes(&axes, value, e) || !axes)
    return tile_fail(e, TILE_USAGE, "expected axes: x, y, z, or several, each once, such as xyz");
  o->axes = axes;
  o->axis = __builtin_ctz(axes);
  return 0;
}

static int parse_diffusion(void *to, const char *value, struct tile_error *e)
{
  unsigned *axes = &((struct run_options *)to)->diffusion;
  if (cli_axes(axes, value, e) || !*axes)
    return tile_fail(e, TILE_USAGE, "expected axes: x, y, z, or several, each once, such as xyz");
  return 0;
}

/* As --permeability along one axis. */
static int parse_forchheimer(void *to, const char *value, struct tile_error *e)
{
  struct run_options *o = to;
  if (cli_axis(&o->axis, value, e))
    return e->code;
  o->forchheimer = true;
  return 0;
}

static int parse_ramp(void *to, const char *value, struct tile_error *e)
{
  return cli_whole(&((struct run_options *)to)->ramp, value, 0, 1 << 30, e);
}

static int parse_blood(void *to, const char *value, struct tile_error *e)
{
  return lbm_blood_parse(&((struct run_options *)to)->blood, value, e);
}

static int parse_beats(void *to, const char *value, struct tile_error *e)
{
  return beat_goal_parse(&((struct run_options *)to)->beats, value, e);
}

static int parse_les(void *to, const char *value, struct tile_error *e)
{
  return lbm_eddies_parse(&((struct run_options *)to)->smagorinsky, value, e);
}

static int parse_tau(void *to, const char *value, struct tile_error *e)
{
  struct run_options *o = to;
  o->tau_auto = !strcmp(value, "auto");
  return o->tau_auto ? 0 : cli_positive(&o->tau, value, e);
}

/* A flow for each: the others are of one. */
#define SEVERAL_AXES "permeability=??*"

static const struct cli_option table[] = {
    CLI_GROUP("Result"),
    {"output", 'o', "FILE|FOLDER/",
     "Write the domain with its fields; several axes: flow.tile makes flow-x.tile ...; FOLDER/: flow.tile there.",
     parse_output, &given},
    {"steps", 'n', "N",
     "The step to reach; +N: N more. Default: 0 without --converge, else until it no longer settles.", cli_text,
     &given.steps},
    {"converge", 'e', "EPS", "Stop when the mean velocity along the drive is within EPS, relative, of its limit.",
     parse_bound, &given.converge},
    CLI_GROUP("Drive"),
    {"permeability", 'p', "AXES", "Find the permeability along x, y or z; along several, such as xyz: the tensor.",
     parse_axes, &given},
    CLI_EXCLUDES("force pressure-drop", "chooses the drive itself"),
    {"diffusion", 0, "AXES", "Solve for diffusion, or electric conduction, along these axes in place of a flow.",
     parse_diffusion, &given},
    CLI_GOES_WITH("output converge conductivity refine device threads json max-memory no-history",
                  "solves for diffusion in place of a flow"),
    {"conductivity", 0, "LABEL=VALUE...",
     "With --diffusion: conductivities of the labels of tessera voxelize --labels, as 87=129,182=80.4.",
     conductivity_parse, &given.conductivities},
    CLI_NEEDS("diffusion", "is that of labels, for diffusion"),
    {"forchheimer", 0, "x|y|z",
     "Find k and beta of Forchheimer's equation along this axis, from six flows with inertia.", parse_forchheimer,
     &given},
    CLI_GOES_WITH("steps converge set lattice collision equilibrium precision layout copies addressing walls blood "
                  "ramp tau viscosity time-step density device threads json max-memory no-history",
                  "chooses several drives and keeps no flow"),
    CLI_EXCLUDES("tau=auto equilibrium=stokes", "needs inertia"),
    {"refine", 0, NULL, "Compute --permeability or --diffusion at half resolution first, and report an interval.",
     cli_flag, &given.refine},
    CLI_NEEDS("permeability diffusion", "tells the error of a result"),
    CLI_EXCLUDES("conductivity", "makes coarser domains, which have no labels"),
    {"pressure-drop", 0, "P", "Gauge pressure P, such as 10Pa, on patch inlet and 0 on patch outlet.", cli_quantity,
     &given.drop},
    {"force", 0, "X,Y,Z", "Body force per unit volume, such as 0,0,10N/m3.", parse_force, &given},
    {"set", 's', "NAME:KIND=VALUE...",
     "Condition of patch NAME: wall=U,V,W, velocity=U,V,W, parabola=U,V,W, velocity=V (inward), flow=Q[,PROFILE], "
     "pressure=P, resistance=R, rcr=Rp,C,Rd or split=FRACTION; numbers, such as 1mm/s, 5mL/s and 10Pa, or files of "
     "curves.",
     cli_list, &given.sets},
    CLI_GROUP("Reports"),
    {"residence", 0, "[=KAPPA]",
     "Find the time that the fluid at each node has been inside. KAPPA: diffusivity, such as 1e-9m2/s.",
     residence_parse, &given.residence},
    CLI_EXCLUDES(SEVERAL_AXES, "tells of one flow"),
    {"force-on", 0, "NAME...",
     "Report force and torque on walls (all), solid (inside the grid), a face x- ... z+, or a patch or surface.",
     cli_list, &given.walls_of},
    CLI_EXCLUDES(SEVERAL_AXES, "tells of one flow"),
    {"patch-flux", 0, NULL, "Report the flux through each patch at the end, and the mass balance.", cli_flag,
     &given.patch_flux},
    CLI_EXCLUDES(SEVERAL_AXES, "tells of one flow"),
    {"series", 0, "FILE", "Write a table to FILE, of the forces, fluxes and points that are asked for.", cli_text,
     &given.series},
    CLI_EXCLUDES(SEVERAL_AXES " refine", "tells of one flow"),
    CLI_NEEDS("series-every", "needs the steps from row to row"),
    CLI_NEEDS("force-on patch-flux watch", "is of forces, fluxes and points"),
    {"series-every", 0, "N", "Steps from row to row of --series.", cli_count, &given.series_every},
    CLI_NEEDS("series", "says how often a table gets a row"),
    {"watch", 0, "X,Y,Z...",
     "With --series: pressure and velocity of the node nearest to this point, in voxels or lengths.", cli_list,
     &given.watched},
    CLI_NEEDS("series", "is a point for a table"),
    {"about", 0, "X,Y,Z", "The point that torques are about, as that of --watch. Default: voxel 0,0,0.", cli_place,
     &given.about},
    CLI_NEEDS("force-on", "is the point that torques are about"),
    CLI_GROUP("Numerics"),
    {"lattice", 0, "d3q19|d2q9", "d3q19 (default), or d2q9 for one slice that is periodic along z.", parse_lattice,
     &given.lattice},
    {"collision", 'c', "bgk|trt|mrt|regularised",
     "Default: trt; for openings of a surface with inertia, below tau 0.52, another one.", parse_collision,
     &given.collision},
    {"equilibrium", 0, "quasi|incompressible|stokes",
     "quasi (compressible, default), incompressible, or stokes, without inertia (of --permeability).",
     parse_equilibrium, &given.equilibrium},
    {"precision", 0, "fp64|fp32|fp64/fp32|fp32/fp16",
     "fp64 (default), fp32, or computed in the first and stored in the second.", parse_precision, &given.precision},
    {"layout", 0, "packed|t2c|t2c-xyz", "Arrangement of populations in memory: packed (default), t2c or t2c-xyz.",
     parse_layout, &given.layout},
    {"copies", 0, "1|2", "Copies of the populations on the cuda device. Default: two where they fit.", parse_copies,
     &given.copies},
    {"addressing", 0, "masks|lists",
     "How the cuda device finds where populations come from. Default: what should be faster.", parse_addressing,
     &given.addressing},
    {"walls", 0, "halfway|interpolated|linear",
     "Half a link from nodes, or where they cut links: interpolated, or linear (Bouzidi et al.).", parse_walls,
     &given.walls},
    CLI_GROUP("Vessels"),
    {"blood", 0, "LAW[:SET|:NUMBERS]",
     "newtonian, carreau-yasuda, casson or power-law, with a published set of numbers or with NUMBERS.", parse_blood,
     &given},
    CLI_EXCLUDES("viscosity", "sets the viscosity, too"),
    {"les", 0, "smagorinsky:C", "Add the eddy viscosity C^2 times shear rate, such as smagorinsky:0.1.", parse_les,
     &given},
    {"ramp", 0, "N", "Let the values of --set rise from 0 in N steps. Default: 200 for openings of a surface, else 0.",
     parse_ramp, &given},
    {"period", 0, "T", "The period of the curves of --set, such as 0.9s or 75beats/min. Default: that of their files.",
     cli_quantity, &given.period},
    {"beats", 0, "N|periodic:EPS[,MOST]",
     "Make N periods; or end when less than EPS, relative, is left to change, after MOST (100) at the latest.",
     parse_beats, &given},
    CLI_EXCLUDES("steps converge permeability", "says when the run ends"),
    {"average", 0, "FILE",
     "Write means over the last period: density, velocity, and of the shear on walls tawss, osi, rrt ...", cli_text,
     &given.average},
    CLI_EXCLUDES("permeability converge", "is of a flow over beats"),
    {"snapshots", 0, "N", "Write pressure and velocity N times to the folder of -o, with a list for ParaView.",
     cli_count, &given.snapshots},
    CLI_EXCLUDES(SEVERAL_AXES, "is of one flow"),
    CLI_NEEDS("beats steps", "is over the last period of the one or all steps of the other"),
    CLI_GROUP("Units"),
    {"tau", 0, "T|auto", "Relaxation time, above 0.5; auto: chosen for speed. Default: that of the time step, or 1.",
     parse_tau, &given},
    {"viscosity", 0, "NU", "Viscosity, such as 1e-6m2/s or 1mPa.s, which sets the time step, or a lattice value.",
     cli_quantity, &given.viscosity},
    {"time-step", 0, "DT", "Time step such as 1us; with --viscosity it sets tau.", cli_quantity, &given.time_step},
    {"density", 0, "RHO", "Density. Default: 1000kg/m3.", cli_quantity, &given.density},
    CLI_GROUP("Machine"),
    {"checkpoint", 0, "FILE",
     "Write fields and populations: running FILE again continues bit for bit. May be the input.", cli_text,
     &given.checkpoint},
    CLI_EXCLUDES(SEVERAL_AXES, "holds one flow"),
    {"every", 0, "N", "Write --checkpoint at every multiple of N steps as well.", cli_count, &given.every},
    CLI_NEEDS("checkpoint", "says how often a checkpoint is written"),
    {"device", 0, "cpu|cuda|NAME",
     "cpu, cuda, cuda:N for GPU N, cuda:N,N... or cuda:all. Default: cuda where there is a GPU, else cpu.", cli_text,
     &given.device},
    {"threads", 't', "N", "Threads of the cpu device. Default: as OpenMP decides.", cli_threads, &given.threads},
    {"benchmark", 'b', NULL, "Measure the speed of a step and of its parts; writes no data.", cli_flag,
     &given.benchmark},
    CLI_EXCLUDES("steps converge", "measures in turns of its own length"),
    CLI_EXCLUDES("refine residence force-on patch-flux series beats average snapshots csv", "computes no flow"),
    CLI_EXCLUDES(SEVERAL_AXES, "measures one flow"),
    CLI_GROUP("Output"),
    {"json", 0, NULL, "Print the report as JSON; without -o no data is written.", cli_flag, &given.json},
    {"csv", 0, "FILE", "Append a row to the table FILE: permeabilities, forces, porosity, bound, steps, seconds.",
     cli_text, &given.csv},
    CLI_NEEDS("permeability force-on", "is a table of permeabilities and forces"),
    CLI_MAX_MEMORY,
    CLI_NO_HISTORY,
    {0}};

const struct cli_program run_program = {
    .name = "tessera-run",
    .summary = "Computes the flow through a domain with the lattice-Boltzmann method.",
    .usage = "[OPTION]... [FILE]",
    .epilogue = "FILE is a domain (tessera-tile) or an earlier result, which is continued; without FILE, or with -, "
                "standard input is read.",
    .options = table};

/* ---- values --------------------------------------------------------------- */

bool run_several(const struct run_options *o)
{
  return o->axes & (o->axes - 1);
}

bool run_wants_fields(const struct run_options *o)
{
  return !o->benchmark && !o->forchheimer && (o->output || !(o->json || o->csv || run_several(o)));
}

int64_t run_last_step(const struct run_options *o, double period, int64_t step, bool converge)
{
  if (o->beats.most)
    return lbm_beat_end(period, o->beats.most);
  if (!o->steps)
    return converge ? INT64_MAX : step;
  char *end;
  bool more = *o->steps == '+';
  long long n = strtoll(o->steps + more, &end, 10);
  if (n >= INT64_MAX - step)
    cli_usage("--steps %s: too many", o->steps);
  if (*end || end == o->steps + more || n < 0 || o->steps[more] < '0' || o->steps[more] > '9')
    cli_usage("--steps: expected a number of steps N, or +N more, not '%s'", o->steps);
  return more ? step + n : n;
}

double run_lattice(const struct cli_quantity *q, enum lbm_quantity kind, int metre, int second, int kilogram,
                   const struct lbm_units *u, const char *option)
{
  return opening_lattice(q, kind, (int[]){metre, second, kilogram}, u, option);
}

/* ---- checks --------------------------------------------------------------- */

void run_make_folder(const struct run_options *o)
{
  struct tile_error e;
  struct stat s;
  if (!o->folder || mkdir(o->folder, 0777) == 0)
    return;
  const int error = errno;
  check_or_exit(error == EEXIST && stat(o->folder, &s) == 0 && S_ISDIR(s.st_mode)
                    ? 0
                    : tile_fail(&e, TILE_FAILED, "%s: %s", o->folder, strerror(error)),
                &e);
}

struct run_options run_read_options(int argc, char **argv)
{
  struct run_options *o = &given;
  o->input = cli_one_input(argc, argv, cli_start(&run_program, argc, argv));
  if (o->snapshots && !o->folder)
    cli_usage("--snapshots writes several files: give -o FOLDER/, with the slash");
  if (o->forchheimer)
    o->axes = 1u << o->axis;
  o->converge_chosen = o->axis >= 0 && !(o->converge > 0);
  if (o->converge_chosen)
    o->converge = 1e-5;
  return *o;
}
