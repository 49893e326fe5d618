/* SPDX-License-Identifier: BSD-3-Clause */
#include "../../tools/stats/stats_options.c"

#include "options.h"

const struct fuzz_options fuzz_options_stats = {"stats", options, NULL};
