// Package clips saves the selected section of a demo as a separate demo, or as a web page that plays it.
package clips

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"time"

	"fragscope/formats/base/fault"
	"fragscope/sim/load"
	"fragscope/viewer/action"
	"fragscope/viewer/notes"
	"fragscope/viewer/notice"
	"fragscope/viewer/page"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// clips is the state of the part.
type clips struct {
	host    Host
	saving  bool
	offered bool // has offered to build what pages need
}

// New returns the [part.Part] that saves clips and pages.
func New(host Host) part.Part {
	c := &clips{host: host}
	return part.Part{Actions: map[action.ID]part.Action{IDClip: {Do: c.saveClip}, IDPage: {Do: c.savePage}}}
}

// usual is the length of a clip if there is no loop.
const usual = 10 * time.Second

// saveClip saves the loop as a demo, or the next ten seconds if there is no loop.
func (c *clips) saveClip() {
	from, to, ok := c.host.Clock.Loop()
	if !ok {
		end := c.host.Demo.Recording().Duration()
		from = max(min(c.host.Clock.Position(), end-usual), 0)
		to = min(from+usual, end)
	}
	cut := c.host.Demo.Clip(from, to)
	c.save(file{"Save clip", c.name(from, c.extension()), cut, msgSaved, msgNotSaved})
}

// savePage saves a page of the loop, or of the whole demo if there is no loop or the demo cannot be cut.
func (c *clips) savePage() {
	from, to, ok := c.host.Clock.Loop()
	name := c.name(from, c.extension())
	cut, whole := c.host.Demo.Clip(from, to), c.host.Demo.Data()
	if !ok {
		from, to, name = 0, math.MaxInt64, c.host.Demo.Name()
		cut = whole
	}
	plans := c.host.Plans(from, to)
	kept, err := notes.Shared(c.host.Store, c.host.Demo.Key(), name)
	if err != nil {
		c.host.Notices.Failed(savePage, fmt.Sprintf(msgPageNotSaved, notice.Reason(err)))
		return
	}
	turns, build := c.turns(), c.offered
	c.save(file{savePage, c.name(from, ".html"), func() ([]byte, error) {
		program, err := c.program(build)
		if err != nil {
			return nil, err
		}
		s, shown := page.Show{Name: name, Turns: turns}, kept
		if s.Demo, err = cut(); err == nil && ok && kept != nil {
			shown = kept.Between(from, to)
		} else if err != nil {
			s.At = from
			if s.Demo, err = whole(); err != nil {
				return nil, err
			}
		}
		s.Plans = plans()
		if s.Notes, err = shown.Encode(); err != nil {
			return nil, err
		}
		var out bytes.Buffer
		err = s.Write(&out, program)
		return out.Bytes(), err
	}, msgPageSaved, msgPageNotSaved})
}

// buildKey is the key of messages about the page runtime.
const buildKey = "page"

// offer offers to build the page runtime. Requesting a page again accepts the offer.
func (c *clips) offer() {
	c.offered = true
	c.host.Notices.Add(notice.Notice{
		NoticeView: panel.NoticeView{Text: msgPageOffer, Button: msgPageBuild, Do: IDPage, Sticky: true},
		Key:        buildKey, Closed: func() { c.offered = false },
	})
}

// program returns the program part of a page, building it if build is set and it is missing. It runs on a
// background goroutine.
func (c *clips) program(build bool) ([]byte, error) {
	program, err := c.host.PageProgram()
	if !build || !errors.Is(err, page.ErrMissing) || c.host.BuildPage == nil {
		return program, err
	}
	c.host.Tell(func() {
		c.host.Notices.Add(notice.Notice{NoticeView: panel.NoticeView{Text: msgPageBuilding, Sticky: true},
			Key: buildKey})
	})
	if err := c.host.BuildPage(); err != nil {
		return nil, err
	}
	return c.host.PageProgram()
}

// turns returns the rotation of each of the demo's maps, in quarter turns.
func (c *clips) turns() map[string]int {
	turns := map[string]int{}
	for _, l := range c.host.Demo.Recording().Levels() {
		if quarters := c.host.Store.Turn(l.Map); quarters != 0 {
			turns[l.Map] = quarters
		}
	}
	return turns
}

// extension returns the file extension of the demo's clips.
func (c *clips) extension() string { return load.ClipExtension(c.host.Demo.Name()) }

// name returns a name for a file that begins at a time in the demo.
func (c *clips) name(from time.Duration, ext string) string {
	return part.FileName(c.host.Demo, from) + ext
}

// savePage is the title of the dialog in which a page is saved.
const savePage = "Save page"

// file is a file to make and save, and the message to show afterwards.
type file struct {
	title, name     string
	make            func() ([]byte, error)
	saved, notSaved string
}

// save makes a file in the background, one at a time, and asks where to save it.
func (c *clips) save(f file) {
	if c.saving {
		return
	}
	c.saving = true
	dir := filepath.Dir(c.host.Demo.Key())
	go func() {
		where := ""
		err := fault.Guard(func() error {
			data, err := f.make()
			if err == nil {
				where, err = c.host.Files.SaveFile(f.title, dir, f.name, data)
			}
			return err
		})
		c.host.Tell(func() {
			c.saving = false
			c.host.Notices.Drop(buildKey)
			switch {
			case errors.Is(err, page.ErrMissing) && c.host.BuildPage != nil && !c.offered:
				c.offer()
			case err != nil:
				c.host.Notices.Failed(f.title, fmt.Sprintf(f.notSaved, notice.Reason(err)))
			case where != "":
				c.host.Notices.Done(f.title, fmt.Sprintf(f.saved, where))
			}
		})
	}()
}
