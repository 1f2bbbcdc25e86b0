package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/formats/base/fault"
	"fragscope/formats/base/outlet"
	"fragscope/formats/wire"
	"fragscope/sim/simtest/script"
)

// FuzzArchives lets an archive of anything be told of, as a whole and demo by demo.
func FuzzArchives(f *testing.F) {
	for _, format := range script.Formats() {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		data := format.Demo()
		for _, name := range []string{format.File(), "=\x1b[2J\n" + format.File(), "readme.txt"} {
			w, err := z.Create(name)
			if err == nil {
				_, err = w.Write(data[:min(len(data), 2<<10)])
			}
			if err != nil {
				f.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			f.Fatal(err)
		}
		f.Add("a.zip", b.Bytes())
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(script.Find("netquake").Demo()[:2<<10])
	z.Close()
	f.Add("a.dem.gz", b.Bytes())
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		if len(data) > 1<<16 {
			t.Skip()
		}
		path := filepath.Join(dir, "a"+strings.ToLower(filepath.Ext(outlet.FileName(name))))
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Skip(err)
		}
		defer os.Remove(path)
		leaves(t, []string{"info", path})
		leaves(t, []string{"events", path})
	})
}

// FuzzProgram lets bytes go through the whole program: as a demo of any format into a recording, and out of a verb in
// one of its forms. What comes out is lines of characters that show, JSON where it is asked for, and no panic was met.
func FuzzProgram(f *testing.F) {
	formats := script.Formats()
	for i, format := range formats {
		data := format.Demo()
		f.Add(uint8(i), uint8(2*i), data[:min(len(data), 8<<10)])
		f.Add(uint8(i), uint8(2*i+1), data[:min(len(data), 3<<10)])
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, kind, form uint8, data []byte) {
		if len(data) > 1<<16 {
			t.Skip()
		}
		path := filepath.Join(dir, formats[int(kind)%len(formats)].File())
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		all := [][]string{{"info"}, {"info", "--json"}, {"events"}, {"events", "--json"}, {"events", "--csv"},
			{"positions", "--all"}, {"dump"}, {"dump", "--json"}}
		leaves(t, append(all[int(form)%len(all)], path))
	})
}

// leaves checks what leaves the program.
func leaves(t *testing.T, args []string) {
	t.Helper()
	var out, stderr bytes.Buffer
	what := strings.Join(args[:len(args)-1], " ")
	run(args, &out, &stderr)
	if strings.Contains(stderr.String(), fault.Words) {
		t.Fatalf("%s: %s", what, stderr.String())
	}
	lines(t, what, stderr.String())
	list := lines(t, what, out.String())
	if args[len(args)-2] != "--json" || out.Len() == 0 {
		return
	}
	for _, line := range list {
		if !json.Valid([]byte(line)) {
			t.Fatalf("%s gives %.100q", what, line)
		}
	}
	var info infoJSON
	if args[0] == "info" && (json.Unmarshal(out.Bytes(), &info) != nil || info.DurationMS < 0 ||
		info.DurationMS > wire.LongestDemo.Milliseconds()) {
		t.Fatalf("%.200s", out.String())
	}
}
