package winres

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"fragscope/assets/icon"
)

func info() Info {
	return Info{Version: "1.2.3-test", Name: "Product", About: "What it is", File: "product.exe", Rights: "Nobody", Icon: icon.Images()}
}

// A program that was linked with the object has the resources where Windows looks.
func TestLinkedProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	for _, arch := range []string{"amd64", "arm64"} {
		dir := t.TempDir()
		object, err := Object(arch, info())
		if err != nil {
			t.Fatal(err)
		}
		for name, data := range map[string]string{
			"go.mod": "module x\n", "main.go": "package main\nfunc main() {}\n", "rsrc_windows_" + arch + ".syso": string(object),
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
		check(t, program)
	}
}

func check(t *testing.T, program []byte) {
	t.Helper()
	got, err := Read(bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	group := got[Key{typeGroupIcon, 1}]
	if n := int(binary.LittleEndian.Uint16(group[4:])); n != len(icon.Images()) {
		t.Fatalf("%d pictures in the icon", n)
	}
	for i, m := range icon.Images() {
		e := group[6+14*i:]
		name := uint32(binary.LittleEndian.Uint16(e[12:]))
		if !bytes.Equal(got[Key{typeIcon, name}], m.Data) || binary.LittleEndian.Uint32(e[8:]) != uint32(len(m.Data)) {
			t.Errorf("the picture of size %d is another one", m.Size)
		}
	}
	version := got[Key{typeVersion, 1}]
	if int(binary.LittleEndian.Uint16(version)) != len(version) {
		t.Errorf("the version says it has %d bytes of %d", binary.LittleEndian.Uint16(version), len(version))
	}
	// Length, length of the value, kind; "VS_VERSION_INFO" in 32 bytes, 2 for alignment; then the fixed part.
	fixed := version[40:]
	if binary.LittleEndian.Uint32(fixed) != 0xfeef04bd || binary.LittleEndian.Uint32(fixed[8:]) != 1<<16|2 || binary.LittleEndian.Uint32(fixed[12:]) != 3<<16 {
		t.Errorf("fixed part % x", fixed[:16])
	}
	text := decode(version)
	for _, want := range []string{"ProductName\x00Product", "FileVersion\x001.2.3-test", "FileDescription\x00\x00What it is"} {
		if !strings.Contains(text, want) && !strings.Contains(strings.ReplaceAll(text, "\x00\x00", "\x00"), strings.ReplaceAll(want, "\x00\x00", "\x00")) {
			t.Errorf("no %q in %q", want, text)
		}
	}
	if !strings.Contains(string(got[Key{typeManifest, 1}]), "PerMonitorV2") {
		t.Error("no manifest")
	}
}

func decode(b []byte) string {
	var u []uint16
	for ; len(b) > 1; b = b[2:] {
		u = append(u, binary.LittleEndian.Uint16(b))
	}
	return string(utf16.Decode(u))
}

func TestBadVersions(t *testing.T) {
	for _, v := range []string{"", "one", "1.2.3.4.5", "70000.1"} {
		i := info()
		i.Version = v
		if _, err := Object("amd64", i); err == nil {
			t.Errorf("%q is taken for a version", v)
		}
	}
	if _, err := Object("mips", info()); err == nil {
		t.Error("resources for an architecture that Windows does not have")
	}
}
