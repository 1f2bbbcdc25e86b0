package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// tree holds the files of an archive by their path, with forward slashes.
type tree map[string]file

type file struct {
	data       []byte
	executable bool
}

func (f file) mode() fs.FileMode {
	if f.executable {
		return 0o755
	}
	return 0o644
}

// paths returns the paths of the files, sorted.
func (t tree) paths() []string {
	var out []string
	for name := range t {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// folders returns the folders of the files, each before those in it.
func (t tree) folders() []string {
	seen := map[string]bool{}
	for name := range t {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			seen[dir] = true
		}
	}
	var out []string
	for dir := range seen {
		out = append(out, dir)
	}
	slices.Sort(out)
	return out
}

// add adds the files of another tree, below the folder dir.
func (t tree) add(dir string, other tree) {
	for name, f := range other {
		t[path.Join(dir, name)] = f
	}
}

// tarball returns the tree as .tar.gz, with everything owned by root and with the same time. prefix is prepended to
// each name.
func (t tree) tarball(prefix string, when time.Time) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(z)
	head := tar.Header{ModTime: when, Uname: "root", Gname: "root", Format: tar.FormatGNU}
	for _, dir := range t.folders() {
		h := head
		h.Typeflag, h.Name, h.Mode = tar.TypeDir, prefix+dir+"/", 0o755
		if err := w.WriteHeader(&h); err != nil {
			return nil, err
		}
	}
	for _, name := range t.paths() {
		f, h := t[name], head
		h.Typeflag, h.Name, h.Mode, h.Size = tar.TypeReg, prefix+name, int64(f.mode()), int64(len(f.data))
		if err := w.WriteHeader(&h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// zipball returns the tree as .zip.
func (t tree) zipball(when time.Time) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range t.paths() {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: when.UTC()}
		h.SetMode(t[name].mode())
		w, err := z.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(t[name].data); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// ar returns an archive in the format of a .deb: a magic string, then members with headers of 60 characters, at
// even offsets.
func ar(when time.Time, members []member) []byte {
	b := []byte("!<arch>\n")
	for _, m := range members {
		b = fmt.Appendf(b, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", m.name, when.Unix(), 0, 0, "100644", len(m.data))
		b = append(b, m.data...)
		if len(b)%2 != 0 {
			b = append(b, '\n')
		}
	}
	return b
}

type member struct {
	name string
	data []byte
}

// crlf converts a text to the line ends of Windows.
func crlf(text []byte) []byte {
	return []byte(strings.ReplaceAll(string(text), "\n", "\r\n"))
}
