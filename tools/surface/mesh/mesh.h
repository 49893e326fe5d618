/* A surface as its file states it: triangles of shared vertices. Read by the readers of mesh_*.c, without libraries but for
 * VTK's files, for which a program of its own is asked. */
#ifndef MESH_H
#define MESH_H

#include "weld.h"

enum { MESH_NAMES = 255 };

struct mesh {
  size_t vertices, triangles;
  double (*vertex)[3]; /* in units of the file; all finite */
  uint32_t (*triangle)[3];
  unsigned char *surface; /* of each triangle: 0, or 1 ... names; NULL: there are no names */
  int names;              /* solids of STL, groups of OBJ, if there are several */
  char (*name)[32];       /* as those of patches: what else stands in the file is replaced by '_' */
  size_t room;            /* of triangles */
  int now;                /* the name of the next triangle */
  bool many;              /* there were more names than MESH_NAMES, and none is kept */
  struct weld weld;       /* of vertices, while it is read */
};

/* By the end of the name (.stl, .ply, .obj, .vtp, .vtu, in either case); .vtk if it is of polygons or cells. */
bool mesh_is(const char *path);
/* Whole triangles or a rejection: one line that begins with the path. *m is to be freed after success only. */
int mesh_read(struct mesh *m, const char *path, struct tile_error *e);
void mesh_free(struct mesh *m);
/* Of solids and patches: a letter, then letters, digits, '_' and '-', at most 31. */
bool mesh_name_valid(const char *name);

/* ---- for readers: they are given an open file and a zeroed mesh ---- */

struct mesh_file {
  FILE *in;
  const char *path;
  uint64_t size; /* bytes */
  uint64_t line; /* of text: the line that is being read, from 1 */
  bool ended;    /* the token that was read last was the last of its line */
  char token[128];
};
typedef int mesh_reader(struct mesh *m, struct mesh_file *f, struct tile_error *e);
mesh_reader mesh_read_stl, mesh_read_ply, mesh_read_obj, mesh_read_vtk;
/* Of a legacy VTK file: not an image. mesh_vtk.c */
bool mesh_is_polygons(const char *path);
/* As mesh_read, whatever the name. */
int mesh_read_as(struct mesh *m, mesh_reader *read, const char *path, struct tile_error *e);

/* "PATH: TEXT", TILE_REJECTED. */
int mesh_reject(const struct mesh_file *f, struct tile_error *e, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A vertex of its own, or that of equal coordinates. What is not finite is rejected. */
int mesh_vertex(struct mesh *m, const struct mesh_file *f, const double at[3], bool shared, uint32_t *index,
                struct tile_error *e);
/* Indices may come before their vertices: mesh_read checks them at the end. */
int mesh_triangle(struct mesh *m, const uint32_t corner[3], struct tile_error *e);
/* What follows belongs to this. */
int mesh_name(struct mesh *m, const char *name, struct tile_error *e);

/* A polygon that comes corner by corner, as triangles that share its first. */
struct mesh_polygon {
  uint64_t corners;
  uint32_t first, last;
};
int mesh_corner(struct mesh *m, struct mesh_polygon *p, uint32_t index, struct tile_error *e);

/* ---- text, mesh_text.c ---- */

/* The next word, on whatever line; false: the file ends. Of longer words the beginning. */
bool mesh_token(struct mesh_file *f);
/* The next word of this line; false: it ends. */
bool mesh_token_here(struct mesh_file *f);
/* The rest of the line without blanks around it: the first `room` - 1 bytes. */
void mesh_rest(struct mesh_file *f, char *text, size_t room);
/* The word that was read is a number; infinity and NaN are left to mesh_vertex. */
bool mesh_is_number(const struct mesh_file *f, double *value);
/* The word that was read, in either case. */
bool mesh_word_is(const struct mesh_file *f, const char *word);

#endif
