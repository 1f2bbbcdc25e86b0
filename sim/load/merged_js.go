package load

import (
	"context"
	"errors"

	"fragscope/sim/recording"
)

// Match always returns an error, because a web page can only access the file that it was given.
func Match(context.Context, []string, ...Option) (*recording.Recording, error) {
	return nil, errors.New(msgOneDemo)
}
