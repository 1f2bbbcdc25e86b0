package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tc-hib/winres"
	"github.com/tc-hib/winres/version"

	"fragscope/cmd/fragscope/desktop"
)

// A program that was linked with the object has the resources where Windows looks.
func TestResourcesOfALinkedProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	for _, arch := range []string{"amd64", "arm64"} {
		dir := t.TempDir()
		object, err := resources(arch, "1.2.3-test")
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			if again, _ := resources(arch, "1.2.3-test"); !bytes.Equal(again, object) {
				t.Fatal("two runs differ")
			}
		}
		for name, data := range map[string]string{
			"go.mod": "module x\n", "main.go": "package main\nfunc main() {}\n",
			"rsrc_windows_" + arch + ".syso": string(object),
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command("go", "build", "-o", "x.exe", ".")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOOS=windows", "GOARCH="+arch, "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		program, err := os.ReadFile(filepath.Join(dir, "x.exe"))
		if err != nil {
			t.Fatal(err)
		}
		checkResources(t, program)
	}
}

func checkResources(t *testing.T, program []byte) {
	t.Helper()
	set, err := winres.LoadFromEXE(bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	pictures := 0
	set.WalkType(winres.RT_ICON, func(_ winres.Identifier, _ uint16, data []byte) bool {
		pictures++
		return true
	})
	if pictures != len(windowsIconSizes) {
		t.Errorf("%d pictures in the icon", pictures)
	}
	info, err := version.FromBytes(set.Get(winres.RT_VERSION, winres.ID(1), version.LangDefault))
	if err != nil {
		t.Fatal(err)
	}
	text, err := info.MarshalJSON()
	if err != nil || info.FileVersion != [4]uint16{1, 2, 3} || !strings.Contains(string(text), `"1.2.3-test"`) ||
		!strings.Contains(string(text), desktop.Summary) {
		t.Errorf("version %v, %v, %s", info.FileVersion, err, text)
	}
	manifest := string(set.Get(winres.RT_MANIFEST, winres.ID(1), version.LangDefault))
	for _, want := range []string{"permonitorv2", "longpathaware", "asinvoker",
		"8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a"} {
		if !strings.Contains(strings.ToLower(manifest), want) {
			t.Errorf("no %s in the manifest\n%s", want, manifest)
		}
	}
}

func TestBadResources(t *testing.T) {
	for _, v := range []string{"", "one", "1.2.3.4.5", "70000.1"} {
		if _, err := resources("amd64", v); err == nil {
			t.Errorf("%q is taken for a version", v)
		}
	}
	if _, err := resources("mips", "1.0.0"); err == nil {
		t.Error("resources for an architecture that Windows does not have")
	}
}
