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

// ErrPassword indicates that a server requires a password or has rejected the password sent to it.
var ErrPassword = errors.New(msgPassword)

// StreamsError is returned for a server with several streams. The user must select one of them.
type StreamsError struct {
	Address string
	Streams []Stream
}

// Stream identifies one of a server's streams.
type Stream struct{ ID, Name string }

// Error returns a message that lists the streams.
func (e *StreamsError) Error() string {
	list := make([]string, len(e.Streams))
	for i, s := range e.Streams {
		list[i] = fmt.Sprintf("%s/%s (%s)", e.Address, s.ID, s.Name)
	}
	return "there are several streams, open one of them: " + strings.Join(list, ", ")
}

// schemes holds the kinds of addresses, with their default ports.
var schemes = map[string]struct {
	port string
	open func(a address, path string) Source
}{
	"qtv": {"28000", openQTV},
	"gtv": {"27910", openGTV},
}

// IsAddress reports whether s is the address of a stream rather than the name of a file.
func IsAddress(s string) bool {
	scheme, _, ok := strings.Cut(s, "://")
	_, known := schemes[strings.ToLower(scheme)]
	return ok && known
}

// StandardInput is the file name that stands for standard input.
const StandardInput = "-"

// Parse returns the source that s identifies, without opening it. s is an address, a file name or [StandardInput].
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

// Public returns the address s without its password, so that it can be displayed and stored.
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

// WithPassword returns the address s with the given password.
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

// cutLast is strings.Cut at the last sep; without one, before is empty.
func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+len(sep):], true
}

// address is the address of a server, and the credentials for it.
type address struct {
	scheme, host, port, user, password string
	found                              string // the host's address, once looked up
}

func (a address) String() string { return a.scheme + "://" + net.JoinHostPort(a.host, a.port) }

func (a address) dialed() string { return net.JoinHostPort(cmp.Or(a.found, a.host), a.port) }

// Lookup looks up the host of the server s, so that s can connect to it without another lookup. It returns the server's
// port. If s is not a server, Lookup does nothing and returns 0.
func Lookup(ctx context.Context, s Source) (port uint16, err error) {
	if server, ok := s.(interface {
		lookup(context.Context) (uint16, error)
	}); ok {
		return server.lookup(ctx)
	}
	return 0, nil
}
