// Package session manages the open demo, the demo being opened, and the lists from which the next demo is chosen.
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

	"fragscope/formats/base/fault"
	"fragscope/formats/base/outlet"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/viewer/action"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// SampleName is the file name of the built-in sample demo.
const SampleName = "sample:"

// Session holds the open demo, the demo being opened, and the lists from which the next demo is chosen. It must be used
// on the game loop's goroutine.
type Session struct {
	// Playlist lists the files to play, in order. If there are fewer than two, the files in the open demo's folder are
	// played instead.
	Playlist []string
	// InMemory is set to keep streams only in memory. Live is set to follow all files as if they were still
	// growing.
	InMemory, Live bool
	// Brief is set if the program will end soon. The session then does not return unused memory to the system, and
	// reads only the existing part of a file that may be growing.
	Brief bool

	host    Host
	source  Source
	hooks   Hooks
	now     time.Time
	demo    *Demo
	opening *opening
	recent  recent
	match   matcher
	ended   bool // the demo is at its last frame, and the next one has been offered
}

// Demo describes the open demo: its recording and the source of the recording.
type Demo struct {
	Path, Member string
	// Start is set if the time, player and speed from the program's arguments apply to this demo.
	Start     bool
	Recording *recording.Recording
	// Stream is the source of a growing demo, or nil for any other.
	Stream *load.Stream

	ctx      context.Context // cancelled when the demo is closed
	cancel   context.CancelFunc
	since    time.Time // when it was opened
	cursor   *recording.Cursor
	world    *sim.World
	eyes     eyes
	frames   int         // as of world
	reported bool        // how loading ended was reported
	hidden   bool        // the world has no scores
	quiet    []sim.Event // those of the first heard that do not reveal the score
	heard    int
	stopped  bool   // by the user
	kept     string // the file in which its stream is kept, or ""
}

// opening is a file being opened.
type opening struct {
	path, member string
	ctx          context.Context // cancelled when the demo is closed or no longer waited for
	cancel       context.CancelFunc
	since        time.Time
	start        bool
	note         string // shown once it is open
	// next are the files to try if this one cannot be played, bad the names of those tried before it.
	next, bad []string
	stream    *load.Stream
}

// Hooks holds functions that are called when a demo is opened or closed. The demo does not have a world yet when Opened
// is called.
type Hooks struct {
	Opened func(*Demo)
	Closed func()
}

// New returns a session in which no demo is open.
func New(h Host, source Source, now time.Time, hooks Hooks) *Session {
	s := &Session{host: h, source: source, hooks: hooks, now: now,
		recent: recent{store: h.Store, warn: h.Notices.Warn}, match: matcher{source: source, post: h.Post}}
	s.recent.load()
	return s
}

// Part returns the [part.Part] that opens demos and switches between points of view.
func (s *Session) Part() part.Part {
	several := func() bool { return s.demo != nil && len(s.demo.Recording.Witnesses()) > 0 }
	return part.Part{
		Escape: func() bool { return s.cancelOpening() || s.stopLoading() },
		Search: s.search,
		Actions: map[action.ID]part.Action{
			action.Open:     {Do: s.askOpen, Idle: true},
			action.Recent:   {Do: s.listRecent, Idle: true},
			action.PrevDemo: {Do: func() { s.stepFile(-1) }, Idle: true},
			action.NextDemo: {Do: func() { s.stepFile(1) }, Idle: true},
			action.Sample:   {Do: s.openSample, Idle: true},
			action.Continue: {Do: s.resume, Idle: true},

			action.NextEyes: {Do: s.nextEyes, Why: part.Unless(several, msgOneView)},
			action.MergeViews: {Do: s.mergeViews, Why: part.Unless(func() bool { return !several() },
				msgMergedAlready)},
		},
	}
}

// Open opens the file at path in the background. If member is not empty, the file is an archive and Open opens the demo
// called member in it. The current demo stays open until the first frame of the new demo is ready. start is set if the
// program's arguments, such as the time to start at, apply to the new demo.
func (s *Session) Open(path, member string, start bool) {
	switch {
	case path == SampleName:
		s.openSample()
	case load.IsStream(path):
		s.openStream(path)
	default:
		s.openFile(path, member)
	}
	if s.opening != nil {
		s.opening.start = start
	}
}

func (s *Session) openFile(path, member string) {
	path, member = absolute(path, member)
	o, always, brief := &opening{path: path, member: member}, s.Live, s.Brief
	s.open(o, func(ctx context.Context) (*recording.Recording, []Choice, error) {
		if member != "" {
			rec, err := s.source.Member(ctx, path, member)
			return rec, nil, err
		}
		if always || !brief && load.Grows(path) {
			return s.stream(ctx, o)
		}
		choices, err := s.source.Choices(path)
		if err == nil && len(choices) > 1 {
			return nil, choices, nil
		}
		rec, err := s.source.Open(ctx, path)
		return rec, nil, err
	})
}

// absolute returns the absolute path of a demo, of one in an archive, or of several of one match.
func absolute(path, member string) (string, string) {
	if demos, ok, err := load.MatchDemos(path); ok && err == nil && !load.IsMatchFile(path) {
		for i, d := range demos {
			if abs, err := filepath.Abs(d); err == nil {
				demos[i] = abs
			}
		}
		return load.MatchPath(demos), ""
	}
	if member == "" {
		path, member = load.SplitMember(path)
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return path, member
}

// openSample opens the built-in sample.
func (s *Session) openSample() {
	s.open(&opening{path: SampleName}, func(ctx context.Context) (*recording.Recording, []Choice, error) {
		rec, err := s.source.Sample(ctx)
		return rec, nil, err
	})
}

func (s *Session) open(o *opening, read func(context.Context) (*recording.Recording, []Choice, error)) {
	if s.source == nil {
		return
	}
	s.cancelOpening()
	o.ctx, o.cancel = context.WithCancel(context.Background())
	o.since = s.now
	s.opening = o
	s.host.Relayout()
	go func() {
		var rec *recording.Recording
		var choices []Choice
		err := fault.Guard(func() (err error) {
			rec, choices, err = read(o.ctx)
			return err
		})
		s.host.Post(o.ctx, func() { s.opened(o, rec, choices, err) })
		if o.ctx.Err() != nil && rec != nil {
			rec.Cancel()
		}
	}()
}

// opened is called when the first frame of a demo is ready, or when there will be none.
func (s *Session) opened(o *opening, rec *recording.Recording, choices []Choice, err error) {
	if s.opening != o {
		return
	}
	s.opening = nil
	if err == nil && len(choices) == 0 && (rec == nil || rec.Frames() == 0) {
		err = errEmpty(rec)
	}
	switch {
	case err != nil && s.openNext(o, err):
		o.cancel()
	case err != nil:
		o.cancel()
		s.refuse(o, err)
	case len(choices) > 0:
		o.cancel()
		s.askMember(o.path, choices)
	default:
		s.watch(o, rec)
	}
	if len(o.bad) > 0 && s.opening == nil {
		s.host.Notices.Warn(badMessage(o.bad))
	}
}

var errNothing = errors.New(msgNothing)

func errEmpty(rec *recording.Recording) error {
	if rec != nil && rec.Err() != nil {
		return rec.Err()
	}
	return errNothing
}

// refuse informs the user why a file cannot be played.
func (s *Session) refuse(o *opening, err error) {
	name, warn := Label(o.path), s.host.Notices.Warn
	var several *load.StreamsError
	switch {
	case errors.Is(err, load.ErrPassword):
		s.askPassword(o)
	case errors.As(err, &several):
		s.askStream(o, several)
	case errors.Is(err, context.Canceled):
		return
	case errors.Is(err, fs.ErrNotExist):
		s.recent.drop(o.path)
		warn(fmt.Sprintf(msgNoFile, o.path))
	case errors.Is(err, fs.ErrPermission):
		warn(fmt.Sprintf("%s cannot be read: you do not have permission.", o.path))
	case strings.Contains(err.Error(), name):
		warn(strings.TrimSuffix(err.Error(), ".") + ".")
	default:
		warn(fmt.Sprintf("%s cannot be played: %s.", name, strings.TrimSuffix(notice.Reason(err), ".")))
	}
}

// watch makes a recording the current demo.
func (s *Session) watch(o *opening, rec *recording.Recording) {
	s.closeDemo()
	s.demo = &Demo{
		Path: load.Public(o.path), Member: o.member, Start: o.start, Recording: rec, Stream: o.stream, ctx: o.ctx,
		cancel: o.cancel, since: s.now, cursor: rec.Cursor(),
	}
	s.keepStream()
	if o.path != SampleName && o.path != load.StandardInput && (load.IsMatchFile(o.path) || !load.IsMatch(o.path)) {
		s.recent.add(load.Public(o.path))
	}
	s.recent.describeOpened(s.demo)
	s.host.Lists.Close()
	s.host.Notices.Keep(func(n *notice.Notice) bool { return n.Sticky && n.Key != nextKey && n.Key != damageKey })
	s.ended = false
	s.hooks.Opened(s.demo)
	s.host.SetTitle(s.Title())
	if o.note != "" {
		s.host.Notices.Say(o.note)
	}
}

// Close closes the open demo. It also cancels the opening of any other demo.
func (s *Session) Close() {
	s.cancelOpening()
	s.closeDemo()
}

func (s *Session) closeDemo() {
	if s.demo == nil {
		return
	}
	s.recent.describe(s.demo, s.host.Position())
	s.demo.cancel()
	s.demo.Recording.Cancel()
	s.hooks.Closed()
	s.demo = nil
}

// cancelOpening cancels the opening of a file. It reports whether one was being opened.
func (s *Session) cancelOpening() bool {
	if s.opening == nil {
		return false
	}
	s.opening.cancel()
	s.opening = nil
	s.host.Relayout()
	return true
}

// stopLoading stops reading the current demo, keeping what has been read. It reports whether the demo was being read.
func (s *Session) stopLoading() bool {
	if s.demo == nil {
		return false
	}
	if _, finished := s.demo.Recording.Progress(); finished || s.demo.Stream != nil {
		return false
	}
	s.demo.stopped = true
	s.demo.Recording.Cancel()
	return true
}

// SetNow sets the wall-clock time of the current update.
func (s *Session) SetNow(now time.Time) {
	s.now = now
	if s.opening != nil {
		s.host.Relayout() // progress is shown after a while
	}
}

// Advance sets the world to the state at demo time t.
func (s *Session) Advance(t time.Duration) {
	d := s.demo
	hide := s.host.Settings.HideScore
	if d.world != nil && d.world.Time == t && d.frames == d.Recording.Frames() && d.hidden == hide {
		return
	}
	moved := d.world == nil || d.world.Time != t
	d.frames = d.Recording.Frames()
	d.world = d.eyes.see(d.cursor.At(t), d.Recording.Witnesses())
	if d.hidden = hide; hide {
		hideScore(d.world)
	}
	if moved || d.world.Frame >= d.frames-2 {
		s.host.Redraw()
	} else {
		s.host.Relayout()
	}
}

// Events returns the events loaded so far. If the score is hidden, Events omits the events that would reveal it, or
// removes the text from them.
func (s *Session) Events() []sim.Event {
	d := s.demo
	events := d.Recording.Events()
	if !s.host.Settings.HideScore {
		return events
	}
	if len(events) < d.heard {
		d.quiet, d.heard = nil, 0
	}
	for ; d.heard < len(events); d.heard++ {
		e := events[d.heard]
		if e.RevealsOutcome() {
			if e.Text = (sim.Text{}); e.Kind != sim.EventMatchEnd && e.Kind != sim.EventOvertime {
				continue
			}
		}
		d.quiet = append(d.quiet, e)
	}
	return d.quiet
}

// hideScore removes what reveals the score from a world. If several play, that includes the text that the game laid
// out on the screen, which is the scoreboard.
func hideScore(w *sim.World) {
	if len(w.Players) > 1 {
		w.ScreenText = nil
	}
	if sim.RevealsOutcome(w.CenterPrint.Plain) {
		w.CenterPrint = sim.Text{}
	}
	for i := range w.TeamScore {
		w.TeamScore[i] = sim.Unknown
	}
	for i := range w.Players {
		w.Players[i].Frags, w.Players[i].Deaths = sim.Unknown, sim.Unknown
	}
}

// Report informs the user if reading was stopped or failed, or if the demo is damaged. It does nothing until reading
// has ended.
func (s *Session) Report() {
	d := s.demo
	if _, finished := d.Recording.Progress(); !finished || d.reported {
		return
	}
	d.reported = true
	s.recent.describeLoaded(d)
	if !s.Brief {
		go debug.FreeOSMemory() // reading leaves a lot of garbage
	}
	for _, text := range damageMessages(d.Recording, d.stopped, s.host.Moment) {
		s.host.Notices.Add(notice.Notice{NoticeView: panel.NoticeView{Text: text, Error: true, Sticky: true},
			Key: damageKey})
	}
	s.host.Relayout()
}

// Demo returns the open demo, or nil if no demo is open.
func (s *Session) Demo() *Demo { return s.demo }

// Opening reports whether a demo is being opened.
func (s *Session) Opening() bool { return s.opening != nil }

// Game returns the key of the open demo's game, or "" if no demo is open.
func (s *Session) Game() string {
	if rec := s.Recording(); rec != nil {
		return rec.Header().GameKey
	}
	return ""
}

// Recording returns the recording of the open demo, or nil if no demo is open.
func (s *Session) Recording() *recording.Recording {
	if s.demo == nil {
		return nil
	}
	return s.demo.Recording
}

// World returns the current world, or nil if there is none.
func (s *Session) World() *sim.World {
	if s.demo == nil {
		return nil
	}
	return s.demo.world
}

// Level returns the current level. If there is no level yet, the returned Level has an empty map name.
func (s *Session) Level() sim.Level {
	if w := s.World(); w != nil {
		if ls := s.demo.Recording.Levels(); w.Level >= 0 && w.Level < len(ls) {
			return ls[w.Level]
		}
	}
	return sim.Level{}
}

// Key returns the key under which data about the open demo is stored between runs of the program.
func (s *Session) Key() string {
	if s.demo.Member != "" {
		return s.demo.Path + "/" + s.demo.Member
	}
	return s.demo.Path
}

// Load loads the demo at path. The open demo stays open.
func (s *Session) Load(ctx context.Context, path string) (*recording.Recording, error) {
	if s.source == nil {
		return nil, errNothing
	}
	path, member := absolute(path, "")
	if member != "" {
		return s.source.Member(ctx, path, member)
	}
	return s.source.Open(ctx, path)
}

// Context returns a context that is cancelled when the open demo is closed.
func (s *Session) Context() context.Context { return s.demo.ctx }

// Name returns the name of the open demo.
func (s *Session) Name() string {
	if h := s.demo.Recording.Header(); h.Name != "" {
		return h.Name
	}
	return filepath.Base(s.demo.Path)
}

// Clip returns a function that extracts a section of the open demo as a separate demo. The section lies between the
// demo times from and to.
func (s *Session) Clip(from, to time.Duration) func() ([]byte, error) {
	path, member := s.demo.Path, s.demo.Member
	if stream := s.demo.Stream; stream != nil {
		return func() ([]byte, error) { return stream.Clip(from, to) }
	}
	return func() ([]byte, error) { return s.source.Clip(path, member, from, to) }
}

// Data returns a function that reads the open demo and returns its decompressed contents.
func (s *Session) Data() func() ([]byte, error) {
	path, member := s.demo.Path, s.demo.Member
	if stream := s.demo.Stream; stream != nil {
		return func() ([]byte, error) { return stream.Data(), nil }
	}
	return func() ([]byte, error) { return s.source.Data(path, member) }
}

// Title returns the title of the window.
func (s *Session) Title() string {
	if s.demo == nil {
		return "Fragscope"
	}
	return outlet.Window(s.Name()) + " – Fragscope"
}

// Busy returns the name of the demo being opened, or "" if there is none.
func (s *Session) Busy() string {
	switch o := s.opening; {
	case o == nil:
		return ""
	case o.member != "":
		return o.member
	default:
		return Label(o.path)
	}
}

// shortly is how long an operation may take before its progress is shown.
const shortly = 400 * time.Millisecond

// Progress returns messages that show how far the opening and reading of demos has progressed. They are shown before
// all other messages.
func (s *Session) Progress() []panel.NoticeView {
	var out []panel.NoticeView
	if s.opening != nil && s.demo != nil && s.now.Sub(s.opening.since) > shortly {
		out = append(out, panel.NoticeView{Text: fmt.Sprintf(msgOpening, s.Busy()), Loading: true})
	}
	if s.demo != nil && s.demo.Stream == nil && s.now.Sub(s.demo.since) > shortly {
		if done, finished := s.demo.Recording.Progress(); !finished {
			out = append(out, panel.NoticeView{Text: fmt.Sprintf(msgReading, s.Name(), int(100*done)), Loading: true,
				Done: done})
		}
	}
	return out
}

// Dismiss cancels the operation reported by message i of [Session.Progress].
func (s *Session) Dismiss(i int) {
	if i == 0 && s.opening != nil {
		s.cancelOpening()
	} else {
		s.stopLoading()
	}
}

// CanOpen reports whether the session can open demos.
func (s *Session) CanOpen() bool { return s.source != nil }
