#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tests/validate/page.sh: writes the tables of VALIDATION.md from validate/*.csv in the build folder, which the scripts
# of this folder leave there. A table is between the lines <!-- NAME.csv --> and <!-- end -->; without NAME.csv it
# stays as it is. make validate ends with it. PAGE=FILE: another page.
set -eu
srcdir=${srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
builddir=${builddir:-$srcdir/build}
page=${PAGE:-$srcdir/tests/validate/VALIDATION.md}
results=$builddir/validate
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tessera-page.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

# The columns of a table by name, and the formats of numbers.
# shellcheck disable=SC2016 # of awk
functions='
  NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
  function of(name) { return (name in at) ? $at[name] : "" }
  function percent(x) { return x == "" ? "" : sprintf("%+.2f %%", 100 * x) }
  function power(x) { return x == "" ? "" : sprintf("%.1e", x) }'
# shellcheck disable=SC2016 # of awk
median='function median(v, n,   i, j, t) {
    for (i = 2; i <= n; i++) for (j = i; j > 1 && v[j - 1] > v[j]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
    return (v[int((n + 1) / 2)] + v[int(n / 2) + 1]) / 2 }'
# rows HEADS PROGRAM <CSV: a Markdown table with these heads (a|b|c), and the rows that awk prints
rows() {
  echo "| $1 |" | sed 's/|\([^ ]\)/| \1/g; s/\([^ ]\)|/\1 |/g'
  echo "$1" | sed 's/[^|]*/---/g; s/^/|/; s/$/|/'
  awk -F, "$functions $2"
}

table_spheres() {
  rows 'array|solid fraction|nodes a side|k / L²|published|ratio' 'NR > 1 {
    printf "| %s | %s | %d | %.5f | %.5f | %.4f |\n", of("array"), of("c"), of("nodes"), of("k"), of("k_published"), of("ratio") }'
}
table_walls() {
  rows 'flow|nodes|half-way|interpolated' 'NR > 1 {
    printf "| %s | %d | %s | %s |\n", of("flow"), of("size"), percent(of("halfway")), percent(of("interpolated")) }'
}
table_slanted() {
  rows 'direction|radius|walls|least|mean|most' 'NR > 1 {
    printf "| %s | %s | %s | %s | %s | %s |\n", of("direction"), of("radius"), of("walls"), percent(of("least")),
      percent(of("mean")), percent(of("most")) }'
}
table_shear() {
  rows 'wall|radius|mean|least|largest' 'NR > 1 {
    printf "| %s | %d | %s | %s | %s |\n", of("flow"), of("radius"), of("mean"), of("least"), of("largest") }'
}
table_rheology() {
  rows 'law|wall stress, Pa|mean, m/s|difference|axis / mean|reference|difference' 'NR > 1 {
    printf "| %s | %.4f | %s | %s | %.4f | %.4f | %s |\n", of("law"), of("stress"), of("reference"),
      percent(of("mean") / of("reference") - 1), of("axis"), of("axis_reference"), percent(of("axis") / of("axis_reference") - 1) }'
}
table_cylinders() {
  rows 'solid fraction|nodes a side|walls|drag|published|difference' 'NR > 1 {
    printf "| %s | %d | %s | %.5g | %s | %s |\n", of("c"), of("nodes"), of("walls") == "yes" ? "interpolated" : "half-way",
      of("drag"), of("published"), percent(of("off")) }'
}
table_force() {
  rows 'radius|side|drag|published|difference|balance' 'NR > 1 {
    printf "| %s | %s | %.5f | %.5f | %s | %s |\n", of("radius"), of("side"), of("drag"), of("hasimoto"), percent(of("off")),
      of("balance") }'
}
# coefficients DRAG LIFT
coefficients() {
  rows 'nodes across|diameter|c_D|c_L|difference of the drag' "NR > 1 {
    printf \"| %d | %.1f | %.3f | %.5f | %s |\\n\", of(\"nodes\"), of(\"diameter\"), of(\"drag\"), of(\"lift\"), percent(of(\"drag\") / $1 - 1) }
    END { print \"| published | | $1 | $2 | |\" }"
}
table_schaefer_turek() { coefficients 6.18533 0.009401; }
table_schaefer_turek_2d() { coefficients 5.57953523384 0.010618948146; }
# root of the mean square of (found - published)
cavity() {
  rows 'Re|line|points|RMS over the lid speed' 'NR > 1 {
    key = of("re") " | " of("line"); if (!(key in count)) name[++lines] = key
    count[key]++; sum[key] += (of("found") - of("published")) ^ 2 }
    END { for (i = 1; i <= lines; i++) printf "| %s | %d | %.4f |\n", name[i], count[name[i]], sqrt(sum[name[i]] / count[name[i]]) }'
}
table_cavity() { cavity; }
table_cavity_2d() { cavity; }
table_step() {
  rows 'Re|nodes in h|length / h|published|difference' 'NR > 1 {
    printf "| %s | %s | %s | %s | %s |\n", of("re"), of("nodes"), of("found"), of("published"), percent(of("off")) }'
}
table_openings() {
  rows 'axis|radius|Re|given|shear|beside the inlet|most there|gradient|pressure at the inlet, ρU²|flow in|out' 'NR > 1 {
    printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", of("axis"), of("radius"), of("re"), of("drive"), of("shear"), of("beside"),
      of("beside_most"), of("gradient"), of("excess"), of("in"), of("out") }'
}
table_openings_pulse() {
  rows 'axis|radius|alpha|tau|TAWSS|most beside the inlet|OSI|exact|pressure, mean|first harmonic|phase' 'NR > 1 {
    printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s° |\n", of("axis"), of("radius"), of("alpha"), of("tau"), of("tawss"),
      of("beside_most"), of("osi"), of("osi_exact"), of("drop"), of("drop_1"), of("phase") }'
}
table_womersley() {
  rows 'alpha|angle|radius|flow|phase|shear|phase|axis|phase' 'NR > 1 {
    split(of("along"), d, " "); angle = d[1] == 0 ? "0" : d[2] == 3 ? "18.4" : "45"
    printf "| %s | %s° | %s | %s | %+.2f° | %s | %+.2f° | %s | %+.2f° |\n", of("alpha"), angle, of("radius"), percent(of("flow") - 1),
      of("flow_phase"), percent(of("shear") - 1), of("shear_phase"), percent(of("axis") - 1), of("axis_phase") }'
}
table_profiles() {
  rows 'cap|half-width|profile|alpha|flow|shape|beside the rim' 'NR > 1 {
    printf "| %s | %s | %s | %s | %.0e | %s | %s |\n", of("cap"), of("radius"), of("profile"), of("alpha") ? of("alpha") : "", of("rate"),
      percent(of("shape")), percent(of("rim")) }' | sed 's/+\([0-9]\)/\1/g'
}
table_six_branch() {
  rows 'resistances|outlet|part of the flow|by 1 / R|difference' 'NR > 1 {
    printf "| %sR | %s | %.4f | %s | %s |\n", of("factor") == 1 ? "" : of("factor") " ", of("outlet"), of("part"), of("by_resistance"), percent(of("off")) }'
}
table_fda_nozzle() {
  rows 'Re|voxel, mm|z, mm|measured|over its flow|computed|difference|earlier' 'NR > 1 {
    mean = of("normalised") == "" ? of("measured") : of("normalised")
    printf "| %s | %s | %s | %.4f ± %.4f | %s | %.4f | %s | %.4f |\n", of("re"), of("voxel"), of("z"), of("measured"), of("deviation"),
      of("normalised") == "" ? "" : sprintf("%.4f ± %.4f", of("normalised"), of("normalised_deviation")), of("found"), percent(of("found") / mean - 1), of("earlier") }'
}
table_reversal() {
  rows 'flow|outlets|largest speed|later|mean pressure|later|sum of the fluxes' 'NR > 1 {
    printf "| %s | %s | %s | %s | %s | %s | %s |\n", of("flow"), of("outlets"), of("speed"), of("speed_later"), of("pressure"), of("pressure_later"), of("balance") }'
}
table_rock() {
  rows 'rock|axis|porosity|k / voxel²|steps|ratio to the published value' 'NR > 1 {
    printf "| %s | %s | %.4f | %.5g | %d | %s |\n", of("rock"), of("axis"), of("porosity"), of("k_voxel2"), of("steps"), of("ratio") }'
}
table_network() {
  rows 'domain|axis|pores|throats|k / voxel²|network|F|network|ball|network' 'NR > 1 {
    printf "| %s | %s | %d | %d | %s | %s (%.2f) | %s | %s (%.2f) | %.3f | %.3f |\n", of("domain"), of("axis"), of("pores"),
      of("throats"), of("k"), of("k_network"), of("k_network") / of("k"), of("factor"), of("factor_network"),
      of("factor_network") / of("factor"), of("radius"), of("radius_network") }'
}
table_diffusion() {
  rows 'array|solid fraction|diameter|exact|walls of voxels|wall distances' 'NR > 1 {
    printf "| %s | %s | %d | %s | %s | %s |\n", of("array"), of("c"), of("diameter"), of("exact"), percent(of("voxels")),
      percent(of("walls")) }'
}
table_pores() {
  rows 'solid|measure|exact|found|difference|standard error, or voxel' 'NR > 1 {
    printf "| %s | %s | %.5f | %.5f | %+.5f | %.5f |\n", of("solid"), of("measure"), of("exact"), of("found"),
      of("found") - of("exact"), of("error") }'
}
# means over the images: misclassified voxels, % (and porosity off, 0.01), of each way a column
table_segmentation() {
  rows 'blur|SNR|Otsu|median|gaussian|bilateral|anisotropic|nlm|median, local|watershed|nlm, watershed' 'NR > 1 {
    key = sprintf("%s | %s", of("blur"), of("snr")); if (!(key in seen)) { seen[key]; line[++lines] = key }
    if (!(of("way") in way)) { way[of("way")]; name[++ways] = of("way") }
    off = of("porosity_error"); count[key, of("way")]++; wrong[key, of("way")] += of("wrong"); p[key, of("way")] += off < 0 ? -off : off }
    END { for (i = 1; i <= lines; i++) { printf "| %s |", line[i]
      for (k = 1; k <= ways; k++) { n = count[line[i], name[k]]
        printf " %.1f (%.1f) |", 100 * wrong[line[i], name[k]] / n, 100 * p[line[i], name[k]] / n }
      print "" } }'
}
table_segmentation_faults() {
  rows 'fault|way|wrong as it is, %|with --flatten or --rings' 'NR > 1 {
    way = of("way"); mended = sub(/^(flatten|rings) \+ /, "", way)
    key = sprintf("%s | %s", of("fault"), way); if (!(key in seen)) { seen[key]; line[++lines] = key }
    count[key, mended]++; wrong[key, mended] += of("wrong") }
    END { for (i = 1; i <= lines; i++) printf "| %s | %.1f | %.1f |\n", line[i], 100 * wrong[line[i], 0] / count[line[i], 0],
      100 * wrong[line[i], 1] / count[line[i], 1] }'
}
# medians over the images: how far the permeability is off, %, of each way a column
table_segmentation_k() {
  rows 'blur|SNR|fault|Otsu|median|gaussian|bilateral|anisotropic|nlm|median, local|watershed|nlm, watershed|edges|nlm, edges' "NR > 1 {
    key = sprintf(\"%s | %s | %s\", of(\"blur\"), of(\"snr\"), of(\"fault\") == \"none\" ? \"\" : of(\"fault\")); if (!(key in seen)) { seen[key]; line[++lines] = key }
    if (!(of(\"way\") in way)) { way[of(\"way\")]; name[++ways] = of(\"way\") }
    d = of(\"k_ratio\") - 1; v[key, of(\"way\"), ++count[key, of(\"way\")]] = d < 0 ? -d : d }
    $median
    END { for (i = 1; i <= lines; i++) { printf \"| %s |\", line[i]
      for (k = 1; k <= ways; k++) { n = count[line[i], name[k]]; for (j = 1; j <= n; j++) some[j] = v[line[i], name[k], j]
        printf n ? \" %.0f |\" : \" |\", 100 * median(some, n) }
      print \"\" } }"
}
# of each way and blur: how many intervals hold the truth, and their median width by the median error
table_band() {
  rows 'way|blur|images|k within|porosity within|median width of k|median error|half-width / error' "NR > 1 {
    for (all = 0; all < 2; all++) {
      key = sprintf(\"%s | %s\", of(\"way\"), all ? \"all\" : of(\"blur\")); if (!(key in n)) line[++lines] = key
      i = ++n[key]; e = of(\"k_found\") / of(\"k\") - 1
      k[key] += of(\"k_low\") <= of(\"k\") && of(\"k\") <= of(\"k_high\")
      p[key] += of(\"low\") <= of(\"porosity\") && of(\"porosity\") <= of(\"high\")
      wide[key, i] = (of(\"k_high\") - of(\"k_low\")) / of(\"k\"); error[key, i] = e < 0 ? -e : e } }
    $median
    END { for (l = 1; l <= lines; l++) { key = line[l]
      for (i = 1; i <= n[key]; i++) { w[i] = wide[key, i]; d[i] = error[key, i] }
      width = median(w, n[key]); off = median(d, n[key])
      printf \"| %s | %d | %.0f %% | %.0f %% | %.0f %% | %.0f %% | %.1f |\\n\", key, n[key], 100 * k[key] / n[key], 100 * p[key] / n[key],
        100 * width, 100 * off, width / 2 / off } }" | sort_bands
}
# the ways one after the other, as they came first, and all blurs last
sort_bands() { awk -F'|' 'NR < 3 { print; next } !($2 in at) { at[$2] = ++ways } $3 ~ /all/ { all[at[$2]] = $0; next } { row[at[$2], ++rows[at[$2]]] = $0 }
  END { for (w = 1; w <= ways; w++) { for (i = 1; i <= rows[w]; i++) print row[w, i]; print all[w] } }'; }
table_storage() {
  rows 'domain|ends|fp32|fp64/fp32|fp32/fp16' 'NR > 1 {
    key = of("domain") " | " of("ends"); if (!(key in seen)) name[++lines] = key
    seen[key]; off[key, of("precision")] = of("difference") }
    END { for (i = 1; i <= lines; i++) printf "| %s | %s | %s | %s |\n", name[i], power(off[name[i], "fp32"]),
      power(off[name[i], "fp64/fp32"]), power(off[name[i], "fp32/fp16"]) }'
}
table_bounds() {
  rows 'domain|ends|runs|largest distance / EPS' 'NR > 1 {
    key = of("domain") " | " of("ends"); if (!(key in count)) name[++lines] = key
    count[key]++; if (of("error") / of("eps") > most[key] + 0) most[key] = of("error") / of("eps") }
    END { for (i = 1; i <= lines; i++) printf "| %s | %d | %.2f |\n", name[i], count[name[i]], most[name[i]] }'
}
table_interval_kinds() {
  rows 'shapes|intervals|with the true value|median half-width|median error|median of half-width / error' 'NR > 1 {
    printf "| %s | %d | %d | %.1f %% | %.1f %% | %s |\n", of("kind"), of("intervals"), of("inside"), 100 * of("width"),
      100 * of("error"), of("ratio") }'
}
while IFS= read -r line; do
  case $line in
    '<!-- end -->') skip= ;;
    *) [ -z "${skip:-}" ] || continue ;;
  esac
  printf '%s\n' "$line"
  case $line in
    '<!-- '*.csv' -->')
      name=${line#<!-- } name=${name%.csv -->}
      csv=$results/$name.csv
      if [ -s "$csv" ]; then
        skip=yes
        echo "page: $name.csv" >&2
        "table_$(echo "$name" | tr - _)" <"$csv"
      fi
      ;;
  esac
done <"$page" >"$scratch/page"
if cmp -s "$scratch/page" "$page"; then
  echo "page: $page is up to date"
elif [ -w "$page" ]; then
  cat "$scratch/page" >"$page"
  echo "page: wrote $page"
else
  mkdir -p "$results"
  cp "$scratch/page" "$results/VALIDATION.md"
  echo "page: wrote $results/VALIDATION.md"
fi
