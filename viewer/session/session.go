// Package session is what is open: the demo that is watched, the one that is being opened, and the lists from which the next one is taken.
package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/sim/fault"
	"fragscope/sim/load"
	"fragscope/sim/outlet"
	"fragscope/viewer/action"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// SampleName stands for the sample that comes with the program wherever a file is named.
const SampleName = "sample:"

// Session is what is open. It is used on the goroutine of the game loop.
type Session struct {
	// Playlist are the files to go through; with fewer than two it is those of the folder.
	Playlist []string

	host    *part.Host
	source  Source
	hooks   Hooks
	now     time.Time
	demo    *Demo
	opening *opening
	recent  []string
	ended   bool // the demo stands on its last frame, and the next one has been offered
}

// Demo is a recording that is open.
type Demo struct {
	Path, Member string
	// Start is set for a demo to which the time, player and speed apply that the program was asked for.
	Start     bool
	Recording *sim.Recording

	ctx      context.Context // ends when the demo is closed
	cancel   context.CancelFunc
	since    time.Time // when it was opened
	cursor   *sim.Cursor
	world    *sim.World
	frames   int  // as of world
	reported bool // how loading ended
	stopped  bool // by the user
}

// opening is a file that is being opened.
type opening struct {
	path, member string
	ctx          context.Context // ends when the demo is closed or is not waited for any more
	cancel       context.CancelFunc
	since        time.Time
	start        bool
	note         string // what is said when it is open
}

// Hooks are called when another demo is open, before its first world, and when it is closed.
type Hooks struct {
	Opened func(*Demo)
	Closed func()
}

// New returns a session with nothing open.
func New(h *part.Host, source Source, now time.Time, hooks Hooks) *Session {
	s := &Session{host: h, source: source, hooks: hooks, now: now}
	s.loadRecent()
	return s
}

// Part is what the session brings to the program.
func (s *Session) Part() part.Part {
	return part.Part{
		Escape: func() bool { return s.cancelOpening() || s.stopLoading() },
		Actions: map[action.ID]part.Action{
			action.Open:     {Do: s.askOpen, Idle: true},
			action.Recent:   {Do: s.listRecent, Idle: true},
			action.PrevDemo: {Do: func() { s.stepFile(-1) }, Idle: true},
			action.NextDemo: {Do: func() { s.stepFile(1) }, Idle: true},
			action.Sample:   {Do: s.openSample, Idle: true},
		},
	}
}

// Open opens a file, or a member of an archive, in the background. What is open
// goes on until the new demo's first picture is there. start is set for a file to which the options of the start apply.
func (s *Session) Open(path, member string, start bool) {
	if path == SampleName {
		s.openSample()
	} else {
		s.openFile(path, member)
	}
	if s.opening != nil {
		s.opening.start = start
	}
}

func (s *Session) openFile(path, member string) {
	if member == "" {
		path, member = load.SplitMember(path)
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	s.open(&opening{path: path, member: member}, func(ctx context.Context) (*sim.Recording, []Choice, error) {
		if member != "" {
			rec, err := s.source.Member(ctx, path, member)
			return rec, nil, err
		}
		choices, err := s.source.Choices(path)
		if err == nil && len(choices) > 1 {
			return nil, choices, nil
		}
		rec, err := s.source.Open(ctx, path)
		return rec, nil, err
	})
}

// openSample opens the sample that comes with the program.
func (s *Session) openSample() {
	s.open(&opening{path: SampleName}, func(ctx context.Context) (*sim.Recording, []Choice, error) {
		rec, err := s.source.Sample(ctx)
		return rec, nil, err
	})
}

func (s *Session) open(o *opening, read func(context.Context) (*sim.Recording, []Choice, error)) {
	if s.source == nil {
		return
	}
	s.cancelOpening()
	o.ctx, o.cancel = context.WithCancel(context.Background())
	o.since = s.now
	s.opening = o
	s.host.Relayout()
	go func() {
		var rec *sim.Recording
		var choices []Choice
		err := fault.Guard(func() (err error) {
			rec, choices, err = read(o.ctx)
			return err
		})
		s.host.Queue.Post(o.ctx, func() { s.opened(o, rec, choices, err) })
		if o.ctx.Err() != nil && rec != nil {
			rec.Cancel()
		}
	}()
}

// opened goes on when the first picture of a demo is there, or it is known that there will be none.
func (s *Session) opened(o *opening, rec *sim.Recording, choices []Choice, err error) {
	if s.opening != o {
		return
	}
	s.opening = nil
	if err == nil && len(choices) == 0 && (rec == nil || rec.Frames() == 0) {
		err = errEmpty(rec)
	}
	switch {
	case err != nil:
		o.cancel()
		s.refuse(o, err)
	case len(choices) > 0:
		o.cancel()
		s.askMember(o.path, choices)
	default:
		s.watch(o, rec)
	}
}

var errNothing = errors.New("there is nothing to be seen in it")

func errEmpty(rec *sim.Recording) error {
	if rec != nil && rec.Err() != nil {
		return rec.Err()
	}
	return errNothing
}

// refuse says why a file cannot be played.
func (s *Session) refuse(o *opening, err error) {
	name, warn := filepath.Base(o.path), s.host.Notices.Warn
	switch {
	case errors.Is(err, context.Canceled):
		return
	case errors.Is(err, fs.ErrNotExist):
		s.host.Store.DropRecent(o.path)
		s.loadRecent()
		warn(fmt.Sprintf("There is no file %s.", o.path))
	case errors.Is(err, fs.ErrPermission):
		warn(fmt.Sprintf("%s may not be read: the system denies it.", o.path))
	case strings.Contains(err.Error(), name):
		warn(strings.TrimSuffix(err.Error(), ".") + ".")
	default:
		warn(fmt.Sprintf("%s cannot be played: %s.", name, strings.TrimSuffix(notice.Reason(err), ".")))
	}
}

// watch makes a recording the demo that is watched.
func (s *Session) watch(o *opening, rec *sim.Recording) {
	s.closeDemo()
	s.demo = &Demo{
		Path: o.path, Member: o.member, Start: o.start, Recording: rec, ctx: o.ctx, cancel: o.cancel, since: s.now, cursor: rec.Cursor(),
	}
	if o.path != SampleName {
		if err := s.host.Store.AddRecent(o.path); err == nil {
			s.loadRecent()
		}
	}
	s.host.Lists.Close()
	s.host.Notices.Keep(func(n *notice.Notice) bool { return n.Sticky && n.Key != nextKey && n.Key != damageKey })
	s.ended = false
	s.hooks.Opened(s.demo)
	s.host.Platform.SetTitle(s.Title())
	if o.note != "" {
		s.host.Notices.Say(o.note)
	}
}

// Close closes the demo and gives up what is being opened.
func (s *Session) Close() {
	s.cancelOpening()
	s.closeDemo()
}

func (s *Session) closeDemo() {
	if s.demo == nil {
		return
	}
	s.demo.cancel()
	s.demo.Recording.Cancel()
	s.hooks.Closed()
	s.demo = nil
}

// cancelOpening gives up what is being opened; it reports whether anything was.
func (s *Session) cancelOpening() bool {
	if s.opening == nil {
		return false
	}
	s.opening.cancel()
	s.opening = nil
	s.host.Relayout()
	return true
}

// stopLoading stops reading the demo that is watched; what is read stays. It reports whether it was being read.
func (s *Session) stopLoading() bool {
	if s.demo == nil {
		return false
	}
	if _, finished := s.demo.Recording.Progress(); finished {
		return false
	}
	s.demo.stopped = true
	s.demo.Recording.Cancel()
	return true
}

// SetNow tells the time of the update.
func (s *Session) SetNow(now time.Time) {
	s.now = now
	if s.opening != nil {
		s.host.Relayout() // it is said after a while that it goes on
	}
}

// Advance makes the world that of a time.
func (s *Session) Advance(t time.Duration) {
	d := s.demo
	if d.world != nil && d.world.Time == t && d.frames == d.Recording.Frames() {
		return
	}
	moved := d.world == nil || d.world.Time != t
	d.frames = d.Recording.Frames()
	d.world = d.cursor.At(t)
	if moved || d.world.Frame >= d.frames-2 {
		s.host.Redraw()
	} else {
		s.host.Relayout()
	}
}

// Report says, once, how loading ended.
func (s *Session) Report() {
	d := s.demo
	if _, finished := d.Recording.Progress(); !finished || d.reported {
		return
	}
	d.reported = true
	go debug.FreeOSMemory() // reading leaves much behind that is not needed to play
	for _, text := range damageMessages(d.Recording, d.stopped, s.host.Moment) {
		s.host.Notices.Add(notice.Notice{NoticeView: panel.NoticeView{Text: text, Error: true, Sticky: true}, Key: damageKey})
	}
	s.host.Relayout()
}

// Demo is the demo that is open, or nil.
func (s *Session) Demo() *Demo { return s.demo }

// Opening reports whether a file is being opened.
func (s *Session) Opening() bool { return s.opening != nil }

// Recording is the recording that is open, or nil.
func (s *Session) Recording() *sim.Recording {
	if s.demo == nil {
		return nil
	}
	return s.demo.Recording
}

// World is the world that is shown, or nil.
func (s *Session) World() *sim.World {
	if s.demo == nil {
		return nil
	}
	return s.demo.world
}

// Level is the level that is shown; a nameless one before there is any.
func (s *Session) Level() sim.Level {
	if w := s.World(); w != nil {
		if ls := s.demo.Recording.Levels(); w.Level >= 0 && w.Level < len(ls) {
			return ls[w.Level]
		}
	}
	return sim.Level{}
}

// Key is what bookmarks are kept under.
func (s *Session) Key() string {
	if s.demo.Member != "" {
		return s.demo.Path + "/" + s.demo.Member
	}
	return s.demo.Path
}

// Context ends when the demo is closed.
func (s *Session) Context() context.Context { return s.demo.ctx }

// Name is the name of the demo.
func (s *Session) Name() string {
	if h := s.demo.Recording.Header(); h.Name != "" {
		return h.Name
	}
	return filepath.Base(s.demo.Path)
}

// Clip returns what cuts a part out as a demo of its own.
func (s *Session) Clip(from, to time.Duration) func() ([]byte, error) {
	path, member := s.demo.Path, s.demo.Member
	return func() ([]byte, error) { return s.source.Clip(path, member, from, to) }
}

// Title is what the window's frame says.
func (s *Session) Title() string {
	if s.demo == nil {
		return "Fragscope"
	}
	return outlet.Window(s.Name()) + " – Fragscope"
}

// Busy is the name of the file that is being opened; empty for none.
func (s *Session) Busy() string {
	switch o := s.opening; {
	case o == nil:
		return ""
	case o.member != "":
		return o.member
	default:
		return filepath.Base(o.path)
	}
}

// shortly is how long something may take before it is said that it goes on.
const shortly = 400 * time.Millisecond

// Progress is what is being opened and read, in words. The messages stand before those of the program.
func (s *Session) Progress() []panel.NoticeView {
	var out []panel.NoticeView
	if s.opening != nil && s.demo != nil && s.now.Sub(s.opening.since) > shortly {
		out = append(out, panel.NoticeView{Text: fmt.Sprintf(msgOpening, s.Busy()), Loading: true})
	}
	if s.demo != nil && s.now.Sub(s.demo.since) > shortly {
		if done, finished := s.demo.Recording.Progress(); !finished {
			out = append(out, panel.NoticeView{Text: fmt.Sprintf(msgReading, s.Name(), int(100*done)), Loading: true, Done: done})
		}
	}
	return out
}

// Dismiss ends what a message of Progress is about.
func (s *Session) Dismiss(i int) {
	if i == 0 && s.opening != nil {
		s.cancelOpening()
	} else {
		s.stopLoading()
	}
}

// CanOpen reports whether there is anything that opens demos.
func (s *Session) CanOpen() bool { return s.source != nil }
