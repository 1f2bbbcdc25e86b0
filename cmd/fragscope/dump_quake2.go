package main

import (
	"reflect"

	"fragscope/formats"
	"fragscope/formats/damage"
	"fragscope/formats/quake2"
)

// quake2Dump prints the messages of Quake II.
type quake2Dump struct{ *dumper }

func dumpQuake2(demo *formats.Demo, d *dumper) ([]damage.Damage, error) {
	return drive[quake2.Handler](quake2.NewDecoder(demo.Data), quake2Dump{d})
}

// quake2Player names the stats.
func quake2Player(m *quake2.PlayerDelta) object {
	o := sparse(reflect.ValueOf(m).Elem())
	for i := range o {
		if o[i].name == "stats" {
			o[i].value = numbered(m.Stats[:], quake2.StatName)
		}
	}
	return o
}

// quake2Effect names the color of a splash, and the place of a grapple's cable otherwise than
// the place in the file.
func quake2Effect(m *quake2.TempEntity) object {
	o := fieldsOf(reflect.ValueOf(m).Elem(), func(reflect.Value) bool { return true })
	for i := range o {
		switch {
		case o[i].name == "offset":
			o[i].name = "cable_offset"
		case o[i].name == "color" && m.Kind == quake2.EffectSplash:
			o[i].value = word(quake2.SplashName(m.Color))
		}
	}
	return o
}

func (d quake2Dump) Header(m *quake2.Header) { d.message("header", m) }

func (d quake2Dump) Block(m *quake2.Block)    { d.message("block", m) }
func (d quake2Dump) EndBlock(m *quake2.Block) { d.message("end_block", m) }

func (d quake2Dump) Raw(m *quake2.Raw)         { d.message("raw", m) }
func (d quake2Dump) Unicast(m *quake2.Unicast) { d.message("unicast", m) }
func (d quake2Dump) MuzzleFlash(m *quake2.MuzzleFlash) {
	d.message("muzzle_flash", struct {
		Entity   uint16
		Flash    word
		Silenced bool
	}{m.Entity, word(quake2.FlashName(m.Flash)), m.Silenced})
}
func (d quake2Dump) MuzzleFlash2(m *quake2.MuzzleFlash)      { d.message("muzzle_flash2", m) }
func (d quake2Dump) TempEntity(m *quake2.TempEntity)         { d.message("temp_entity", m) }
func (d quake2Dump) Layout(m *quake2.Layout)                 { d.message("layout", m) }
func (d quake2Dump) Inventory(m *quake2.Inventory)           { d.message("inventory", m) }
func (d quake2Dump) Nop()                                    { d.message("nop", struct{}{}) }
func (d quake2Dump) Disconnect()                             { d.message("disconnect", struct{}{}) }
func (d quake2Dump) Reconnect()                              { d.message("reconnect", struct{}{}) }
func (d quake2Dump) Sound(m *quake2.Sound)                   { d.message("sound", m) }
func (d quake2Dump) Print(m *quake2.Print)                   { d.message("print", m) }
func (d quake2Dump) StuffText(m *quake2.StuffText)           { d.message("stuff_text", m) }
func (d quake2Dump) ServerData(m *quake2.ServerData)         { d.message("server_data", m) }
func (d quake2Dump) ConfigString(m *quake2.ConfigString)     { d.message("config_string", m) }
func (d quake2Dump) Baseline(m *quake2.Baseline)             { d.message("baseline", m) }
func (d quake2Dump) CenterPrint(m *quake2.CenterPrint)       { d.message("center_print", m) }
func (d quake2Dump) Download(m *quake2.Download)             { d.message("download", m) }
func (d quake2Dump) PlayerInfo(m *quake2.PlayerDelta)        { d.message("player_info", m) }
func (d quake2Dump) PacketEntities(m *quake2.PacketEntities) { d.message("packet_entities", m) }
func (d quake2Dump) Frame(m *quake2.Frame)                   { d.message("frame", m) }
func (d quake2Dump) SplitClient(m *quake2.SplitClient)       { d.message("split_client", m) }
func (d quake2Dump) Blast(m *quake2.Blast)                   { d.message("blast", m) }
func (d quake2Dump) EndBlast(m *quake2.Blast)                { d.message("end_blast", m) }
func (d quake2Dump) LevelRestart(m *quake2.LevelRestart)     { d.message("level_restart", m) }
func (d quake2Dump) DamageTaken(m *quake2.DamageTaken)       { d.message("damage_taken", m) }
func (d quake2Dump) LocPrint(m *quake2.LocPrint)             { d.message("loc_print", m) }
func (d quake2Dump) Fog(m *quake2.Fog)                       { d.message("fog", m) }
func (d quake2Dump) SimpleFog(m *quake2.SimpleFog)           { d.message("simple_fog", m) }
func (d quake2Dump) WaitingForPlayers(m *quake2.WaitingForPlayers) {
	d.message("waiting_for_players", m)
}
func (d quake2Dump) BotChat(m *quake2.BotChat)         { d.message("bot_chat", m) }
func (d quake2Dump) POI(m *quake2.POI)                 { d.message("poi", m) }
func (d quake2Dump) HelpPath(m *quake2.HelpPath)       { d.message("help_path", m) }
func (d quake2Dump) Achievement(m *quake2.Achievement) { d.message("achievement", m) }
func (d quake2Dump) Cast(m *quake2.Cast)               { d.message("cast", m) }
func (d quake2Dump) EndCast(m *quake2.Cast)            { d.message("end_cast", m) }
func (d quake2Dump) MVDFrame(m *quake2.MVDFrame)       { d.message("mvd_frame", m) }
