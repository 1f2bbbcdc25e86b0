package macos

import (
	"bytes"
	"crypto/sha256"
	"debug/macho"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var seal = Seal{Identifier: "org.example.x", InfoPlist: []byte("<plist/>"), Resources: []byte("<resources/>")}

// build is a small program for a processor, as Go's linker makes it: signed for arm64, not for amd64.
func build(t *testing.T, arch string) []byte {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module x\n",
		"main.go": "package main\n\nfunc main() { println(1) }\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "build", "-o", "x", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=darwin", "GOARCH="+arch, "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile(filepath.Join(dir, "x"))
	if err != nil {
		t.Fatal(err)
	}
	return program
}

func TestSignedUniversalProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	var signed [][]byte
	for _, arch := range []string{"amd64", "arm64"} {
		program := build(t, arch)
		before := bytes.Clone(program)
		out, err := seal.Sign(program)
		if err != nil {
			t.Fatal(arch, err)
		}
		if !bytes.Equal(program, before) {
			t.Error("signing changes what it was given")
		}
		if again, err := seal.Sign(out); err != nil || !bytes.Equal(again, out) {
			t.Errorf("%s: signing anew gives something else, %v", arch, err)
		}
		signed = append(signed, out)
	}
	all, err := Universal(signed...)
	if err != nil {
		t.Fatal(err)
	}
	fat, err := macho.NewFatFile(bytes.NewReader(all))
	if err != nil {
		t.Fatal(err)
	}
	if len(fat.Arches) != 2 || fat.Arches[0].Cpu != macho.CpuAmd64 || fat.Arches[1].Cpu != macho.CpuArm64 {
		t.Fatalf("%d programs", len(fat.Arches))
	}
	for i, a := range fat.Arches {
		if a.Offset%(1<<sliceAlign) != 0 || !bytes.Equal(all[a.Offset:a.Offset+a.Size], signed[i]) {
			t.Errorf("program %d is not what was put in", i)
		}
		checkSignature(t, a.File, signed[i])
	}
}

// checkSignature computes every hash of a signature again, starting where the load command says it lies.
func checkSignature(t *testing.T, f *macho.File, program []byte) {
	t.Helper()
	at, size := uint32(0), uint32(0)
	for _, l := range f.Loads {
		if raw := l.Raw(); binary.LittleEndian.Uint32(raw) == loadCodeSignature {
			at, size = binary.LittleEndian.Uint32(raw[8:]), binary.LittleEndian.Uint32(raw[12:])
		}
	}
	if link := f.Segment("__LINKEDIT"); at == 0 || int(at+size) != len(program) ||
		link.Offset+link.Filesz != uint64(len(program)) || link.Memsz < link.Filesz {
		t.Fatalf("a signature of %d bytes at %d of %d", size, at, len(program))
	}
	all := program[at:]
	be := binary.BigEndian
	if be.Uint32(all) != 0xfade0cc0 || be.Uint32(all[4:]) != size || be.Uint32(all[8:]) != 3 {
		t.Fatalf("% x", all[:12])
	}
	directory := all[be.Uint32(all[16:]):]
	if be.Uint32(directory) != 0xfade0c02 || be.Uint32(directory[12:]) != flagAdHoc || be.Uint32(directory[32:]) != at {
		t.Fatalf("the directory is % x", directory[:44])
	}
	hashes, pages := be.Uint32(directory[16:]), be.Uint32(directory[28:])
	hash := func(i int) []byte { return directory[int(hashes)+32*i:][:32] }
	for i, want := range map[int][]byte{-1: seal.InfoPlist, -3: seal.Resources} {
		if sum := sha256.Sum256(want); !bytes.Equal(hash(i), sum[:]) {
			t.Errorf("hash %d is wrong", i)
		}
	}
	if int(pages) != (int(at)+4095)/4096 {
		t.Errorf("%d pages of %d bytes", pages, at)
	}
	for i := range int(pages) {
		if sum := sha256.Sum256(program[i*4096 : min((i+1)*4096, int(at))]); !bytes.Equal(hash(i), sum[:]) {
			t.Errorf("page %d has another hash", i)
		}
	}
	if name := directory[be.Uint32(directory[20:]):]; !bytes.HasPrefix(name, []byte(seal.Identifier+"\x00")) {
		t.Errorf("the identifier is %q", name[:20])
	}
}

func TestNoProgram(t *testing.T) {
	for _, data := range []string{"", "#!/bin/sh\n", "\xcf\xfa\xed\xfe" + strings.Repeat("\xff", 100)} {
		if _, err := seal.Sign([]byte(data)); err == nil {
			t.Errorf("%q is signed", data)
		}
	}
}

func TestResources(t *testing.T) {
	list, err := Resources(map[string][]byte{"Info.plist": nil, "PkgInfo": nil, "Resources/x.icns": []byte("x")})
	if err != nil {
		t.Fatal(err)
	}
	text := string(list)
	if strings.Count(text, "<key>Resources/x.icns</key>") != 2 || strings.Contains(text, "<key>PkgInfo") ||
		// printf x | openssl dgst -sha256 -binary | base64
		!strings.Contains(text, "<data>LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE=</data>") {
		t.Error(text)
	}
}
