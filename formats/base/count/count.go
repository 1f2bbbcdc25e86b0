// Package count formats a number together with its noun.
package count

import "strconv"

// Of formats n with a noun, as in "1 demo" or "2 demos". Of takes the singular of the noun, and adds an s to form the
// plural.
func Of(n int, one string) string { return strconv.Itoa(n) + " " + Noun(n, one) }

// Noun is like [Of], but omits the number: it returns "demo" or "demos".
func Noun(n int, one string) string {
	if n == 1 {
		return one
	}
	return one + "s"
}
