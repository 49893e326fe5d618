# SPDX-License-Identifier: BSD-3-Clause
# For tables of gpu-row.awk: a column by name, numbers, and the speed of the line with least and most.
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
function c(name) { return name in at ? $at[name] : "" }
function n(value, digits) { return value == "" ? "" : sprintf("%." digits "f", value) }
function by(a, b) { return a == "" || b == "" || b == 0 ? "" : sprintf("%.2f", a / b) }
function speed() { return sprintf("%.0f (%.0f … %.0f)", c("mflups"), c("min"), c("max")) }
