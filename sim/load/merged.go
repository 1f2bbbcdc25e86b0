//go:build !js

package load

import (
	"context"
	"fmt"

	"fragscope/sim/merge"
	"fragscope/sim/recording"
)

// Match opens several demos of the same match as a single recording. It first reads all demos to the end in order to
// align them, and returns when the first snapshot has been merged. If some of the demos do not belong to the same
// match, the error names them and gives the reason.
func Match(ctx context.Context, paths []string, options ...Option) (*recording.Recording, error) {
	if len(paths) > maxDemos {
		return nil, fmt.Errorf(msgTooManyDemos, len(paths), maxDemos)
	}
	inputs := make([]merge.Input, len(paths))
	for i, path := range paths {
		file, member := SplitMember(path)
		rec, err := Member(ctx, file, member, append(options, Only(recording.AllParts))...)
		if err != nil {
			return nil, err
		}
		inputs[i] = merge.Input{Name: path, Rec: rec}
	}
	m, err := merge.Merge(ctx, inputs)
	if err != nil {
		return nil, err
	}
	return m.Recording, nil
}
