package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/cmd/fragscope/desktop"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func small() tree {
	return tree{"b/run": {[]byte("#!"), true}, "b/c/text": {[]byte("words\n"), false}, "a": {nil, false}}
}

// untar lists a .tar.gz: names with modes, and contents.
func untar(t *testing.T, data []byte) (names []string, contents map[string]string) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	contents = map[string]string{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return names, contents
		}
		if err != nil {
			t.Fatal(err)
		}
		if !h.ModTime.Equal(noon) || h.Uid != 0 || h.Uname != "root" {
			t.Errorf("%s is of %v and %s", h.Name, h.ModTime, h.Uname)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, h.FileInfo().Mode().String()+" "+h.Name)
		contents[h.Name] = string(b)
	}
}

func TestTarball(t *testing.T) {
	first, err := small().tarball("./", noon)
	if err != nil {
		t.Fatal(err)
	}
	second, _ := small().tarball("./", noon)
	if !bytes.Equal(first, second) {
		t.Error("two runs differ")
	}
	names, _ := untar(t, first)
	want := []string{"drwxr-xr-x ./b/", "drwxr-xr-x ./b/c/", "-rw-r--r-- ./a", "-rw-r--r-- ./b/c/text",
		"-rwxr-xr-x ./b/run"}
	if !slices.Equal(names, want) {
		t.Errorf("got %q", names)
	}
}

func TestZipball(t *testing.T) {
	first, err := small().zipball(noon)
	if err != nil {
		t.Fatal(err)
	}
	second, _ := small().zipball(noon)
	if !bytes.Equal(first, second) {
		t.Error("two runs differ")
	}
	r, err := zip.NewReader(bytes.NewReader(first), int64(len(first)))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(r.File); n != 3 || r.File[2].Name != "b/run" || r.File[2].Mode().Perm() != 0o755 ||
		!r.File[0].Modified.Equal(noon) {
		t.Errorf("%d files, the last %s %v of %v", n, r.File[2].Name, r.File[2].Mode(), r.File[0].Modified)
	}
}

func TestDeb(t *testing.T) {
	r := &release{version: "1.2.0-rc1", when: noon,
		license: []byte(
			"Copyright (c) 2026 Us\nPermission is hereby granted, free of charge, to any person obtaining a copy\n"),
		changelog: []byte("## 1.2.0-rc1 (2026-01-02)\n- One.\n"), completion: map[string][]byte{}}
	data, err := r.deb("amd64", []byte("program"))
	if err != nil {
		t.Fatal(err)
	}
	rest, ok := bytes.CutPrefix(data, []byte("!<arch>\n"))
	if !ok {
		t.Fatal("no ar archive")
	}
	members := map[string][]byte{}
	var order []string
	for len(rest) >= 60 {
		name := strings.TrimSpace(string(rest[:16]))
		size := 0
		for _, c := range strings.TrimSpace(string(rest[48:58])) {
			size = size*10 + int(c-'0')
		}
		if string(rest[58:60]) != "`\n" {
			t.Fatalf("%s: header %q", name, rest[:60])
		}
		members[name] = rest[60 : 60+size]
		order = append(order, name)
		rest = rest[min(len(rest), 60+size+size%2):]
	}
	if !slices.Equal(order, []string{"debian-binary", "control.tar.gz", "data.tar.gz"}) ||
		string(members["debian-binary"]) != "2.0\n" {
		t.Fatalf("members %q", order)
	}
	_, meta := untar(t, members["control.tar.gz"])
	for _, want := range []string{"Package: fragscope\n", "Version: 1.2.0~rc1\n", "Architecture: amd64\n",
		"Depends: libc6, libx11-6, "} {
		if !strings.Contains(meta["./control"], want) {
			t.Errorf("no %q in\n%s", want, meta["./control"])
		}
	}
	names, files := untar(t, members["data.tar.gz"])
	if !slices.Contains(names, "-rwxr-xr-x ./usr/bin/fragscope") ||
		files["./usr/share/mime/packages/"+desktop.BundleID+".xml"] != string(desktop.MIMEInfo()) {
		t.Errorf("files %q", names)
	}
	for _, line := range strings.Split(strings.TrimSpace(meta["./md5sums"]), "\n") {
		_, name, _ := strings.Cut(line, "  ")
		if _, ok := files["./"+name]; !ok {
			t.Errorf("a sum of %s, which is not there", name)
		}
	}
}

func TestDebPapers(t *testing.T) {
	const mit = "Permission is hereby granted, free of charge, to any person obtaining a copy\n"
	r := &release{version: "1.2.0", when: noon, license: []byte("Copyright (c) 2026 Us\n\n" + mit), others: []work{
		{"example.org/some/engine", "v1.0.0", []string{"Apache License\nVersion 2.0, January 2004\nand much more",
			"notice of the engine"}},
		{"example.org/two", "v2.0.0",
			[]string{
				"// Copyright (c) 2009 Them. All rights reserved.\n//\n// Redistribution and use in source and\n// binary forms ... endorse or promote\n// products"}},
	}}
	r.changelog = []byte(
		"# Changes\n\n## 1.2.0 (May)\n\nWords.\n\n- One thing\n  on two lines that are too long for one line of Debian's changelog, which has 80.\n- Another.\n\n## 1.1.0\n\n- Old.\n")
	want :=
		"fragscope (1.2.0) unstable; urgency=medium\n\n  * One thing on two lines that are too long for one line of Debian's changelog,\n    which has 80.\n  * Another.\n\n" +
			" -- " + debMaintainer + "  Fri, 02 Jan 2026 12:00:00 +0000\n"
	if got := string(r.debChangelog()); got != want {
		t.Errorf("changelog\n%s", got)
	}
	papers, err := r.copyright()
	short := string(papers)
	for _, want := range []string{
		"\nFiles: *\nCopyright: 2026 Us\nLicense: MIT-fragscope\n",
		"\nFiles: vendor/example.org/two/*\nCopyright: 2009 Them. All rights reserved.\nLicense: BSD-3-Clause-two\n",
		"\nFiles: vendor/example.org/some/engine/*\n", "\nLicense: Apache-2.0\n On Debian",
		"common-licenses/Apache-2.0", "\nLicense: notice-some-engine\n notice of the engine\n",
		"\nLicense: MIT-fragscope\n Copyright (c) 2026 Us\n .\n Permission",
	} {
		if err != nil || !strings.Contains(short, want) {
			t.Errorf("%v, no %q in the copyright\n%s", err, want, short)
		}
	}
	if strings.Contains(short, "much more") {
		t.Errorf("copyright\n%s", short)
	}
	r.others[1].licenses = []string{"All mine."}
	if _, err := r.copyright(); err == nil {
		t.Error("a licence that nobody knows is passed on")
	}
	if long := string(r.notices(whole)); !strings.Contains(long, "much more") {
		t.Errorf("notices\n%s", long)
	}
}

func TestWithoutPictures(t *testing.T) {
	if got := string(withoutPictures([]byte("a\n\n![b](c.png)\n\nd\n"))); got != "a\n\nd\n" {
		t.Errorf("got %q", got)
	}
}

func TestVersion(t *testing.T) {
	if v, err := firstVersion("# Changes\n\n## 1.4.0 (May)\n\n## 1.3.0\n"); v != "1.4.0" || err != nil {
		t.Errorf("got %q, %v", v, err)
	}
	for _, text := range []string{"", "# Changes\n", "## Next\n## 1.0.0\n"} {
		if v, err := firstVersion(text); err == nil {
			t.Errorf("%q has version %q", text, v)
		}
	}
	if got := (&release{version: "1.0.0", commit: "abc"}).stamp(); got != "1.0.0, commit abc" {
		t.Errorf("stamp %q", got)
	}
}
