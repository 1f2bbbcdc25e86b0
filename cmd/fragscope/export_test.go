package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/assets/sample"
)

// TestExportSaysWhatItLeavesOut holds that links to folders and archives that cannot be read are rows of the errors,
// and that a second export reads nothing.
func TestExportSaysWhatItLeavesOut(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	for name, data := range map[string][]byte{sample.DemoName: sample.Demo(), "season.tar.gz": []byte("\x1f\x8b")} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, "linked")); err != nil {
		t.Skip(err)
	}
	_, said := answer(t, 0, "export", dir, "-o", out, "--csv", "--tables", "demos")
	if !strings.Contains(said, "1 demo read") {
		t.Error(said)
	}
	errors, err := os.ReadFile(filepath.Join(out, "errors", "part-00001-of-00001-0000.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for name, reason := range map[string]string{"linked": "not followed", "season.tar.gz": "unpack it"} {
		for _, text := range []string{string(errors), said} {
			if i := strings.Index(text, name); i < 0 || !strings.Contains(text[i:], reason) {
				t.Errorf("%s is not there: %s", name, text)
			}
		}
	}
	if _, again := answer(t, 0, "export", dir, "-o", out, "--csv", "--tables", "demos"); !strings.Contains(again,
		"0 demos read") {
		t.Error(again)
	}
}
