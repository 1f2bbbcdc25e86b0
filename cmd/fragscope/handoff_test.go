//go:build !js

package main

import (
	"slices"
	"testing"

	"fragscope/viewer/instance"
)

// What a second program sends and what the desktop hands over come on one channel.
func TestDocumentsAreRequests(t *testing.T) {
	requests, documents := make(chan instance.Request, 1), make(chan []string, 1)
	both := withDocuments(requests, documents)
	documents <- []string{"/a.dem", "/b.mvd"}
	if r := <-both; !slices.Equal(r.Files, []string{"/a.dem", "/b.mvd"}) || r.Paused || r.At != 0 {
		t.Errorf("the documents became %+v", r)
	}
	requests <- instance.Request{Files: []string{"/c.dm2"}, Paused: true}
	if r := <-both; !slices.Equal(r.Files, []string{"/c.dm2"}) || !r.Paused {
		t.Errorf("the request became %+v", r)
	}
	if withDocuments(requests, nil) != (<-chan instance.Request)(requests) {
		t.Error("without documents the requests are not themselves")
	}
}
