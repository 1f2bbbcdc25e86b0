package ledger

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"fragscope/formats/corpus"
)

// files are the documents' files, in the order of documents.
var files = [...]string{"dem-netquake.txt", "qwd-quakeworld.txt", "dm2-quake2.txt", "quake2-rerelease.txt",
	"quake3-demo-and-network.txt"}

// numbered is the heading of a numbered section.
var numbered = regexp.MustCompile(`(?m)^ *(\d+(?:\.\d+)*)\.? +([^\t\n]*)`)

// plainName returns a name without what documents and programs write differently.
func plainName(s string) string {
	s = strings.NewReplacer("_", "", " ", "", "svc", "").Replace(strings.ToLower(s))
	return s
}

// otherNames are the documents' names for messages that the program calls otherwise.
var otherNames = map[string]string{"track": "cdtrack", "block": "blockofmessages", "raw": "blockofmessages",
	"command": "clientblock", "choke_count": "choke", "baseline": "spawnbaseline"}

// isNumber reports whether a section is named by its number.
var isNumber = regexp.MustCompile(`^\d+(\.\d+)*$`)

// TestSectionsAreTheDocuments holds that each section that the ledger names is in its document, and if it is about one
// message, that it is the one of that name.
func TestSectionsAreTheDocuments(t *testing.T) {
	for d := range documents {
		raw, err := os.ReadFile(corpus.Path(t, "specs/"+files[d]))
		if err != nil {
			t.Fatal(err)
		}
		text := string(raw)
		headings := map[string]string{}
		for _, m := range numbered.FindAllStringSubmatch(text, -1) {
			headings[m[1]] = m[2]
		}
		for i := range documents[d].Lines {
			l := &documents[d].Lines[i]
			first := l.Each()[0]
			heading, ok := headings[l.Section]
			switch {
			case l.Section == "":
			case !ok && (isNumber.MatchString(l.Section) || !strings.Contains(text, l.Section)):
				t.Errorf("%s has no section %q, for %q", files[d], l.Section, first)
			case ok && !strings.ContainsAny(first, ". ") && strings.Contains(l.Section, "."):
				if plainName(heading) != plainName(first) && otherNames[first] != plainName(heading) {
					t.Errorf("%s: section %s is %q, for %q", files[d], l.Section, heading, first)
				}
			}
		}
	}
}
