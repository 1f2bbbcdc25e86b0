package part

import (
	"os"
	"path/filepath"
	"strings"
)

// TypedPath returns the absolute path that a user means by what he typed, in which ~ stands for his home folder.
func TypedPath(text string) string {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		if home, err := os.UserHomeDir(); err == nil {
			text = home + rest
		}
	}
	if abs, err := filepath.Abs(text); err == nil {
		return abs
	}
	return text
}

// IsPath reports whether a text begins as a path from the root or from the home folder does.
func IsPath(text string) bool {
	return filepath.IsAbs(text) || strings.HasPrefix(text, "~"+string(filepath.Separator)) || text == "~"
}
