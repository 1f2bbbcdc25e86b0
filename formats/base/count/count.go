// Package count formats a number together with its noun.
package count

import "strconv"

// Of returns n followed by a noun, whose singular is one, in the form that fits n: "1 demo", "2 demos". The plural is
// formed by adding an s.
func Of(n int, one string) string { return strconv.Itoa(n) + " " + Noun(n, one) }

// Noun returns one, the singular of a noun, if n is 1, otherwise its plural: "demo" or "demos".
func Noun(n int, one string) string {
	if n == 1 {
		return one
	}
	return one + "s"
}
