package wolfenstein

import (
	"slices"

	"fragscope/formats/quake3"
)

// EntityField is the index of a field of [EntityState].
type EntityField uint8

// The fields of an entity; see package quake3 for those that Quake III also has. Floats are held as IEEE 754 bits.
const (
	EntEType EntityField = iota // entity type; an event if [quake3.GameNumbers.EventBase] or more
	EntEFlags
	EntPosType // see the Tr constants
	EntPosTime
	EntPosDuration
	EntPosBaseX
	EntPosBaseY
	EntPosBaseZ
	EntPosDeltaX
	EntPosDeltaY
	EntPosDeltaZ
	EntAposType
	EntAposTime
	EntAposDuration
	EntAposBasePitch
	EntAposBaseYaw
	EntAposBaseRoll
	EntAposDeltaPitch
	EntAposDeltaYaw
	EntAposDeltaRoll
	EntTime
	EntTime2
	EntOriginX
	EntOriginY
	EntOriginZ
	EntOrigin2X
	EntOrigin2Y
	EntOrigin2Z
	EntAnglesPitch
	EntAnglesYaw
	EntAnglesRoll
	EntAngles2Pitch
	EntAngles2Yaw
	EntAngles2Roll
	EntOtherEntityNum
	EntOtherEntityNum2
	EntGroundEntityNum
	EntLoopSound
	EntConstantLight
	EntDlIntensity
	EntModelindex
	EntModelindex2
	EntFrame
	EntClientNum
	EntSolid
	EntEvent
	EntEventParm
	EntEventSequence // number of events so far, low 8 bits
	EntEvent0
	EntEvent1
	EntEvent2
	EntEvent3
	EntEventParm0
	EntEventParm1
	EntEventParm2
	EntEventParm3
	EntPowerups
	EntWeapon
	EntLegsAnim
	EntTorsoAnim
	EntDensity
	EntDmgFlags
	EntOnFireStart
	EntOnFireEnd
	EntNextWeapon
	EntTeamNum
	EntEffect1Time
	EntEffect2Time
	EntEffect3Time
	EntAnimMovetype
	EntAiState
	EntAiChar // Return to Castle Wolfenstein only

	NumEntityFields = iota
)

// PlayerField is the index of a field of [PlayerState].
type PlayerField uint8

// The fields of a playerstate.
const (
	PsCommandTime PlayerField = iota
	PsPmType
	PsBobCycle
	PsPmFlags
	PsPmTime
	PsOriginX
	PsOriginY
	PsOriginZ
	PsVelocityX
	PsVelocityY
	PsVelocityZ
	PsWeaponTime
	PsWeaponDelay
	PsGrenadeTimeLeft
	PsGravity
	PsLeanf
	PsSpeed
	PsDeltaPitch
	PsDeltaYaw
	PsDeltaRoll
	PsGroundEntityNum
	PsLegsTimer
	PsTorsoTimer
	PsLegsAnim
	PsTorsoAnim
	PsMovementDir
	PsEFlags
	PsEventSequence // number of events so far, low 8 bits
	PsEvent0
	PsEvent1
	PsEvent2
	PsEvent3
	PsEventParm0
	PsEventParm1
	PsEventParm2
	PsEventParm3
	PsClientNum
	PsWeapons0 // bit set of the weapons carried, 0 to 31
	PsWeapons1 // 32 to 63
	PsWeapon
	PsWeaponState
	PsWeapAnim
	PsViewPitch
	PsViewYaw
	PsViewRoll
	PsViewHeight
	PsDamageEvent
	PsDamageYaw
	PsDamagePitch
	PsDamageCount
	PsMinsX
	PsMinsY
	PsMinsZ
	PsMaxsX
	PsMaxsY
	PsMaxsZ
	PsCrouchMaxZ
	PsCrouchViewHeight
	PsStandViewHeight
	PsDeadViewHeight
	PsRunSpeedScale
	PsSprintSpeedScale
	PsCrouchSpeedScale
	PsFriction
	PsViewlocked
	PsViewlockedEntNum
	PsNextWeapon
	PsTeamNum
	PsOnFireStart
	PsCurWeapHeat // 0 to 255
	PsAimSpreadScale
	PsServerCursorHint
	PsServerCursorHintVal
	PsClassWeaponTime
	PsIdentifyClient
	PsIdentifyClientHealth
	PsAiState
	PsAiChar     // Return to Castle Wolfenstein only
	PsGunfx      // Return to Castle Wolfenstein only
	PsSprintTime // Return to Castle Wolfenstein only

	NumPlayerFields = iota
)

// numSharedFields is the number of additional fields that a TV server has for an entity: currentOrigin and
// currentAngles, svFlags, mins and maxs, and singleClient.
const numSharedFields = 14

// field is an entry of a table as written in the source code. Its number is its position.
type field struct {
	name string
	bits int8
}

// vector returns the entries of a vector of floats.
func vector(name string) []field {
	return []field{{name + "[0]", 0}, {name + "[1]", 0}, {name + "[2]", 0}}
}

// numbered returns n entries of an array.
func numbered(name string, n int, bits int8) (list []field) {
	for i := range n {
		list = append(list, field{name + "[" + string(rune('0'+i)) + "]", bits})
	}
	return list
}

// tableOf concatenates the given parts. It returns the fields, numbered in order, and their descriptions.
func tableOf(parts ...[]field) (t []quake3.Field, infos []quake3.FieldInfo) {
	for i, f := range slices.Concat(parts...) {
		t = append(t, quake3.Field{ID: uint8(i), Bits: f.bits})
		infos = append(infos, quake3.FieldInfo{Name: f.name, Float: f.bits == 0})
	}
	return t, infos
}

// trajectory returns the entries of a trajectory.
func trajectory(name string) []field {
	return slices.Concat([]field{{name + ".trType", 8}, {name + ".trTime", 32}, {name + ".trDuration", 32}},
		vector(name+".trBase"), vector(name+".trDelta"))
}

var (
	// entityFields has every field of an entity by its number.
	entityFields, entityInfo = tableOf(
		[]field{{"eType", 8}, {"eFlags", 24}}, trajectory("pos"), trajectory("apos"),
		[]field{{"time", 32}, {"time2", 32}}, vector("origin"), vector("origin2"), vector("angles"), vector("angles2"),
		[]field{{"otherEntityNum", 10}, {"otherEntityNum2", 10}, {"groundEntityNum", 10}, {"loopSound", 8},
			{"constantLight", 32}, {"dl_intensity", 32}, {"modelindex", 9}, {"modelindex2", 9}, {"frame", 16},
			{"clientNum", 8}, {"solid", 24}, {"event", 10}, {"eventParm", 8}, {"eventSequence", 8}},
		numbered("events", 4, 8), numbered("eventParms", 4, 8),
		[]field{{"powerups", 16}, {"weapon", 8}, {"legsAnim", 10}, {"torsoAnim", 10}, {"density", 10}, {"dmgFlags", 32},
			{"onFireStart", 32}, {"onFireEnd", 32}, {"nextWeapon", 8}, {"teamNum", 8}, {"effect1Time", 32},
			{"effect2Time", 32}, {"effect3Time", 32}, {"animMovetype", 4}, {"aiState", 2}, {"aiChar", 8}})

	// playerFields has every field of a playerstate by its number.
	playerFields, playerInfo = tableOf(
		[]field{{"commandTime", 32}, {"pm_type", 8}, {"bobCycle", 8}, {"pm_flags", 16}, {"pm_time", -16}},
		vector("origin"), vector("velocity"),
		[]field{{"weaponTime", -16}, {"weaponDelay", -16}, {"grenadeTimeLeft", -16}, {"gravity", 16}, {"leanf", 0},
			{"speed", 16}},
		numbered("delta_angles", 3, 16),
		[]field{{"groundEntityNum", 10}, {"legsTimer", 16}, {"torsoTimer", 16}, {"legsAnim", 10}, {"torsoAnim", 10},
			{"movementDir", 8}, {"eFlags", 24}, {"eventSequence", 8}},
		numbered("events", 4, 8), numbered("eventParms", 4, 8), []field{{"clientNum", 8}}, numbered("weapons", 2, 32),
		[]field{{"weapon", 7}, {"weaponstate", 4}, {"weapAnim", 10}}, vector("viewangles"),
		[]field{{"viewheight", -8}, {"damageEvent", 8}, {"damageYaw", 8}, {"damagePitch", 8}, {"damageCount", 8}},
		vector("mins"), vector("maxs"),
		[]field{{"crouchMaxZ", 0}, {"crouchViewHeight", 0}, {"standViewHeight", 0}, {"deadViewHeight", 0},
			{"runSpeedScale", 0}, {"sprintSpeedScale", 0}, {"crouchSpeedScale", 0}, {"friction", 0}, {"viewlocked", 8},
			{"viewlocked_entNum", 16}, {"nextWeapon", 8}, {"teamNum", 8}, {"onFireStart", 32}, {"curWeapHeat", 8},
			{"aimSpreadScale", 8}, {"serverCursorHint", 8}, {"serverCursorHintVal", 8}, {"classWeaponTime", 32},
			{"identifyClient", 8}, {"identifyClientHealth", 8}, {"aiState", 2}, {"aiChar", 8}, {"gunfx", 8},
			{"sprintTime", 16}})

	// sharedFields are those of [quake3.SharedDelta].
	sharedFields, sharedInfo = tableOf(vector("currentOrigin"), vector("currentAngles"), []field{{"svFlags", 32}}, vector("mins"),
		vector("maxs"), []field{{"singleClient", 8}})
)

// order returns the fields of a table in another order.
func order[ID EntityField | PlayerField](table []quake3.Field, ids ...ID) []quake3.Field {
	var list []quake3.Field
	for _, id := range ids {
		list = append(list, table[id])
	}
	return list
}

// The tables of Return to Castle Wolfenstein and of Enemy Territory, in order of transmission.
var (
	entityRTCW = slices.Concat(entityFields[:EntNextWeapon], order(entityFields, EntAiChar, EntTeamNum, EntEffect1Time,
		EntEffect2Time, EntEffect3Time, EntAiState, EntAnimMovetype))
	entityET = entityFields[:EntAiChar]

	playerRTCW = slices.Concat(playerFields[:PsNextWeapon], order(playerFields, PsAiChar, PsTeamNum, PsGunfx,
		PsOnFireStart, PsCurWeapHeat, PsSprintTime, PsAimSpreadScale, PsAiState, PsServerCursorHint,
		PsServerCursorHintVal,
		PsClassWeaponTime))
	playerET = playerFields[:PsAiChar]
)
