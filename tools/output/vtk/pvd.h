/* SPDX-License-Identifier: BSD-3-Clause */
/* ParaView's list of files in time (.pvd): a series of VTK files, each with its time. A run that goes on reads the list,
 * puts its new files into it, and writes the whole list again after each file:
 *
 *   struct pvd series;
 *   if (pvd_read(&series, "beat/flow.pvd", e)) ...        empty if there is no such file
 *   if (pvd_put(&series, 0.012, "flow-000012.vti", e)) ...
 *   if (pvd_write(&series, "beat/flow.pvd", e)) ...
 *   pvd_free(&series);
 *
 * Write a file itself, with cli_commit, before the list that names it: then whatever the moment at which the program or
 * the machine stops, the list is whole, and so is each file that it names. */
#ifndef PVD_H
#define PVD_H

#include "memory.h"

struct pvd_entry {
  double time; /* s, or whatever the unit of time is */
  char *file;  /* relative to the folder of the list */
};

struct pvd {
  size_t count;
  struct pvd_entry *entry; /* by time; of equal times in the order in which they were put */
};

/* Reads a list that pvd_write wrote. Without such a file: an empty list, TILE_OK. TILE_REJECTED: any other content;
 * TILE_FAILED: it cannot be read. *p is to be freed only after TILE_OK. */
int pvd_read(struct pvd *p, const char *path, struct tile_error *e);
/* Adds a file; in place of the entry with the same name, if there is one, as after a restart. time: finite. file: a copy
 * is made; TILE_USAGE if it has a control character, which XML cannot have. */
int pvd_put(struct pvd *p, double time, const char *file, struct tile_error *e);
/* Removes entries whose time is greater: those of a run that goes on from an earlier state. */
void pvd_cut(struct pvd *p, double time);
/* Removes entry i. */
void pvd_drop(struct pvd *p, size_t i);
/* Replaces the file at once, by a temporary file, fsync and rename (cli_commit). */
int pvd_write(const struct pvd *p, const char *path, struct tile_error *e);
void pvd_free(struct pvd *p);

#endif
