package load

import (
	"context"
	"errors"

	"fragscope/sim/recording"
)

// Match fails: a web page sees no files other than the one that it was given.
func Match(context.Context, []string, ...Option) (*recording.Recording, error) {
	return nil, errors.New(msgOneDemo)
}
