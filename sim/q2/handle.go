package q2

import (
	"bytes"

	"fragscope/formats/quake2"
	"fragscope/formats/wire"
	"fragscope/sim"
	"fragscope/sim/track"
)

// Handle implements [quake2.Handler].
func (s *simulator) Handle(m quake2.Message) {
	switch m := m.(type) {
	case *quake2.Block:
		s.block(m)
	case *quake2.EndBlock: // everything that belongs to a frame is in its block, before or after it
		s.flush()
		s.damage()
	case *quake2.ServerData:
		s.serverData(m)
	case *quake2.Frame:
		s.frame(m)
	case *quake2.MVDFrame:
		s.flush()
		s.read.frame(m)
	default:
		s.read.message(&s.level, m, s.seen)
	}
	s.seen = s.tracker.Enqueue(s.seen)
}

// frame completes a snapshot.
func (r *reader) frame(m quake2.Message) {
	r.history.Handle(m)
	r.ready = r.history.Last() != nil
}

// message reads the parts of a snapshot and other messages about the level.
func (r *reader) message(l *level, m quake2.Message, o *track.Observations) {
	to := &r.prints.to
	switch m := m.(type) {
	case *quake2.Unicast:
		r.history.Handle(m)
		to.unicast = sim.SlotAt(int(m.Client))
	case *quake2.Multicast:
		to.multicast, to.casting = *m, true
	case *quake2.EndMulticast:
		to.casting = false
	case *quake2.ConfigString:
		configString(l, m, o)
	case *quake2.LevelRestart:
		restart(l, m, o)
	case *quake2.Baseline:
		r.history.Handle(m)
		r.sights.baseline(l, m, o)
	case *quake2.PlayerDelta:
		r.history.Handle(m)
		to.unicast = sim.Slot{}
	case *quake2.PacketEntities:
		r.frame(m)
	default:
		r.brief(l, m, o)
	}
}

// brief reads messages sent outside of frames. Commands are never run.
func (r *reader) brief(l *level, m quake2.Message, o *track.Observations) {
	pr := &r.prints
	switch m := m.(type) {
	case *quake2.MuzzleFlash:
		r.effects.wait(effect{kind: effectFlash, flash: *m})
	case *quake2.MuzzleFlash2:
		r.effects.wait(effect{kind: effectMonsterFlash, flash: quake2.MuzzleFlash{Entity: m.Entity}})
	case *quake2.MuzzleFlash3:
		r.effects.wait(effect{kind: effectMonsterFlash, flash: quake2.MuzzleFlash{Entity: m.Entity}})
	case *quake2.TempEntity:
		r.effects.wait(effect{kind: effectTemp, temp: *m})
	case *quake2.Sound:
		if !pr.to.other(l) {
			r.effects.wait(effect{kind: effectSound, sound: *m})
		}
	case *quake2.Inventory:
		r.listed.tell(pr.to.client(l), m)
	case *quake2.Layout:
		r.layout(l, m, o)
	case *quake2.Print:
		pr.print(l, m.Level&quake2.PrintLevelMask, words(m.Text), o)
	case *quake2.LocPrint:
		pr.localised(l, m, o)
	case *quake2.CenterPrint:
		pr.center(l, words(m.Text), o)
	case *quake2.SplitClient:
		pr.to.mark(l, m)
	case *quake2.Achievement:
		happened(sim.Event{Kind: sim.EventAward, Slot: pr.to.client(l),
			Text: sim.PlainText("achievement " + plain(m.ID))}, o)
	case *quake2.WaitingForPlayers:
		waiting(int(m.Count), o)
	case *quake2.POI:
		readPOI(l, &pr.to, m, o)
	case *quake2.HelpPath:
		readStep(l, &pr.to, m, o)
	case *quake2.DamageTaken:
		readHits(pr.to.client(l), m, o)
	case *quake2.BotChat:
		text := words([]byte(pr.texts.line(l, string(m.Text), nil)))
		happened(sim.Event{Kind: sim.EventChat, Slot: l.find(plain(m.Name)), Text: text}, o)
	case *quake2.StuffText:
		r.stuffText(l, m.Text, o)
	}
}

// maxCommand limits an incomplete command.
const maxCommand = 4096

// stuffText reports console commands for a client, which arrive in pieces. They are never run.
func (r *reader) stuffText(l *level, text []byte, o *track.Observations) {
	slot := r.prints.to.client(l)
	if bytes.HasPrefix(text, []byte(wire.ClipMark)) {
		o.Tell(track.ClipBegins{})
		return
	}
	if slot == l.self {
		slot = sim.Slot{}
	}
	if slot != r.stuffedTo || len(r.stuffed) > maxCommand {
		r.stuffed = r.stuffed[:0]
	}
	r.stuffedTo = slot
	lines := bytes.Split(append(r.stuffed, text...), []byte("\n"))
	for _, line := range lines[:len(lines)-1] {
		if command := plain(bytes.TrimSpace(line)); command != "" {
			happened(sim.Event{Kind: sim.EventCommand, Slot: slot, Text: sim.PlainText(command)}, o)
		}
	}
	r.stuffed = append(r.stuffed[:0], lines[len(lines)-1]...)
}
