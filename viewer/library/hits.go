//go:build !js

package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fragscope/formats/base/fault"
	"fragscope/sim"
	"fragscope/sim/archive"
	"fragscope/sim/archive/spot"
	"fragscope/sim/query"
	"fragscope/sim/recording"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
)

// hit is a moment of a demo of the library.
type hit struct {
	row       *archive.Row
	at, until time.Duration
	text      string
	who       string // the player it is about, or ""
}

// hits are the results of a search in all demos.
type hits struct {
	shown bool   // in the table instead of the demos
	asked string // the question, or what the hits resemble
	list  []hit
	at    int
	busy  bool
	wrong string
}

// maxHits is the maximum number of hits listed.
const maxHits = 10_000

// hitColumns are the columns of the table of hits.
var hitColumns = []column{
	{Title: "Demo", Share: 0.28}, {Title: "Map", Share: 0.12}, {Title: "Time", Share: 0.13, Right: true},
	{Title: "What", Share: 0.47},
}

// cells returns the texts shown for a hit.
func (h *hit) cells() []string {
	return []string{h.row.Base(), h.row.Map, h.row.Clock.Moment(h.at).Short(), h.text}
}

// askAll switches from the table of demos to the search, opening the library if necessary.
func (l *Library) askAll() {
	if !l.open {
		l.toggle()
	}
	if l.open && !l.hits.shown {
		l.turn()
	}
}

// turn switches between demos and hits, each of which has its own text.
func (l *Library) turn() {
	l.hits.shown = !l.hits.shown
	l.other, l.Text = l.Text, l.other
	l.Caret, l.Anchor = len(l.Text), len(l.Text)
	l.scroll.At = 0
	l.host.Relayout()
}

// find searches all demos with the typed query.
func (l *Library) find() {
	text := strings.TrimSpace(string(l.Text))
	q, err := query.Parse(text)
	if err != nil || q.Empty() {
		l.hits.list, l.hits.wrong, l.hits.asked = nil, msgNoQuestion, text
		if err != nil {
			l.hits.wrong = err.Error()
		}
		return
	}
	ctx, end, ok := l.task.begin(msgAsking)
	if !ok {
		return
	}
	l.hits = hits{shown: true, asked: text, busy: true}
	places := l.host.PlacesIn()
	most := 0
	remain := func(demos int) {
		most = max(most, demos)
		share := float32(most-demos) / float32(max(most, 1))
		l.host.Post(ctx, func() {
			l.task.progress(fmt.Sprintf(msgAskingMore, demos), max(share, 0.01))
		})
	}
	options := archive.FindOptions{Remain: remain,
		Places: func(_ *archive.Row, rec *recording.Recording) query.Places { return places(rec) }}
	go func() {
		count := 0
		hit := func(h *archive.Hits) error {
			if h.Err != nil {
				return nil
			}
			list := hitsOf(h)
			if count += len(list); count > maxHits {
				return errEnough
			}
			l.host.Post(ctx, func() {
				l.hits.list = append(l.hits.list, list...)
				l.host.Relayout()
			})
			return nil
		}
		err := fault.Guard(func() error { return l.demos.file.Find(ctx, q, options, hit) })
		l.host.Tell(func() {
			l.hits.busy = false
			if err != nil && ctx.Err() == nil && !errors.Is(err, errEnough) {
				l.hits.wrong = notice.Reason(err)
			}
			end()
		})
	}()
}

// hitsOf returns the hits in one demo.
func hitsOf(h *archive.Hits) (list []hit) {
	for i := range h.Moments {
		m := &h.Moments[i]
		text := m.Sentence(h.Recording)
		if events := h.Recording.Events(); m.Lead == "" && m.Event >= 0 && m.Event < len(events) {
			text = events[m.Event].Sentence(h.Recording.Header().GameKey)
		}
		list = append(list, hit{h.Row, m.Time, m.Until, text, nameOf(h.Recording, m)})
	}
	return list
}

// nameOf returns the name of the player that a moment is about.
func nameOf(rec *recording.Recording, m *query.Moment) string {
	if rec == nil {
		return ""
	}
	if events := rec.Events(); m.Event >= 0 && m.Event < len(events) {
		e := &events[m.Event]
		for _, p := range []*sim.Profile{e.AttackerProfile, e.Profile} {
			if p != nil && p.Slot == m.Who {
				return p.Name.Plain
			}
		}
	}
	for _, e := range rec.Roster() {
		if e.Profile.Slot == m.Who {
			return e.Profile.Name.Plain
		}
	}
	return ""
}

// errEnough ends a search that has more hits than are listed.
var errEnough = errors.New(msgMoreHits)

// take shows hits that do not come from a query.
func (l *Library) take(what string, list []hit) {
	if !l.open {
		l.toggle()
	}
	if !l.open {
		return
	}
	if !l.hits.shown {
		l.turn()
	}
	l.Text = nil
	l.Caret, l.Anchor = 0, 0
	l.hits = hits{shown: true, asked: what, list: list}
	l.scroll.At = 0
	l.host.Redraw()
}

// like looks for the moments most similar to the current one.
func (l *Library) like() {
	if !l.ready() {
		return
	}
	rec, w := l.host.Demo.Recording(), l.host.Demo.World()
	if w == nil {
		return
	}
	asked, when := likeWhat(l.host.Clock, rec, w)
	if len(asked) == 0 {
		l.host.Notices.Say(msgNobody)
		return
	}
	ctx, end, ok := l.task.begin(msgComparing)
	if !ok {
		return
	}
	path, what := rec.Header().Path, fmt.Sprintf(msgLike, when, l.host.Demo.Name())
	go func() {
		var list []archive.Alike
		err := fault.Guard(func() error {
			content, err := contentOf(ctx, l.demos.file, path)
			for _, m := range asked {
				if err != nil {
					break
				}
				var some []archive.Alike
				m.Content = content
				some, err = l.demos.file.Like(ctx, m, likeMost)
				list = append(list, some...)
			}
			list = nearest(list)
			return err
		})
		l.host.Tell(func() {
			end()
			if err != nil {
				l.host.Notices.Warn(fmt.Sprintf(msgUnread, notice.Reason(err)))
				return
			}
			var found []hit
			for _, a := range list {
				found = append(found, hit{a.Row, a.Time, a.Time, fmt.Sprintf(msgDistance, 100*(1-a.Distance),
					a.Row.Score), ""})
			}
			l.take(what, found)
		})
	}()
}

// likeWhat returns the moments to compare others with, and their name: the start, the middle and the end of the
// selected part, or the current moment if no part is selected. It omits moments at which nobody is visible.
func likeWhat(clock part.Clock, rec *recording.Recording, w *sim.World) (list []*archive.Moment, when string) {
	add := func(w *sim.World) {
		if w.Level < len(rec.Levels()) {
			if m := archive.MomentOf(rec.Header().GameKey, rec.Levels()[w.Level], w); m.Players() > 0 {
				list = append(list, m)
			}
		}
	}
	from, to, selected := clock.Loop()
	if !selected {
		add(w)
		return list, clock.Moment(w.Time).Short()
	}
	cursor := rec.Cursor()
	for i := range time.Duration(3) {
		add(cursor.At(from + (to-from)*i/2))
	}
	return list, clock.Moment(from).Short() + " to " + clock.Moment(to).Short()
}

// nearest returns the most similar moments of several lists, but only one of those close together in a demo.
func nearest(list []archive.Alike) (out []archive.Alike) {
	const apart = 10 * time.Second
	slices.SortStableFunc(list, func(a, b archive.Alike) int { return cmp.Compare(a.Distance, b.Distance) })
	for _, a := range list {
		same := func(b archive.Alike) bool { return b.Row.Path == a.Row.Path && (b.Time-a.Time).Abs() < apart }
		if len(out) < likeMost && !slices.ContainsFunc(out, same) {
			out = append(out, a)
		}
	}
	return out
}

// likeMost is the maximum number of similar moments listed.
const likeMost = 50

// ListMoments implements heat.Library.
func (l *Library) ListMoments(q spot.Question, lo, hi [2]float64) {
	if !l.ready() {
		return
	}
	ctx, end, ok := l.task.begin(msgAsking)
	if !ok {
		return
	}
	go func() {
		var list []archive.Place
		err := fault.Guard(func() (err error) {
			list, err = l.demos.file.Moments(ctx, q, lo, hi, momentsMost)
			return err
		})
		l.host.Tell(func() {
			end()
			if err != nil {
				l.host.Notices.Warn(fmt.Sprintf(msgUnread, notice.Reason(err)))
				return
			}
			var found []hit
			for _, m := range list {
				found = append(found, hit{m.Row, m.Time, m.Time, m.Name, ""})
			}
			l.take(fmt.Sprintf(msgThere, kindNames[q.Kind], q.Map), found)
		})
	}()
}

// momentsMost is the maximum number of moments of a cell listed.
const momentsMost = 500

var kindNames = [spot.KindCount]string{spot.Presence: "visits", spot.Deaths: "deaths", spot.Kills: "kills",
	spot.Pickups: "pickups"}

// Heat implements heat.Library.
func (l *Library) Heat(ctx context.Context, q spot.Question, f func(sim.Vec3, float64)) error {
	file, err := archive.Open(l.host.File)
	if err != nil {
		return err
	}
	defer file.Close()
	return file.Spots(ctx, q, func(s *archive.Spot) error {
		f(s.At, s.Weight)
		return nil
	})
}
