//go:build !js

package library

import (
	"fmt"
	"time"

	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
)

// clips are hits that are played one after the other.
type clips struct {
	list []hit
	at   int
	key  string // of the demo of the clip, once it is open
}

// A clip begins a while before its moment and ends one behind it.
const (
	clipBefore = 5 * time.Second
	clipBehind = 3 * time.Second
)

// clipNotice is the key of the message about the clip that is played.
const clipNotice = "clip"

// playAll plays all hits, from the chosen one on.
func (l *library) playAll() {
	if len(l.hits.list) == 0 {
		return
	}
	l.clips = clips{list: l.hits.list, at: l.hits.at}
	l.close()
	l.clip()
}

// clip plays the clip that is next.
func (l *library) clip() {
	c := &l.clips
	h := &c.list[c.at]
	at := max(h.at-clipBefore, 0)
	c.key = ""
	if l.host.Demo.Recording() != nil && l.host.Demo.Key() == demoKey(h.row.Path, h.row.Member) {
		l.host.Clock.Seek(at)
		l.started()
	} else {
		l.host.OpenAt(h.row.Path, h.row.Member, at)
	}
}

// started says which clip it is whose demo is open now.
func (l *library) started() {
	c := &l.clips
	h := &c.list[c.at]
	c.key = l.host.Demo.Key()
	l.host.Notices.Drop(clipNotice)
	l.host.Notices.Add(notice.Notice{Key: clipNotice, NoticeView: panel.NoticeView{Text: fmt.Sprintf(msgClip, c.at+1, len(c.list), h.row.Base(), h.text)}})
}

// demoKey is what a demo is kept under when it is open.
func demoKey(path, member string) string {
	if member != "" {
		return path + "/" + member
	}
	return path
}

// stepClip goes on to the next clip, or back.
func (l *library) stepClip(by int) {
	c := &l.clips
	if len(c.list) == 0 {
		l.host.Notices.Say(msgNoClips)
		return
	}
	if next := c.at + by; next < 0 || next >= len(c.list) {
		l.host.Notices.Say(msgLastClip)
		return
	}
	c.at += by
	l.clip()
}

// tick goes on to the next clip where one has ended.
func (l *library) tick() {
	c := &l.clips
	if len(c.list) == 0 {
		return
	}
	h := &c.list[c.at]
	key := l.host.Demo.Key()
	switch {
	case c.key == "" && key == demoKey(h.row.Path, h.row.Member):
		l.started()
	case c.key != "" && key != c.key: // the user opened something else
		*c = clips{}
		return
	}
	playing, backward := l.host.Clock.Playing()
	end, now := max(h.until, h.at)+clipBehind, l.host.Clock.Position()
	ended := playing && now >= end && now < end+clipBehind || l.host.Clock.Ended() && now >= h.at
	if c.key == "" || backward || !ended || c.at+1 == len(c.list) {
		return
	}
	c.at++
	l.clip()
}
