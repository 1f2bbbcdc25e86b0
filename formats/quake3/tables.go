package quake3

import "slices"

// The field tables, in order of transmission. Sources: quake3.exe 1.27g and the published engines (msg.c) and parsers
// for the later ones.

// entity48 is in the order of the struct: the mask of the old coding has a bit for each.
var entity48 = tableOf([]entityField{
	{EntEType, 8}, {EntEFlags, 19}, {EntPosType, 8}, {EntPosTime, 32},
	{EntPosDuration, 32}, {EntPosBaseX, 0}, {EntPosBaseY, 0}, {EntPosBaseZ, 0},
	{EntPosDeltaX, 0}, {EntPosDeltaY, 0}, {EntPosDeltaZ, 0}, {EntAposType, 8},
	{EntAposTime, 32}, {EntAposDuration, 32}, {EntAposBasePitch, 0}, {EntAposBaseYaw, 0},
	{EntAposBaseRoll, 0}, {EntAposDeltaPitch, 0}, {EntAposDeltaYaw, 0}, {EntAposDeltaRoll, 0},
	{EntTime, 32}, {EntTime2, 32}, {EntOriginX, 0}, {EntOriginY, 0},
	{EntOriginZ, 0}, {EntOrigin2X, 0}, {EntOrigin2Y, 0}, {EntOrigin2Z, 0},
	{EntAnglesPitch, 0}, {EntAnglesYaw, 0}, {EntAnglesRoll, 0}, {EntAngles2Pitch, 0},
	{EntAngles2Yaw, 0}, {EntAngles2Roll, 0}, {EntOtherEntityNum, 10}, {EntOtherEntityNum2, 10},
	{EntGroundEntityNum, 10}, {EntLoopSound, 8}, {EntConstantLight, 32}, {EntModelindex, 8},
	{EntModelindex2, 8}, {EntFrame, 16}, {EntClientNum, 8}, {EntSolid, 24},
	{EntEvent, 10}, {EntEventParm, 8}, {EntPowerups, 16}, {EntWeapon, 8},
	{EntLegsAnim, 8}, {EntTorsoAnim, 8}, {EntGeneric1, 8},
})

// entity68 starts with the fields that change most often.
var entity68 = tableOf([]entityField{
	{EntPosTime, 32}, {EntPosBaseX, 0}, {EntPosBaseY, 0}, {EntPosDeltaX, 0},
	{EntPosDeltaY, 0}, {EntPosBaseZ, 0}, {EntAposBaseYaw, 0}, {EntPosDeltaZ, 0},
	{EntAposBasePitch, 0}, {EntEvent, 10}, {EntAngles2Yaw, 0}, {EntEType, 8},
	{EntTorsoAnim, 8}, {EntEventParm, 8}, {EntLegsAnim, 8}, {EntGroundEntityNum, 10},
	{EntPosType, 8}, {EntEFlags, 19}, {EntOtherEntityNum, 10}, {EntWeapon, 8},
	{EntClientNum, 8}, {EntAnglesYaw, 0}, {EntPosDuration, 32}, {EntAposType, 8},
	{EntOriginX, 0}, {EntOriginY, 0}, {EntOriginZ, 0}, {EntSolid, 24},
	{EntPowerups, 16}, {EntModelindex, 8}, {EntOtherEntityNum2, 10}, {EntLoopSound, 8},
	{EntGeneric1, 8}, {EntOrigin2Z, 0}, {EntOrigin2X, 0}, {EntOrigin2Y, 0},
	{EntModelindex2, 8}, {EntAnglesPitch, 0}, {EntTime, 32}, {EntAposTime, 32},
	{EntAposDuration, 32}, {EntAposBaseRoll, 0}, {EntAposDeltaPitch, 0}, {EntAposDeltaYaw, 0},
	{EntAposDeltaRoll, 0}, {EntTime2, 32}, {EntAnglesRoll, 0}, {EntAngles2Pitch, 0},
	{EntAngles2Roll, 0}, {EntConstantLight, 32}, {EntFrame, 16},
})

var player48 = tableOf([]playerField{
	{PsCommandTime, 32}, {PsPmType, 8}, {PsBobCycle, 8}, {PsPmFlags, 16},
	{PsPmTime, -16}, {PsOriginX, 0}, {PsOriginY, 0}, {PsOriginZ, 0},
	{PsVelocityX, 0}, {PsVelocityY, 0}, {PsVelocityZ, 0}, {PsWeaponTime, -16},
	{PsGravity, 16}, {PsSpeed, 16}, {PsDeltaPitch, 16}, {PsDeltaYaw, 16},
	{PsDeltaRoll, 16}, {PsGroundEntityNum, 10}, {PsLegsTimer, 8}, {PsTorsoTimer, 12},
	{PsLegsAnim, 8}, {PsTorsoAnim, 8}, {PsMovementDir, 4}, {PsEFlags, 16},
	{PsEventSequence, 16}, {PsEvent0, 8}, {PsEvent1, 8}, {PsEventParm0, 8},
	{PsEventParm1, 8}, {PsExternalEvent, 10}, {PsExternalEventParm, 8}, {PsClientNum, 8},
	{PsWeapon, 5}, {PsWeaponState, 4}, {PsViewPitch, 0}, {PsViewYaw, 0},
	{PsViewRoll, 0}, {PsViewHeight, -8}, {PsDamageEvent, 8}, {PsDamageYaw, 8},
	{PsDamagePitch, 8}, {PsDamageCount, 8}, {PsGrappleX, 0}, {PsGrappleY, 0},
	{PsGrappleZ, 0}, {PsJumppadEnt, 10}, {PsLoopSound, 16}, {PsGeneric1, 8},
})

var player68 = tableOf([]playerField{
	{PsCommandTime, 32}, {PsOriginX, 0}, {PsOriginY, 0}, {PsBobCycle, 8},
	{PsVelocityX, 0}, {PsVelocityY, 0}, {PsViewYaw, 0}, {PsViewPitch, 0},
	{PsWeaponTime, -16}, {PsOriginZ, 0}, {PsVelocityZ, 0}, {PsLegsTimer, 8},
	{PsPmTime, -16}, {PsEventSequence, 16}, {PsTorsoAnim, 8}, {PsMovementDir, 4},
	{PsEvent0, 8}, {PsLegsAnim, 8}, {PsEvent1, 8}, {PsPmFlags, 16},
	{PsGroundEntityNum, 10}, {PsWeaponState, 4}, {PsEFlags, 16}, {PsExternalEvent, 10},
	{PsGravity, 16}, {PsSpeed, 16}, {PsDeltaYaw, 16}, {PsExternalEventParm, 8},
	{PsViewHeight, -8}, {PsDamageEvent, 8}, {PsDamageYaw, 8}, {PsDamagePitch, 8},
	{PsDamageCount, 8}, {PsGeneric1, 8}, {PsPmType, 8}, {PsDeltaPitch, 16},
	{PsDeltaRoll, 16}, {PsTorsoTimer, 12}, {PsEventParm0, 8}, {PsEventParm1, 8},
	{PsClientNum, 8}, {PsWeapon, 5}, {PsViewRoll, 0}, {PsGrappleX, 0},
	{PsGrappleY, 0}, {PsGrappleZ, 0}, {PsJumppadEnt, 10}, {PsLoopSound, 16},
})

// The other tables differ from these in a few fields.
var (
	entity43 = resized(entity48[:50], Field{uint8(EntEFlags), 16})
	entity73 = inserted(inserted(entity68, uint8(EntEvent), Field{uint8(EntPosGravity), 32}),
		uint8(EntTime2), Field{uint8(EntAposGravity), 32})
	entity90 = slices.Concat(entity73, tableOf([]entityField{{EntJumpTime, 32}, {EntDoubleJumped, 1}}))
	entity91 = slices.Concat(entity90, tableOf([]entityField{{EntHealth, 16}, {EntArmor, 16},
		{EntLocation, 8}}))

	player43 = resized(player48[:45], Field{uint8(PsPmTime), 16}, Field{uint8(PsWeaponTime), 16},
		Field{uint8(PsExternalEvent), 8}, Field{uint8(PsViewHeight), 8})
	player90 = slices.Concat(resized(player68, Field{uint8(PsPmFlags), 24}),
		tableOf([]playerField{{PsJumpTime, 32}, {PsDoubleJumped, 1}}))
	player91 = slices.Concat(inserted(player90, uint8(PsViewRoll), Field{uint8(PsWeaponPrimary), 8}),
		tableOf([]playerField{{PsCrouchTime, 32}, {PsCrouchSlideTime, 32}, {PsLocation, 8},
			{PsFov, 8}, {PsForwardMove, 8}, {PsRightMove, 8}, {PsUpMove, 8}}))
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

// inserted returns table with f inserted before the given field.
func inserted(table []Field, before uint8, f Field) []Field {
	i := slices.IndexFunc(table, func(e Field) bool { return e.ID == before })
	return slices.Insert(slices.Clone(table), i, f)
}
