// Package clips saves the loop as a demo of its own, and as a page that plays.
package clips

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"time"

	"fragscope/formats/base/fault"
	"fragscope/formats/base/outlet"
	"fragscope/sim/load"
	"fragscope/viewer/action"
	"fragscope/viewer/notes"
	"fragscope/viewer/notice"
	"fragscope/viewer/page"
	"fragscope/viewer/part"
)

// clips are those of the demo that is open.
type clips struct {
	host   Host
	saving bool
}

// New returns the clips.
func New(host Host) part.Part {
	c := &clips{host: host}
	return part.Part{Actions: map[action.ID]part.Action{IDClip: {Do: c.saveClip, Why: c.noLoop}, IDPage: {Do: c.savePage}}}
}

// noLoop says why no clip can be saved.
func (c *clips) noLoop() string {
	if _, _, ok := c.host.Clock.Loop(); ok {
		return ""
	}
	return fmt.Sprintf(msgNoLoop, c.host.KeyLabel(action.LoopFrom), c.host.KeyLabel(action.LoopTo))
}

// saveClip cuts the loop out of the demo.
func (c *clips) saveClip() {
	from, to, _ := c.host.Clock.Loop()
	cut := c.host.Demo.Clip(from, to)
	c.save(file{"Save clip", c.name(from, c.extension()), cut, msgSaved, msgNotSaved})
}

// savePage makes a page of the loop, or of the whole demo where there is no loop or nothing can be cut out.
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
		c.host.Notices.Warn(fmt.Sprintf(msgPageNotSaved, notice.Reason(err)))
		return
	}
	turns := c.turns()
	c.save(file{"Save page", c.name(from, ".html"), func() ([]byte, error) {
		program, err := c.host.PageProgram()
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

// turns are by how many quarters the demo's maps are turned.
func (c *clips) turns() map[string]int {
	turns := map[string]int{}
	for _, l := range c.host.Demo.Recording().Levels() {
		if quarters := c.host.Store.Turn(l.Map); quarters != 0 {
			turns[l.Map] = quarters
		}
	}
	return turns
}

// extension is that of the demo's clips.
func (c *clips) extension() string { return load.ClipExtension(c.host.Demo.Name()) }

// name is the name of a file that shows the demo from a time on.
func (c *clips) name(from time.Duration, ext string) string {
	name := c.host.Demo.Name()
	name = outlet.FileName(strings.TrimSuffix(name, filepath.Ext(name)))
	at := from.Milliseconds() / 1000
	return fmt.Sprintf("%s-%02d.%02d%s", name, at/60, at%60, ext)
}

// file is a file that is to be made and saved, and what is said of it then.
type file struct {
	title, name     string
	make            func() ([]byte, error)
	saved, notSaved string
}

// save makes a file in the background, one at a time, and asks where it is to be.
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
			switch {
			case err != nil:
				c.host.Notices.Warn(fmt.Sprintf(f.notSaved, notice.Reason(err)))
			case where != "":
				c.host.Notices.Say(fmt.Sprintf(f.saved, where))
			}
		})
	}()
}
