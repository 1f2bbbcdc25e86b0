package live

import (
	"context"
	"errors"
)

// unreachable is a server in a web page, which has neither TCP nor UDP.
type unreachable struct{ address }

func openQTV(a address, _ string) Source { return unreachable{a} }
func openGTV(a address, _ string) Source { return unreachable{a} }

// Run returns an error immediately, because a web page cannot connect to a server.
func (unreachable) Run(context.Context, *Demo) error { return errors.New(msgNoNetwork) }

// FindMatches returns no matches, because a web page cannot query servers.
func FindMatches(context.Context, []string) Found {
	return Found{Failed: []error{errors.New(msgNoNetwork)}}
}
