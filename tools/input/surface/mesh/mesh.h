/* SPDX-License-Identifier: BSD-3-Clause */
/* A surface as its file states it: triangles with shared vertices. mesh_read calls the reader of the file's kind
 * (mesh_*.c). They need no libraries, except for VTK's files, which a helper program reads. */
#ifndef MESH_H
#define MESH_H

#include "weld.h"

enum { MESH_NAMES = 255 };

struct mesh {
  size_t vertices, triangles;
  double (*vertex)[3]; /* in units of the file; all are finite */
  uint32_t (*triangle)[3];
  unsigned char *surface; /* for each triangle: 0, or 1 ... names; NULL: no names */
  int names;              /* number of solids of STL or groups of OBJ, if there are several */
  char (*name)[32];       /* valid as names of patches: other characters of the file are replaced by '_' */
  size_t room;            /* triangles for which there is room */
  int now;                /* name of the next triangle */
  bool many;              /* there were more names than MESH_NAMES: none is kept */
  struct weld weld;       /* merges equal vertices while the file is read */
  char warning[256];      /* what was guessed, after the path, because the file breaks a rule; "": nothing */
};

/* Whether the name ends in .stl, .ply, .obj, .off, .vtp or .vtu (ignoring case), as that of a kind that mesh_read only names,
 * or in .vtk and the file has polygons or cells. */
bool mesh_is(const char *path);
/* Reads the whole mesh or fails with one line that begins with the path. *m must be freed only after success. */
int mesh_read(struct mesh *m, const char *path, struct tile_error *e);
void mesh_free(struct mesh *m);
/* Whether it is valid as a name of a solid or patch: a letter, then letters, digits, '_' and '-', at most 31
 * characters. */
bool mesh_name_valid(const char *name);

/* ---- for readers: mesh_read gives them an open file and a zeroed mesh ---- */

struct mesh_file {
  FILE *in;
  const char *path;
  uint64_t size; /* bytes */
  uint64_t line; /* of text: the current line, from 1 */
  bool ended;    /* the last token was the last one of its line */
  char token[128];
};
typedef int mesh_reader(struct mesh *m, struct mesh_file *f, struct tile_error *e);
mesh_reader mesh_read_stl, mesh_read_ply, mesh_read_obj, mesh_read_off, mesh_read_vtk;
/* mesh_vtk.c: whether a legacy VTK file is not an image. */
bool mesh_is_polygons(const char *path);
/* As mesh_read, with a given reader instead of one for the name. */
int mesh_read_as(struct mesh *m, mesh_reader *read, const char *path, struct tile_error *e);

/* Fails with TILE_REJECTED and "PATH: TEXT". */
int mesh_reject(const struct mesh_file *f, struct tile_error *e, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Sets the warning to "PATH: TEXT". */
void mesh_warn(struct mesh *m, const struct mesh_file *f, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds a vertex, or, with `shared`, finds one with equal coordinates. Coordinates that are not finite are rejected. */
int mesh_vertex(struct mesh *m, const struct mesh_file *f, const double at[3], bool shared, uint32_t *index,
                struct tile_error *e);
/* Adds a triangle. Indices may precede their vertices: mesh_read checks them at the end. */
int mesh_triangle(struct mesh *m, const uint32_t corner[3], struct tile_error *e);
/* Makes room for `need` triangles and the numbers of their surfaces. */
int mesh_reserve(uint32_t (**triangle)[3], unsigned char **surface, size_t *room, size_t need, struct tile_error *e);
/* The triangles that follow belong to this name. */
int mesh_name(struct mesh *m, const char *name, struct tile_error *e);

/* A polygon that is read corner by corner, and becomes triangles that share its first corner. */
struct mesh_polygon {
  uint64_t corners;
  uint32_t first, last;
};
int mesh_corner(struct mesh *m, struct mesh_polygon *p, uint32_t index, struct tile_error *e);

/* ---- text, mesh_text.c ---- */

/* Goes to the first line of a text, behind a byte-order mark of UTF-8. */
void mesh_text(struct mesh_file *f);
/* Reads the next word on any line; false at the end of the file. A word that is too long is cut. */
bool mesh_token(struct mesh_file *f);
/* Reads the next word of this line; false at the end of the line. */
bool mesh_token_here(struct mesh_file *f);
/* Reads the rest of the line, without surrounding blanks: the first `room` - 1 bytes. */
void mesh_rest(struct mesh_file *f, char *text, size_t room);
/* Whether the last word is a number; mesh_vertex rejects infinity and NaN. */
bool mesh_is_number(const struct mesh_file *f, double *value);
/* Compares the last word, ignoring case. */
bool mesh_word_is(const struct mesh_file *f, const char *word);

#endif
