package nq

import "fragscope/formats/netquake"

// Handle implements [netquake.Handler].
func (s *simulator) Handle(m netquake.Message) {
	switch m.(type) {
	case *netquake.Block, *netquake.ServerInfo, *netquake.Time:
		s.EndMoment()
	}
	s.history.Handle(m)
	switch m := m.(type) {
	case *netquake.Block:
		s.blocks++
	case *netquake.ServerInfo:
		s.ServerInfo(m)
	case *netquake.SetView:
		s.view = int(m.Entity)
	case *netquake.SpawnBaseline:
		s.SpawnBaseline(m)
	case *netquake.Time:
		s.Time(m)
	case *netquake.ClientData:
		s.ClientData(m)
	case *netquake.UpdateStat:
		s.UpdateStat(m)
	case *netquake.UpdateName:
		s.UpdateName(m)
	case *netquake.UpdateColors:
		s.UpdateColors(m)
	case *netquake.UpdateFrags:
		s.UpdateFrags(m)
	case *netquake.KilledMonster:
		s.KilledMonster()
	case *netquake.FoundSecret:
		s.FoundSecret()
	case *netquake.Print:
		s.Print(m)
	case *netquake.CenterPrint:
		s.stage.CenterPrint(m.Text, true)
	case *netquake.Intermission:
		s.stage.Intermission()
	case *netquake.Finale:
		s.stage.Intermission()
		s.stage.CenterPrint(m.Text, true)
	case *netquake.CutScene:
		s.stage.CenterPrint(m.Text, true)
	case *netquake.SetPause:
		s.stage.Pause(m.Paused != 0)
	case *netquake.Damage:
		s.Damage(m)
	case *netquake.Sound:
		s.Sound(m)
	case *netquake.TempEntity:
		s.TempEntity(m)
	case *netquake.Particle:
		s.Particle(m)
	}
}
