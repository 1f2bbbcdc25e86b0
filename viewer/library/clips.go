//go:build !js

package library

import (
	"fmt"
	"time"

	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
)

// clips are hits played one after another.
type clips struct {
	host Host
	list []hit
	at   int
	key  string // of the clip's demo, once it is open
}

// A clip begins shortly before its moment and ends shortly after it.
const (
	clipBefore = 5 * time.Second
	clipBehind = 3 * time.Second
)

// clipNotice is the key of the message about the current clip.
const clipNotice = "clip"

// play plays hits, starting with one of them.
func (c *clips) play(list []hit, at int) {
	*c = clips{host: c.host, list: list, at: at}
	c.clip()
}

// clip plays the current clip.
func (c *clips) clip() {
	h := &c.list[c.at]
	at := max(h.at-clipBefore, 0)
	c.key = ""
	if c.host.Demo.Recording() != nil && c.host.Demo.Key() == demoKey(h.row.Path, h.row.Member) {
		c.host.Clock.Seek(at)
		c.started()
	} else {
		c.host.OpenAt(h.row.Path, h.row.Member, at, h.who)
	}
}

// started announces the clip whose demo is now open.
func (c *clips) started() {
	h := &c.list[c.at]
	c.key = c.host.Demo.Key()
	c.host.Notices.Drop(clipNotice)
	c.host.Notices.Add(notice.Notice{Key: clipNotice,
		NoticeView: panel.NoticeView{Text: fmt.Sprintf(msgClip, c.at+1, len(c.list), h.row.Base(), h.text)}})
}

// demoKey returns the key of a demo while it is open.
func demoKey(path, member string) string {
	if member != "" {
		return path + "/" + member
	}
	return path
}

// step goes to the next or previous clip.
func (c *clips) step(by int) {
	if next := c.at + by; next < 0 || next >= len(c.list) {
		c.host.Notices.Say(msgLastClip)
		return
	}
	c.at += by
	c.clip()
}

// tick goes to the next clip when one has ended.
func (c *clips) tick() {
	if len(c.list) == 0 {
		return
	}
	h := &c.list[c.at]
	key := c.host.Demo.Key()
	switch {
	case c.key == "" && key == demoKey(h.row.Path, h.row.Member):
		c.started()
	case c.key != "" && key != c.key: // the user opened something else
		*c = clips{host: c.host}
		return
	}
	playing, backward := c.host.Clock.Playing()
	end, now := max(h.until, h.at)+clipBehind, c.host.Clock.Position()
	ended := playing && now >= end && now < end+clipBehind || c.host.Clock.Ended() && now >= h.at
	if c.key == "" || backward || !ended || c.at+1 == len(c.list) {
		return
	}
	c.at++
	c.clip()
}
