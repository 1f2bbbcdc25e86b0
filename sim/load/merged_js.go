package load

import (
	"context"
	"errors"

	"fragscope/sim"
)

// Match fails: a page in a browser sees no files beside the one that it was given.
func Match(context.Context, []string, ...Option) (*sim.Recording, error) {
	return nil, errors.New(msgOneDemo)
}
