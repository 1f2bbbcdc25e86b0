package quakeworld

import "reflect"

// Numbers of messages with several layouts.
const (
	idUpdateStat          = 3
	idSound               = 6
	idSpawnStatic2        = 21
	idUpdateStatLong      = 38
	idNails               = 43
	idModelList           = 45
	idSoundList           = 46
	idPacketEntities      = 47
	idDeltaPacketEntities = 48
	idNails2              = 54
	idSoundExtended       = 55
	idSoundListShort      = 56
	idModelListShort      = 60
	idSpawnBaseline2      = 66
	idProjectiles         = 100
	idDeltaProjectiles    = 101
)

// kind is a kind of message. A new one needs a struct with a layout, and a row.
type kind struct {
	number uint8 // 0 for what is not a message, and for [Extra], see extras
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
	{0, "block", of[Block]},
	{0, "command", of[Command]},
	{0, "set", of[SequenceInfo]},
	{0, "connectionless", of[Connectionless]},
	{0, "hidden", of[Hidden]},
	{0, "raw", of[Raw]},
	{1, "nop", of[Nop]},
	{2, "disconnect", of[Disconnect]},
	{idUpdateStatLong, "update_stat", of[UpdateStat]},
	{idUpdateStat, "update_stat", of[UpdateStat]},
	{idSound, "sound", of[Sound]},
	{idSoundExtended, "sound", of[Sound]},
	{7, "time", of[Time]},
	{8, "print", of[Print]},
	{9, "stuff_text", of[StuffText]},
	{10, "set_angle", of[SetAngle]},
	{11, "server_data", of[ServerData]},
	{12, "light_style", of[LightStyle]},
	{14, "update_frags", of[UpdateFrags]},
	{16, "stop_sound", of[StopSound]},
	{19, "damage", of[Damage]},
	{20, "spawn_static", of[SpawnStatic]},
	{idSpawnBaseline2, "spawn_delta", of[SpawnDelta]},
	{idSpawnStatic2, "spawn_delta", of[SpawnDelta]},
	{22, "spawn_baseline", of[SpawnBaseline]},
	{23, "temp_entity", of[TempEntity]},
	{24, "set_pause", of[SetPause]},
	{26, "center_print", of[CenterPrint]},
	{27, "killed_monster", of[KilledMonster]},
	{28, "found_secret", of[FoundSecret]},
	{29, "spawn_static_sound", of[SpawnStaticSound]},
	{30, "intermission", of[Intermission]},
	{31, "finale", of[Finale]},
	{32, "cd_track", of[CDTrack]},
	{33, "sell_screen", of[SellScreen]},
	{34, "small_kick", of[SmallKick]},
	{35, "big_kick", of[BigKick]},
	{36, "update_ping", of[UpdatePing]},
	{37, "update_enter_time", of[UpdateEnterTime]},
	{39, "muzzle_flash", of[MuzzleFlash]},
	{40, "update_user_info", of[UpdateUserInfo]},
	{41, "download", of[Download]},
	{42, "player_info", of[PlayerInfo]},
	{idNails, "nails", of[Nails]},
	{idNails2, "nails", of[Nails]},
	{44, "choke_count", of[ChokeCount]},
	{idModelList, "model_list", of[ModelList]},
	{idModelListShort, "model_list", of[ModelList]},
	{idSoundList, "sound_list", of[SoundList]},
	{idSoundListShort, "sound_list", of[SoundList]},
	{idPacketEntities, "packet_entities", of[PacketEntities]},
	{idDeltaPacketEntities, "packet_entities", of[PacketEntities]},
	{49, "max_speed", of[MaxSpeed]},
	{50, "ent_gravity", of[EntGravity]},
	{51, "set_info", of[SetInfo]},
	{52, "server_info", of[ServerInfo]},
	{53, "update_pl", of[UpdatePL]},
	{86, "update_entities", of[UpdateEntities]},
	{idProjectiles, "projectiles", of[Projectiles]},
	{idDeltaProjectiles, "projectiles", of[Projectiles]},
	{0, "extra", of[Extra]},
}

// Rows of content other than messages, counted from 1.
const (
	rowBlock = 1 + iota
	rowCommand
	rowSequence
	rowConnectionless
	rowHidden
	rowRaw
)

// rows is the row of the kind, counted from 1, by message number, or 0 if there is none.
var rows = func() (rows [256]uint8) {
	for i, k := range kinds {
		rows[k.number] = uint8(i + 1)
	}
	for number := range extras {
		rows[number] = uint8(len(kinds))
	}
	rows[0] = 0
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
