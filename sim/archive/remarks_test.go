//go:build !js

package archive

import (
	"testing"
	"time"
)

func TestIndexHasStatesAndRemarks(t *testing.T) {
	l, _ := library(t)
	put := func(name string, content byte, complete bool, err any) {
		t.Helper()
		b, failed := l.begin()
		if failed != nil {
			t.Fatal(failed)
		}
		var id any
		if err == nil {
			c := &Content{Game: "quake2", Map: "q2dm1", Names: []string{"ann", "cob"}, Complete: complete}
			id = b.content(key{[32]byte{content}, ".dm2"}, c, nil, nil)
		}
		b.do(putDemo, b.id(putFile, "/"+name, 1, 1, readerVersion, 1), "", id, err, "2026-01-02", nil, nil)
		if err := b.commit(); err != nil {
			t.Fatal(err)
		}
	}
	put("whole.dm2", 1, true, nil)
	put("short.dm2", 2, false, nil)
	last, err := l.lastDemo()
	if err != nil {
		t.Fatal(err)
	}
	put("copy.dm2", 1, true, nil)
	put("bad.dm2", 0, false, "it is no demo")
	if err := l.scanned(last, time.Now()); err != nil {
		t.Fatal(err)
	}
	x, err := l.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for filter, want := range map[string]int{"is:damaged": 1, "is:unreadable": 1, "is:copy": 1, "is:new": 2,
		"is:new is:copy": 1, "#final": 0} {
		if x.Filter(filter); x.Len() != want {
			t.Errorf("%s shows %d demos, want %d", filter, x.Len(), want)
		}
	}
	x.Filter("short")
	r, err := l.Row(x.ID(0))
	if err != nil {
		t.Fatal(err)
	}
	if cells, _ := x.Cells(0); cells[ByPlayers] != "ann, cob" || cells[ByState] != StateDamaged ||
		cells[ByDate][0] != '(' {
		t.Errorf("the row is %q", cells)
	}
	if err := l.Remark(r, " #final a good one "); err != nil {
		t.Fatal(err)
	}
	if x, err = l.Index(t.Context()); err != nil {
		t.Fatal(err)
	}
	if x.Filter("#final"); x.Len() != 1 || x.ID(0) != r.ID {
		t.Errorf("the tag shows %d demos", x.Len())
	}
	if r, err = l.Row(r.ID); err != nil || r.Remark != "#final a good one" {
		t.Errorf("the remark is %q, %v", r.Remark, err)
	}
	if err := l.Remark(r, ""); err != nil {
		t.Fatal(err)
	}
	if r, _ = l.Row(r.ID); r.Remark != "" {
		t.Errorf("the remark %q is still there", r.Remark)
	}
}
