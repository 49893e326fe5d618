// SPDX-License-Identifier: BSD-3-Clause
// The pieces of a volume touch each other: points on their common faces are in both.
#include "read_mesh.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

typedef std::array<double, 3> place;

static std::vector<place> places_of(vtkDataSet *all)
{
  std::vector<place> places(static_cast<size_t>(all->GetNumberOfPoints()));
  for (size_t i = 0; i < places.size(); i++) {
    all->GetPoint(static_cast<vtkIdType>(i), places[i].data());
    for (double &x : places[i])
      x += 0.0; // makes -0 equal to 0
  }
  return places;
}

// Sorts by position; the order is that of bytes, so that it also holds for NaN.
static std::vector<vtkIdType> in_order(const std::vector<place> &places)
{
  std::vector<vtkIdType> order(places.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](vtkIdType a, vtkIdType b) {
    const int first = std::memcmp(&places[static_cast<size_t>(a)], &places[static_cast<size_t>(b)], sizeof(place));
    return first != 0 ? first < 0 : a < b;
  });
  return order;
}

static std::vector<size_t> piece_of_each(const pieces &p)
{
  std::vector<size_t> piece;
  for (size_t i = 0; i < p.points.size(); i++)
    piece.insert(piece.end(), static_cast<size_t>(p.points[i]), i);
  return piece;
}

std::vector<vtkIdType> join_points(const pieces &p)
{
  const vtkIdType claimed = std::accumulate(p.points.begin(), p.points.end(), vtkIdType(0));
  if (p.points.size() < 2 || claimed != p.all->GetNumberOfPoints())
    return {};
  const std::vector<size_t> piece = piece_of_each(p);
  const std::vector<place> places = places_of(p.all);
  const std::vector<vtkIdType> order = in_order(places);
  std::vector<vtkIdType> stands(places.size());
  for (size_t i = 0, first = 0; i < order.size(); i++) {
    const auto at = [&](size_t n) { return static_cast<size_t>(order[n]); };
    if (places[at(i)] != places[at(first)])
      first = i;
    stands[at(i)] = order[piece[at(i)] != piece[at(first)] ? first : i];
  }
  return stands;
}
