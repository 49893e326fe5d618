/* SPDX-License-Identifier: BSD-3-Clause */
/* What the reports of the programs hold: of tessera-run, tessera-stats and tessera-probe, and of data/band. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "report.h"

bool report_is_run(const char *r);
void report_run(struct report *to, const char *name, const char *r);
/* Adds permeabilities and fluxes, which tessera-probe reports under the same names. */
void report_results_json(struct report *to, const char *r);
bool report_is_band(const char *r);
int report_band(struct report *to, const char *name, const char *r, struct tile_error *e);
bool report_is_stats(const char *r);
int report_stats(struct report *to, const char *name, const char *r, struct tile_error *e);
/* Adds what `program` warned of. */
void report_warnings_json(struct report *to, const char *name, const char *program, const char *r);

#endif
