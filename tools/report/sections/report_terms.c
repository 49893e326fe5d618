/* SPDX-License-Identifier: BSD-3-Clause */
/* What the names of numbers mean: shown where a name is pointed at, below the main numbers, and as a list that paper keeps. */
#include <config.h>

#include "report.h"

#include <string.h>

const char *const report_quantities[REPORT_QUANTITIES] = {
    [QUANTITY_PERMEABILITY] = "Permeability",
    [QUANTITY_BAND] = "Permeability over the band of thresholds",
    [QUANTITY_INSIDE] = "Permeability inside the mask",
    [QUANTITY_SAMPLE] = "Permeability of the sample",
    [QUANTITY_PRINCIPAL] = "Principal permeability",
    [QUANTITY_INERTIA] = "Inertial coefficient β",
    [QUANTITY_DIFFUSIVITY] = "Effective diffusivity, D_eff / D",
    [QUANTITY_TORTUOSITY_FACTOR] = "Tortuosity factor",
    [QUANTITY_FORMATION] = "Formation factor",
    [QUANTITY_TAWSS] = "TAWSS",
    [QUANTITY_TAWSS_MOST] = "Largest TAWSS",
    [QUANTITY_OSI] = "OSI",
    [QUANTITY_SHEAR] = "Wall shear",
    [QUANTITY_RESIDENCE] = "Residence time",
    [QUANTITY_INFLOW] = "Flow inwards",
    [QUANTITY_RADIUS] = "Mean radius of the pores",
    [QUANTITY_MEDIAN_RADIUS] = "Median radius of the pores",
    [QUANTITY_CRITICAL] = "Critical radius",
    [QUANTITY_PORES] = "Pores of the network",
    [QUANTITY_THROATS] = "Throats of the network",
    [QUANTITY_COORDINATION] = "Coordination number",
    [QUANTITY_PORE_RADIUS] = "Mean pore radius of the network",
    [QUANTITY_THROAT_RADIUS] = "Mean throat radius of the network",
    [QUANTITY_POROSITY] = "Porosity",
    [QUANTITY_SURFACE] = "Specific surface",
    [QUANTITY_VOLUME] = "Volume of the vessel",
};

static const struct {
  const char *name, *meaning;
} terms[] = {
    {"Permeability", "How easily a fluid flows through the pores: flow per area = permeability / viscosity × pressure "
                     "gradient (Darcy's law)"},
    {"Permeability over the band of thresholds",
     "The middle between the least and the largest permeability, and half of their difference, at the thresholds that "
     "a "
     "reasonable person could choose: what the segmentation leaves open, beside the error, which is that of the grid"},
    {"Permeability inside the mask",
     "The permeability with the flow averaged over the nodes inside the mask alone, not "
     "over their box"},
    {"Permeability of the sample", "The permeability without the layers of fluid that were added before and behind"},
    {"Principal permeability", "The permeability along one of the directions in which the flow goes straight down the "
                               "pressure gradient"},
    {"Inertial coefficient β",
     "Forchheimer's law: density × β × velocity² is what inertia adds to the pressure gradient"},
    {"Effective diffusivity, D_eff / D", "How much diffuses, or is conducted, through the sample, relative to as much "
                                         "fluid without solid"},
    {"Tortuosity factor", "Porosity / (D_eff / D): 1 for straight pores, more for longer and narrower ways"},
    {"Formation factor", "The electric resistivity of the sample filled with a fluid, relative to that of the fluid"},
    {"TAWSS",
     "Time-averaged wall shear stress: how strongly the flow rubs along the wall, the mean over a beat and over "
     "the wall"},
    {"Largest TAWSS", "The time-averaged wall shear stress at the place where it is largest"},
    {"OSI", "Oscillatory shear index, the mean over the wall: 0 where the shear keeps its direction over the beat, 0.5 "
            "where it goes to and fro"},
    {"RRT", "Relative residence time, 1 / ((1 - 2 OSI) TAWSS): large where fluid stays near the wall"},
    {"ECAP", "Endothelial cell activation potential, OSI / TAWSS: large where shear is weak and changes its direction"},
    {"Transverse shear (transWSS)", "The mean size of the shear across its mean direction"},
    {"Time of the peak", "The time in the beat at which the shear is largest"},
    {"Wall shear", "How strongly the flow rubs along the wall: force per area along it, the mean over the wall"},
    {"Residence time", "How long the fluid stays inside: volume / flow"},
    {"Flow inwards", "What flows in through an opening in a second; negative where it flows out"},
    {"Mean radius of the pores",
     "The radius of the largest ball that fits into the pores and covers a point of them, the "
     "mean over the pores"},
    {"Median radius of the pores", "Half of the volume of the pores has a larger radius"},
    {"Critical radius", "The largest ball that passes through the pores from one side to the other"},
    {"Pores of the network", "Wide places, as many as were found"},
    {"Throats of the network", "Narrow places that join two pores"},
    {"Coordination number", "How many throats a pore has, the mean"},
    {"Mean pore radius of the network", "The radius of the largest ball in a pore, the mean over the pores"},
    {"Mean throat radius of the network", "The radius of the largest ball that passes a throat, the mean over them"},
    {"Porosity", "The share of the volume that is pores"},
    {"Specific surface", "The area of the walls of the pores in a volume of the sample"},
    {"Volume of the vessel", "The volume of the fluid"},
    {"Grid", "The number of voxels along x, y and z"},
    {"Voxel size", "The side of a voxel, the cube that an image consists of"},
    {"Size", "The lengths of the sides of the sample"},
    {"Mean chord along the axes", "The mean length of straight lines that do not leave the pores"},
    {"Components", "Parts of the pores that touch no other part"},
    {"Percolates along", "Axes along which a way leads through the pores from one side to the other"},
    {"Superficial velocity", "Flow / area of the whole cross-section, with the solid"},
    {"Largest speed", "The speed of the fastest node"},
    {"Reynolds number (root of k)",
     "Inertia relative to friction, superficial velocity × √k / viscosity: below 0.01 the "
     "flow creeps"},
    {"Mach number", "The largest speed over that of sound in the lattice: small, so that the fluid is not compressed"},
    {"Hydraulic tortuosity", "How much longer the ways of the flow are than the sample is"},
    {"Kinematic viscosity", "Viscosity / density of the fluid"},
    {"Method",
     "Lattice, collision, equilibrium and precision of the lattice-Boltzmann method, and the relaxation time tau"},
    {"Beats", "Periods of the flow that were computed, and how much the last differs from the one before"},
    {"Steps", "Time steps that were computed"},
    {"Converged", "Whether the flow was steady at the end"},
    {"Change that may remain", "A bound of how far the flow is from its limit, relative: the mean flow and, "
                               "where openings are watched, what flows through each of them"},
    {"Parts of the error",
     "What the error of the permeability comes from: the size of the voxels, the places of the walls, "
     "and the end of the iteration"},
};
enum { TERMS = sizeof terms / sizeof *terms };
static bool used[TERMS];

static int find(const char *name)
{
  int i = 0;
  while (i < TERMS && strcmp(terms[i].name, name) != 0)
    i++;
  return i;
}

const char *report_meaning(const char *name)
{
  const int i = find(name);
  return i < TERMS ? terms[i].meaning : NULL;
}

void report_term(FILE *out, const char *name)
{
  const int i = find(name);
  if (i < TERMS) {
    used[i] = true;
    fputs("<abbr title=\"", out);
    html_text(out, terms[i].meaning);
    fputs("\">", out);
  }
  html_value(out, name);
  fputs(i < TERMS ? "</abbr>" : "", out);
}

bool report_definitions(const struct report *r, FILE *out)
{
  bool any = false;
  (void)r;
  for (int i = 0; i < TERMS; i++)
    if (used[i]) {
      fputs(any ? "<dt>" : "<dl class=\"terms\">\n<dt>", out);
      html_value(out, terms[i].name);
      fputs("</dt><dd>", out);
      html_value(out, terms[i].meaning);
      fputs("</dd>\n", out);
      any = true;
    }
  fputs(any ? "</dl>\n" : "", out);
  return any;
}
