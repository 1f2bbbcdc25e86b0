// Package count formats a number together with its noun.
package count

import "strconv"

// Of returns n followed by the noun one, in the plural unless n is 1: "1 demo", "2 demos". The plural is formed by
// adding an s.
func Of(n int, one string) string { return strconv.Itoa(n) + " " + Noun(n, one) }

// Noun returns the noun one, in the plural unless n is 1: "demo" or "demos".
func Noun(n int, one string) string {
	if n == 1 {
		return one
	}
	return one + "s"
}
