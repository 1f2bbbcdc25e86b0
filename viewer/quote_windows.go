package viewer

import "strings"

// shellQuote quotes as programs on Windows read their command line.
func shellQuote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }
