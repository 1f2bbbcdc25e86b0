package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/adrg/xdg"

	"fragscope/formats/base/outlet"
	"fragscope/sim/load"
	"fragscope/sim/recording"
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

// Stream returns the stream from which the open demo is read, or nil if the demo is not growing.
func (s *Session) Stream() *load.Stream {
	if s.demo == nil {
		return nil
	}
	return s.demo.Stream
}

// Label returns the name of a file or stream for use in lists and messages.
func Label(path string) string {
	switch {
	case path == load.StandardInput:
		return "standard input"
	case load.IsStream(path):
		return load.Public(path)
	}
	return shortNames(path)
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
			d.kept = file
			s.recent.add(file)
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
