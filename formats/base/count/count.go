// Package count formats numbers of things with their nouns.
package count

import "strconv"

// Of returns n followed by its noun, in the plural unless n is 1: "1 demo", "2 demos". The plural is formed with an s.
func Of(n int, one string) string { return strconv.Itoa(n) + " " + Noun(n, one) }

// Noun returns the noun for n things: "demo" or "demos".
func Noun(n int, one string) string {
	if n == 1 {
		return one
	}
	return one + "s"
}
