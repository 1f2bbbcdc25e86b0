package q2

import "fragscope/formats/quake2"

// Handle implements [quake2.Handler].
func (s *simulator) Handle(m quake2.Message) {
	switch m := m.(type) {
	case *quake2.Block:
		s.Block(m)
	case *quake2.EndBlock:
		s.EndBlock((*quake2.Block)(m))
	case *quake2.Unicast:
		s.Unicast(m)
	case *quake2.Multicast:
		s.cast, s.casting = *m, true
	case *quake2.EndMulticast:
		s.casting = false
	case *quake2.ServerData:
		s.ServerData(m)
	case *quake2.ConfigString:
		s.ConfigString(m)
	case *quake2.LevelRestart:
		s.LevelRestart(m)
	case *quake2.Baseline:
		s.Baseline(m)
	case *quake2.Frame:
		s.Frame(m)
	case *quake2.PlayerDelta:
		s.PlayerInfo(m)
	case *quake2.PacketEntities:
		s.PacketEntities(m)
	case *quake2.MVDFrame:
		s.MVDFrame(m)
	default:
		s.handleBrief(m)
	}
}

// handleBrief takes what stands beside the frames.
func (s *simulator) handleBrief(m quake2.Message) {
	switch m := m.(type) {
	case *quake2.MuzzleFlash:
		s.MuzzleFlash(m)
	case *quake2.MuzzleFlash2:
		s.MuzzleFlash2(m)
	case *quake2.MuzzleFlash3:
		s.MuzzleFlash2((*quake2.MuzzleFlash2)(m))
	case *quake2.TempEntity:
		s.TempEntity(m)
	case *quake2.Sound:
		s.Sound(m)
	case *quake2.Inventory:
		s.Inventory(m)
	case *quake2.Layout:
		s.Layout(m)
	case *quake2.Print:
		s.Print(m)
	case *quake2.LocPrint:
		s.LocPrint(m)
	case *quake2.CenterPrint:
		s.CenterPrint(m)
	case *quake2.BotChat:
		s.BotChat(m)
	case *quake2.StuffText:
		s.StuffText(m)
	}
}
