package load

import (
	"context"
	"errors"

	"fragscope/sim/recording"
)

// Match always fails: a web page can access no files other than the one it was given.
func Match(context.Context, []string, ...Option) (*recording.Recording, error) {
	return nil, errors.New(msgOneDemo)
}
