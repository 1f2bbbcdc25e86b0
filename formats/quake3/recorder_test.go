package quake3

import (
	"bytes"
	"testing"
)

func TestRecorder(t *testing.T) {
	p := ProtocolOf(68)
	var out bytes.Buffer
	r := NewRecorder(&out, p, 5)
	item, shot := EntityState{Number: 72}, EntityState{Number: 200}
	item.F[EntModelindex], shot.F[EntEType] = 3, EtMissile
	r.Command("lost")
	r.Begin(Gamestate{ClientNum: 1}, map[int]EntityState{72: item})
	var player PlayerState
	steps := []map[int]EntityState{{72: item}, {72: item, 200: shot}, {200: shot}, {72: item}}
	for i, entities := range steps {
		player.F[PsWeapon] = uint32(i)
		if i == 2 {
			r.Flags = SnapServerCount
			r.Command("print hello")
		}
		r.Snapshot(int32(1000+50*i), player, entities)
	}
	if err := r.Finish(); err != nil {
		t.Fatal(err)
	}

	d := NewDecoder(out.Bytes(), Options{Protocol: p})
	var h History
	said := ""
	seen := 0
	for d.Next(HandlerFunc(func(m Message) {
		h.Handle(m)
		said += string(h.Command())
	})) == nil {
		s := h.Snapshot()
		if s == nil {
			continue
		}
		want := steps[seen]
		if s.ServerTime != int32(1000+50*seen) || s.Player.F[PsWeapon] != uint32(seen) || s.Len() != len(want) ||
			s.Approximate {
			t.Errorf("snapshot %d: time %d, weapon %d, %d entities", seen, s.ServerTime, s.Player.F[PsWeapon], s.Len())
		}
		for i := range s.Len() {
			if e := s.Entity(i); e.EntityState != want[e.Number] {
				t.Errorf("snapshot %d: entity %d is %v", seen, e.Number, e.EntityState)
			}
		}
		if restarted := s.Flags&SnapServerCount != 0; restarted != (seen >= 2) {
			t.Errorf("snapshot %d: flags %d", seen, s.Flags)
		}
		seen++
	}
	if said != "print hello" || seen != len(steps) || len(d.Damage()) > 0 {
		t.Errorf("%d snapshots, said %q, damage %v", seen, said, d.Damage())
	}
}
