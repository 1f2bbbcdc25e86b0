// Package count formats a number together with its noun.
package count

import "strconv"

// Of returns n followed by a noun that agrees with it, such as "1 demo" or "2 demos". The parameter one holds the
// singular of the noun; the plural is formed by adding an s.
func Of(n int, one string) string { return strconv.Itoa(n) + " " + Noun(n, one) }

// Noun is like [Of], but returns only the noun: "demo" or "demos".
func Noun(n int, one string) string {
	if n == 1 {
		return one
	}
	return one + "s"
}
