package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"fragscope/cmd/fragscope/confine"
	"fragscope/formats"
	"fragscope/formats/base/outlet"
	"fragscope/formats/clip"
	"fragscope/formats/live"
	simload "fragscope/sim/load"
	"fragscope/sim/query"
	"fragscope/sim/recording"
)

// clipping selects the files to make from the hits of a search.
type clipping struct {
	Cut    string `placeholder:"DIR" help:"Write each hit into this folder as a demo that the game plays; hits that overlap are in one."`
	Shot   string `placeholder:"DIR" help:"Draw a picture of each hit into this folder."`
	Film   string `placeholder:"DIR" help:"Make a film of each hit in this folder; hits that overlap are in one."`
	FilmAs string `placeholder:"KIND" default:"gif" values:"gif,avi,mp4,webm" help:"The kind of film: gif, avi, or with ffmpeg mp4, webm, ..."`
	Before length `placeholder:"TIME" default:"5" values:"0:03,0:05,0:10" help:"How long before a hit a clip or film begins; 5 seconds by default."`
	After  length `placeholder:"TIME" default:"3" values:"0:03,0:05,0:10" help:"How long after a hit it ends; 3 seconds by default."`
	Force  bool   `help:"Replace clips, pictures and films that exist."`
}

// on reports whether any files are to be made.
func (c *clipping) on() bool { return c.Cut != "" || c.Shot != "" || c.Film != "" }

// check validates the flags.
func (c *clipping) check(name string) error {
	switch {
	case !c.on():
		return nil
	case name == live.StandardInput:
		return usageError(msgClipsInput)
	case c.Before+c.After <= 0:
		return usageError(msgClipsEmpty)
	case c.Film != "":
		film := shotCmd{Out: "film." + c.FilmAs, Length: 1}
		return film.checkFilm()
	}
	return nil
}

// reach adds to p the places that making clips, pictures and films of these demos needs. It makes their folders.
func (c *clipping) reach(p *confine.Places, names, dirs []string) {
	p.Write = append(p.Write, c.folders()...)
	if c.Shot == "" && c.Film == "" {
		return
	}
	shot := shotCmd{GameDir: dirs, Out: filepath.Join(c.Film, "film."+c.FilmAs), Length: 1}
	if len(names) > 0 {
		shot.File, shot.More = names[0], names[1:]
	}
	q := shot.places()
	p.Read, p.List, p.Write = append(p.Read, q.Read...), append(p.List, q.List...), append(p.Write, q.Write...)
	p.Run, p.Devices = append(p.Run, q.Run...), append(p.Devices, q.Devices...)
	p.Display, p.Ports, p.Datagrams = q.Display, q.Ports, q.Datagrams
	if self, err := os.Executable(); err == nil {
		p.Run = append(p.Run, self)
	}
}

// folders creates the output folders and returns them. A folder that cannot be created is reported when a file is
// written to it.
func (c *clipping) folders() (list []string) {
	for _, dir := range []string{c.Cut, c.Shot, c.Film} {
		if dir != "" {
			os.MkdirAll(dir, 0o777)
			list = append(list, dir)
		}
	}
	return list
}

// hitSpan is a section of a demo that contains hits, which are given by their indices.
type hitSpan struct {
	from, to time.Duration
	hits     []int
}

// spans returns the parts of a demo around its hits, which are in chronological order. It joins parts that overlap.
func (c *clipping) spans(hits []query.Moment, end time.Duration) (list []hitSpan) {
	for i := range hits {
		from, to := max(hits[i].Time-time.Duration(c.Before), 0),
			min(max(hits[i].Time, hits[i].Until)+time.Duration(c.After), end)
		if n := len(list); n > 0 && from <= list[n-1].to {
			list[n-1].to = max(list[n-1].to, to)
			list[n-1].hits = append(list[n-1].hits, i)
			continue
		}
		list = append(list, hitSpan{from, to, []int{i}})
	}
	return list
}

// clips makes the requested files from the hits in a demo, and returns the files made for each hit.
func (c *findCmd) clips(out *output, name string, rec *recording.Recording, hits []query.Moment) (map[int][]string,
	error) {
	if !c.on() || len(hits) == 0 {
		return nil, nil
	}
	m := &clipMaker{c: c, out: out, name: name, rec: rec, hits: hits, used: map[string]bool{}, made: map[int][]string{}}
	c.folders()
	if c.Cut != "" {
		demo, err := openDemo(name)
		if err != nil {
			return nil, err
		}
		m.demo = demo
	}
	spans := c.spans(hits, rec.Duration())
	for _, s := range spans {
		for dir, write := range map[string]func(string, hitSpan) error{c.Cut: m.cut, c.Film: m.film} {
			if dir == "" {
				continue
			}
			if err := m.write(dir, s, write); err != nil {
				return nil, err
			}
		}
	}
	for i := range hits {
		if c.Shot == "" {
			break
		}
		if err := m.write(c.Shot, hitSpan{hits[i].Time, hits[i].Time, []int{i}}, m.shot); err != nil {
			return nil, err
		}
	}
	return m.made, nil
}

// clipMaker makes clips, pictures and films of the hits in one demo.
type clipMaker struct {
	c    *findCmd
	out  *output
	name string
	demo *formats.Demo
	rec  *recording.Recording
	hits []query.Moment
	used map[string]bool // names without their extensions
	made map[int][]string
}

// write makes one file. If that fails, it reports the failure and goes on.
func (m *clipMaker) write(dir string, s hitSpan, write func(string, hitSpan) error) error {
	file := filepath.Join(dir, m.title(dir, s))
	err := write(file, s)
	var wrong usageError
	switch {
	case errors.As(err, &wrong):
		return err
	case err != nil:
		m.out.fail(about(file, err))
	}
	return nil
}

// title returns a file's name, without extension, that describes its content: the demo, the time and the first hit.
func (m *clipMaker) title(dir string, s hitSpan) string {
	first := &m.hits[s.hits[0]]
	file, member := simload.SplitMember(strings.TrimSuffix(m.name, ":")) // sample: has no file
	base := filepath.Base(filepath.FromSlash(cmp.Or(member, file)))
	at := strings.NewReplacer(":", ".", "/", "-").Replace(m.rec.Clock().Exact(first.Time).String())
	text := fmt.Sprintf("%s %s %s", strings.TrimSuffix(base, filepath.Ext(base)), at, first.Sentence(m.rec))
	if more := len(s.hits) - 1; more > 0 {
		text = fmt.Sprintf(msgClipMore, text, more)
	}
	title := outlet.FileName(text)
	for n := 2; m.used[filepath.Join(dir, title)]; n++ {
		title = outlet.FileName(text) + " " + strconv.Itoa(n)
	}
	m.used[filepath.Join(dir, title)] = true
	return title
}

// note records that a file was made.
func (m *clipMaker) note(file string, s hitSpan) {
	for _, i := range s.hits {
		m.made[i] = append(m.made[i], file)
	}
}

// cut writes a section of the demo as a separate demo.
func (m *clipMaker) cut(file string, s hitSpan) error {
	file += clip.Extension(m.demo)
	err := m.out.writeFile(file, m.c.Force, func(w io.Writer) error {
		_, err := clip.Cut(w, m.demo, s.from, s.to)
		return err
	})
	if err == nil {
		m.note(file, s)
	}
	return err
}

// shot draws a picture of the demo, film makes a film. Both follow the player of the first hit. Each is drawn by this
// program in a separate process, as a process can draw only once.
func (m *clipMaker) shot(file string, s hitSpan) error { return m.draw(file+".png", s) }

func (m *clipMaker) film(file string, s hitSpan) error {
	return m.draw(file+"."+m.c.FilmAs, s, "--length", seconds(s.to-s.from))
}

func (m *clipMaker) draw(file string, s hitSpan, flags ...string) error {
	if _, err := os.Lstat(file); err == nil && !m.c.Force {
		return existsError(file)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	args := append([]string{"shot", "--at", seconds(s.from), "-o", file}, flags...)
	for _, dir := range m.c.GameDir {
		args = append(args, "--game-dir="+dir)
	}
	if p := m.hits[s.hits[0]].Profile; p != nil && p.Name.Plain != "" {
		args = append(args, "--follow="+p.Name.Plain)
	}
	if m.c.Unconfined {
		args = append(args, "--unconfined")
	}
	draw := exec.Command(self, append(args, "--", m.name)...)
	// no device, which confined processes lack
	draw.Stdin, draw.Stdout, draw.Stderr = strings.NewReader(""), io.Discard, m.out.err
	if err := draw.Run(); err != nil {
		return err
	}
	m.note(file, s)
	return nil
}

// seconds returns a time in the demo as flags take it.
func seconds(t time.Duration) string { return strconv.FormatFloat(t.Seconds(), 'f', 3, 64) }
