package live

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Match describes a match being played.
type Match struct {
	ServerStatus
	// Server is the game server's host:port, or "" if only its stream is known.
	Server string
	// Watch is the address of a stream of the match, or "" if none is known.
	Watch string
}

// Found holds the result of [FindMatches].
type Found struct {
	// Matches are sorted by number of players, in descending order.
	Matches []Match
	// Asked is the number of game servers and streams that were queried or that hubs listed. Servers and streams without
	// players are not included in Matches unless their addresses were given.
	Asked int
	// Failed lists the addresses that did not answer, with the reasons.
	Failed []error
}

// sort sorts the matches.
func (f *Found) sort() {
	slices.SortStableFunc(f.Matches, func(a, b Match) int {
		return cmp.Or(cmp.Compare(len(b.Players), len(a.Players)), cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Server, b.Server))
	})
}

// Addresses splits text into addresses. The addresses are separated by spaces or commas.
func Addresses(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r <= ' ' })
}

// askKinds lists the kinds of addresses that can be queried for matches.
const (
	askServer = "server" // host:port
	askMaster = "master" // master://host:port or master://host:port/protocol, of Quake III's family
	askQTV    = "qtv"
	askGTV    = "gtv"
	askHub    = "https"
	askHub2   = "http"
)

// askKind returns the kind of an address, or an error that lists the kinds that can be queried.
func askKind(s string) (string, error) {
	if IsServer(s) {
		return askServer, nil
	}
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" {
		return "", fmt.Errorf(msgAskWhat, Public(s))
	}
	switch kind := strings.ToLower(u.Scheme); kind {
	case askQTV, askGTV:
		_, err := Parse(s)
		return kind, err
	case askHub, askHub2:
		return askHub, nil
	case askMaster:
		path := strings.Trim(u.Path, "/")
		if _, err := strconv.ParseUint(path, 10, 16); IsServer(u.Host) && (path == "" || err == nil) {
			return kind, nil
		}
	}
	return "", fmt.Errorf(msgAskWhat, Public(s))
}

// CanAsk returns nil if [FindMatches] supports the given kind of address. Otherwise, it returns an error that lists the
// supported kinds.
func CanAsk(address string) error {
	_, err := askKind(address)
	return err
}
