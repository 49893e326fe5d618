/* SPDX-License-Identifier: BSD-3-Clause */
/* Velocities, weights and opposite directions of D3Q19 and D2Q9 (Qian, d'Humieres & Lallemand, Europhys. Lett. 17
 * (1992) 479), for C and CUDA. The directions are numbered as in the link masks of a tile file: O E W N S T B NE NW SE
 * SW ET EB WT WB NT NB ST SB, where x points east, y north, and z to the top. */
#ifndef LATTICE_H
#define LATTICE_H

#define LBM_Q 19

/* X(number, cx, cy, cz, opposite, 36 * weight) */
/* clang-format off */
#define LBM_D3Q19(X)                                                           \
  X(0, 0, 0, 0, 0, 12)                                                         \
  X(1, 1, 0, 0, 2, 2) X(2, -1, 0, 0, 1, 2)                                     \
  X(3, 0, 1, 0, 4, 2) X(4, 0, -1, 0, 3, 2)                                     \
  X(5, 0, 0, 1, 6, 2) X(6, 0, 0, -1, 5, 2)                                     \
  X(7, 1, 1, 0, 10, 1) X(8, -1, 1, 0, 9, 1) X(9, 1, -1, 0, 8, 1) X(10, -1, -1, 0, 7, 1)     \
  X(11, 1, 0, 1, 14, 1) X(12, 1, 0, -1, 13, 1) X(13, -1, 0, 1, 12, 1) X(14, -1, 0, -1, 11, 1) \
  X(15, 0, 1, 1, 18, 1) X(16, 0, 1, -1, 17, 1) X(17, 0, -1, 1, 16, 1) X(18, 0, -1, -1, 15, 1)

/* D2Q9, for domains of one slice: each population is the sum over c_z of those of D3Q19 with the same c_x and c_y
 * (site_plane.h). X(number, number in D3Q19 of the direction with c_z = 0, cx, cy, opposite, 36 * weight) */
#define LBM_PLANE_Q 9
#define LBM_D2Q9(X)                                                             \
  X(0, 0, 0, 0, 0, 16)                                                          \
  X(1, 1, 1, 0, 2, 4) X(2, 2, -1, 0, 1, 4) X(3, 3, 0, 1, 4, 4) X(4, 4, 0, -1, 3, 4) \
  X(5, 7, 1, 1, 8, 1) X(6, 8, -1, 1, 7, 1) X(7, 9, 1, -1, 6, 1) X(8, 10, -1, -1, 5, 1)
/* clang-format on */

#ifdef __CUDACC__
#define LBM_TABLE static constexpr __device__ const
#define LBM_UNROLL _Pragma("unroll")
#else
#define LBM_TABLE static const
#define LBM_UNROLL _Pragma("GCC unroll 19")
#endif

#define LBM_C(i, x, y, z, o, w) {x, y, z},
#define LBM_O(i, x, y, z, o, w) o,
#define LBM_W(i, x, y, z, o, w) w / 36.0,
LBM_TABLE signed char lbm_c[LBM_Q][3] __attribute__((unused)) = {LBM_D3Q19(LBM_C)};
LBM_TABLE unsigned char lbm_opposite[LBM_Q] __attribute__((unused)) = {LBM_D3Q19(LBM_O)};
LBM_TABLE double lbm_weight[LBM_Q] __attribute__((unused)) = {LBM_D3Q19(LBM_W)};
#undef LBM_C
#undef LBM_O
#undef LBM_W

#define LBM_C(i, i3, x, y, o, w) {x, y},
#define LBM_O(i, i3, x, y, o, w) o,
#define LBM_I(i, i3, x, y, o, w) i3,
#define LBM_W(i, i3, x, y, o, w) w / 36.0,
LBM_TABLE signed char lbm_plane_c[LBM_PLANE_Q][2] __attribute__((unused)) = {LBM_D2Q9(LBM_C)};
LBM_TABLE unsigned char lbm_plane_opposite[LBM_PLANE_Q] __attribute__((unused)) = {LBM_D2Q9(LBM_O)};
LBM_TABLE unsigned char lbm_plane_link[LBM_PLANE_Q] __attribute__((unused)) = {LBM_D2Q9(LBM_I)};
LBM_TABLE double lbm_plane_weight[LBM_PLANE_Q] __attribute__((unused)) = {LBM_D2Q9(LBM_W)};
#undef LBM_C
#undef LBM_O
#undef LBM_I
#undef LBM_W

#endif
