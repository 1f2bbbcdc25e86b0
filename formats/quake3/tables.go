package quake3

import "slices"

// The field tables, in the order of transmission. Sources: quake3.exe 1.27g
// and the published engines (msg.c) and parsers for the later ones.

// entity48 is the order of the structure itself: the mask of the old coding
// has a bit for each.
var entity48 = entityFields(
	entityField{EntEType, 8}, entityField{EntEFlags, 19}, entityField{EntPosType, 8}, entityField{EntPosTime, 32},
	entityField{EntPosDuration, 32}, entityField{EntPosBaseX, 0}, entityField{EntPosBaseY, 0}, entityField{EntPosBaseZ, 0},
	entityField{EntPosDeltaX, 0}, entityField{EntPosDeltaY, 0}, entityField{EntPosDeltaZ, 0}, entityField{EntAposType, 8},
	entityField{EntAposTime, 32}, entityField{EntAposDuration, 32}, entityField{EntAposBasePitch, 0}, entityField{EntAposBaseYaw, 0},
	entityField{EntAposBaseRoll, 0}, entityField{EntAposDeltaPitch, 0}, entityField{EntAposDeltaYaw, 0}, entityField{EntAposDeltaRoll, 0},
	entityField{EntTime, 32}, entityField{EntTime2, 32}, entityField{EntOriginX, 0}, entityField{EntOriginY, 0},
	entityField{EntOriginZ, 0}, entityField{EntOrigin2X, 0}, entityField{EntOrigin2Y, 0}, entityField{EntOrigin2Z, 0},
	entityField{EntAnglesPitch, 0}, entityField{EntAnglesYaw, 0}, entityField{EntAnglesRoll, 0}, entityField{EntAngles2Pitch, 0},
	entityField{EntAngles2Yaw, 0}, entityField{EntAngles2Roll, 0}, entityField{EntOtherEntityNum, 10}, entityField{EntOtherEntityNum2, 10},
	entityField{EntGroundEntityNum, 10}, entityField{EntLoopSound, 8}, entityField{EntConstantLight, 32}, entityField{EntModelindex, 8},
	entityField{EntModelindex2, 8}, entityField{EntFrame, 16}, entityField{EntClientNum, 8}, entityField{EntSolid, 24},
	entityField{EntEvent, 10}, entityField{EntEventParm, 8}, entityField{EntPowerups, 16}, entityField{EntWeapon, 8},
	entityField{EntLegsAnim, 8}, entityField{EntTorsoAnim, 8}, entityField{EntGeneric1, 8},
)

// entity68 is ordered by how often a field changes.
var entity68 = entityFields(
	entityField{EntPosTime, 32}, entityField{EntPosBaseX, 0}, entityField{EntPosBaseY, 0}, entityField{EntPosDeltaX, 0},
	entityField{EntPosDeltaY, 0}, entityField{EntPosBaseZ, 0}, entityField{EntAposBaseYaw, 0}, entityField{EntPosDeltaZ, 0},
	entityField{EntAposBasePitch, 0}, entityField{EntEvent, 10}, entityField{EntAngles2Yaw, 0}, entityField{EntEType, 8},
	entityField{EntTorsoAnim, 8}, entityField{EntEventParm, 8}, entityField{EntLegsAnim, 8}, entityField{EntGroundEntityNum, 10},
	entityField{EntPosType, 8}, entityField{EntEFlags, 19}, entityField{EntOtherEntityNum, 10}, entityField{EntWeapon, 8},
	entityField{EntClientNum, 8}, entityField{EntAnglesYaw, 0}, entityField{EntPosDuration, 32}, entityField{EntAposType, 8},
	entityField{EntOriginX, 0}, entityField{EntOriginY, 0}, entityField{EntOriginZ, 0}, entityField{EntSolid, 24},
	entityField{EntPowerups, 16}, entityField{EntModelindex, 8}, entityField{EntOtherEntityNum2, 10}, entityField{EntLoopSound, 8},
	entityField{EntGeneric1, 8}, entityField{EntOrigin2Z, 0}, entityField{EntOrigin2X, 0}, entityField{EntOrigin2Y, 0},
	entityField{EntModelindex2, 8}, entityField{EntAnglesPitch, 0}, entityField{EntTime, 32}, entityField{EntAposTime, 32},
	entityField{EntAposDuration, 32}, entityField{EntAposBaseRoll, 0}, entityField{EntAposDeltaPitch, 0}, entityField{EntAposDeltaYaw, 0},
	entityField{EntAposDeltaRoll, 0}, entityField{EntTime2, 32}, entityField{EntAnglesRoll, 0}, entityField{EntAngles2Pitch, 0},
	entityField{EntAngles2Roll, 0}, entityField{EntConstantLight, 32}, entityField{EntFrame, 16},
)

var player48 = playerFields(
	playerField{PsCommandTime, 32}, playerField{PsPmType, 8}, playerField{PsBobCycle, 8}, playerField{PsPmFlags, 16},
	playerField{PsPmTime, -16}, playerField{PsOriginX, 0}, playerField{PsOriginY, 0}, playerField{PsOriginZ, 0},
	playerField{PsVelocityX, 0}, playerField{PsVelocityY, 0}, playerField{PsVelocityZ, 0}, playerField{PsWeaponTime, -16},
	playerField{PsGravity, 16}, playerField{PsSpeed, 16}, playerField{PsDeltaPitch, 16}, playerField{PsDeltaYaw, 16},
	playerField{PsDeltaRoll, 16}, playerField{PsGroundEntityNum, 10}, playerField{PsLegsTimer, 8}, playerField{PsTorsoTimer, 12},
	playerField{PsLegsAnim, 8}, playerField{PsTorsoAnim, 8}, playerField{PsMovementDir, 4}, playerField{PsEFlags, 16},
	playerField{PsEventSequence, 16}, playerField{PsEvent0, 8}, playerField{PsEvent1, 8}, playerField{PsEventParm0, 8},
	playerField{PsEventParm1, 8}, playerField{PsExternalEvent, 10}, playerField{PsExternalEventParm, 8}, playerField{PsClientNum, 8},
	playerField{PsWeapon, 5}, playerField{PsWeaponState, 4}, playerField{PsViewPitch, 0}, playerField{PsViewYaw, 0},
	playerField{PsViewRoll, 0}, playerField{PsViewHeight, -8}, playerField{PsDamageEvent, 8}, playerField{PsDamageYaw, 8},
	playerField{PsDamagePitch, 8}, playerField{PsDamageCount, 8}, playerField{PsGrappleX, 0}, playerField{PsGrappleY, 0},
	playerField{PsGrappleZ, 0}, playerField{PsJumppadEnt, 10}, playerField{PsLoopSound, 16}, playerField{PsGeneric1, 8},
)

var player68 = playerFields(
	playerField{PsCommandTime, 32}, playerField{PsOriginX, 0}, playerField{PsOriginY, 0}, playerField{PsBobCycle, 8},
	playerField{PsVelocityX, 0}, playerField{PsVelocityY, 0}, playerField{PsViewYaw, 0}, playerField{PsViewPitch, 0},
	playerField{PsWeaponTime, -16}, playerField{PsOriginZ, 0}, playerField{PsVelocityZ, 0}, playerField{PsLegsTimer, 8},
	playerField{PsPmTime, -16}, playerField{PsEventSequence, 16}, playerField{PsTorsoAnim, 8}, playerField{PsMovementDir, 4},
	playerField{PsEvent0, 8}, playerField{PsLegsAnim, 8}, playerField{PsEvent1, 8}, playerField{PsPmFlags, 16},
	playerField{PsGroundEntityNum, 10}, playerField{PsWeaponState, 4}, playerField{PsEFlags, 16}, playerField{PsExternalEvent, 10},
	playerField{PsGravity, 16}, playerField{PsSpeed, 16}, playerField{PsDeltaYaw, 16}, playerField{PsExternalEventParm, 8},
	playerField{PsViewHeight, -8}, playerField{PsDamageEvent, 8}, playerField{PsDamageYaw, 8}, playerField{PsDamagePitch, 8},
	playerField{PsDamageCount, 8}, playerField{PsGeneric1, 8}, playerField{PsPmType, 8}, playerField{PsDeltaPitch, 16},
	playerField{PsDeltaRoll, 16}, playerField{PsTorsoTimer, 12}, playerField{PsEventParm0, 8}, playerField{PsEventParm1, 8},
	playerField{PsClientNum, 8}, playerField{PsWeapon, 5}, playerField{PsViewRoll, 0}, playerField{PsGrappleX, 0},
	playerField{PsGrappleY, 0}, playerField{PsGrappleZ, 0}, playerField{PsJumppadEnt, 10}, playerField{PsLoopSound, 16},
)

// The other tables differ from these by a few fields.
var (
	entity43 = resized(entity48[:50], Field{uint8(EntEFlags), 16})
	entity73 = inserted(inserted(entity68, uint8(EntEvent), Field{uint8(EntPosGravity), 32}),
		uint8(EntTime2), Field{uint8(EntAposGravity), 32})
	entity90 = slices.Concat(entity73, entityFields(entityField{EntJumpTime, 32}, entityField{EntDoubleJumped, 1}))
	entity91 = slices.Concat(entity90, entityFields(entityField{EntHealth, 16}, entityField{EntArmor, 16},
		entityField{EntLocation, 8}))

	player43 = resized(player48[:45], Field{uint8(PsPmTime), 16}, Field{uint8(PsWeaponTime), 16},
		Field{uint8(PsExternalEvent), 8}, Field{uint8(PsViewHeight), 8})
	player90 = slices.Concat(resized(player68, Field{uint8(PsPmFlags), 24}),
		playerFields(playerField{PsJumpTime, 32}, playerField{PsDoubleJumped, 1}))
	player91 = slices.Concat(inserted(player90, uint8(PsViewRoll), Field{uint8(PsWeaponPrimary), 8}),
		playerFields(playerField{PsCrouchTime, 32}, playerField{PsCrouchSlideTime, 32}, playerField{PsLocation, 8},
			playerField{PsFov, 8}, playerField{PsForwardMove, 8}, playerField{PsRightMove, 8}, playerField{PsUpMove, 8}))
)

// resized returns table with other widths for the given fields.
func resized(table []Field, with ...Field) []Field {
	table = slices.Clone(table)
	for _, f := range with {
		for i := range table {
			if table[i].ID == f.ID {
				table[i] = f
			}
		}
	}
	return table
}

// inserted returns table with f before the field with the given number.
func inserted(table []Field, before uint8, f Field) []Field {
	i := slices.IndexFunc(table, func(e Field) bool { return e.ID == before })
	return slices.Insert(slices.Clone(table), i, f)
}
