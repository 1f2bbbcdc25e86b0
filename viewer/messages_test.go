package viewer

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestMessagesStandInMessagesGo checks that every message of a part of the window is in its messages.go.
func TestMessagesStandInMessagesGo(t *testing.T) {
	counted := regexp.MustCompile(`count\.(?:Of|Noun)\([^"]*"[a-z ]+$`) // a word, not a message
	said := regexp.MustCompile(`(?:(?i:notices)\.(?:Say|Warn)\([^"\n]*|NoticeView\{\s*Text: [^",\n]*)"[^"\n]*[a-z]{2,}`)
	var files []string
	for _, pattern := range []string{"*.go", "*/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(found, err)
		}
		files = append(files, found...)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range said.FindAllString(string(text), -1) {
			if counted.MatchString(found) {
				continue
			}
			t.Errorf("%s has a message: %s", name, found)
		}
	}
}
