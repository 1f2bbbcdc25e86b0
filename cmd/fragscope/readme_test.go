package main

import (
	"os"
	"strings"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/viewer/action"
)

const (
	keysStart = "<!-- keys: made from the table of actions -->\n"
	keysEnd   = "<!-- end of keys -->"
)

// keyTable is the README's table of keys.
func keyTable() string {
	var b strings.Builder
	for _, category := range action.Categories() {
		b.WriteString("\n| " + string(category) + " | |\n|---|---|\n")
		for _, a := range action.Table() {
			if a.Category == category && !a.Unlisted {
				b.WriteString("| " + strings.ReplaceAll(a.Label(), "|", `\|`) + " | " + a.Help + " |\n")
			}
		}
	}
	return b.String() + "\n"
}

func TestReadmeHasTheKeys(t *testing.T) {
	const name = "../../README.md"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), keysStart)
	keys, after, ok2 := strings.Cut(rest, keysEnd)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the keys", name)
	}
	if keys == keyTable() {
		return
	}
	if !corpus.Updating() {
		t.Fatalf("the keys in %s are not those of the table of actions; run go test ./cmd/fragscope -update", name)
	}
	if err := os.WriteFile(name, []byte(before+keysStart+keyTable()+keysEnd+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
