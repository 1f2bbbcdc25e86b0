package quake3

// EntityField identifies a field of [EntityState]. A field has the same number in all protocols. The fields that change
// most often have the lowest numbers. The order in which fields are transmitted is defined by [Protocol.Entity].
type EntityField uint8

// The fields of an entity. Those without a type are unsigned integers; floats are held as IEEE 754 bits.
const (
	EntPosTime         EntityField = iota // pos.trTime: start of the movement, server time in ms (signed)
	EntPosBaseX                           // pos.trBase: position at the start, float, Quake units
	EntPosBaseY                           // float
	EntPosDeltaX                          // pos.trDelta: velocity, float, units per second (amplitude for sines)
	EntPosDeltaY                          // float
	EntPosBaseZ                           // float
	EntAposBaseYaw                        // apos.trBase: angles at the start, float, degrees
	EntPosDeltaZ                          // float
	EntAposBasePitch                      // float
	EntEvent                              // event number in the low 8 bits, repeat toggle in 0x300
	EntAngles2Yaw                         // angles2: for players the direction of movement, float
	EntEType                              // entity type; an event if [Protocol.EventBase] or more
	EntTorsoAnim                          // animation number, toggle bit 128
	EntEventParm                          // parameter of the event
	EntLegsAnim                           // animation number, toggle bit 128
	EntGroundEntityNum                    // what it stands on: 1022 the world, 1023 nothing
	EntPosType                            // pos.trType: see the Tr constants
	EntEFlags                             // EF_ bits (dead, teleport toggle, firing, ...)
	EntOtherEntityNum                     // the event's other entity, or the owner
	EntWeapon                             // weapon number, depends on the mod
	EntClientNum                          // client of a player, corpse or event
	EntAnglesYaw                          // angles, float, degrees
	EntPosDuration                        // pos.trDuration: ms
	EntAposType                           // apos.trType
	EntOriginX                            // origin, float
	EntOriginY                            // float
	EntOriginZ                            // float
	EntSolid                              // packed box, or 0xffffff for a brush model
	EntPowerups                           // bit set of powerups
	EntModelindex                         // model configstring, item number or brush model
	EntOtherEntityNum2                    // the event's second other entity
	EntLoopSound                          // sound configstring
	EntGeneric1                           // for the mod's own use
	EntOrigin2Z                           // origin2: end of a beam, position of a mover, float
	EntOrigin2X                           // float
	EntOrigin2Y                           // float
	EntModelindex2                        // second model
	EntAnglesPitch                        // float
	EntTime                               // time (signed)
	EntAposTime                           // apos.trTime (signed)
	EntAposDuration                       // apos.trDuration
	EntAposBaseRoll                       // float
	EntAposDeltaPitch                     // float
	EntAposDeltaYaw                       // float
	EntAposDeltaRoll                      // float
	EntTime2                              // time2 (signed)
	EntAnglesRoll                         // float
	EntAngles2Pitch                       // float
	EntAngles2Roll                        // float
	EntConstantLight                      // r, g, b, intensity / 4
	EntFrame                              // animation frame
	EntPosGravity                         // from protocol 73
	EntAposGravity                        // from protocol 73
	EntJumpTime                           // from protocol 90, ms
	EntDoubleJumped                       // from protocol 90
	EntHealth                             // since protocol 91: sent for teammates and to spectators
	EntArmor                              // from protocol 91
	EntLocation                           // from protocol 91

	NumEntityFields = iota // number of canonical entity fields
)

// PlayerField identifies a field of [PlayerState]. A field has the same number in all protocols.
type PlayerField uint8

// The fields of the playerstate, typed like those of an entity.
const (
	PsCommandTime       PlayerField = iota // server time of the last executed usercmd, ms (signed)
	PsOriginX                              // float, Quake units
	PsOriginY                              // float
	PsBobCycle                             // step cycle
	PsVelocityX                            // float, units per second
	PsVelocityY                            // float
	PsViewYaw                              // viewangles, float, degrees
	PsViewPitch                            // float, positive is down
	PsWeaponTime                           // ms until the weapon is ready (signed)
	PsOriginZ                              // float
	PsVelocityZ                            // float
	PsLegsTimer                            // ms
	PsPmTime                               // ms (signed)
	PsEventSequence                        // number of events so far, low 16 bits
	PsTorsoAnim                            // animation number, toggle bit 128
	PsMovementDir                          // 0 to 7: 45 degree steps against the view
	PsEvent0                               // event with an even sequence
	PsLegsAnim                             // animation number, toggle bit 128
	PsEvent1                               // event with an odd sequence
	PsPmFlags                              // PMF_ bits; 24 bits from protocol 90
	PsGroundEntityNum                      // 1022 the world, 1023 nothing
	PsWeaponState                          // ready, raising, dropping, firing
	PsEFlags                               // EF_ bits
	PsExternalEvent                        // event set from outside, toggle 0x300
	PsGravity                              // units per second squared
	PsSpeed                                // units per second
	PsDeltaYaw                             // delta_angles: 65536 a turn
	PsExternalEventParm                    //
	PsViewHeight                           // eye above the origin, units (signed)
	PsDamageEvent                          // counts damage
	PsDamageYaw                            // 256 a turn
	PsDamagePitch                          // 256 a turn
	PsDamageCount                          //
	PsGeneric1                             // for the mod's own use
	PsPmType                               // normal, noclip, spectator, dead, freeze, intermission
	PsDeltaPitch                           //
	PsDeltaRoll                            //
	PsTorsoTimer                           // ms
	PsEventParm0                           //
	PsEventParm1                           //
	PsClientNum                            // whose state this is: changes when the recorder follows another player
	PsWeapon                               // weapon number, depends on the mod
	PsViewRoll                             // float
	PsGrappleX                             // grapplePoint, float
	PsGrappleY                             // float
	PsGrappleZ                             // float
	PsJumppadEnt                           //
	PsLoopSound                            //
	PsJumpTime                             // from protocol 90, ms
	PsDoubleJumped                         // from protocol 90
	PsWeaponPrimary                        // from protocol 91
	PsCrouchTime                           // from protocol 91, ms
	PsCrouchSlideTime                      // from protocol 91, ms
	PsLocation                             // from protocol 91
	PsFov                                  // from protocol 91, degrees
	PsForwardMove                          // from protocol 91: usercmd movement, 8 bits
	PsRightMove                            // from protocol 91
	PsUpMove                               // from protocol 91

	NumPlayerFields = iota // number of canonical playerstate fields
)

// NumFields is the length of an array large enough for the fields of either an entity or the playerstate.
const NumFields = max(NumEntityFields, NumPlayerFields)

// Field is an entry in a protocol's field table.
type Field struct {
	// ID is the canonical field number, an [EntityField] or a [PlayerField].
	ID uint8
	// Bits is the width of an integer, negative if it is sign-extended, or 0 for a float, which is sent in 13 bits if
	// it is a small integer.
	Bits int8
}

// fieldOf is an entry of a table as written in source.
type fieldOf[ID EntityField | PlayerField] struct {
	id   ID
	bits int8
}

type (
	entityField = fieldOf[EntityField]
	playerField = fieldOf[PlayerField]
)

// tableOf returns a table as used.
func tableOf[ID EntityField | PlayerField](fields []fieldOf[ID]) []Field {
	t := make([]Field, len(fields))
	for i, f := range fields {
		t[i] = Field{uint8(f.id), f.bits}
	}
	return t
}
