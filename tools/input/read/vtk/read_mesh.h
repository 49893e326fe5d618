/* SPDX-License-Identifier: BSD-3-Clause */
// Inside tessera-read-mesh: open_mesh reads the file, get_triangles makes triangles of it.
#ifndef READ_MESH_H
#define READ_MESH_H

#include "mesh_read.h"
#include "read_vtk.h"

#include <vtkDataSet.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <cstdint>
#include <vector>

// A file as VTK returns it: all of its pieces one after another.
struct pieces {
  vtkSmartPointer<vtkDataSet> all;
  std::vector<vtkIdType> points; // of each piece of an unstructured grid; empty unless there are several
};

struct triangles {
  std::string path;
  vtkSmartPointer<vtkPolyData> of; // has the points
  std::vector<uint32_t> corner;    // three indices of points for each triangle
};

// read_mesh_open.cxx: reads a file, which may be damaged; `all` is NULL if it is rejected.
pieces open_mesh(const std::string &path, struct tile_error *e);

// read_mesh_check.cxx: checks that a file of this length could contain what it claims, however it is compressed, before
// anything is allocated.
int check_claims(const std::string &path, struct tile_error *e);
// Checks that cells have as many points as their types need, and that these points exist.
int check_cells(const std::string &path, vtkDataSet *all, struct tile_error *e);

// read_mesh_pieces.cxx: for each point the one that replaces it: that of an earlier piece at the same position. Empty
// if no point is replaced. Points of one piece are never joined: two at one position are the two sides of a crack.
std::vector<vtkIdType> join_points(const pieces &p);

// read_mesh_surface.cxx: triangles of polygons and strips, and of the outer faces of the cells of a volume, without
// cells that are copies of those of another piece (ghosts).
int get_triangles(struct triangles *to, const pieces &p, struct tile_error *e);

#endif
