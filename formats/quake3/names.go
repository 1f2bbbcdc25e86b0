package quake3

// entityNames are the fields' names in the engines' sources.
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

// playerNames are the names of the playerstate's fields.
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

// String returns the field's name in the engines' sources.
func (f EntityField) String() string {
	if f >= NumEntityFields {
		return "unknown"
	}
	return entityNames[f]
}

// String returns the field's name in the engines' sources.
func (f PlayerField) String() string {
	if f >= NumPlayerFields {
		return "unknown"
	}
	return playerNames[f]
}

// IsFloat reports whether the field holds the bits of a float in any protocol.
func (f EntityField) IsFloat() bool { return isFloat(entity91, uint8(f)) }

// IsFloat reports whether the field holds the bits of a float in any protocol.
func (f PlayerField) IsFloat() bool { return isFloat(player91, uint8(f)) }

// infoOf returns what is known of the fields below end.
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
