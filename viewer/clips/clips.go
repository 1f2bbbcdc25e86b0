// Package clips saves the loop as a demo of its own.
package clips

import (
	"fmt"
	"path/filepath"
	"strings"

	"fragscope/sim/load"
	"fragscope/sim/outlet"
	"fragscope/viewer/action"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
)

// clips are those of the demo that is open.
type clips struct {
	host   *part.Host
	saving bool
}

// New returns the clips.
func New(host *part.Host) part.Part {
	c := &clips{host: host}
	return part.Part{Actions: map[action.ID]part.Action{action.SaveClip: {Do: c.save}}}
}

// save cuts the loop out of the demo in the background, and asks where it is to be.
func (c *clips) save() {
	from, to, ok := c.host.Clock.Loop()
	switch {
	case !ok:
		c.host.Notices.Say(fmt.Sprintf(msgNoLoop, c.host.KeyLabel(action.LoopFrom), c.host.KeyLabel(action.LoopTo)))
		return
	case c.saving:
		return
	}
	c.saving = true
	cut := c.host.Demo.Clip(from, to)
	name := c.host.Demo.Name()
	ext := load.ClipExtension(name)
	name = outlet.FileName(strings.TrimSuffix(name, filepath.Ext(name)))
	at := from.Milliseconds() / 1000
	name = fmt.Sprintf("%s-%02d.%02d%s", name, at/60, at%60, ext)
	dir := filepath.Dir(c.host.Demo.Key())
	go func() {
		data, err := cut()
		where := ""
		if err == nil {
			where, err = c.host.Platform.SaveFile("Save clip", dir, name, data)
		}
		c.host.Queue.Tell(func() {
			c.saving = false
			switch {
			case err != nil:
				c.host.Notices.Warn(fmt.Sprintf(msgNotSaved, notice.Reason(err)))
			case where != "":
				c.host.Notices.Say(fmt.Sprintf(msgSaved, where))
			}
		})
	}()
}
