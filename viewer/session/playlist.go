package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fragscope/sim/load"
	"fragscope/viewer/action"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// OpenAll replaces the playlist with paths and opens its first file. A folder in paths stands for the demos in it.
// start has the same meaning as in [Session.Open].
func (s *Session) OpenAll(paths []string, start bool) {
	var list []string
	for _, p := range paths {
		if info, err := os.Stat(p); err == nil && info.IsDir() {
			list = append(list, demosIn(p)...)
		} else {
			list = append(list, p)
		}
	}
	if len(list) == 0 {
		s.host.Notices.Warn(msgNoDemo)
		return
	}
	s.Playlist = list
	s.Open(list[0], "", start)
	if s.opening != nil && len(list) > 1 {
		s.opening.next = list[1:]
	}
	if len(paths) > 1 {
		s.offerMatch(list)
	}
}

// openNext opens the file to try next after a file that cannot be played. It reports whether there is one.
func (s *Session) openNext(o *opening, err error) bool {
	if len(o.next) == 0 || errors.Is(err, load.ErrPassword) || errors.Is(err, context.Canceled) {
		return false
	}
	bad := append(o.bad, Label(o.path))
	s.Open(o.next[0], "", o.start)
	if s.opening == nil {
		return false
	}
	s.opening.next, s.opening.bad = o.next[1:], bad
	return true
}

// badMessage returns a message that names the files that could not be played before the open one.
func badMessage(bad []string) string {
	const most = 3
	switch n := len(bad); {
	case n > most:
		return fmt.Sprintf(msgBadMany, n, strings.Join(bad[:most], ", "), n-most)
	case n > 1:
		return fmt.Sprintf(msgBadOne, strings.Join(bad[:n-1], ", ")+" and "+bad[n-1])
	}
	return fmt.Sprintf(msgBadOne, bad[0])
}

// siblings returns the demos of the playlist, or of the folder if there is none, and the index of the open one
// among them, or -1.
func (s *Session) siblings() (list []string, at int) {
	path, member := "", ""
	switch {
	case s.opening != nil:
		path, member = s.opening.path, s.opening.member
	case s.demo != nil:
		path, member = s.demo.Path, s.demo.Member
	}
	list = s.Playlist
	if len(list) < 2 {
		if path == "" || path == SampleName || load.IsStream(path) {
			return nil, -1
		}
		list = demosIn(filepath.Dir(path))
	}
	return list, slices.IndexFunc(list, func(p string) bool {
		file, m := load.SplitMember(p)
		return samePath(file, path) && (m == "" || m == member)
	})
}

// stepFile opens the demo that is by places further in the playlist, or in the folder if there is none.
func (s *Session) stepFile(by int) {
	list, at := s.siblings()
	if len(list) == 0 {
		return
	}
	next := at + by
	if at < 0 && by < 0 {
		next = len(list) - 1
	}
	if next < 0 || next >= len(list) {
		if by > 0 {
			s.host.Notices.Say(msgLastDemo)
		} else {
			s.host.Notices.Say(msgFirstDemo)
		}
		return
	}
	s.Open(list[next], "", false)
	if s.opening != nil {
		s.opening.note = fmt.Sprintf(msgOfMany, filepath.Base(list[next]), next+1, len(list))
	}
}

// nextKey is the key of the message that offers the next demo.
const nextKey = "next"

// OfferNext offers to play the next demo of the playlist if the open demo has ended. If it has not, OfferNext withdraws
// any earlier offer.
func (s *Session) OfferNext() {
	ended := s.demo != nil && s.host.Ended() && s.opening == nil && len(s.Playlist) > 1
	if ended == s.ended {
		return
	}
	s.ended = ended
	if !ended {
		s.host.Notices.Drop(nextKey)
		return
	}
	if list, at := s.siblings(); at >= 0 && at+1 < len(list) {
		s.host.Notices.Add(notice.Notice{NoticeView: panel.NoticeView{
			Text: fmt.Sprintf(msgNext, filepath.Base(list[at+1])), Button: "Play", Do: action.NextDemo, Sticky: true,
		}, Key: nextKey})
	}
}

// OpenRecent opens the recent demo at index i.
func (s *Session) OpenRecent(i int) {
	if i < len(s.recent.paths) {
		s.Open(s.recent.paths[i], "", false)
	}
}

// listRecent lists the recent demos.
func (s *Session) listRecent() {
	s.recent.load()
	list := s.recent.paths
	rows := make([]panel.Row, len(list))
	for i, p := range list {
		rows[i] = panel.Row{Spans: panel.Plain(s.host.Theme, Label(p))}
		if !load.IsStream(p) {
			rows[i].Note = filepath.Dir(p)
		}
	}
	s.host.Lists.Open(part.List{Title: "Recent demos", Empty: "No demo has been opened yet.", Rows: rows,
		Choose: func(i int) { s.Playlist = nil; s.Open(list[i], "", false) },
		Remove: func(i int) { s.recent.drop(list[i]); s.listRecent() },
	})
}

// askOpen asks for a file.
func (s *Session) askOpen() {
	dir := ""
	switch {
	case s.demo != nil && s.demo.Path != SampleName && !load.IsStream(s.demo.Path):
		dir = filepath.Dir(s.demo.Path)
	case len(s.recent.paths) > 0 && !load.IsStream(s.recent.paths[0]):
		dir = filepath.Dir(s.recent.paths[0])
	}
	s.host.Ask(func() (string, error) { return s.host.Files.OpenFile("Open a demo", dir) }, func(path string) {
		s.Playlist = nil
		s.Open(path, "", false)
	})
}

// askMember lists the demos in an archive.
func (s *Session) askMember(path string, choices []Choice) {
	rows := make([]panel.Row, len(choices))
	for i, c := range choices {
		rows[i] = panel.Row{Spans: panel.Plain(s.host.Theme, c.Name), Note: formatSize(c.Size)}
	}
	s.host.Lists.Open(part.List{
		Title: "Which demo?", Note: filepath.Base(path), Rows: rows,
		Choose: func(i int) { s.Open(path, choices[i].Name, false) },
	})
}

func formatSize(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%d kB", n>>10)
	}
	return fmt.Sprintf("%d B", n)
}

func samePath(p, q string) bool {
	pa, err1 := filepath.Abs(p)
	qa, err2 := filepath.Abs(q)
	return p == q || err1 == nil && err2 == nil && pa == qa
}

// demosIn returns the files in a folder that have names of demos, sorted by name. The contents decide when a file
// is opened; going by the name here avoids reading every file.
func demosIn(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		if !e.IsDir() && load.Named(e.Name()) {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	slices.SortFunc(out, func(a, b string) int { return naturalCompare(filepath.Base(a), filepath.Base(b)) })
	return out
}

// naturalCompare orders names by the numbers in them: "round2" before "round10".
func naturalCompare(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	for a != "" && b != "" {
		na, nb := digits(a), digits(b)
		if na > 0 && nb > 0 {
			x, y := strings.TrimLeft(a[:na], "0"), strings.TrimLeft(b[:nb], "0")
			if len(x) != len(y) {
				return len(x) - len(y)
			}
			if x != y {
				return strings.Compare(x, y)
			}
			a, b = a[na:], b[nb:]
			continue
		}
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
