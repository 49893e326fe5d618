/* SPDX-License-Identifier: BSD-3-Clause */
/* The report as JSON. */
#include "stats.h"

#include <math.h>

/* The tiles of the models. */
static void json_model_tiles(struct json *j, const struct stats *s)
{
  const struct tile_measure *m = &s->tiled;
  json_open(j, "model_tiles", '{');
  json_text(j, "lattice", lbm_lattice_names[s->lattice]);
  json_int(j, "edge", stats_model_edge(s));
  json_int(j, "tiles", m->tiles);
  json_int(j, "tiles_all", m->tiles_all);
  json_real(j, "utilisation", m->utilisation);
  json_real(j, "ghost_share", m->ghost_share);
  json_real(j, "ghost_moves", m->ghost_moves);
  json_close(j, '}');
}

static void json_models(struct json *j, const struct stats *s)
{
  json_open(j, "models", '[');
  for (int i = 0; i < s->models; i++) {
    const struct tile_model *m = &s->model[i];
    json_open(j, NULL, '{');
    json_text(j, "layout", m->layout);
    json_real(j, "memory_overhead", m->memory_overhead);
    json_real(j, "bandwidth_overhead", m->bandwidth_overhead);
    json_real(j, "bandwidth_pessimistic", m->bandwidth_pessimistic);
    json_real(j, "memory_ideal", m->memory_ideal);
    json_real(j, "bandwidth_ideal", m->bandwidth_ideal);
    json_real(j, "memory_bytes", m->memory_bytes);
    json_real(j, "bytes_per_update", m->bytes_per_update);
    json_real(j, "bandwidth", s->bandwidth / 1e9);
    json_real(j, "mflups", m->mflups);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void json_axes(struct json *j, const char *key, const bool value[3])
{
  json_open(j, key, '{');
  for (int a = 0; a < 3; a++)
    json_bool(j, cli_axis_names[a], value[a]);
  json_close(j, '}');
}

/* device NULL, copies 0: a model. */
static void json_prediction(struct json *j, const struct stats *s, const char *layout, const char *device, int copies,
                            const char *precision, double memory, double mflups)
{
  json_open(j, NULL, '{');
  json_text(j, "layout", layout);
  json_text(j, "device", device);
  if (copies)
    json_int(j, "copies", copies);
  else
    json_text(j, "copies", NULL);
  json_text(j, "precision", precision);
  json_real(j, "memory_bytes", memory);
  if (s->vram > 0 && isfinite(memory))
    json_bool(j, "fits", memory <= s->vram);
  else
    json_text(j, "fits", NULL);
  json_real(j, "mflups", mflups);
  json_close(j, '}');
}

/* The models, then what tessera-run has. */
static void json_forecast(struct json *j, const struct stats *s)
{
  json_open(j, "forecast", '[');
  for (int p = 0; p < STATS_PRECISIONS; p++)
    for (int i = 0; i < s->models; i++) {
      const struct tile_model *m = &s->forecast[p][i];
      json_prediction(j, s, m->layout, NULL, 0, lbm_precision_names[stats_precisions[p]], m->memory_bytes, m->mflups);
    }
  for (int p = 0; p < STATS_PRECISIONS && s->can_run; p++)
    for (int i = 0; i < STATS_KINDS; i++) {
      const struct stats_kind *k = &stats_kinds[i];
      const struct lbm_forecast *f = &s->run[p][i];
      json_prediction(j, s, lbm_layout_names[k->layout], lbm_device_kind_names[k->device],
                      lbm_layouts[k->layout].copies[k->device], lbm_precision_names[stats_precisions[p]], f->memory,
                      stats_mflups(s, i, p));
    }
  for (int p = 0; p < STATS_PRECISIONS && s->can_run; p++)
    json_prediction(j, s, lbm_layout_names[LBM_PACKED], lbm_device_kind_names[LBM_ON_CUDA], 1,
                    lbm_precision_names[stats_precisions[p]], s->one_copy[p], (double)NAN);
  for (int p = 0; p < STATS_PRECISIONS && s->flat; p++)
    for (int k = 0; k < LBM_DEVICE_KINDS; k++)
      if (isfinite(s->plane[p][k].memory))
        json_prediction(j, s, lbm_lattice_names[LBM_LATTICE_D2Q9], lbm_device_kind_names[k], 2,
                        lbm_precision_names[stats_precisions[p]], s->plane[p][k].memory,
                        stats_plane_mflups(s, (enum lbm_device_kind)k, p));
  json_close(j, ']');
}

/* null without a GPU that is asked about. */
static void json_fits(struct json *j, const struct stats *s)
{
  if (!(s->vram > 0) || !s->can_run) {
    json_text(j, "permeability_fits", NULL);
    return;
  }
  json_open(j, "permeability_fits", '[');
  for (int i = 0; i < STATS_BOUNDS; i++) {
    const struct lbm_fit *f = s->fit + i;
    json_open(j, NULL, '{');
    json_real(j, "converge", stats_bounds[i]);
    json_bool(j, "fits", f->fits);
    json_text(j, "precision", lbm_precision_names[f->choice.precision]);
    json_int(j, "copies", f->copies);
    json_bool(j, "corrected", f->corrected);
    json_real(j, "memory_bytes", f->memory);
    json_close(j, '}');
  }
  json_close(j, ']');
}

/* null without predictions, or where it is not known at all. */
static void json_times(struct json *j, const struct stats *s)
{
  const char *why;
  if (!s->predicts || !s->can_run || lbm_answer_obstacle(&s->domain, stats_bounds[0])) {
    json_text(j, "permeability_times", NULL);
    return;
  }
  json_open(j, "permeability_times", '[');
  for (int i = 0; i < STATS_BOUNDS; i++)
    for (int k = 0; k < LBM_DEVICE_KINDS; k++) {
      const struct lbm_answer a = stats_answer(s, (enum lbm_device_kind)k, i, &why);
      json_open(j, NULL, '{');
      json_real(j, "converge", stats_bounds[i]);
      json_text(j, "device", lbm_device_kind_names[k]);
      json_real(j, "steps", LBM_ANSWER_STEPS * a.cycles);
      json_real(j, "steps_least", LBM_ANSWER_STEPS * a.least);
      json_real(j, "steps_most", LBM_ANSWER_STEPS * a.most);
      json_real(j, "setup_seconds", a.setup);
      json_real(j, "cycle_seconds", a.cycle);
      json_real(j, "seconds", a.seconds);
      json_close(j, '}');
    }
  json_close(j, ']');
}

static void json_per_axis(struct json *j, const char *key, const double value[3])
{
  json_open(j, key, '{');
  for (int a = 0; a < 3; a++)
    json_real(j, cli_axis_names[a], value[a]);
  json_close(j, '}');
}

/* A layer has the same nodes as all others, or those of a mask; null where that has none. */
static void json_profile(struct json *j, int axis, int64_t count, const int64_t *layer, double nodes,
                         const int64_t *of_mask)
{
  if (!layer) {
    json_real(j, cli_axis_names[axis], NAN);
    return;
  }
  json_open(j, cli_axis_names[axis], '[');
  for (int64_t i = 0; i < count; i++)
    json_real(j, NULL, (double)layer[i] / (of_mask ? (double)of_mask[i] : nodes));
  json_close(j, ']');
}

static void json_profiles(struct json *j, const struct stats *s)
{
  const int64_t *n = s->domain.grid;
  json_open(j, "porosity_profile", '{');
  for (int a = 0; a < 3; a++)
    json_profile(j, a, n[a], s->texture.profile[a], (double)s->measure.nodes / (double)n[a], NULL);
  json_close(j, '}');
}

static double per_metre(const struct stats *s, double per_voxel)
{
  return s->domain.dx > 0 ? per_voxel / s->domain.dx : (double)NAN;
}

static void json_pores(struct json *j, const struct stats *s)
{
  json_int(j, "surface_faces", s->texture.surface);
  json_real(j, "specific_surface", stats_specific_surface(s));
  json_real(j, "specific_surface_per_m", per_metre(s, stats_specific_surface(s)));
  json_int(j, "euler", s->texture.euler);
  json_per_axis(j, "chord", s->texture.chord);
  json_profiles(j, s);
}

static void json_int_or_null(struct json *j, const char *key, bool known, int64_t value)
{
  if (known)
    json_int(j, key, value);
  else
    json_text(j, key, NULL);
}

/* null without a mask; all but the first two also where it is not given. */
static void json_mask(struct json *j, const struct stats *s)
{
  const struct stats_inside *in = &s->inside;
  json_int_or_null(j, "mask_nodes", stats_nodes_inside(s) > 0, stats_nodes_inside(s));
  json_real(j, "porosity_mask", stats_porosity_inside(s));
  json_int_or_null(j, "surface_faces_mask", in->mask, in->surface);
  json_real(j, "specific_surface_mask", stats_surface_inside(s));
  json_real(j, "specific_surface_mask_per_m", per_metre(s, stats_surface_inside(s)));
  json_int_or_null(j, "euler_mask", in->mask, in->texture.euler);
  if (!in->mask) {
    json_text(j, "chord_mask", NULL);
    json_text(j, "porosity_profile_mask", NULL);
    return;
  }
  json_per_axis(j, "chord_mask", in->texture.chord);
  json_open(j, "porosity_profile_mask", '{');
  for (int a = 0; a < 3; a++)
    json_profile(j, a, in->grid[a], in->texture.profile[a], 0, in->of_mask.profile[a]);
  json_close(j, '}');
}

static void json_nodes(struct json *j, const struct stats *s)
{
  const struct tile_measure *m = &s->measure;
  json_ints(j, "grid", s->domain.grid, 3);
  if (s->domain.dx > 0)
    json_real(j, "voxel_size", s->domain.dx);
  else
    json_text(j, "voxel_size", NULL);
  json_int(j, "nodes", m->nodes);
  json_int(j, "nonsolid", m->nonsolid);
  json_real(j, "porosity", m->porosity);
}

static void json_tiles(struct json *j, const struct stats *s)
{
  const struct tile_measure *m = &s->measure;
  json_int(j, "tiles", m->tiles);
  json_int(j, "tiles_all", m->tiles_all);
  json_int(j, "edge", s->domain.edge);
  json_real(j, "utilisation", m->utilisation);
  json_ints(j, "utilisation_histogram", m->histogram, 10);
  json_real(j, "faces_per_tile", m->faces_per_tile);
  json_real(j, "edges_per_tile", m->edges_per_tile);
  json_real(j, "boundary_share", m->boundary_share);
}

static void json_surfaces(struct json *j, const struct stats_walls *w)
{
  json_open(j, "surfaces", '[');
  for (int i = 0; i < w->surfaces.count; i++) {
    json_open(j, NULL, '{');
    json_text(j, "name", w->surfaces.name[i]);
    json_int(j, "links", w->links[i + 1]);
    json_close(j, '}');
  }
  json_close(j, ']');
}

/* null where the file has no distances. */
static void json_walls(struct json *j, const struct stats *s)
{
  if (s->domain.wall_begin)
    json_int(j, "wall_links", (int64_t)s->domain.walls);
  else
    json_text(j, "wall_links", NULL);
  json_real(j, "wall_mean", s->domain.walls ? s->walls.mean : (double)NAN);
  json_ints(j, "wall_histogram", s->walls.histogram, 10);
  json_surfaces(j, &s->walls);
}

/* The keys of the report; they do not change. */
void stats_json(const struct stats *s)
{
  struct json j = json_begin(stdout);
  const struct tile_measure *m = &s->measure;
  json_nodes(&j, s);
  json_tiles(&j, s);
  json_int(&j, "components", m->components);
  json_axes(&j, "percolates", m->percolates);
  json_models(&j, s);
  json_text(&j, "digest", s->digest);
  json_pores(&j, s);
  json_forecast(&j, s);
  json_fits(&j, s);
  json_times(&j, s);
  json_real(&j, "vram", s->vram > 0 ? s->vram : (double)NAN);
  json_int(&j, "peak_memory", s->peak_memory);
  json_mask(&j, s);
  json_walls(&j, s);
  stats_devices_json(&j, s);
  stats_pores_json(&j, &s->pores);
  json_model_tiles(&j, s);
  json_warnings(&j);
  json_close(&j, '}');
}
