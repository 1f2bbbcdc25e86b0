package live

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"fragscope/formats/base/count"
	"fragscope/formats/base/fault"
	"fragscope/sim/load"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// patience is the time limit for the answers of all addresses together.
const patience = 15 * time.Second

// finding asks servers what is being played, and lists the answers. The list stays until another one is requested.
type finding struct {
	host         Host
	asked        []string // the addresses of the list
	found        load.Found
	at           time.Time          // when they were asked; zero if never
	cancelAsking context.CancelFunc // nil while no request is in progress
}

// canStream reports whether live matches can be watched.
func canStream() bool { return runtime.GOOS != "js" }

// show shows the list or, before there is one, asks for addresses.
func (f *finding) show() {
	if f.at.IsZero() {
		f.prompt()
		return
	}
	f.list()
}

// prompt asks for addresses.
func (f *finding) prompt() {
	f.host.Lists.Ask(part.Prompt{
		Title: "Watch live", Note: "host:port, master://host:port, qtv://host:port or a hub: who plays what",
		Hint: "qtv://host:port/stream, or several addresses for a list", Text: f.host.Settings.LiveAddresses,
		Button: "Watch", Done: f.entered,
	})
}

// entered opens a single stream, or asks the addresses that the user has typed.
func (f *finding) entered(text string) {
	list := load.Addresses(text)
	stream := len(list) == 1 && load.IsStream(list[0])
	public := make([]string, len(list))
	for i, a := range list {
		if err := load.CanAsk(a); err != nil && !stream {
			f.host.Notices.Warn(sentence(err.Error()) + ".")
			return
		}
		public[i] = load.Public(a)
	}
	f.host.Settings.LiveAddresses = strings.Join(public, " ")
	f.host.SaveSettings()
	if stream {
		f.host.Open(list[0])
		return
	}
	f.ask(list)
}

// askKey is the key of the message about asking.
const askKey = "ask"

// ask asks addresses in the background, then lists their answers.
func (f *finding) ask(addresses []string) {
	f.cancel()
	who := addresses[0]
	if len(addresses) > 1 {
		who += " and " + count.Of(len(addresses)-1, "other")
	}
	f.host.Notices.Add(notice.Notice{NoticeView: panel.NoticeView{Text: fmt.Sprintf(msgAsking, load.Public(who)),
		Loading: true, Sticky: true}, Key: askKey})
	ctx, stop := context.WithTimeout(context.Background(), patience)
	f.cancelAsking = stop
	go func() {
		var found load.Found
		err := fault.Guard(func() error { found = load.FindMatches(ctx, addresses); return nil })
		f.host.Post(ctx, func() {
			f.cancel()
			if err != nil {
				found.Failed = append(found.Failed, err)
			}
			f.asked, f.found, f.at = addresses, found, time.Now()
			f.answered()
		})
	}()
}

// cancel cancels the request. It reports whether one was in progress.
func (f *finding) cancel() bool {
	if f.cancelAsking == nil {
		return false
	}
	f.cancelAsking()
	f.cancelAsking = nil
	f.host.Notices.Drop(askKey)
	f.host.Relayout()
	return true
}

// answered lists the matches found or, for a single server without a stream, its players.
func (f *finding) answered() {
	if m := f.found.Matches; len(f.asked) == 1 && len(m) == 1 && m[0].Watch == "" {
		f.players(&m[0])
		return
	}
	f.list()
}

// columns are the columns of the list.
func columns() []panel.Column {
	return []panel.Column{{Title: "Map", Width: 110, Left: true}, {Title: "Match", Width: 150, Left: true},
		{Title: "Players", Width: 60}, {Title: "Score", Words: true}, {Title: "Server", Words: true}}
}

// leading is the number of rows before the matches.
const leading = 2

// list lists the matches, and the addresses that did not answer.
func (f *finding) list() {
	plain := func(text string) []panel.Span { return panel.Plain(f.host.Theme, text) }
	public := make([]string, len(f.asked))
	for i, a := range f.asked {
		public[i] = load.Public(a)
	}
	rows := []panel.Row{
		{Button: true, Spans: plain("Ask again"),
			Note: fmt.Sprintf(msgAgain, f.at.Format("15:04:05"), strings.Join(public, " "))},
		{Button: true, Spans: plain("Other addresses…")},
	}
	for i := range f.found.Matches {
		rows = append(rows, panel.Row{Cells: f.cells(&f.found.Matches[i])})
	}
	for _, err := range f.found.Failed {
		rows = append(rows, panel.Row{Spans: []panel.Span{{Text: err.Error(), Face: panel.Small,
			Color: f.host.Theme.Warn}}})
	}
	matches := f.found.Matches
	f.host.Lists.Open(part.List{
		Title: "On now", Columns: columns(), Rows: rows, At: leading,
		Note: fmt.Sprintf(msgOnNow, len(matches), count.Of(f.found.Asked, "server")),
		Choose: func(i int) {
			switch i -= leading; {
			case i == -leading:
				f.ask(f.asked)
			case i < 0:
				f.prompt()
			case i >= len(matches):
				f.list()
			case matches[i].Watch == "":
				f.players(&matches[i])
			default:
				f.host.Open(matches[i].Watch)
			}
		},
	})
}

// cells returns the cells of a match, without its score if that is hidden.
func (f *finding) cells(m *load.LiveMatch) []string {
	score := m.Score()
	if f.host.Settings.HideScore {
		score = ""
	}
	server := m.Name
	for _, other := range []string{m.Server, m.Watch} {
		if server == "" {
			server = other
		}
	}
	match := slices.DeleteFunc([]string{m.Mode, m.Clock}, func(s string) bool { return s == "" })
	if len(match) == 0 {
		match = []string{m.Game}
	}
	return []string{m.Map, strings.Join(match, ", "), playing(m), score, server}
}

// playing returns the number of players and the maximum as text.
func playing(m *load.LiveMatch) string {
	if m.Most == 0 {
		return strconv.Itoa(len(m.Players))
	}
	return fmt.Sprintf("%d/%d", len(m.Players), m.Most)
}

// players lists the players on a server without a known stream. Choosing a row returns to the list.
func (f *finding) players(m *load.LiveMatch) {
	var rows []panel.Row
	for _, p := range m.Players {
		row := panel.Row{Lead: strconv.Itoa(p.Score), Spans: panel.Plain(f.host.Theme, p.Name), Note: fmt.Sprintf("%s ping %d",
			p.Team, p.Ping)}
		if f.host.Settings.HideScore {
			row.Lead = ""
		}
		rows = append(rows, row)
	}
	title := m.Name
	if title == "" {
		title = m.Server
	}
	f.host.Lists.Open(part.List{
		Title: title, Note: fmt.Sprintf("%s   %s players   %s", m.Map, playing(m), msgNoWatch), Empty: msgNobody, Rows: rows,
		Choose: func(int) { f.list() },
	})
}
