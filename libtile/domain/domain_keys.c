/* Header keys of a domain: edge, offset, periodic, patches. */
#include "domain.h"

#include <stdlib.h>
#include <string.h>

/* ---- edge, offset, periodic ---- */

static int read_edge(struct tile_domain *d, struct tile_error *e)
{
  int64_t edge, offset[3];
  if (tile_header_get_ints(&d->header, "edge", 1, &edge, e) || tile_header_get_ints(&d->header, "offset", 3, offset, e))
    return e->code;
  if (edge != 2 && edge != 4 && edge != 8 && edge != 16)
    return tile_keys_reject("edge", &d->header, "2, 4, 8 or 16", e);
  d->edge = (int)edge;
  d->words = (size_t)(edge * edge * edge + 63) / 64;
  for (int a = 0; a < 3; a++) {
    if (offset[a] < 0 || offset[a] >= edge)
      return tile_keys_reject("offset", &d->header, "each is 0 ... edge - 1", e);
    d->offset[a] = (int)offset[a];
  }
  return TILE_OK;
}

static const char *const axes[8] = {"none", "x", "y", "xy", "z", "xz", "yz", "xyz"};

static int read_periodic(struct tile_domain *d, struct tile_error *e)
{
  const char *text = tile_header_get(&d->header, "periodic");
  if (!text)
    return tile_fail(e, TILE_REJECTED, "key \"periodic\" is missing");
  for (unsigned i = 0; i < 8; i++)
    if (!strcmp(text, axes[i])) {
      d->periodic = i;
      return TILE_OK;
    }
  return tile_keys_reject("periodic", &d->header, "none or axes such as xz", e);
}

/* Along a periodic axis X = (x + offset) mod N: of an offset beyond N counts the rest. */
static void reduce_offset(struct tile_domain *d)
{
  for (int a = 0; a < 3; a++)
    if (d->periodic >> a & 1)
      d->offset[a] = (int)(d->offset[a] % d->grid[a]);
}

/* ---- patches ---- */

static bool is_face(const char *text)
{
  return strlen(text) == 2 && strchr("xyz", text[0]) && strchr("+-", text[1]);
}

static int add_patch(struct tile_domain *d, char *word, struct tile_error *e)
{
  char *face = word;
  const char *name = strsep(&face, "=");
  if (!face || !tile_name_valid(name) || !is_face(face))
    return tile_keys_reject("patches", &d->header,
                            "NAME=FACE, faces x- ... z+, names of at most 31 letters, digits, _ and -", e);
  for (int i = 0; i < d->patches; i++)
    if (!strcmp(d->patch[i].name, name))
      return tile_keys_reject("patches", &d->header, "every name once", e);
  if (d->patches == TILE_PATCHES_LIMIT)
    return tile_keys_reject("patches", &d->header, "at most 1024", e);
  struct tile_patch *grown = tile_grow(d->patch, (size_t)d->patches + 1, sizeof *grown);
  if (!grown)
    return tile_fail_memory(e, sizeof *grown, "patches");
  d->patch = grown;
  struct tile_patch *added = &d->patch[d->patches++];
  *added = (struct tile_patch){0};
  strcpy(added->name, name);
  strcpy(added->face, face);
  return TILE_OK;
}

/* One condition a face, and none where there is no face. */
static int check_faces(const struct tile_domain *d, struct tile_error *e)
{
  for (int i = 0; i < d->patches; i++) {
    if (d->periodic >> (d->patch[i].face[0] - 'x') & 1)
      return tile_keys_reject("patches", &d->header, "no face of a periodic axis", e);
    for (int k = 0; k < i; k++)
      if (!strcmp(d->patch[k].face, d->patch[i].face))
        return tile_keys_reject("patches", &d->header, "every face once", e);
  }
  return TILE_OK;
}

static int read_patches(struct tile_domain *d, struct tile_error *e)
{
  const char *text = tile_header_get(&d->header, "patches");
  if (!text)
    return TILE_OK;
  char *copy = strdup(text), *rest = copy, *word;
  int code = copy ? TILE_OK : tile_fail_memory(e, 0, "the header");
  while (!code && (word = strsep(&rest, " ")))
    code = add_patch(d, word, e);
  free(copy);
  return code ? code : check_faces(d, e);
}

static int set_patches(struct tile_domain *d, struct tile_error *e)
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

/* ---- the whole ---- */

int tile_keys_to_domain(struct tile_domain *d, struct tile_error *e)
{
  if (tile_keys_grid(&d->header, d->grid, e) || tile_keys_frame(&d->header, &d->dx, e) ||
      tile_keys_mask(&d->header, d->grid, &d->inside, e) || read_edge(d, e) || read_periodic(d, e) ||
      read_patches(d, e))
    return e->code;
  reduce_offset(d);
  return TILE_OK;
}

int tile_keys_from_domain(struct tile_domain *d, struct tile_error *e)
{
  struct tile_header *h = &d->header;
  tile_header_drop(h, "bits");
  tile_header_drop(h, "classes");
  if (tile_header_set(h, e, "grid", "%ld %ld %ld", (long)d->grid[0], (long)d->grid[1], (long)d->grid[2]) ||
      tile_header_set(h, e, "edge", "%d", d->edge) ||
      tile_header_set(h, e, "offset", "%d %d %d", d->offset[0], d->offset[1], d->offset[2]) ||
      tile_header_set(h, e, "periodic", "%s", axes[d->periodic & 7]) || set_patches(d, e))
    return e->code;
  if (d->dx > 0)
    return tile_header_set_real(h, "dx", d->dx, e);
  tile_header_drop(h, "dx");
  return TILE_OK;
}
