package q2

import (
	"fragscope/formats/quake2"
	"fragscope/sim"
)

// Handle implements [quake2.Handler].
func (s *simulator) Handle(m quake2.Message) {
	switch m := m.(type) {
	case *quake2.Block:
		s.block(m)
	case *quake2.EndBlock: // what belongs to a frame stands in the same block, before and behind it
		s.flush()
		s.damage()
	case *quake2.Unicast:
		s.history.Handle(m)
		s.to.unicast = sim.SlotAt(int(m.Client))
	case *quake2.Multicast:
		s.to.multicast, s.to.casting = *m, true
	case *quake2.EndMulticast:
		s.to.casting = false
	case *quake2.ServerData:
		s.serverData(m)
	case *quake2.ConfigString:
		s.configString(m)
	case *quake2.LevelRestart:
		s.restart(m)
	case *quake2.Baseline:
		s.history.Handle(m)
		s.sights.baseline(m)
	case *quake2.Frame:
		s.frame(m)
	case *quake2.PlayerDelta:
		s.history.Handle(m)
		s.to.unicast = sim.Slot{}
	case *quake2.PacketEntities:
		s.history.Handle(m)
		s.ready = s.history.Last() != nil
	case *quake2.MVDFrame:
		s.flush()
		s.history.Handle(m)
		s.ready = s.history.Last() != nil
	default:
		s.handleBrief(m)
	}
}

// handleBrief takes what stands beside the frames. Commands are never run.
func (s *simulator) handleBrief(m quake2.Message) {
	switch m := m.(type) {
	case *quake2.MuzzleFlash:
		s.effects.wait(effect{kind: effectFlash, flash: *m})
	case *quake2.MuzzleFlash2:
		s.effects.wait(effect{kind: effectMonsterFlash, flash: quake2.MuzzleFlash{Entity: m.Entity}})
	case *quake2.MuzzleFlash3:
		s.effects.wait(effect{kind: effectMonsterFlash, flash: quake2.MuzzleFlash{Entity: m.Entity}})
	case *quake2.TempEntity:
		s.effects.wait(effect{kind: effectTemp, temp: *m})
	case *quake2.Sound:
		if !s.to.other() {
			s.effects.wait(effect{kind: effectSound, sound: *m})
		}
	case *quake2.Inventory:
		s.inventories.tell(s.to.client(), m)
	case *quake2.Layout:
		s.layout(m)
	case *quake2.Print:
		s.prints.print(m.Level&quake2.PrintLevelMask, words(m.Text))
	case *quake2.LocPrint:
		s.prints.localised(m)
	case *quake2.CenterPrint:
		s.prints.center(words(m.Text))
	case *quake2.SplitClient:
		s.to.mark(m)
	case *quake2.Achievement:
		s.prints.event(sim.Event{Kind: sim.EventAward, Slot: s.to.client(), Text: sim.PlainText("achievement " + plain(m.ID))})
	case *quake2.WaitingForPlayers:
		s.prints.waiting(int(m.Count))
	case *quake2.POI:
		s.guides.poi(m)
	case *quake2.HelpPath:
		s.guides.step(m)
	case *quake2.DamageTaken:
		s.guides.hits(m)
	case *quake2.BotChat:
		s.prints.event(sim.Event{Kind: sim.EventChat, Slot: s.clients.find(plain(m.Name)), Text: words([]byte(s.prints.texts.line(string(m.Text), nil)))})
	case *quake2.StuffText:
		s.to.unicast = sim.Slot{}
	}
}
