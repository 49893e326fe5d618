/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of one instruction set. This file is compiled once per instruction set (see Makefile.inc), and isa.h
 * tells which one it is. */
#include "cpu_half.h"
#include "cpu_step.h"
#include "isa.h"
#include "isa_table.h"

/* One block of definitions for each row of LBM_PRECISION_ROWS. */
#define STORE double
#define WORK double
#define SCALAR double
#define FP(name) name##_fp64
#define STORED(name) name##_fp64
#define COMPUTED(name) name##_fp64
#define CONVERTED(name) name##_fp64_fp64
#include "cpu_kernel.h"

#define STORE float
#define WORK float
#define SCALAR float
#define FP(name) name##_fp32
#define STORED(name) name##_fp32
#define COMPUTED(name) name##_fp32
#define CONVERTED(name) name##_fp32_fp32
#include "cpu_kernel.h"

#define STORE float
#define WORK float
#define SCALAR double
#define FP(name) name##_fp64_fp32
#define STORED(name) name##_fp32
#define COMPUTED(name) name##_fp64
#define CONVERTED(name) name##_fp64_fp32
#include "cpu_kernel.h"

#define STORE lbm_half
#define WORK float
#define SCALAR float
#define HALVES
#define FP(name) name##_fp32_fp16
#define STORED(name) name##_fp16
#define COMPUTED(name) name##_fp32
#define CONVERTED(name) name##_fp32_fp32
#include "cpu_kernel.h"

#define SCALAR double
#define FP(name) name##_fp64
#define LANES(name) name##_fp64
#include "cpu_plane.h"

#define SCALAR float
#define FP(name) name##_fp32
#define LANES(name) name##_fp32
#include "cpu_plane.h"

#define JOIN(a, b) a##b
#define NAME(a, b) JOIN(a, b)
#define TEXT(a) #a
#define QUOTE(a) TEXT(a)
#define STEP(number, name, text, stored, computed) [number] = step_##name,
const struct lbm_isa NAME(lbm_isa_, ISA_NAME) = {
    QUOTE(ISA_NAME), {LBM_PRECISION_ROWS(STEP)}, {[LBM_FP64] = step_plane_fp64, [LBM_FP32] = step_plane_fp32}};
