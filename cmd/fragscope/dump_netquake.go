package main

import (
	"fragscope/formats"
	"fragscope/formats/damage"
	"fragscope/formats/netquake"
)

// netquakeDump prints the messages of Quake.
type netquakeDump struct{ *dumper }

func dumpNetquake(demo *formats.Demo, d *dumper) ([]damage.Damage, error) {
	return drive[netquake.Handler](netquake.NewDecoder(demo.Data), netquakeDump{d})
}

func (d netquakeDump) Track(m *netquake.Track) { d.message("track", m) }

func (d netquakeDump) Block(m *netquake.Block) { d.message("block", m) }

func (d netquakeDump) Raw(m *netquake.Raw)               { d.message("raw", m) }
func (d netquakeDump) Nop()                              { d.message("nop", struct{}{}) }
func (d netquakeDump) Disconnect()                       { d.message("disconnect", struct{}{}) }
func (d netquakeDump) UpdateStat(m *netquake.UpdateStat) { d.message("update_stat", m) }
func (d netquakeDump) Version(m *netquake.Version)       { d.message("version", m) }
func (d netquakeDump) SetView(m *netquake.SetView)       { d.message("set_view", m) }
func (d netquakeDump) Sound(m *netquake.Sound)           { d.message("sound", m) }
func (d netquakeDump) Time(m *netquake.Time)             { d.message("time", m) }
func (d netquakeDump) Print(m *netquake.Text)            { d.message("print", m) }
func (d netquakeDump) StuffText(m *netquake.Text)        { d.message("stuff_text", m) }
func (d netquakeDump) SetAngle(m *netquake.SetAngle)     { d.message("set_angle", m) }
func (d netquakeDump) ServerInfo(m *netquake.ServerInfo, _ *netquake.Protocol) {
	d.message("server_info", m)
}
func (d netquakeDump) LightStyle(m *netquake.LightStyle)       { d.message("light_style", m) }
func (d netquakeDump) UpdateName(m *netquake.UpdateName)       { d.message("update_name", m) }
func (d netquakeDump) UpdateFrags(m *netquake.UpdateFrags)     { d.message("update_frags", m) }
func (d netquakeDump) ClientData(m *netquake.ClientData)       { d.message("client_data", m) }
func (d netquakeDump) StopSound(m *netquake.StopSound)         { d.message("stop_sound", m) }
func (d netquakeDump) UpdateColors(m *netquake.UpdateColors)   { d.message("update_colors", m) }
func (d netquakeDump) Particle(m *netquake.Particle)           { d.message("particle", m) }
func (d netquakeDump) Damage(m *netquake.Damage)               { d.message("damage", m) }
func (d netquakeDump) SpawnStatic(m *netquake.SpawnStatic)     { d.message("spawn_static", m) }
func (d netquakeDump) SpawnBaseline(m *netquake.SpawnBaseline) { d.message("spawn_baseline", m) }
func (d netquakeDump) TempEntity(m *netquake.TempEntity)       { d.message("temp_entity", m) }
func (d netquakeDump) SetPause(m *netquake.SetPause)           { d.message("set_pause", m) }
func (d netquakeDump) SignonNum(m *netquake.SignonNum)         { d.message("signon_num", m) }
func (d netquakeDump) CenterPrint(m *netquake.Text)            { d.message("center_print", m) }
func (d netquakeDump) KilledMonster()                          { d.message("killed_monster", struct{}{}) }
func (d netquakeDump) FoundSecret()                            { d.message("found_secret", struct{}{}) }
func (d netquakeDump) SpawnStaticSound(m *netquake.SpawnStaticSound) {
	d.message("spawn_static_sound", m)
}
func (d netquakeDump) Intermission()                             { d.message("intermission", struct{}{}) }
func (d netquakeDump) Finale(m *netquake.Text)                   { d.message("finale", m) }
func (d netquakeDump) CDTrack(m *netquake.CDTrack)               { d.message("cd_track", m) }
func (d netquakeDump) SellScreen()                               { d.message("sell_screen", struct{}{}) }
func (d netquakeDump) CutScene(m *netquake.Text)                 { d.message("cut_scene", m) }
func (d netquakeDump) UpdateEntity(m *netquake.UpdateEntity)     { d.message("update_entity", m) }
func (d netquakeDump) ShowLMP(m *netquake.ShowLMP)               { d.message("show_lmp", m) }
func (d netquakeDump) HideLMP(m *netquake.Text)                  { d.message("hide_lmp", m) }
func (d netquakeDump) SkyBox(m *netquake.Text)                   { d.message("sky_box", m) }
func (d netquakeDump) BonusFlash()                               { d.message("bonus_flash", struct{}{}) }
func (d netquakeDump) Fog(m *netquake.Fog)                       { d.message("fog", m) }
func (d netquakeDump) SkyboxSize(m *netquake.SkyboxSize)         { d.message("skybox_size", m) }
func (d netquakeDump) NehahraFog(m *netquake.NehahraFog)         { d.message("nehahra_fog", m) }
func (d netquakeDump) Achievement(m *netquake.Text)              { d.message("achievement", m) }
func (d netquakeDump) LocalSound(m *netquake.LocalSound)         { d.message("local_sound", m) }
func (d netquakeDump) Download(m *netquake.Download)             { d.message("download", m) }
func (d netquakeDump) Effect(m *netquake.Effect)                 { d.message("effect", m) }
func (d netquakeDump) Precache(m *netquake.Precache)             { d.message("precache", m) }
func (d netquakeDump) Entities(m *netquake.Entities)             { d.message("entities", m) }
func (d netquakeDump) CSQCEntities(m *netquake.CSQCEntities)     { d.message("csqc_entities", m) }
func (d netquakeDump) TrailParticles(m *netquake.TrailParticles) { d.message("trail_particles", m) }
func (d netquakeDump) PointParticles(m *netquake.PointParticles) { d.message("point_particles", m) }
