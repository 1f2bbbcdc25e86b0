package qw

import (
	"fragscope/formats/quakeworld"
	"fragscope/sim"
)

// Handle implements [quakeworld.Handler]. A block ends the moment of the block
// before; in a .mvd it does so if time went on.
func (s *simulator) Handle(m quakeworld.Message) {
	switch m := m.(type) {
	case *quakeworld.Block:
		if !s.multi || m.Clock > s.block.Clock {
			s.EndMoment()
		}
	case *quakeworld.ServerData:
		s.EndMoment()
	}
	s.history.Handle(m)
	switch m := m.(type) {
	case *quakeworld.Block:
		s.blocks++
		s.block = *m
		s.begin()
	case *quakeworld.ServerData:
		s.ServerData(m)
	case *quakeworld.ModelList:
		s.ModelList(m)
	case *quakeworld.SoundList:
		s.sounds = extend(s.sounds, &m.NameList)
	case *quakeworld.SpawnBaseline:
		s.baseline(m.Entity)
	case *quakeworld.SpawnDelta:
		s.baseline(m.Number)
	case *quakeworld.PacketEntities:
		s.PacketEntities()
	case *quakeworld.PlayerInfo:
		s.PlayerInfo(m)
	case *quakeworld.Nails:
		s.nails = append(s.nails[:0], m.Nails...)
	case *quakeworld.Projectiles:
		s.Projectiles(m)
	case *quakeworld.UpdateStat:
		s.UpdateStat(m)
	case *quakeworld.UpdateFrags:
		s.UpdateFrags(m)
	case *quakeworld.UpdatePing:
		s.UpdatePing(m)
	case *quakeworld.SetAngle:
		s.SetAngle(m)
	case *quakeworld.MuzzleFlash:
		s.stage.MuzzleFlash(int(m.Entity))
	case *quakeworld.Sound:
		s.Sound(m)
	case *quakeworld.TempEntity:
		s.TempEntity(m)
	case *quakeworld.Damage:
		s.Damage(m)
	case *quakeworld.Hidden:
		s.Hidden(m)
	default:
		s.told(m)
	}
}

// told takes what is said of players and of the match.
func (s *simulator) told(m quakeworld.Message) {
	switch m := m.(type) {
	case *quakeworld.UpdateUserInfo:
		s.UpdateUserInfo(m)
	case *quakeworld.SetInfo:
		s.SetInfo(m)
	case *quakeworld.ServerInfo:
		s.ServerInfo(m)
	case *quakeworld.StuffText:
		s.StuffText(m)
	case *quakeworld.Print:
		s.Print(m)
	case *quakeworld.CenterPrint:
		s.CenterPrint(m)
	case *quakeworld.KilledMonster:
		s.stage.Simple(sim.EventMonsterKill, sim.Text{})
	case *quakeworld.FoundSecret:
		s.stage.Simple(sim.EventSecret, sim.Text{})
	case *quakeworld.SetPause:
		s.stage.Pause(m.Paused != 0)
	case *quakeworld.Intermission:
		s.stage.Intermission()
	case *quakeworld.Finale:
		s.stage.Intermission()
		s.stage.CenterPrint(m.Text, true)
	}
}
