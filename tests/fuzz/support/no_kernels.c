/* SPDX-License-Identifier: BSD-3-Clause */
/* Stubs for the solver's kernels, which clang does not compile: no parser of options calls them. */
#include "cpu.h"

const struct lbm_isa lbm_isa_plain = {"none", {NULL, NULL}}, lbm_isa_avx2 = {"none", {NULL, NULL}},
                     lbm_isa_avx512 = {"none", {NULL, NULL}};
