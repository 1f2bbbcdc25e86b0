package quake3

import (
	"slices"
	"strconv"
	"strings"
)

// entityNames holds the names of the fields in the engines' sources.
var entityNames = [NumEntityFields]string{
	EntPosTime: "pos.trTime", EntPosBaseX: "pos.trBase[0]", EntPosBaseY: "pos.trBase[1]",
	EntPosDeltaX: "pos.trDelta[0]", EntPosDeltaY: "pos.trDelta[1]", EntPosBaseZ: "pos.trBase[2]",
	EntAposBaseYaw: "apos.trBase[1]", EntPosDeltaZ: "pos.trDelta[2]", EntAposBasePitch: "apos.trBase[0]",
	EntEvent: "event", EntAngles2Yaw: "angles2[1]", EntEType: "eType", EntTorsoAnim: "torsoAnim",
	EntEventParm: "eventParm", EntLegsAnim: "legsAnim", EntGroundEntityNum: "groundEntityNum", EntPosType: "pos.trType",
	EntEFlags: "eFlags", EntOtherEntityNum: "otherEntityNum", EntWeapon: "weapon", EntClientNum: "clientNum",
	EntAnglesYaw: "angles[1]", EntPosDuration: "pos.trDuration", EntAposType: "apos.trType", EntOriginX: "origin[0]",
	EntOriginY: "origin[1]", EntOriginZ: "origin[2]", EntSolid: "solid", EntPowerups: "powerups",
	EntModelindex: "modelindex", EntOtherEntityNum2: "otherEntityNum2", EntLoopSound: "loopSound",
	EntGeneric1: "generic1", EntOrigin2Z: "origin2[2]", EntOrigin2X: "origin2[0]", EntOrigin2Y: "origin2[1]",
	EntModelindex2: "modelindex2", EntAnglesPitch: "angles[0]", EntTime: "time", EntAposTime: "apos.trTime",
	EntAposDuration: "apos.trDuration", EntAposBaseRoll: "apos.trBase[2]", EntAposDeltaPitch: "apos.trDelta[0]",
	EntAposDeltaYaw: "apos.trDelta[1]", EntAposDeltaRoll: "apos.trDelta[2]", EntTime2: "time2",
	EntAnglesRoll: "angles[2]", EntAngles2Pitch: "angles2[0]", EntAngles2Roll: "angles2[2]",
	EntConstantLight: "constantLight", EntFrame: "frame", EntPosGravity: "pos.gravity", EntAposGravity: "apos.gravity",
	EntJumpTime: "jumpTime", EntDoubleJumped: "doubleJumped", EntHealth: "health",
	EntArmor:    "armor",
	EntLocation: "location",
}

// playerNames holds the names of the playerstate's fields.
var playerNames = [NumPlayerFields]string{
	PsCommandTime: "commandTime", PsOriginX: "origin[0]", PsOriginY: "origin[1]", PsBobCycle: "bobCycle",
	PsVelocityX: "velocity[0]", PsVelocityY: "velocity[1]", PsViewYaw: "viewangles[1]", PsViewPitch: "viewangles[0]",
	PsWeaponTime: "weaponTime", PsOriginZ: "origin[2]", PsVelocityZ: "velocity[2]", PsLegsTimer: "legsTimer",
	PsPmTime: "pm_time", PsEventSequence: "eventSequence", PsTorsoAnim: "torsoAnim", PsMovementDir: "movementDir",
	PsEvent0: "events[0]", PsLegsAnim: "legsAnim", PsEvent1: "events[1]", PsPmFlags: "pm_flags",
	PsGroundEntityNum: "groundEntityNum", PsWeaponState: "weaponstate", PsEFlags: "eFlags",
	PsExternalEvent: "externalEvent", PsGravity: "gravity", PsSpeed: "speed", PsDeltaYaw: "delta_angles[1]",
	PsExternalEventParm: "externalEventParm", PsViewHeight: "viewheight", PsDamageEvent: "damageEvent",
	PsDamageYaw: "damageYaw", PsDamagePitch: "damagePitch", PsDamageCount: "damageCount", PsGeneric1: "generic1",
	PsPmType: "pm_type", PsDeltaPitch: "delta_angles[0]", PsDeltaRoll: "delta_angles[2]", PsTorsoTimer: "torsoTimer",
	PsEventParm0: "eventParms[0]", PsEventParm1: "eventParms[1]", PsClientNum: "clientNum", PsWeapon: "weapon",
	PsViewRoll: "viewangles[2]", PsGrappleX: "grapplePoint[0]", PsGrappleY: "grapplePoint[1]",
	PsGrappleZ: "grapplePoint[2]", PsJumppadEnt: "jumppad_ent", PsLoopSound: "loopSound", PsJumpTime: "jumpTime",
	PsDoubleJumped: "doubleJumped", PsWeaponPrimary: "weaponPrimary", PsCrouchTime: "crouchTime",
	PsCrouchSlideTime: "crouchSlideTime", PsLocation: "location", PsFov: "fov", PsForwardMove: "forwardmove",
	PsRightMove: "rightmove", PsUpMove: "upmove",
}

// String returns the name that the engine's source uses for the field.
func (f EntityField) String() string {
	if f >= NumEntityFields {
		return "unknown"
	}
	return entityNames[f]
}

// String returns the name that the engine's source uses for the field.
func (f PlayerField) String() string {
	if f >= NumPlayerFields {
		return "unknown"
	}
	return playerNames[f]
}

// IsFloat reports whether the field holds the bits of a float rather than an integer.
func (f EntityField) IsFloat() bool { return isFloat(entity91, uint8(f)) }

// IsFloat reports whether the field holds the bits of a float rather than an integer.
func (f PlayerField) IsFloat() bool { return isFloat(player91, uint8(f)) }

// infoOf returns descriptions of the fields below end.
func infoOf[F interface {
	EntityField | PlayerField
	IsFloat() bool
	String() string
}](end F) (list []FieldInfo) {
	for f := range end {
		list = append(list, FieldInfo{f.String(), f.IsFloat()})
	}
	return list
}

func isFloat(table []Field, id uint8) bool {
	for _, f := range table {
		if f.ID == id {
			return f.Bits == 0
		}
	}
	return false
}

// The names of the events by number, as in the games' sources (bg_public.h, entity_event_t).
var (
	eventNames68 = strings.Fields(`none footstep footstep_metal foot_splash foot_wade swim step_4 step_8 step_12 step_16
		fall_short fall_medium fall_far jump_pad jump water_touch water_leave water_under water_clear item_pickup
		global_item_pickup no_ammo change_weapon fire_weapon ` + useItems + ` item_respawn item_pop teleport_in
		teleport_out grenade_bounce general_sound global_sound global_team_sound bullet_hit_flesh bullet_hit_wall
		missile_hit missile_miss missile_miss_metal rail_trail shotgun bullet pain death1 death2 death3 obituary
		powerup_quad powerup_battlesuit powerup_regen gib_player score_plum mine_stick mine_trigger kamikaze
		obelisk_explode obelisk_pain invulnerability_impact juiced lightning_bolt debug_line stop_looping_sound ` +
		taunts)
	// eventNames43 are those of the first releases, which end with the gibs.
	eventNames43 = slices.DeleteFunc(slices.Clone(eventNames68[:slices.Index(eventNames68, "score_plum")]),
		func(name string) bool { return name == "global_team_sound" || name == "missile_miss_metal" })
	// eventNamesLive are Quake Live's.
	eventNamesLive = strings.Fields(`none footstep footstep_metal foot_splash foot_wade swim fall_short fall_medium
		fall_far jump_pad jump water_touch water_leave water_under water_clear item_pickup global_item_pickup no_ammo
		change_weapon drop_weapon fire_weapon ` + useItems + ` item_respawn item_pop teleport_in teleport_out
		grenade_bounce general_sound global_sound global_team_sound bullet_hit_flesh bullet_hit_wall missile_hit
		missile_miss missile_miss_metal rail_trail shotgun bullet pain death1 death2 death3 drown obituary powerup_quad
		powerup_battlesuit powerup_regen powerup_armor_regen gib_player score_plum mine_stick mine_trigger kamikaze
		obelisk_explode obelisk_pain invulnerability_impact juiced lightning_bolt debug_line ` + taunts + `
		footstep_snow footstep_wood spectator_item_pickup overtime game_over missile_damage_through thaw_player
		thaw_tick shotgun_kill point_of_interest debug_hitbox lightning_discharge race_start race_checkpoint
		race_finish damage_plum award infected new_high_score`)
)

const (
	useItems = `use_item0 use_item1 use_item2 use_item3 use_item4 use_item5 use_item6 use_item7 use_item8 use_item9
		use_item10 use_item11 use_item12 use_item13 use_item14 use_item15`
	taunts = "taunt taunt_yes taunt_no taunt_follow_me taunt_get_flag taunt_guard_base taunt_patrol"
)

// EventName returns the unmodified game's name for an event in protocol p. If the event has no name,
// EventName returns its number.
func (p *Protocol) EventName(event int) string {
	names := eventNames68
	switch {
	case p.QuakeLive:
		names = eventNamesLive
	case p.EventBase == arena43.EventBase:
		names = eventNames43
	}
	if event >= 0 && event < len(names) {
		return names[event]
	}
	return strconv.Itoa(event)
}

// entityFlagNames are the bits of EntEFlags and PsEFlags (bg_public.h, EF_DEAD and the following).
var entityFlagNames = strings.Fields(`dead ticking_or_backpack teleport award_excellent player_event_or_bounce
	bounce_half award_gauntlet no_draw firing kamikaze mover_stop award_capture talk connection voted
	award_impressive award_defend award_assist award_denied team_voted`)

// EntityFlagName returns the name of a bit of EntEFlags. If the bit has no name, EntityFlagName returns its number.
func EntityFlagName(bit int) string {
	if bit >= 0 && bit < len(entityFlagNames) {
		return entityFlagNames[bit]
	}
	return strconv.Itoa(bit)
}
