// Package live finds matches in progress on servers specified by the user, and follows one of them. It shows the state
// of the stream and how far playback lags behind it.
package live

import (
	"fmt"
	"strings"
	"time"

	"fragscope/sim/load"
	"fragscope/viewer/action"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// live is the stream of the open demo.
type live struct {
	host     Host
	stream   *load.Stream // nil for a demo that is not growing
	told     load.StreamStatus
	catching bool
	hurried  bool // playing fast to catch up
}

// New returns the [part.Part] that finds and follows matches in progress.
func New(host Host) part.Part {
	l, f := &live{host: host}, &finding{host: host}
	played := part.Unless(func() bool { return l.stream != nil }, msgNoStream)
	return part.Part{
		Actions: map[action.ID]part.Action{
			IDCatchUp:      {Do: l.toggle, On: func() bool { return l.catching }, Why: played},
			action.Address: {Do: f.show, Idle: true, Why: part.Unless(canStream, msgNoStreams)},

			IDEnd: {Do: func() { l.stream.Stop() }, Why: played},
		},
		Escape: f.cancel,
		Quit:   func() { f.cancel() },
		Opened: l.opened,
		Closed: func() { l.stream = nil },
		Tick:   l.tick,
		Top:    l.top,
	}
}

// streamKey is the key of the message about the stream.
const streamKey = "stream"

func (l *live) opened() {
	*l = live{host: l.host, stream: l.host.Demo.Stream(), catching: l.catching}
	if l.stream != nil {
		l.told.State = load.StreamPlaying
	}
}

// toggle switches catching up on and off.
func (l *live) toggle() {
	l.catching = !l.catching
	if !l.catching {
		l.slow()
	}
}

// slow ends catching up.
func (l *live) slow() {
	if l.hurried {
		l.hurried = false
		l.host.Clock.SetSpeed(1)
	}
}

// behind returns how far the user is behind the present.
func (l *live) behind() time.Duration {
	return max(l.host.Demo.Recording().Duration()-l.host.Clock.Position(), 0)
}

const (
	// far is how far behind the user has to be for that to be shown, and for catching up to begin. Catching up ends
	// at near.
	far  = 2 * time.Second
	near = 300 * time.Millisecond
	// hurry is the playback speed while catching up.
	hurry = 2
)

// tick follows the stream.
func (l *live) tick() {
	if l.stream == nil {
		return
	}
	s := l.stream.Status()
	if s.State != load.StreamEnded {
		l.catchUp()
	} else {
		l.slow()
	}
	if s.KeepError != nil && l.told.KeepError == nil {
		l.host.Notices.Add(notice.Notice{NoticeView: panel.NoticeView{Text: fmt.Sprintf(msgNotKept,
			sentence(s.KeepError.Error())), Error: true, Sticky: true}, Key: streamKey + " file"})
	}
	if (s.State != l.told.State || s.Words != l.told.Words) && l.stream.Grew() {
		l.tell(s)
	}
	l.told = s
	if s.State == load.StreamEnded {
		l.stream = nil
	}
}

func (l *live) catchUp() {
	playing, backward := l.host.Clock.Playing()
	switch behind := l.behind(); {
	case !l.catching || !playing || backward || behind < near:
		l.slow()
	case behind > far && l.host.Clock.Speed() == 1:
		l.hurried = true
		l.host.Clock.SetSpeed(hurry)
	}
}

// tell shows the state of the stream to the user.
func (l *live) tell(s load.StreamStatus) {
	l.host.Notices.Drop(streamKey)
	say := func(text string, warn bool) {
		l.host.Notices.Add(notice.Notice{NoticeView: panel.NoticeView{Text: text, Error: warn, Sticky: true},
			Key: streamKey})
	}
	switch {
	case s.State == load.StreamEnded:
		text := msgEnded
		if s.Words != "" {
			text = fmt.Sprintf(msgEndedAs, s.Words)
		}
		if s.Kept != "" {
			text += fmt.Sprintf(msgKept, s.Kept)
		}
		say(text, s.Words != "")
	case s.State != load.StreamPlaying && s.Words != "":
		say(fmt.Sprintf(msgState, sentence(s.Words)), s.State == load.StreamConnecting)
	}
	l.host.Relayout()
}

// sentence capitalises the first letter.
func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// marks are the texts of the mark in the top line.
var marks = map[load.StreamState]string{
	load.StreamConnecting: "CONNECTING", load.StreamPlaying: "LIVE", load.StreamStalled: "STALLED",
}

// top marks a growing demo, with the distance from the present.
func (l *live) top(v *panel.TopView) {
	if l.stream == nil || !l.stream.Grew() {
		return
	}
	s := l.stream.Status().State
	v.Live = panel.LiveMark{Text: marks[s], Tip: msgEdgeTip, On: s == load.StreamPlaying}
	if behind := l.behind(); v.Live.Text != "" && behind >= far {
		far := panel.FormatTime(behind)
		v.Live.Text += " −" + far
		v.Live.Tip = fmt.Sprintf(msgBehindTip, far)
	}
}
