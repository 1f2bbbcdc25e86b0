package part

import (
	"os"
	"path/filepath"
	"strings"
)

// TypedPath converts a path typed by the user to an absolute path. A ~ at the start stands for the user's home folder.
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

// IsPath reports whether text is an absolute path or a path that starts with ~, which stands for the user's home
// folder.
func IsPath(text string) bool {
	return filepath.IsAbs(text) || strings.HasPrefix(text, "~"+string(filepath.Separator)) || text == "~"
}
