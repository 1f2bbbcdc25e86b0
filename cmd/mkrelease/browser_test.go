package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The page in Debian's browsers, with real wheel, mouse and touch events, and without what it needs. It takes minutes, and modules from
// npm: .ci/browsers installs them and sets BROWSERS to the folder that holds node_modules. The pictures that it takes lie beside them.
func TestThePageInBrowsers(t *testing.T) {
	modules := os.Getenv("BROWSERS")
	if modules == "" {
		t.Skip("BROWSERS names no folder with node_modules: run .ci/browsers")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to drive browsers with")
	}
	folder := builtPage(t)
	for name, program := range map[string]string{"chrome": "chromium", "firefox": "firefox-esr"} {
		t.Run(name, func(t *testing.T) {
			path, err := exec.LookPath(program)
			if err != nil {
				t.Skipf("there is no %s", program)
			}
			cmd := exec.Command(node, filepath.Join("testdata", "browser", "page.test.js"), name, path, folder, modules)
			cmd.Env = append(os.Environ(), "NODE_PATH="+filepath.Join(modules, "node_modules"))
			out, err := cmd.CombinedOutput()
			for line := range strings.Lines(string(out)) {
				if line = strings.TrimRight(line, "\n"); strings.HasPrefix(line, "FAIL") {
					t.Error(line)
				} else {
					t.Log(line)
				}
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// builtPage is a folder with the page as it is released.
func builtPage(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	r := &release{root: root, goroot: strings.TrimSpace(string(goroot)), version: "test"}
	program, err := r.build(target{"js", "wasm"})
	if err != nil {
		t.Fatal(err)
	}
	page := tree{}
	if err := r.addPage(page, program); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, f := range page {
		if err := os.WriteFile(filepath.Join(dir, name), f.data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
