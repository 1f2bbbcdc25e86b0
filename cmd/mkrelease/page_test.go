package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"fragscope/formats"
)

// webPage is the page around a program that is none.
func webPage(t *testing.T) tree {
	t.Helper()
	goroot := t.TempDir()
	glue := filepath.Join(goroot, "lib", "wasm")
	if err := os.MkdirAll(glue, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(glue, "wasm_exec.js"), []byte("// glue\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := &release{root: filepath.Join("..", ".."), goroot: goroot}
	page := tree{}
	if err := r.addPage(page, []byte("\x00asm program")); err != nil {
		t.Fatal(err)
	}
	return page
}

func TestThePageHasAllThatItNames(t *testing.T) {
	page := webPage(t)
	named := regexp.MustCompile(`(?:src|href)="([^"#:]+)"`)
	for _, m := range named.FindAllStringSubmatch(string(page["index.html"].data), -1) {
		if _, ok := page[m[1]]; !ok {
			t.Errorf("index.html names %s, which is not there", m[1])
		}
	}
	kept := regexp.MustCompile(`"([\w.-]+\.(?:css|js|png|webmanifest|br|gz|bin))"`)
	for _, m := range kept.FindAllStringSubmatch(string(page["sw.js"].data), -1) {
		if _, ok := page[m[1]]; !ok {
			t.Errorf("sw.js keeps %s, which is not there", m[1])
		}
	}
}

func TestThePackedProgramsAreTheProgram(t *testing.T) {
	got, err := io.ReadAll(brotli.NewReader(bytes.NewReader(webPage(t)["fragscope.wasm.br"].data)))
	if err != nil || string(got) != "\x00asm program" {
		t.Errorf("%q, %v", got, err)
	}
}

// What a browser keeps of the page is taken for old as soon as one byte is another.
func TestTheVersionOfThePageIsThatOfItsBytes(t *testing.T) {
	page := webPage(t)
	if bytes.Contains(page["sw.js"].data, []byte("VERSION")) {
		t.Error("sw.js has no version")
	}
	before := pageVersion(page)
	if again := pageVersion(webPage(t)); again != before {
		t.Errorf("two runs give %s and %s", before, again)
	}
	page["page.css"] = file{[]byte("body{}"), false}
	if pageVersion(page) == before {
		t.Error("another style sheet has the same version")
	}
}

func TestTheInstalledPageOpensAllDemos(t *testing.T) {
	var m struct {
		Icons []struct{ Src string }
		Files []struct {
			Accept map[string][]string
		} `json:"file_handlers"`
	}
	page := webPage(t)
	if err := json.Unmarshal(page["manifest.webmanifest"].data, &m); err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, list := range m.Files[0].Accept {
		all += strings.Join(list, " ") + " "
	}
	for _, ext := range formats.Extensions() {
		if !strings.Contains(all, "."+ext+" ") {
			t.Errorf("the manifest does not name .%s: %s", ext, all)
		}
	}
	for _, i := range m.Icons {
		if _, ok := page[i.Src]; !ok {
			t.Errorf("there is no %s", i.Src)
		}
	}
}
