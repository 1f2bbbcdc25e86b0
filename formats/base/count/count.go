// Package count says how many things there are, in words.
package count

import "strconv"

// Of returns the number with the name of the things, in the plural unless there is one: "1 demo", "2 demos". The
// plural of one ends in s.
func Of(n int, one string) string { return strconv.Itoa(n) + " " + Noun(n, one) }

// Noun returns the name of n things: "demo", "demos".
func Noun(n int, one string) string {
	if n == 1 {
		return one
	}
	return one + "s"
}
