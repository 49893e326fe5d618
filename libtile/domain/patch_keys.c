/* SPDX-License-Identifier: BSD-3-Clause */
/* The key `patches` of a domain, openings, and normals. */
#include "domain.h"
#include "nodes.h"
#include "surfaces.h"

#include <stdlib.h>
#include <string.h>

bool tile_face_valid(const char *text)
{
  return text[0] >= 'x' && text[0] <= 'z' && (text[1] == '-' || text[1] == '+') && text[2] == 0;
}

bool tile_patch_opens(const struct tile_patch *p)
{
  return !strcmp(p->face, "opening");
}

int tile_patch_find(const struct tile_patch *patch, int patches, const char *name, size_t length)
{
  for (int i = 0; i < patches; i++)
    if (!strncmp(patch[i].name, name, length) && !patch[i].name[length])
      return i;
  return -1;
}

static int append(struct tile_domain *d, struct tile_patch patch, struct tile_error *e)
{
  if (tile_reserve(&d->patch, NULL, (size_t)d->patches + 1, sizeof *d->patch, "patches", e))
    return e->code;
  d->patch[d->patches++] = patch;
  return TILE_OK;
}

/* ---- openings ---- */

static struct tile_patch patch_of(const struct tile_surfaces *s, const struct tile_opening *o)
{
  struct tile_patch patch = {.face = "opening"};
  strcpy(patch.name, s->name[o->surface]);
  memcpy(patch.normal, o->normal, sizeof patch.normal);
  return patch;
}

int tile_patches_add_openings(struct tile_domain *d, struct tile_error *e)
{
  struct tile_surfaces s;
  if (tile_surfaces_read(&s, &d->header, e))
    return e->code;
  int code = TILE_OK;
  for (int i = 0; !code && i < s.openings; i++) {
    const struct tile_patch patch = patch_of(&s, &s.opening[i]);
    code = tile_patch_named(d, patch.name) < 0
               ? append(d, patch, e)
               : tile_fail(e, TILE_USAGE, "patch %s: the voxels have an opening of this name", patch.name);
  }
  tile_surfaces_free(&s);
  return code;
}

static bool find_normal(struct tile_patch *p, const struct tile_surfaces *s)
{
  if (!tile_patch_opens(p)) {
    memset(p->normal, 0, sizeof p->normal);
    p->normal[p->face[0] - 'x'] = p->face[1] == '-' ? 1 : -1;
    return true;
  }
  for (int i = 0; i < s->openings; i++)
    if (!strcmp(s->name[s->opening[i].surface], p->name)) {
      memcpy(p->normal, s->opening[i].normal, sizeof p->normal);
      return true;
    }
  return false;
}

int tile_patches_set_normals(struct tile_domain *d, struct tile_error *e)
{
  struct tile_surfaces s;
  bool good = true;
  if (tile_surfaces_read(&s, &d->header, e))
    return e->code;
  for (int i = 0; i < d->patches; i++)
    good &= find_normal(&d->patch[i], &s);
  tile_surfaces_free(&s);
  return good ? TILE_OK : tile_keys_reject("patches", &d->header, "an opening is one of the key openings", e);
}

/* ---- the key ---- */

static int add_patch(struct tile_domain *d, char *word, struct tile_error *e)
{
  struct tile_patch patch = {0};
  char *face = word;
  const char *name = strsep(&face, "=");
  if (!face || !tile_name_valid(name) || (!tile_face_valid(face) && strcmp(face, "opening")))
    return tile_keys_reject("patches", &d->header,
                            "NAME=FACE, faces x- ... z+, names of at most 31 letters, digits, _ and -", e);
  if (tile_patch_named(d, name) >= 0)
    return tile_keys_reject("patches", &d->header, "every name once", e);
  if (d->patches == TILE_PATCHES_LIMIT)
    return tile_keys_reject("patches", &d->header, "at most 1024", e);
  strcpy(patch.name, name);
  strcpy(patch.face, face);
  return append(d, patch, e);
}

/* Each face has one patch at most, and those of periodic axes none (G8). */
static int check_faces(const struct tile_domain *d, struct tile_error *e)
{
  for (int i = 0; i < d->patches; i++) {
    if (tile_patch_opens(&d->patch[i]))
      continue;
    if (d->periodic >> (d->patch[i].face[0] - 'x') & 1)
      return tile_keys_reject("patches", &d->header, "no face of a periodic axis", e);
    for (int k = 0; k < i; k++)
      if (!strcmp(d->patch[k].face, d->patch[i].face))
        return tile_keys_reject("patches", &d->header, "every face once", e);
  }
  return TILE_OK;
}

int tile_patches_read(struct tile_domain *d, struct tile_error *e)
{
  const char *text = tile_header_get(&d->header, "patches");
  char *copy = text ? strdup(text) : NULL, *rest = copy, *word;
  int code = text && !copy ? tile_fail_memory(e, 0, "the header") : TILE_OK;
  while (!code && rest && (word = strsep(&rest, " ")))
    code = add_patch(d, word, e);
  free(copy);
  return code || check_faces(d, e) ? e->code : tile_patches_set_normals(d, e);
}

int tile_patches_set(struct tile_domain *d, struct tile_error *e)
{
  char *text = NULL;
  size_t length;
  if (!d->patches) {
    tile_header_drop(&d->header, "patches");
    return TILE_OK;
  }
  FILE *out = open_memstream(&text, &length);
  for (int i = 0; out && i < d->patches; i++)
    fprintf(out, "%s%s=%s", i ? " " : "", d->patch[i].name, d->patch[i].face);
  int code = tile_text_end(out, &text) ? tile_header_set(&d->header, e, "patches", "%s", text)
                                       : tile_fail_memory(e, 0, "the header");
  free(text);
  return code;
}
