//go:build !js

package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

const (
	hubTimeout = 10 * time.Second
	hubMost    = 16 << 20 // bytes of a hub's answer
)

// hubServer is a server in a QuakeWorld hub's list (vikpe/serverstat, mvdsv.go; hubapi.quakeworld.nu/v2/servers/mvdsv).
type hubServer struct {
	Address, Mode, Title string
	Status               struct{ Name, Description string }
	Slots                struct{ Total int } `json:"player_slots"`
	Players, Teams       []hubSide
	Settings             struct{ Map, Hostname string }
	Stream               struct{ URL string } `json:"qtv_stream"`
}

// hubSide is a player or a team in a hub's list.
type hubSide struct {
	Name, Team  string
	Frags, Ping int
}

// askTheHub returns the matches in a hub's list, and the number of servers in the list. The hub receives nothing but
// the request for its address, and cannot redirect to another host.
func askTheHub(ctx context.Context, address string) (list []Match, servers int, err error) {
	client := http.Client{Timeout: hubTimeout, CheckRedirect: func(to *http.Request, via []*http.Request) error {
		if to.URL.Host != via[0].URL.Host || to.URL.Scheme != via[0].URL.Scheme || len(via) > 5 {
			return fmt.Errorf(msgHubElsewhere, to.URL.Host)
		}
		return nil
	}}
	defer client.CloseIdleConnections()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, 0, err
	}
	request.Header.Set("User-Agent", "fragscope")
	answer, err := client.Do(request)
	if err != nil {
		var about *url.Error
		if errors.As(err, &about) {
			err = about.Err
		}
		return nil, 0, errors.New(Reason(err))
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, 0, fmt.Errorf(msgHubStatus, answer.Status)
	}
	return readHub(answer.Body)
}

// readHub reads a hub's list.
func readHub(r io.Reader) (list []Match, servers int, err error) {
	var all []hubServer
	if err := json.NewDecoder(io.LimitReader(r, hubMost)).Decode(&all); err != nil {
		return nil, 0, errors.New(msgNoHub)
	}
	for i := range all {
		if len(all[i].Players) > 0 && len(list) < maxServers {
			list = append(list, all[i].match())
		}
	}
	return list, len(all), nil
}

// match returns the match that a hub reports for a server.
func (h *hubServer) match() Match {
	m := Match{Watch: streamAddress(h.Stream.URL)}
	if IsServer(h.Address) {
		m.Server = h.Address
	}
	m.Name, m.Map, m.Mode, m.Most = h.Settings.Hostname, h.Settings.Map, h.Mode, h.Slots.Total
	if m.Name == "" {
		m.Name = h.Title
	}
	if m.Clock = h.Status.Description; m.Clock == "" {
		m.Clock = h.Status.Name
	}
	m.teams = len(h.Teams) > 1
	for _, p := range h.Players[:min(len(h.Players), maxStatusPlayers)] {
		m.Players = append(m.Players, ServerPlayer{Name: p.Name, Team: p.Team, Score: p.Frags, Ping: p.Ping})
	}
	return m
}
