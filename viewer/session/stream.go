package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/adrg/xdg"

	"fragscope/formats/base/fault"
	"fragscope/formats/base/outlet"
	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/viewer/draw"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// openStream opens the address of a stream, or standard input.
func (s *Session) openStream(address string) {
	o := &opening{path: address}
	s.open(o, func(ctx context.Context) (*recording.Recording, []Choice, error) { return s.stream(ctx, o) })
}

// stream opens a growing demo. It runs in the background.
func (s *Session) stream(ctx context.Context, o *opening) (*recording.Recording, []Choice, error) {
	rec, stream, err := s.source.Stream(ctx, o.path)
	o.stream = stream
	return rec, nil, err
}

// Stream returns the source of the open demo if it is still growing, or nil for any other.
func (s *Session) Stream() *load.Stream {
	if s.demo == nil {
		return nil
	}
	return s.demo.Stream
}

// Label returns the name of a file or address, for lists and messages.
func Label(path string) string {
	switch {
	case path == load.StandardInput:
		return "standard input"
	case load.IsStream(path):
		return load.Public(path)
	}
	return shortNames(path)
}

// remember puts a demo first among the recent ones.
func (s *Session) remember(path string) {
	if err := s.host.Store.AddRecent(path); err == nil {
		s.loadRecent()
	}
}

// canStream reports whether live matches can be watched.
func canStream() bool { return runtime.GOOS != "js" }

// askAddress asks for the address of a stream.
func (s *Session) askAddress() {
	last := ""
	if i := slices.IndexFunc(s.recent, load.IsStream); i >= 0 {
		last = s.recent[i]
	}
	s.host.Lists.Ask(part.Prompt{
		Title: "Watch live", Note: "the address of a match that is being played",
		Hint: "qtv://host:port/stream or gtv://host:port; host:port asks a game server who plays", Text: last,
		Done: func(address string) {
			if load.IsServer(address) {
				s.askServer(address)
				return
			}
			s.Playlist = nil
			if !load.IsStream(address) {
				s.host.Notices.Warn(fmt.Sprintf(msgNoAddress, load.Public(address)))
				return
			}
			s.Open(address, "", false)
		},
	})
}

// askServer shows the map, the game and the players of a game server.
func (s *Session) askServer(address string) {
	s.host.Notices.Say(fmt.Sprintf(msgAsking, address))
	ctx := context.Background()
	go func() {
		var status load.ServerStatus
		err := fault.Guard(func() (err error) {
			status, err = load.AskServer(ctx, address)
			return err
		})
		s.host.Post(ctx, func() {
			if err != nil {
				s.host.Notices.Warn(fmt.Sprintf(msgNotAnswered, address, err))
				return
			}
			list := serverList(s.host.Theme, address, &status)
			list.Choose = func(int) { s.host.Lists.Close() }
			s.host.Lists.Open(list)
		})
	}()
}

// serverList returns a server's status as a list of its players, from which nothing can be chosen.
func serverList(theme *draw.Theme, address string, status *load.ServerStatus) part.List {
	rows := make([]panel.Row, len(status.Players))
	for i, p := range status.Players {
		rows[i] = panel.Row{Lead: strconv.Itoa(p.Score),
			Spans: panel.Plain(theme, fmt.Sprintf("%s, ping %d", p.Name, p.Ping))}
	}
	players := strconv.Itoa(len(rows))
	if status.Most > 0 {
		players = fmt.Sprintf("%d of %d", len(rows), status.Most)
	}
	return part.List{
		Title: cmp.Or(status.Name, address), Note: fmt.Sprintf("%s   %s   %s players", status.Map,
			status.Game, players),
		Empty: msgNobody, Rows: rows,
	}
}

// askPassword asks for the password of a stream.
func (s *Session) askPassword(o *opening) {
	s.host.Lists.Ask(part.Prompt{
		Title: "Password", Note: "of " + Label(o.path), Hint: "password of the stream", Secret: true,
		Done: func(password string) { s.Open(load.WithPassword(o.path, password), "", o.start) },
	})
}

// askStream lists the streams of a server.
func (s *Session) askStream(o *opening, several *load.StreamsError) {
	rows := make([]panel.Row, len(several.Streams))
	for i, st := range several.Streams {
		rows[i] = panel.Row{Lead: st.ID, Spans: panel.Plain(s.host.Theme, st.Name)}
	}
	s.host.Lists.Open(part.List{
		Title: "Which stream?", Note: Label(o.path), Rows: rows,
		Choose: func(i int) { s.Open(strings.TrimSuffix(o.path, "/")+"/"+several.Streams[i].ID, "", o.start) },
	})
}

// keepStream saves the stream just opened to the user's folder of recordings.
func (s *Session) keepStream() {
	d := s.demo
	if d.Stream == nil || d.Stream.File() || s.InMemory {
		return
	}
	dir := recordings(s.host.Settings)
	err := os.MkdirAll(dir, 0o755)
	name := recordingName(d.Recording, s.now)
	for n := 1; err == nil; n++ {
		file := filepath.Join(dir, name+d.Stream.Extension(d.Recording))
		if n > 1 {
			file = filepath.Join(dir, fmt.Sprintf("%s-%d%s", name, n, d.Stream.Extension(d.Recording)))
		}
		if err = d.Stream.Keep(file, int64(s.host.Settings.RecordingLimit)<<20); err == nil {
			s.remember(file)
			return
		}
		if errors.Is(err, fs.ErrExist) && n < 1000 {
			err = nil
		}
	}
	s.host.Notices.Warn(fmt.Sprintf(msgNotKept, notice.Reason(err)))
}

// recordings returns the folder of recordings.
func recordings(set *settings.Settings) string {
	switch {
	case set.Recordings != "":
		return set.Recordings
	case xdg.UserDirs.Videos != "":
		return filepath.Join(xdg.UserDirs.Videos, "Fragscope")
	}
	return filepath.Join(xdg.Home, "Fragscope")
}

// recordingName returns the name of a recording's file without extension: date, map, players.
func recordingName(r *recording.Recording, now time.Time) string {
	const mostPlayers, longest = 4, 100
	name := now.Format("2006-01-02-150405")
	if levels := r.Levels(); len(levels) > 0 && levels[0].Map != "" {
		name += "-" + levels[0].Map
	}
	var players []string
	for _, p := range r.Cursor().At(r.Duration()).Players {
		if p.Profile != nil && p.Profile.Name.Plain != "" && !panel.Spectates(&p) {
			players = append(players, p.Profile.Name.Plain)
		}
	}
	switch n := len(players); {
	case n > mostPlayers:
		name += fmt.Sprintf("-%d-players", n)
	case n > 0:
		name += "-" + strings.Join(players, "-")
	}
	if runes := []rune(name); len(runes) > longest {
		name = string(runes[:longest])
	}
	return outlet.FileName(name)
}
