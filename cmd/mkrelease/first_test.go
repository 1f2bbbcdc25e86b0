package main

import (
	"os/exec"
	"strings"
	"testing"
)

// The program that "make run" builds on a new machine needs the window's modules, and none of those for the library
// and Parquet.
func TestFirstProgramNeedsFewModules(t *testing.T) {
	out, err := exec.Command("go", "list", "-tags", "nolibrary", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}",
		"fragscope/cmd/fragscope").Output()
	if err != nil {
		t.Fatal(err)
	}
	modules := string(out)
	if !strings.Contains(modules, "hajimehoshi/ebiten") {
		t.Errorf("no window in\n%s", modules)
	}
	for _, large := range []string{"modernc.org/", "parquet-go", "klauspost/compress", "pierrec/lz4", "protobuf"} {
		if strings.Contains(modules, large) {
			t.Errorf("%s is loaded", large)
		}
	}
}
