package load

import (
	"context"
	"errors"

	"fragscope/sim/recording"
)

// Match fails: a page in a browser sees no files beside the one that it was given.
func Match(context.Context, []string, ...Option) (*recording.Recording, error) {
	return nil, errors.New(msgOneDemo)
}
