package quake2

import (
	"strconv"
	"strings"
)

// nameOf returns the name of n in a list, or n itself if it has none.
func nameOf[T ~uint8 | ~uint16](list []string, n T) string {
	if int(n) < len(list) && list[n] != "" {
		return list[n]
	}
	return strconv.Itoa(int(n))
}

// flagNames returns the names of the bits set, lowest first and separated by strokes, and the unnamed rest as a number;
// "none" for no bits.
func flagNames[T ~uint8 | ~uint16 | ~uint32 | ~uint64](list []string, bits T) string {
	if bits == 0 {
		return "none"
	}
	var set []string
	for i, name := range list {
		if bits>>i&1 != 0 && name != "" {
			set = append(set, name)
			bits &^= 1 << i
		}
	}
	if bits != 0 {
		set = append(set, "0x"+strconv.FormatUint(uint64(bits), 16))
	}
	return strings.Join(set, "|")
}

var (
	formatNames    = strings.Fields("dm2 mvd2")
	blockNames     = strings.Fields("whole end broken")
	recordingNames = strings.Fields("network client server")
	solidNames     = strings.Fields("classic box")
	multicastNames = strings.Fields("client all phs pvs")
	moveNames      = strings.Fields("normal spectator dead gib freeze grapple noclip")
	moveFlagNames  = strings.Fields("ducked jump_held on_ground water_jump land teleport no_prediction")
	eventNames     = strings.Fields(
		"none item_respawn footstep fall_short fall fall_far player_teleport other_teleport other_footstep ladder_step")
	printNames   = strings.Fields("low medium high chat typewriter center tts")
	channelNames = strings.Fields("auto weapon voice item body")
	soundNames   = strings.Fields(
		"volume attenuation position entity offset wide_index_or_explicit_position large_entity")
	fogNames = strings.Fields(
		`density red green blue time falloff height_density more_bits start_red start_green start_blue
		start_dist end_red end_green end_blue end_dist`)
	splashNames = strings.Fields("unknown sparks blue_water brown_water slime lava blood electric")

	flashNames = strings.Fields(
		`blaster machinegun shotgun chaingun1 chaingun2 chaingun3 railgun rocket grenade login logout respawn bfg
		super_shotgun hyperblaster item_respawn ion_ripper blue_hyperblaster phalanx bfg2 phalanx2 21 22 23 24 25 26 27 28 29
		etf_rifle prox etf_rifle2 heat_beam blaster2 tracker nuke1 nuke2 nuke4 nuke8`)

	statNames = strings.Fields(
		`health_icon health ammo_icon ammo armor_icon armor selected_icon pickup_icon pickup_string timer_icon timer
		help_icon selected_item layouts frags flashes chase spectator`)

	effectBitNames = strings.Fields(
		`rotate gib bob blaster rocket grenade hyperblaster bfg color_shell power_screen anim01 anim23 anim_all
		anim_all_fast flies quad pent teleporter flag1 flag2 ion_ripper green_gib blue_hyperblaster spinning_lights plasma trap tracker
		double sphere_trans tag_trail half_damage tracker_trail dual_fire hologram flashlight barrel_exploding teleporter2 grenade_light`)

	renderNames = strings.Fields(
		`min_light viewer_model weapon_model full_bright depth_hack translucent frame_lerp beam custom_skin glow
		shell_red shell_green shell_blue no_shadow cast_shadow infrared_visible shell_double shell_half_damage use_disguise
		shell_lite_green custom_light flare old_frame_lerp dot_shadow low_priority no_lod stair_step`)

	entityFieldNames = strings.Fields(
		`model model2 model3 model4 model5 model6 frame skin effects more_effects render_fx origin_x origin_y
		origin_z pitch yaw roll old_origin sound loop_volume loop_attenuation event solid alpha scale instance owner old_frame`)

	playerFieldNames = strings.Fields(
		`type origin_x origin_y origin_z velocity_x velocity_y velocity_z time flags gravity delta_angles
		view_offset view_height view_pitch view_yaw view_roll kick gun gun_frame gun_offset gun_angles gun_rate blend damage_blend fog
		fov ref_flags team`)
)

// The names are the constants' names, in lower case.

func (f Format) String() string        { return nameOf(formatNames, f) }
func (k BlockKind) String() string     { return nameOf(blockNames, k) }
func (c SolidCoding) String() string   { return nameOf(solidNames, c) }
func (c MulticastTo) String() string   { return nameOf(multicastNames, c) }
func (m Move) String() string          { return nameOf(moveNames, m) }
func (f MoveFlags) String() string     { return flagNames(moveFlagNames, f) }
func (e EntityEvent) String() string   { return nameOf(eventNames, e) }
func (c SoundChannel) String() string  { return nameOf(channelNames, c) }
func (f SoundFlags) String() string    { return flagNames(soundNames, f) }
func (b FogBits) String() string       { return flagNames(fogNames, b) }
func (e EntityEffects) String() string { return flagNames(effectBitNames, e) }
func (r RenderEffects) String() string { return flagNames(renderNames, r) }
func (f EntityFields) String() string  { return flagNames(entityFieldNames, f) }
func (f PlayerFields) String() string  { return flagNames(playerFieldNames, f) }
func (m StatMask) String() string      { return flagNames(statMaskNames, m) }

// String returns the name of the print level, followed by the names of any other bits set in l.
func (l PrintLevel) String() string {
	s := nameOf(printNames, l&PrintLevelMask)
	if rest := l &^ PrintLevelMask; rest != 0 {
		s += "|" + flagNames([]string{"", "", "", "broadcast", "no_notify"}, rest)
	}
	return s
}

func (r Recording) String() string {
	if r == RecordRelay {
		return "relay"
	}
	return nameOf(recordingNames, r)
}

// statMaskNames are the names of all stats; those that mods use as they like have numbers.
var statMaskNames = func() (list []string) {
	for i := range MaxStats {
		list = append(list, StatName(i))
	}
	return list
}()

// StatName returns the name of stat i. If the meaning of the stat depends on the mod, StatName returns the number i.
func StatName(i int) string { return nameOf(statNames, uint16(i)) }

// FlashName returns the name of a player's muzzle flash.
func FlashName(flash uint16) string { return nameOf(flashNames, flash) }

// SplashName returns the name of a splash colour.
func SplashName(color uint8) string { return nameOf(splashNames, color) }

// String returns the name of the effect.
func (e Effect) String() string {
	if int(e) < len(effects) && effects[e].name != "" {
		return effects[e].name
	}
	return strconv.Itoa(int(e))
}
