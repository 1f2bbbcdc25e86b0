package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fragscope/formats/base/count"
	"fragscope/formats/base/fault"
	"fragscope/sim/load"
	"fragscope/viewer/action"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
)

// maxViews is the maximum number of demos of a folder that are tried, and maxTogether that of files opened together.
const (
	maxViews    = 64
	maxTogether = 16
)

// matchKey is the key of the message that offers to merge several demos.
const matchKey = "match"

// matcher finds demos of one match.
type matcher struct {
	source   Source
	post     func(ctx context.Context, f func()) // calls f on the game loop's goroutine unless ctx is done
	together []string                            // the files opened together that belong to one match
}

// offerMatch offers to merge files opened together if they belong to the same match.
func (s *Session) offerMatch(list []string) {
	if len(list) < 2 || len(list) > maxTogether {
		return
	}
	s.match.find(s.demo, list[0], list[1:], func(paths []string) {
		if len(paths) != len(list) {
			return
		}
		s.match.together = paths
		s.host.Notices.Add(notice.Notice{NoticeView: panel.NoticeView{
			Text: fmt.Sprintf(msgOneMatch, len(paths)), Button: "As one", Do: action.MergeViews, Sticky: true,
		}, Key: matchKey})
	})
}

// mergeViews reopens the demo merged with the other demos of the same match in the playlist, or in the folder if there
// is none.
func (s *Session) mergeViews() {
	if s.demo == nil {
		return
	}
	s.host.Notices.Drop(matchKey)
	if paths := s.match.with(s.demo.Path); paths != nil {
		s.Open(load.MatchPath(paths), "", false)
		return
	}
	list, at := s.siblings()
	if at < 0 {
		s.host.Notices.Say(msgNoOthers)
		return
	}
	open := list[at]
	others := nearest(list, at, maxViews)
	s.host.Notices.Say(fmt.Sprintf(msgLookingForViews, count.Of(len(others), "demo")))
	s.match.find(s.demo, open, others, func(paths []string) {
		if len(paths) < 2 {
			s.host.Notices.Say(msgNoOthers)
			return
		}
		s.Open(load.MatchPath(paths), "", false)
	})
}

// nearest returns up to limit files around one in a list, except that one.
func nearest(list []string, at, limit int) []string {
	from := max(at-limit/2, 0)
	to := min(from+limit+1, len(list))
	return slices.Concat(list[from:at], list[at+1:to])
}

// with returns the files opened together with the one at path that belong to its match, or nil.
func (m *matcher) with(path string) []string {
	if len(m.together) > 1 && slices.Contains(m.together, path) {
		return m.together
	}
	return nil
}

// find finds out, in the background, which of the files belong to the same match as the given one, and passes them to
// found unless the demo while, which may be nil, was closed.
func (m *matcher) find(while *Demo, open string, others []string, found func(paths []string)) {
	ctx := context.Background()
	if while != nil {
		ctx = while.ctx
	}
	go func() {
		paths := []string{open}
		fault.Guard(func() error {
			first, err := facts(ctx, m.source, open)
			for _, other := range others {
				if err != nil || ctx.Err() != nil {
					break
				}
				if of, err := facts(ctx, m.source, other); err != nil || !first.like(of) {
					continue
				}
				if rec, err := load.Match(ctx, append(slices.Clone(paths), other)); err == nil {
					rec.Cancel()
					paths = append(paths, other)
				}
			}
			return err
		})
		m.post(ctx, func() { found(paths) })
	}()
}

// matchFacts are the facts that demos of one match have in common.
type matchFacts struct {
	game string
	maps []string
	runs []uint32
}

var errNoFacts = errors.New(msgNoLevel)

// facts returns the facts of the demo at a path.
func facts(ctx context.Context, source Source, path string) (f matchFacts, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	rec, err := source.Open(ctx, path)
	if err != nil {
		return f, err
	}
	f.game = rec.Header().GameKey
	for _, l := range rec.Levels() {
		f.maps, f.runs = append(f.maps, strings.ToLower(l.Map)), append(f.runs, l.ServerRun)
	}
	if len(f.maps) == 0 {
		return f, errNoFacts
	}
	return f, nil
}

// like reports whether comparing two demos may be worthwhile, judging by their first levels.
func (f matchFacts) like(o matchFacts) bool {
	return f.game == o.game && slices.ContainsFunc(f.maps, func(m string) bool { return slices.Contains(o.maps, m) })
}
