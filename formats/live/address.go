package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
)

// ErrPassword is wrapped by the error of a source whose server wants a password, or another one.
var ErrPassword = errors.New(msgPassword)

// StreamsError is the error of a server that has several streams: the user names one of them.
type StreamsError struct {
	Address string
	Streams []Stream
}

// Stream is one of the streams of a server.
type Stream struct{ ID, Name string }

// Error lists the streams.
func (e *StreamsError) Error() string {
	list := make([]string, len(e.Streams))
	for i, s := range e.Streams {
		list[i] = fmt.Sprintf("%s/%s (%s)", e.Address, s.ID, s.Name)
	}
	return "there are several streams, open one of them: " + strings.Join(list, ", ")
}

// schemes are the kinds of addresses, with their usual ports.
var schemes = map[string]struct {
	port string
	open func(a address, path string) Source
}{
	"qtv": {"28000", openQTV},
	"gtv": {"27910", openGTV},
}

// IsAddress reports whether what a user named is the address of a server's stream, and not a file.
func IsAddress(s string) bool {
	scheme, _, ok := strings.Cut(s, "://")
	_, known := schemes[strings.ToLower(scheme)]
	return ok && known
}

// StandardInput is how users name it.
const StandardInput = "-"

// Parse is the source that a user named: an address, [StandardInput] or a file. Nothing is opened yet.
func Parse(s string) (Source, error) {
	switch {
	case s == StandardInput:
		return Reader{Name: "standard input", R: os.Stdin}, nil
	case !strings.Contains(s, "://"):
		return File{Path: s}, nil
	case !IsAddress(s):
		return nil, fmt.Errorf(msgAddressKind, Public(s))
	}
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" {
		return nil, fmt.Errorf(msgAddress, Public(s))
	}
	scheme := strings.ToLower(u.Scheme)
	kind := schemes[scheme]
	a := address{scheme: scheme, host: u.Hostname(), port: u.Port(), user: u.User.Username()}
	a.password, _ = u.User.Password()
	if a.port == "" {
		a.port = kind.port
	}
	if n, err := strconv.ParseUint(a.port, 10, 16); err != nil || n == 0 {
		return nil, fmt.Errorf(msgPort, Public(s))
	}
	return kind.open(a, u.Path), nil
}

// Public is an address as it may be shown and kept: without its password.
func Public(s string) string {
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok {
		return s
	}
	host, path, slash := strings.Cut(rest, "/")
	user, host, at := cutLast(host, "@")
	if !at {
		return s
	}
	if name, _, secret := strings.Cut(user, ":"); secret {
		user = name
	}
	if user != "" {
		user += "@"
	}
	if slash {
		path = "/" + path
	}
	return scheme + "://" + user + host + path
}

// WithPassword is an address with a password in it.
func WithPassword(s, password string) string {
	s = Public(s)
	scheme, rest, _ := strings.Cut(s, "://")
	host, path, slash := strings.Cut(rest, "/")
	user, host, _ := cutLast(host, "@")
	if slash {
		path = "/" + path
	}
	return scheme + "://" + user + ":" + url.QueryEscape(password) + "@" + host + path
}

// cutLast splits a text at the last place of a separator; without one all of it is behind it.
func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+len(sep):], true
}

// address is where a server is, and who wants to listen.
type address struct {
	scheme, host, port, user, password string
	found                              string // the host's address, once it was looked up
}

func (a address) String() string { return a.scheme + "://" + net.JoinHostPort(a.host, a.port) }

func (a address) dialed() string { return net.JoinHostPort(cmp.Or(a.found, a.host), a.port) }

// Lookup looks up the name of a source's host, and returns the port there; 0 for what is no server.
func Lookup(ctx context.Context, s Source) (port uint16, err error) {
	if server, ok := s.(interface {
		lookup(context.Context) (uint16, error)
	}); ok {
		return server.lookup(ctx)
	}
	return 0, nil
}
