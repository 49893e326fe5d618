/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds the array: the one of that name, the finest of an image, or the only volume of a group. */
#include "zarr.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static bool exists(const char *folder, const char *name)
{
  char path[PATH_MAX];
  struct stat status;
  return (size_t)snprintf(path, sizeof path, "%s/%s", folder, name) < sizeof path && stat(path, &status) == 0;
}

static enum zarr_node node_v3(const char *folder)
{
  struct json_document d;
  struct tile_error e;
  char type[16] = "";
  if (zarr_json(&d, folder, "zarr.json", &e) == TILE_OK)
    json_string(type, sizeof type, json_member(d.value, "node_type"));
  json_document_free(&d);
  return strcmp(type, "group") == 0 ? ZARR_GROUP : ZARR_ARRAY; /* what is damaged is said when it is read */
}

enum zarr_node zarr_node(const char *folder)
{
  return exists(folder, "zarr.json") ? node_v3(folder)
         : exists(folder, ".zarray") ? ZARR_ARRAY
         : exists(folder, ".zgroup") ? ZARR_GROUP
                                     : ZARR_NONE;
}

bool zarr_is(const char *path)
{
  size_t length = strlen(path);
  while (length > 1 && path[length - 1] == '/')
    length--;
  return zarr_node(path) != ZARR_NONE ||
         (length > 5 && strncasecmp(path + length - 5, ".zarr", 5) == 0 && exists(path, "."));
}

static bool join(char path[PATH_MAX], const char *folder, const char *name)
{
  return (size_t)snprintf(path, PATH_MAX, "%s%s%s", folder, *name ? "/" : "", name) < PATH_MAX;
}

/* ---- the volumes of a group ---- */

enum { DEEPEST = 8, FOLDERS_MOST = 2000, LISTED = 8 };

/* Arrays of three axes or more, and images; counted apart, those of two. */
struct volumes {
  const char *root;
  int folders; /* looked at */
  int count[2];
  char first[2][200];
  char list[2][400];
};

static void note(struct volumes *f, int of, const char *name)
{
  char *list = f->list[of];
  const size_t length = strlen(list);
  if (f->count[of]++ == 0)
    snprintf(f->first[of], sizeof f->first[of], "%s", name);
  if (f->count[of] <= LISTED && length + strlen(name) + 8 < sizeof f->list[of])
    strcat(strcat(list, length ? ", " : ""), name);
  else if (length >= 3 && strcmp(list + length - 3, "...") && length + 6 < sizeof f->list[of])
    strcat(list, ", ...");
}

static int axes_of(const char *folder)
{
  struct json_document d;
  struct tile_error e;
  int axes = 0;
  if (zarr_json(&d, folder, exists(folder, "zarr.json") ? "zarr.json" : ".zarray", &e) == TILE_OK)
    for (const char *at = json_first(json_member(d.value, "shape")); at; at = json_next(at))
      axes++;
  json_document_free(&d);
  return axes;
}

static int search(struct volumes *f, const char *name, int depth, struct tile_error *e);

static int search_below(struct volumes *f, const char *folder, const char *name, int depth, struct tile_error *e)
{
  struct dirent **entry;
  const int count = scandir(folder, &entry, NULL, alphasort);
  int code = count < 0 ? tile_fail(e, TILE_FAILED, "%s: %s", folder, strerror(errno)) : TILE_OK;
  for (int i = 0; i < count; i++) {
    char below[200];
    if (!code && *entry[i]->d_name != '.' &&
        (size_t)snprintf(below, sizeof below, "%s%s%s", name, *name ? "/" : "", entry[i]->d_name) < sizeof below)
      code = search(f, below, depth + 1, e);
    free(entry[i]);
  }
  if (count >= 0)
    free(entry);
  return code;
}

static int search(struct volumes *f, const char *name, int depth, struct tile_error *e)
{
  char folder[PATH_MAX], finest[200];
  if (!join(folder, f->root, name) || depth > DEEPEST)
    return TILE_OK;
  const enum zarr_node node = zarr_node(folder);
  if (node != ZARR_NONE && f->folders++ == FOLDERS_MOST)
    return tile_fail(e, TILE_REJECTED,
                     "%s: has more than %d arrays and groups, or a link to itself: choose one with %s:NAME", f->root,
                     FOLDERS_MOST, f->root);
  const int axes = node == ZARR_ARRAY ? axes_of(folder) : 0;
  if (axes > 1)
    note(f, axes == 2, name);
  else if (node == ZARR_GROUP && zarr_levels(folder, finest, sizeof finest, e))
    note(f, 0, name);
  else if (node == ZARR_GROUP && !e->code)
    return search_below(f, folder, name, depth, e);
  return TILE_OK;
}

/* ---- the choice ---- */

static const char *list_of(const struct volumes *v)
{
  return v->list[v->count[0] ? 0 : 1];
}

static int take(struct zarr_found *f, const struct volume_file *v, const char *name, struct tile_error *e);

static int choose(struct zarr_found *f, const struct volume_file *v, const char *name, struct tile_error *e)
{
  struct volumes all = {.root = f->folder};
  if (search_below(&all, f->folder, "", 0, e))
    return e->code;
  const int of = all.count[0] ? 0 : 1;
  char whole[200];
  if (!all.count[of])
    return volume_reject(v, e, "contains no volume%s%s", *name ? " below " : "", name);
  if (all.count[of] > 1)
    return tile_fail(e, TILE_REJECTED, "%s: contains %d volumes%s%s: choose one with %s:NAME: %s", v->path,
                     all.count[of], *name ? " below " : "", name, v->path, list_of(&all));
  if ((size_t)snprintf(whole, sizeof whole, "%s%s%s", name, *name ? "/" : "", all.first[of]) >= sizeof whole)
    return volume_reject(v, e, "its names are too long");
  return take(f, v, whole, e);
}

static int reject_missing(const struct volume_file *v, const char *name, struct tile_error *e)
{
  struct volumes all = {.root = v->path};
  if (search(&all, "", 0, e))
    return e->code;
  return tile_fail(e, TILE_REJECTED, *list_of(&all) ? "%s: has no %.200s; its volumes: %s" : "%s: has no %.200s",
                   v->path, name, list_of(&all));
}

static int take_level(struct zarr_found *f, const struct volume_file *v, const char *name, const char *finest,
                      struct tile_error *e)
{
  char group[PATH_MAX];
  snprintf(group, sizeof group, "%s", f->folder);
  snprintf(f->name, sizeof f->name, "%.100s%s%.90s", name, *name ? "/" : "", finest);
  return join(f->folder, group, finest) && zarr_node(f->folder) == ZARR_ARRAY
             ? TILE_OK
             : volume_reject(v, e, "its image names an array that is not there: %.100s", finest);
}

static int take(struct zarr_found *f, const struct volume_file *v, const char *name, struct tile_error *e)
{
  char finest[200] = "";
  if (!join(f->folder, v->path, name))
    return volume_reject(v, e, "its names are too long");
  const enum zarr_node node = zarr_node(f->folder);
  if (node == ZARR_NONE)
    return *name ? reject_missing(v, name, e) : volume_reject(v, e, "is no array or group of Zarr");
  if (node == ZARR_ARRAY) {
    snprintf(f->name, sizeof f->name, "%s", name);
    return TILE_OK;
  }
  f->levels = zarr_levels(f->folder, finest, sizeof finest, e);
  return e->code ? e->code : f->levels ? take_level(f, v, name, finest, e) : choose(f, v, name, e);
}

int zarr_find(struct zarr_found *f, const struct volume_file *v, const char *name, struct tile_error *e)
{
  char clean[200];
  struct stat status;
  *f = (struct zarr_found){0};
  if (stat(v->path, &status))
    return tile_fail(e, TILE_FAILED, "%s: %s", v->path, strerror(errno));
  while (name && *name == '/')
    name++;
  if ((size_t)snprintf(clean, sizeof clean, "%s", name ? name : "") >= sizeof clean)
    return volume_reject(v, e, "has no %.100s...", name);
  while (*clean && clean[strlen(clean) - 1] == '/')
    clean[strlen(clean) - 1] = 0;
  return take(f, v, clean, e);
}
