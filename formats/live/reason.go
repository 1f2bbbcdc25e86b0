//go:build !js

package live

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// failures describes network errors in plain words.
var failures = []struct {
	err   error
	words string
}{
	{io.EOF, "the server closed the connection"},
	{io.ErrUnexpectedEOF, "the server closed the connection"},
	{syscall.ECONNRESET, "the server closed the connection"},
	{os.ErrDeadlineExceeded, "the server did not answer in time"},
	{syscall.ETIMEDOUT, "the server did not answer in time"},
	{syscall.ECONNREFUSED, "no server listens at that port"},
	{syscall.EHOSTUNREACH, "there is no way to that host"},
	{syscall.ENETUNREACH, "there is no way to that host: is this machine connected to a network?"},
	{syscall.EADDRINUSE, "another program listens at that port already: name another one"},
	{syscall.EADDRNOTAVAIL, "that address is not one of this machine"},
	{os.ErrPermission,
		"the system does not allow it: ports below 1024 are the administrator's, and firewalls forbid programs the network"},
}

// Reason returns a description of the network error err in terms that users can understand.
func Reason(err error) string {
	for _, f := range failures {
		if errors.Is(err, f.err) {
			return f.words
		}
	}
	var op *net.OpError
	var dns *net.DNSError
	switch {
	// invalid or unknown, in the words of package net for both hosts and files of services
	case strings.HasSuffix(err.Error(), " port"):
		return "a port is a number from 1 to 65535"
	case errors.As(err, &dns):
		return "there is no host of that name"
	case errors.As(err, &op):
		err = op.Err
	}
	var sys *os.SyscallError
	if errors.As(err, &sys) {
		err = sys.Err
	}
	return err.Error()
}

// lookup looks up the host's address for a process that will not be able to do so later.
func (a *address) lookup(ctx context.Context) (port uint16, err error) {
	list, err := net.DefaultResolver.LookupHost(ctx, a.host)
	if err != nil {
		return 0, errors.New(Reason(err))
	}
	a.found = list[0]
	for _, at := range list { // of several, one that most networks reach
		if ip := net.ParseIP(at); ip.To4() != nil {
			a.found = at
			break
		}
	}
	n, _ := strconv.ParseUint(a.port, 10, 16)
	return uint16(n), nil
}
