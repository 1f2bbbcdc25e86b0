//go:build !windows

package viewer

import "strings"

// shellQuote quotes for a POSIX shell.
func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
