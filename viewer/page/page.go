// Package page makes a page that plays: one HTML file with the program and a demo, which a browser opens from a disk, a mail or any web
// space and which fetches nothing. The part with the program is made when the program is (cmd/mkrelease); this package puts the demo
// into it, and the program in the page takes it out again.
//
// All that strangers wrote is in the page as letters of base 85, out of which nothing in HTML leads, but for the title.
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

// FileName is the name of the part with the program.
const FileName = "page.html"

// What the part with the program has once each: a sign of what it is, and where title and content go.
const (
	Sign    = `<meta name="generator" content="Fragscope, page 1">`
	Title   = `<title>Fragscope</title>`
	Content = `<script id="content" type="text/plain"></script>`
)

// Show is what a page shows.
type Show struct {
	Name string // of the demo's file
	Demo []byte
	// At is where it begins where the page's address does not say.
	At time.Duration
	// Plans are the plans of the demo's maps, by the maps' names.
	Plans map[string]*plan.Plan
	// Notes are what is drawn and noted about the demo, as package notes writes it; empty for nothing.
	Notes []byte
	// Turns are by how many quarters maps are turned clockwise, by the maps' names.
	Turns map[string]int
}

// about is what a page's content says of itself. The numbers of plans are those of the files beside it.
type about struct {
	Version int            `json:"version"`
	Name    string         `json:"name"`
	At      time.Duration  `json:"at_ns,omitempty"`
	Plans   []string       `json:"plans,omitempty"`
	Notes   bool           `json:"notes,omitempty"` // there is a file of them
	Turns   map[string]int `json:"turns,omitempty"`
}

// The files of the content, which is a zip archive.
const (
	version   = 1
	aboutFile = "about.json"
	demoFile  = "demo"
	notesFile = "notes.json"
	planFile  = "plan-%d.json"
	maxFile   = 1 << 30
)

// Write writes a page; program is the part with the program.
func (s *Show) Write(w io.Writer, program []byte) error {
	if bytes.Count(program, []byte(Sign)) != 1 || bytes.Count(program, []byte(Title)) != 1 || bytes.Count(program, []byte(Content)) != 1 {
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
	for _, part := range [][]byte{head, []byte(title), body, []byte(open + ">"), Text(packed), []byte("</" + shut), tail} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// Text is data in letters that mean nothing in HTML: base 85 as Adobe has it, with v in the place of <.
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

// Read reads the content of a page, the text in its element; nil without an error where there is none.
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

// UserFile is where a user has the part with the program who built it himself.
func UserFile() string { return filepath.Join(xdg.DataHome, "fragscope", FileName) }

// Files are where the part with the program may be, the first that is there counts: beside the program, where packages and
// macOS have it, and the user's own.
func Files() []string {
	var list []string
	if exe, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(exe); err == nil {
			exe = real
		}
		dir := filepath.Dir(exe)
		list = append(list, filepath.Join(dir, FileName), filepath.Join(dir, "..", "share", "fragscope", FileName), filepath.Join(dir, "..", "Resources", FileName))
	}
	return append(list, UserFile())
}

// Program is the part with the program.
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

// ErrMissing is wrapped by the error of [Program] where there is none.
var ErrMissing = errors.New(msgNone)
