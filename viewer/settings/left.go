package settings

import (
	"slices"

	"fragscope/formats/base/outlet"
)

const leftFile = "left.json"

// Left records when the user left a demo, along with the description shown in the list of recent demos.
type Left struct {
	Demo   string `json:"demo"`             // path
	Member string `json:"member,omitempty"` // name of a demo in an archive
	// At is the time at which the user left the demo. It is 0 if there is nothing to continue, for example because the
	// demo had ended.
	At      Millis `json:"at_ms"`
	Length  Millis `json:"length_ms"`
	Map     string `json:"map,omitempty"`
	Players string `json:"players,omitempty"`
	Result  string `json:"result,omitempty"`
}

// Left returns the demos that the user left recently, most recent first.
func (s Store) Left() ([]Left, error) {
	list, err := readList[Left](s.Data, leftFile)
	list = list[:min(len(list), recentMost)]
	for i := range list {
		if file, err := outlet.FromExact(list[i].Demo); err == nil {
			list[i].Demo = file
		}
	}
	return list, err
}

// SetLeft adds l to the front of the list returned by Left, replacing any earlier entry for the same demo.
func (s Store) SetLeft(l Left) error {
	l.Demo = keptPath(l.Demo)
	return editList(s.Data, leftFile, func(list []Left) []Left {
		list = slices.DeleteFunc(list, func(o Left) bool { return o.Demo == l.Demo && o.Member == l.Member })
		list = slices.Insert(list, 0, l)
		return list[:min(len(list), recentMost)]
	})
}
