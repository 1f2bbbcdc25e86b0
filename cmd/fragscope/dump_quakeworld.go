package main

import (
	"fragscope/formats"
	"fragscope/formats/damage"
	"fragscope/formats/quakeworld"
)

// quakeworldDump prints the messages of QuakeWorld.
type quakeworldDump struct{ *dumper }

func dumpQuakeworld(demo *formats.Demo, d *dumper) ([]damage.Damage, error) {
	return drive[quakeworld.Handler](quakeworld.NewDecoder(demo.Data), quakeworldDump{d})
}

func dumpMultiView(demo *formats.Demo, d *dumper) ([]damage.Damage, error) {
	return drive[quakeworld.Handler](quakeworld.NewMultiViewDecoder(demo.Data), quakeworldDump{d})
}

func (d quakeworldDump) Block(m *quakeworld.Block)                   { d.message("block", m) }
func (d quakeworldDump) Command(m *quakeworld.Command)               { d.message("command", m) }
func (d quakeworldDump) Set(m *quakeworld.Set)                       { d.message("set", m) }
func (d quakeworldDump) Connectionless(m *quakeworld.Connectionless) { d.message("connectionless", m) }
func (d quakeworldDump) Hidden(m *quakeworld.Hidden)                 { d.message("hidden", m) }

func (d quakeworldDump) Raw(m *quakeworld.Raw)               { d.message("raw", m) }
func (d quakeworldDump) Nop()                                { d.message("nop", struct{}{}) }
func (d quakeworldDump) Disconnect(m *quakeworld.Disconnect) { d.message("disconnect", m) }
func (d quakeworldDump) UpdateStat(m *quakeworld.UpdateStat) { d.message("update_stat", m) }
func (d quakeworldDump) Sound(m *quakeworld.Sound)           { d.message("sound", m) }
func (d quakeworldDump) Time(m *quakeworld.Time)             { d.message("time", m) }
func (d quakeworldDump) Print(m *quakeworld.Print)           { d.message("print", m) }
func (d quakeworldDump) StuffText(m *quakeworld.Text)        { d.message("stuff_text", m) }
func (d quakeworldDump) SetAngle(m *quakeworld.SetAngle)     { d.message("set_angle", m) }
func (d quakeworldDump) ServerData(m *quakeworld.ServerData, _ *quakeworld.Protocol) {
	d.message("server_data", m)
}
func (d quakeworldDump) LightStyle(m *quakeworld.LightStyle)       { d.message("light_style", m) }
func (d quakeworldDump) UpdateFrags(m *quakeworld.UpdateFrags)     { d.message("update_frags", m) }
func (d quakeworldDump) StopSound(m *quakeworld.StopSound)         { d.message("stop_sound", m) }
func (d quakeworldDump) Damage(m *quakeworld.Damage)               { d.message("damage", m) }
func (d quakeworldDump) SpawnStatic(m *quakeworld.SpawnStatic)     { d.message("spawn_static", m) }
func (d quakeworldDump) SpawnDelta(m *quakeworld.SpawnDelta)       { d.message("spawn_delta", m) }
func (d quakeworldDump) SpawnBaseline(m *quakeworld.SpawnBaseline) { d.message("spawn_baseline", m) }
func (d quakeworldDump) TempEntity(m *quakeworld.TempEntity)       { d.message("temp_entity", m) }
func (d quakeworldDump) SetPause(m *quakeworld.SetPause)           { d.message("set_pause", m) }
func (d quakeworldDump) CenterPrint(m *quakeworld.Text)            { d.message("center_print", m) }
func (d quakeworldDump) KilledMonster()                            { d.message("killed_monster", struct{}{}) }
func (d quakeworldDump) FoundSecret()                              { d.message("found_secret", struct{}{}) }
func (d quakeworldDump) SpawnStaticSound(m *quakeworld.SpawnStaticSound) {
	d.message("spawn_static_sound", m)
}
func (d quakeworldDump) Intermission(m *quakeworld.Intermission) { d.message("intermission", m) }
func (d quakeworldDump) Finale(m *quakeworld.Text)               { d.message("finale", m) }
func (d quakeworldDump) CDTrack(m *quakeworld.CDTrack)           { d.message("cd_track", m) }
func (d quakeworldDump) SellScreen()                             { d.message("sell_screen", struct{}{}) }
func (d quakeworldDump) SmallKick()                              { d.message("small_kick", struct{}{}) }
func (d quakeworldDump) BigKick()                                { d.message("big_kick", struct{}{}) }
func (d quakeworldDump) UpdatePing(m *quakeworld.UpdatePing)     { d.message("update_ping", m) }
func (d quakeworldDump) UpdateEnterTime(m *quakeworld.UpdateEnterTime) {
	d.message("update_enter_time", m)
}
func (d quakeworldDump) MuzzleFlash(m *quakeworld.MuzzleFlash) { d.message("muzzle_flash", m) }
func (d quakeworldDump) UpdateUserInfo(m *quakeworld.UpdateUserInfo) {
	d.message("update_user_info", m)
}
func (d quakeworldDump) Download(m *quakeworld.Download)             { d.message("download", m) }
func (d quakeworldDump) PlayerInfo(m *quakeworld.PlayerInfo)         { d.message("player_info", m) }
func (d quakeworldDump) Nails(m *quakeworld.Nails)                   { d.message("nails", m) }
func (d quakeworldDump) ChokeCount(m *quakeworld.ChokeCount)         { d.message("choke_count", m) }
func (d quakeworldDump) ModelList(m *quakeworld.NameList)            { d.message("model_list", m) }
func (d quakeworldDump) SoundList(m *quakeworld.NameList)            { d.message("sound_list", m) }
func (d quakeworldDump) PacketEntities(m *quakeworld.PacketEntities) { d.message("packet_entities", m) }
func (d quakeworldDump) MaxSpeed(m *quakeworld.MaxSpeed)             { d.message("max_speed", m) }
func (d quakeworldDump) EntGravity(m *quakeworld.EntGravity)         { d.message("ent_gravity", m) }
func (d quakeworldDump) SetInfo(m *quakeworld.SetInfo)               { d.message("set_info", m) }
func (d quakeworldDump) ServerInfo(m *quakeworld.ServerInfo)         { d.message("server_info", m) }
func (d quakeworldDump) UpdatePL(m *quakeworld.UpdatePL)             { d.message("update_pl", m) }
func (d quakeworldDump) Projectiles(m *quakeworld.Projectiles)       { d.message("projectiles", m) }
func (d quakeworldDump) Extra(m *quakeworld.Extra)                   { d.message("extra", m) }
