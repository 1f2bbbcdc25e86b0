package netquake

import "reflect"

// Numbers of messages with several layouts.
const (
	idUpdateStat        = 3
	idSound             = 6
	idServerInfo        = 11
	idSpawnStaticSound  = 29
	idSpawnBaseline2    = 42 // FitzQuake
	idSpawnStatic2      = 43 // FitzQuake
	idEffect2           = 53 // DarkPlaces
	idSound2            = 54 // DarkPlaces 1 to 3
	idSpawnBaselineWide = 55 // DarkPlaces
	idCSQCEntities      = 58 // DarkPlaces
	idSpawnStaticWide   = 56 // DarkPlaces
	idPointParticles1   = 62 // DarkPlaces
	idSpawnStaticDelta  = 21 // FTE
	idSpawnDelta        = 66 // FTE
	idProgramPacket     = 90 // FTE
	idProgramTemp       = 91 // FTE
)

// kind is a kind of message. A new one needs a struct with a layout, and a row.
type kind struct {
	number uint8  // 0 for what is not a message; 128 and up see [UpdateEntity]
	in     family // the families that have it
	name   string
	make   func() Message
}

// of allocates a message of a kind.
func of[T any, M interface {
	*T
	Message
}]() Message {
	return M(new(T))
}

// kinds lists the kinds of messages. If a message has several numbers, the first row is the usual one.
var kinds = [...]kind{
	{0, 0, "track", of[Track]},
	{0, 0, "block", of[Block]},
	{0, 0, "raw", of[Raw]},
	{0, 0, "variant", of[Variant]},
	{1, anyFamily, "nop", of[Nop]},
	{2, anyFamily, "disconnect", of[Disconnect]},
	{idUpdateStat, anyFamily, "update_stat", of[UpdateStat]},
	{4, anyFamily, "version", of[Version]},
	{5, anyFamily, "set_view", of[SetView]},
	{idSound, anyFamily, "sound", of[Sound]},
	{7, anyFamily, "time", of[Time]},
	{8, anyFamily, "print", of[Print]},
	{9, anyFamily, "stuff_text", of[StuffText]},
	{10, anyFamily, "set_angle", of[SetAngle]},
	{idServerInfo, anyFamily, "server_info", of[ServerInfo]},
	{12, anyFamily, "light_style", of[LightStyle]},
	{13, anyFamily, "update_name", of[UpdateName]},
	{14, anyFamily, "update_frags", of[UpdateFrags]},
	{15, anyFamily, "client_data", of[ClientData]},
	{16, anyFamily, "stop_sound", of[StopSound]},
	{17, anyFamily, "update_colors", of[UpdateColors]},
	{18, anyFamily, "particle", of[Particle]},
	{19, anyFamily, "damage", of[Damage]},
	{20, anyFamily, "spawn_static", of[SpawnStatic]},
	{22, anyFamily, "spawn_baseline", of[SpawnBaseline]},
	{23, anyFamily, "temp_entity", of[TempEntity]},
	{24, anyFamily, "set_pause", of[SetPause]},
	{25, anyFamily, "signon_num", of[SignonNum]},
	{26, anyFamily, "center_print", of[CenterPrint]},
	{27, anyFamily, "killed_monster", of[KilledMonster]},
	{28, anyFamily, "found_secret", of[FoundSecret]},
	{idSpawnStaticSound, anyFamily, "spawn_static_sound", of[SpawnStaticSound]},
	{30, anyFamily, "intermission", of[Intermission]},
	{31, anyFamily, "finale", of[Finale]},
	{32, anyFamily, "cd_track", of[CDTrack]},
	{33, anyFamily, "sell_screen", of[SellScreen]},
	{34, anyFamily, "cut_scene", of[CutScene]},
	{35, anyFamily, "show_lmp", of[ShowLMP]},
	{36, anyFamily, "hide_lmp", of[HideLMP]},
	{37, anyFamily, "sky_box", of[SkyBox]},
	{maskSignal, anyFamily, "update_entity", of[UpdateEntity]},

	{40, fitzMessages | openingMessages, "bonus_flash", of[BonusFlash]},
	{41, fitzMessages | openingMessages, "fog", of[Fog]},
	{idSpawnBaseline2, fitzMessages | openingMessages, "spawn_baseline", of[SpawnBaseline]},
	{idSpawnStatic2, fitzMessages | openingMessages, "spawn_static", of[SpawnStatic]},
	{44, fitzMessages | openingMessages, "spawn_static_sound", of[SpawnStaticSound]},
	{52, fitzMessages | openingMessages, "achievement", of[Achievement]},
	{56, fitzMessages | openingMessages, "local_sound", of[LocalSound]},

	{50, nehahraMessages, "skybox_size", of[SkyboxSize]},
	{51, nehahraMessages, "nehahra_fog", of[NehahraFog]},

	{50, anyDarkPlaces | openingMessages, "download", of[Download]},
	{51, anyDarkPlaces, "update_stat", of[UpdateStat]},
	{52, anyDarkPlaces, "effect", of[Effect]},
	{idEffect2, anyDarkPlaces, "effect", of[Effect]},
	{idSound2, oldDarkPlacesMessages, "sound", of[Sound]},
	{54, darkPlacesMessages, "precache", of[Precache]},
	{idSpawnBaselineWide, anyDarkPlaces, "spawn_baseline", of[SpawnBaseline]},
	{idSpawnStaticWide, anyDarkPlaces, "spawn_static", of[SpawnStatic]},
	{57, anyDarkPlaces, "entities", of[Entities]},
	{idCSQCEntities, anyDarkPlaces, "csqc_entities", of[CSQCEntities]},
	{59, anyDarkPlaces, "spawn_static_sound", of[SpawnStaticSound]},
	{60, anyDarkPlaces, "trail_particles", of[TrailParticles]},
	{61, anyDarkPlaces, "point_particles", of[PointParticles]},
	{idPointParticles1, anyDarkPlaces, "point_particles", of[PointParticles]},

	{51, fteMessages, "update_stat", of[UpdateStat]},
	{idSpawnDelta, fteMessages, "spawn_delta", of[SpawnDelta]},
	{idSpawnStaticDelta, fteMessages, "spawn_delta", of[SpawnDelta]},
	{78, fteMessages, "update_stat_text", of[UpdateStatText]},
	{79, fteMessages, "update_stat_float", of[UpdateStatFloat]},
	{84, fteMessages, "voice", of[Voice]},
	{85, fteMessages, "turn", of[Turn]},
	{86, fteMessages, "update_entities", of[UpdateEntities]},
	{idProgramPacket, fteMessages, "program_packet", of[ProgramPacket]},
	{idProgramTemp, fteMessages, "program_packet", of[ProgramPacket]},
	{93, fteMessages, "set_angle_base", of[SetAngleBase]},
}

// Rows, counted from 1.
const (
	rowBlock = 2
	rowRaw   = 3
)

// rowUpdate is the row of [UpdateEntity].
var rowUpdate = int(rows[anyFamily][maskSignal])

// rows is the row of the kind, counted from 1, by family and message number, or 0 if there is none.
var rows = func() (rows [anyFamily + 1][256]uint8) {
	for i, k := range kinds {
		first, last := int(k.number), int(k.number)
		switch k.number {
		case 0:
			continue
		case maskSignal:
			last = 255
		}
		for f := range rows {
			for id := first; id <= last && k.in&family(f) != 0; id++ {
				rows[f][id] = uint8(i + 1)
			}
		}
	}
	return rows
}()

// kindOf maps each message to its first row.
var kindOf = func() map[reflect.Type]*kind {
	m := map[reflect.Type]*kind{}
	for i := range kinds {
		if t := reflect.TypeOf(kinds[i].make()); m[t] == nil {
			m[t] = &kinds[i]
		}
	}
	return m
}()

// Name returns the name of m's kind, such as "update_stat".
func Name(m Message) string { return kindOf[reflect.TypeOf(m)].name }

// Messages returns at least one newly allocated message of each kind.
func Messages() (all []Message) {
	for i := range kinds {
		all = append(all, kinds[i].make())
	}
	return all
}
