package main

import (
	"bufio"
	"errors"
	"testing"
)

// full is a writer on which nothing has room.
type full struct{}

var errFull = errors.New("no room")

func (full) Write([]byte) (int, error) { return 0, errFull }

// An error of writing is told once, though the writer repeats it at its end, and another beside it.
func TestFlushedTellsAnErrorOnce(t *testing.T) {
	other := errors.New("other")
	for _, c := range []struct {
		name  string
		bytes int
		also  error
		want  string
	}{
		{"while writing", 5000, nil, "no room"},
		{"at the end", 10, nil, "no room"},
		{"beside another", 10, other, "other\nno room"},
		{"without a fault", 0, nil, ""},
		{"another alone", 0, other, "other"},
	} {
		w := bufio.NewWriter(full{})
		_, err := w.Write(make([]byte, c.bytes))
		got := ""
		if err = flushed(errors.Join(c.also, err), w); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
