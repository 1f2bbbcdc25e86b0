// Package page makes pages that play a demo. A page is a single HTML file that contains the program and the demo. A
// browser can open it from a disk, an e-mail or any web server without loading anything else.
//
// The page runtime is a page without a demo. It is built together with the program (cmd/mkrelease). This package
// inserts a demo into the page runtime, and the program in the resulting page extracts the demo again.
//
// The content of a page may come from other people. The page's title is therefore escaped. Everything else is encoded
// in a variant of base 85 that does not use the character <, so it cannot be mistaken for HTML.
package page

import (
	"archive/zip"
	"bytes"
	"encoding/ascii85"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/adrg/xdg"

	"fragscope/assets/plan"
	"fragscope/formats/base/outlet"
)

// FileName is the file name of the page runtime.
const FileName = "page.html"

// Strings that occur exactly once in the page runtime: one that identifies it, and placeholders for title and content.
const (
	Sign    = `<meta name="generator" content="Fragscope, page 1">`
	Title   = `<title>Fragscope</title>`
	Content = `<script id="content" type="text/plain"></script>`
)

// Show is the content of a page: a demo and how to show it.
type Show struct {
	Name string // of the demo's file
	Demo []byte
	// At is the time to start at, unless the page's address specifies another.
	At time.Duration
	// Plans holds the plans of the demo's maps, by map name.
	Plans map[string]*plan.Plan
	// Notes holds the drawings and notes about the demo, as encoded by package notes. It is empty if there are none.
	Notes []byte
	// Turns holds each map's rotation in clockwise quarter turns, by map name.
	Turns map[string]int
}

// about describes the content. Plans are in the order of their numbered files.
type about struct {
	Version int            `json:"version"`
	Name    string         `json:"name"`
	At      time.Duration  `json:"at_ns,omitempty"`
	Plans   []string       `json:"plans,omitempty"`
	Notes   bool           `json:"notes,omitempty"` // there is a file of them
	Turns   map[string]int `json:"turns,omitempty"`
}

// Files of the content, which is a zip archive.
const (
	version   = 1
	aboutFile = "about.json"
	demoFile  = "demo"
	notesFile = "notes.json"
	planFile  = "plan-%d.json"
	maxFile   = 1 << 30
)

// Write writes the page to w. program is the page runtime.
func (s *Show) Write(w io.Writer, program []byte) error {
	if bytes.Count(program, []byte(Sign)) != 1 || bytes.Count(program, []byte(Title)) != 1 ||
		bytes.Count(program, []byte(Content)) != 1 {
		return errors.New(msgOther)
	}
	packed, err := s.pack()
	if err != nil {
		return err
	}
	head, rest, _ := bytes.Cut(program, []byte(Title))
	body, tail, _ := bytes.Cut(rest, []byte(Content))
	open, shut, _ := strings.Cut(Content, "></")
	title := "<title>" + html.EscapeString(outlet.Window(s.Name)) + " – Fragscope</title>"
	for _, part := range [][]byte{head, []byte(title), body, []byte(open + ">"), Text(packed), []byte("</" + shut),
		tail} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// Text encodes data for use in an HTML script element. It uses Adobe's base 85 with v in place of <, so the result
// cannot end the element.
func Text(data []byte) []byte {
	out := make([]byte, ascii85.MaxEncodedLen(len(data)))
	out = out[:ascii85.Encode(out, data)]
	for i, c := range out {
		if c == '<' {
			out[i] = 'v'
		}
	}
	return out
}

func (s *Show) pack() ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	put := func(name string, data []byte) error {
		f, err := z.Create(name)
		if err != nil {
			return err
		}
		_, err = f.Write(data)
		return err
	}
	a := about{Version: version, Name: s.Name, At: s.At, Notes: len(s.Notes) > 0, Turns: s.Turns}
	if a.Notes {
		if err := put(notesFile, s.Notes); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Plans)) { // so that the same page has the same bytes
		data, err := s.Plans[name].Encode()
		if err != nil {
			return nil, err
		}
		if err := put(fmt.Sprintf(planFile, len(a.Plans)), data); err != nil {
			return nil, err
		}
		a.Plans = append(a.Plans, name)
	}
	said, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	err = errors.Join(put(aboutFile, said), put(demoFile, s.Demo), z.Close())
	return out.Bytes(), err
}

// Read decodes the content of a page. text is the text of the page's content element. If text is empty, Read returns
// nil, nil.
func Read(text string) (*Show, error) {
	if text = strings.TrimSpace(text); text == "" {
		return nil, nil
	}
	data := make([]byte, len(text)+4*strings.Count(text, "z")) // a z stands for four bytes
	n, _, err := ascii85.Decode(data, []byte(strings.ReplaceAll(text, "v", "<")), true)
	if err != nil {
		return nil, fmt.Errorf(msgDamaged, err)
	}
	z, err := zip.NewReader(bytes.NewReader(data[:n]), int64(n))
	if err != nil {
		return nil, fmt.Errorf(msgDamaged, err)
	}
	var a about
	said, err := unpack(z, aboutFile)
	if err == nil {
		err = json.Unmarshal(said, &a)
	}
	if err != nil {
		return nil, fmt.Errorf(msgDamaged, err)
	}
	if a.Version != version {
		return nil, errors.New(msgOther)
	}
	s := &Show{Name: a.Name, At: a.At, Turns: a.Turns, Plans: map[string]*plan.Plan{}}
	if s.Demo, err = unpack(z, demoFile); err != nil {
		return nil, fmt.Errorf(msgDamaged, err)
	}
	if a.Notes {
		if s.Notes, err = unpack(z, notesFile); err != nil {
			return nil, fmt.Errorf(msgDamaged, err)
		}
	}
	for i, name := range a.Plans {
		data, err := unpack(z, fmt.Sprintf(planFile, i))
		if err != nil {
			return nil, fmt.Errorf(msgDamaged, err)
		}
		if s.Plans[name], err = plan.Decode(data); err != nil {
			return nil, fmt.Errorf(msgDamaged, err)
		}
	}
	return s, nil
}

func unpack(z *zip.Reader, name string) ([]byte, error) {
	f, err := z.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxFile))
}

// UserFile returns the path at which a page runtime built by the user is stored.
func UserFile() string { return filepath.Join(xdg.DataHome, "fragscope", FileName) }

// Files returns the paths at which the page runtime may be installed, in order of preference: the program's folder, the
// folders that packages and macOS use, and the user's data folder.
func Files() []string {
	var list []string
	if exe, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(exe); err == nil {
			exe = real
		}
		dir := filepath.Dir(exe)
		list = append(list, filepath.Join(dir, FileName), filepath.Join(dir, "..", "share", "fragscope", FileName),
			filepath.Join(dir, "..", "Resources", FileName))
	}
	return append(list, UserFile())
}

// Program finds and returns the page runtime.
func Program() ([]byte, error) {
	for _, name := range Files() {
		data, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		return data, err
	}
	return nil, fmt.Errorf(msgMissing, ErrMissing, FileName, UserFile())
}

// ErrMissing is returned by [Program], possibly wrapped, if no page runtime is installed.
var ErrMissing = errors.New(msgNone)
