package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What is about several demos or about servers is of no use in a saved page, which has to be small.
func TestASavedPageHasOnlyWhatItCanUse(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", "{{.ImportPath}} {{.EmbedFiles}}", savedPage[0], webPackage)
	list.Dir = filepath.Join("..", "..")
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, files, _ := strings.Cut(strings.TrimSpace(line), " ")
		linked[name] = files
	}
	if _, ok := linked["fragscope/viewer"]; !ok {
		t.Fatalf("a page without a viewer: %s", out)
	}
	for _, name := range []string{"assets/sample", "sim/merge", "sim/race", "sim/archive", "sim/report/page",
		"formats/text", "formats/live/proxy", "viewer/live", "viewer/race", "viewer/library", "cmd/fragscope"} {
		if _, ok := linked["fragscope/"+name]; ok {
			t.Errorf("%s is in saved pages", name)
		}
	}
	for name := range linked {
		if strings.HasPrefix(name, "github.com/at-wat/") {
			t.Errorf("%s is in saved pages, which save no WebM", name)
		}
	}
	if files := linked["fragscope/assets/learned"]; files != "[]" {
		t.Errorf("the atlas %s is in saved pages", files)
	}
}

func TestThePackedSizeIsThatOfTheBytesBehindTheText(t *testing.T) {
	if got := packedSize(make([]byte, 100)); got != 80 {
		t.Errorf("100 letters are %d bytes", got)
	}
}
