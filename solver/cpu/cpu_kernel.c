/* Compiled once per instruction set (see Makefile.inc); isa.h tells which. */
#include "cpu.h"
#include "isa.h"

#define SCALAR double
#define FP(name) name##_fp64
#include "cpu_kernel.h"
#undef SCALAR
#undef FP

#define SCALAR float
#define FP(name) name##_fp32
#include "cpu_kernel.h"

#define JOIN(a, b) a##b
#define NAME(a, b) JOIN(a, b)
#define TEXT(a) #a
#define QUOTE(a) TEXT(a)
const struct lbm_isa NAME(lbm_isa_, ISA_NAME) = {QUOTE(ISA_NAME), {step_fp64, step_fp32}};
