/* SPDX-License-Identifier: BSD-3-Clause */
/* The publications, in the order of the output. Each DOI was compared with reference lists of other projects; NULL: it was
 * not found there, or there is none. */
#include <config.h>

#include "cite.h"

const struct cite_reference cite_references[CITE_REFERENCES] = {
    /* CITATION.cff says the same */
    [CITE_TESSERA] = {"tessera", "{The Tessera developers}",
                      "Tessera: flow through imaged geometries on sparse tiles, version " PACKAGE_VERSION, NULL, NULL,
                      NULL, "2026", NULL},
    [CITE_TOMCZAK_2018] =
        {"tomczak2018", "T. Tomczak and R. G. Szafran",
         "Sparse geometries handling in lattice Boltzmann method implementation for graphic processors",
         "IEEE Transactions on Parallel and Distributed Systems", "29", "1865-1878", "2018",
         "10.1109/TPDS.2018.2810237"},
    [CITE_TOMCZAK_2019] = {"tomczak2019", "T. Tomczak and R. G. Szafran",
                           "A new GPU implementation for lattice-Boltzmann simulations on sparse geometries",
                           "Computer Physics Communications", "235", "258-278", "2019", "10.1016/j.cpc.2018.04.031"},
    [CITE_QIAN_1992] = {"qian1992", "Y. H. Qian and D. d'Humières and P. Lallemand",
                        "Lattice BGK models for Navier-Stokes equation", "Europhysics Letters", "17", "479-484", "1992",
                        "10.1209/0295-5075/17/6/001"},
    [CITE_GINZBURG_2003] = {"ginzburg2003", "I. Ginzburg and D. d'Humières",
                            "Multireflection boundary conditions for lattice Boltzmann models", "Physical Review E",
                            "68", "066614", "2003", "10.1103/PhysRevE.68.066614"},
    [CITE_GINZBURG_2008] =
        {"ginzburg2008", "I. Ginzburg and F. Verhaeghe and D. d'Humières",
         "Two-relaxation-time lattice Boltzmann scheme: about parametrization, velocity, pressure and "
         "mixed boundary conditions",
         "Communications in Computational Physics", "3", "427-478", "2008", NULL},
    [CITE_HUMIERES_2002] = {"humieres2002",
                            "D. d'Humières and I. Ginzburg and M. Krafczyk and P. Lallemand and L.-S. Luo",
                            "Multiple-relaxation-time lattice Boltzmann models in three dimensions",
                            "Philosophical Transactions of the Royal Society A", "360", "437-451", "2002",
                            "10.1098/rsta.2001.0955"},
    [CITE_LALLEMAND_2000] = {"lallemand2000", "P. Lallemand and L.-S. Luo",
                             "Theory of the lattice Boltzmann method: dispersion, dissipation, isotropy, Galilean "
                             "invariance, and stability",
                             "Physical Review E", "61", "6546-6562", "2000", "10.1103/PhysRevE.61.6546"},
    [CITE_HE_1997] = {"he1997", "X. He and L.-S. Luo",
                      "Lattice Boltzmann model for the incompressible Navier-Stokes equation",
                      "Journal of Statistical Physics", "88", "927-944", "1997", "10.1023/B:JOSS.0000015179.12689.e4"},
    [CITE_GUO_2002] = {"guo2002", "Z. Guo and C. Zheng and B. Shi",
                       "Discrete lattice effects on the forcing term in the lattice Boltzmann method",
                       "Physical Review E", "65", "046308", "2002", "10.1103/PhysRevE.65.046308"},
    [CITE_PATANKAR_1972] =
        {"patankar1972", "S. V. Patankar and D. B. Spalding",
         "A calculation procedure for heat, mass and momentum transfer in three-dimensional parabolic "
         "flows",
         "International Journal of Heat and Mass Transfer", "15", "1787-1806", "1972", "10.1016/0017-9310(72)90054-3"},
    [CITE_BOUZIDI_2001] = {"bouzidi2001", "M. Bouzidi and M. Firdaouss and P. Lallemand",
                           "Momentum transfer of a Boltzmann-lattice fluid with boundaries", "Physics of Fluids", "13",
                           "3452-3459", "2001", "10.1063/1.1399290"},
    [CITE_PAN_2006] = {"pan2006", "C. Pan and L.-S. Luo and C. T. Miller",
                       "An evaluation of lattice Boltzmann schemes for porous medium flow simulation",
                       "Computers and Fluids", "35", "898-909", "2006", "10.1016/j.compfluid.2005.03.008"},
    [CITE_LADD_1994] =
        {"ladd1994", "A. J. C. Ladd",
         "Numerical simulations of particulate suspensions via a discretized Boltzmann equation. Part 1. "
         "Theoretical foundation",
         "Journal of Fluid Mechanics", "271", "285-309", "1994", "10.1017/S0022112094001771"},
    [CITE_ZOU_1997] = {"zou1997", "Q. Zou and X. He",
                       "On pressure and velocity boundary conditions for the lattice Boltzmann BGK model",
                       "Physics of Fluids", "9", "1591-1598", "1997", "10.1063/1.869307"},
    [CITE_HECHT_2010] = {"hecht2010", "M. Hecht and J. Harting",
                         "Implementation of on-site velocity boundary conditions for D3Q19 lattice Boltzmann "
                         "simulations",
                         "Journal of Statistical Mechanics: Theory and Experiment", NULL, "P01018", "2010",
                         "10.1088/1742-5468/2010/01/P01018"},
    [CITE_CROCI_2022] = {"croci2022", "M. Croci and M. Fasi and N. J. Higham and T. Mary and M. Mikaitis",
                         "Stochastic rounding: implementation, error analysis and applications",
                         "Royal Society Open Science", "9", "211631", "2022", "10.1098/rsos.211631"},
    [CITE_WEN_2014] = {"wen2014", "B. Wen and C. Zhang and Y. Tu and C. Wang and H. Fang",
                       "Galilean invariant fluid-solid interfacial dynamics in lattice Boltzmann simulations",
                       "Journal of Computational Physics", "266", "161-170", "2014", "10.1016/j.jcp.2014.02.018"},
    [CITE_LATT_2006] = {"latt2006", "J. Latt and B. Chopard",
                        "Lattice Boltzmann method with regularized pre-collision distribution functions",
                        "Mathematics and Computers in Simulation", "72", "165-168", "2006",
                        "10.1016/j.matcom.2006.05.017"},
    [CITE_CHO_1991] =
        {"cho1991", "Y. I. Cho and K. R. Kensey",
         "Effects of the non-Newtonian viscosity of blood on flows in a diseased arterial vessel. Part 1: "
         "Steady flows",
         "Biorheology", "28", "241-262", "1991", "10.3233/BIR-1991-283-415"},
    [CITE_BOYD_2007] =
        {"boyd2007", "J. Boyd and J. M. Buick and S. Green",
         "Analysis of the Casson and Carreau-Yasuda non-Newtonian blood models in steady and oscillatory "
         "flows using the lattice Boltzmann method",
         "Physics of Fluids", "19", "093103", "2007", "10.1063/1.2772250"},
    [CITE_SHIBESHI_2005] = {"shibeshi2005", "S. S. Shibeshi and W. E. Collins",
                            "The rheology of blood flow in a branched arterial system", "Applied Rheology", "15",
                            "398-405", "2005", NULL},
    [CITE_SMAGORINSKY_1963] = {"smagorinsky1963", "J. Smagorinsky",
                               "General circulation experiments with the primitive equations. I. The basic experiment",
                               "Monthly Weather Review", "91", "99-164", "1963",
                               "10.1175/1520-0493(1963)091<0099:GCEWTP>2.3.CO;2"},
    [CITE_WOMERSLEY_1955] =
        {"womersley1955", "J. R. Womersley",
         "Method for the calculation of velocity, rate of flow and viscous drag in arteries when the pressure gradient "
         "is known",
         "Journal of Physiology", "127", "553-563", "1955", "10.1113/jphysiol.1955.sp005276"},
    [CITE_ESMAILY_2011] =
        {"esmaily2011",
         "M. Esmaily Moghadam and Y. Bazilevs and T.-Y. Hsia and I. E. Vignon-Clementel and A. L. Marsden",
         "A comparison of outlet boundary treatments for prevention of backflow divergence with relevance to blood "
         "flow "
         "simulations",
         "Computational Mechanics", "48", "277-291", "2011", "10.1007/s00466-011-0599-0"},
    [CITE_ROACHE_1994] = {"roache1994", "P. J. Roache",
                          "Perspective: a method for uniform reporting of grid refinement studies",
                          "Journal of Fluids Engineering", "116", "405-413", "1994", "10.1115/1.2910291"},
    [CITE_HE_1996] = {"he1996", "X. He and D. N. Ku",
                      "Pulsatile flow in the human left coronary artery bifurcation: average conditions",
                      "Journal of Biomechanical Engineering", "118", "74-82", "1996", NULL},
    [CITE_HIMBURG_2004] =
        {"himburg2004",
         "H. A. Himburg and D. M. Grzybowski and A. L. Hazel and J. A. LaMack and X.-M. Li and M. H. Friedman",
         "Spatial comparison between wall shear stress measures and porcine arterial endothelial permeability",
         "American Journal of Physiology: Heart and Circulatory Physiology", "286", "H1916-H1922", "2004", NULL},
    [CITE_DI_ACHILLE_2014] =
        {"diachille2014", "P. Di Achille and G. Tellides and C. A. Figueroa and J. D. Humphrey",
         "A haemodynamic predictor of intraluminal thrombus formation in abdominal aortic aneurysms",
         "Proceedings of the Royal Society A", "470", "20140163", "2014", NULL},
    [CITE_PEIFFER_2013] =
        {"peiffer2013", "V. Peiffer and S. J. Sherwin and P. D. Weinberg",
         "Computation in the rabbit aorta of a new metric - the transverse wall shear stress - to quantify the "
         "multidirectional character of disturbed blood flow",
         "Journal of Biomechanics", "46", "2651-2658", "2013", NULL},
    [CITE_DANCKWERTS_1953] = {"danckwerts1953", "P. V. Danckwerts",
                              "Continuous flow systems: distribution of residence times",
                              "Chemical Engineering Science", "2", "1-13", "1953", "10.1016/0009-2509(53)80001-1"},
    [CITE_OTSU_1979] = {"otsu1979", "N. Otsu", "A threshold selection method from gray-level histograms",
                        "IEEE Transactions on Systems, Man, and Cybernetics", "9", "62-66", "1979",
                        "10.1109/TSMC.1979.4310076"},
    [CITE_LIAO_2001] = {"liao2001", "P.-S. Liao and T.-S. Chen and P.-C. Chung",
                        "A fast algorithm for multilevel thresholding",
                        "Journal of Information Science and Engineering", "17", "713-727", "2001", NULL},
    [CITE_SCHLUETER_2014] = {"schlueter2014", "S. Schlüter and A. Sheppard and K. Brown and D. Wildenschild",
                             "Image processing of multiphase images obtained via X-ray microtomography: A review",
                             "Water Resources Research", "50", "3615-3639", "2014", "10.1002/2014WR015256"},
    [CITE_SAUVOLA_2000] = {"sauvola2000", "J. Sauvola and M. Pietikäinen", "Adaptive document image binarization",
                           "Pattern Recognition", "33", "225-236", "2000", "10.1016/S0031-3203(99)00055-2"},
    [CITE_MEYER_1994] = {"meyer1994", "F. Meyer", "Topographic distance and watershed lines", "Signal Processing", "38",
                         "113-125", "1994", "10.1016/0165-1684(94)90060-4"},
    [CITE_BUADES_2005] = {"buades2005", "A. Buades and B. Coll and J.-M. Morel",
                          "A non-local algorithm for image denoising",
                          "IEEE Conference on Computer Vision and Pattern Recognition", "2", "60-65", "2005",
                          "10.1109/CVPR.2005.38"},
    [CITE_TOMASI_1998] = {"tomasi1998", "C. Tomasi and R. Manduchi", "Bilateral filtering for gray and color images",
                          "International Conference on Computer Vision", "6", "839-846", "1998",
                          "10.1109/ICCV.1998.710815"},
    [CITE_PERONA_1990] = {"perona1990", "P. Perona and J. Malik",
                          "Scale-space and edge detection using anisotropic diffusion",
                          "IEEE Transactions on Pattern Analysis and Machine Intelligence", "12", "629-639", "1990",
                          "10.1109/34.56205"},
    [CITE_SIJBERS_2004] = {"sijbers2004", "J. Sijbers and A. Postnov",
                           "Reduction of ring artefacts in high resolution micro-CT reconstructions",
                           "Physics in Medicine and Biology", "49", "N247-N253", "2004", "10.1088/0031-9155/49/14/N06"},
    [CITE_JACOBSON_2013] = {"jacobson2013", "A. Jacobson and L. Kavan and O. Sorkine-Hornung",
                            "Robust inside-outside segmentation using generalized winding numbers",
                            "ACM Transactions on Graphics", "32", "33", "2013", "10.1145/2461912.2461916"},
    [CITE_HILDEBRAND_1997] =
        {"hildebrand1997", "T. Hildebrand and P. Rüegsegger",
         "A new method for the model-independent assessment of thickness in three-dimensional images",
         "Journal of Microscopy", "185", "67-75", "1997", "10.1046/j.1365-2818.1997.1340694.x"},
};
