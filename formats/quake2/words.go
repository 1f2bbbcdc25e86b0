package quake2

import (
	"strconv"
	"strings"
)

// word is the name of a number in a list, or the number where the list has none.
func word[T ~uint8 | ~uint16](list []string, n T) string {
	if int(n) < len(list) && list[n] != "" {
		return list[n]
	}
	return strconv.Itoa(int(n))
}

// bitWords are the names of the bits that are set, lowest first, with strokes between; the
// rest, for which the list has none, is a number. No bits are "none".
func bitWords[T ~uint8 | ~uint16 | ~uint32 | ~uint64](list []string, bits T) string {
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

// lines takes a list of names apart.
func lines(text string) []string { return strings.Fields(text) }

var (
	formatWords    = lines("dm2 mvd2")
	blockWords     = lines("whole end broken")
	recordingWords = lines("network client server")
	solidWords     = lines("classic packed box")
	castWords      = lines("client all phs pvs")
	moveWords      = lines("normal spectator dead gib freeze grapple noclip")
	moveFlagWords  = lines("ducked jump_held on_ground water_jump land teleport no_prediction")
	eventWords     = lines("none item_respawn footstep fall_short fall fall_far player_teleport other_teleport other_footstep ladder_step")
	printWords     = lines("low medium high chat typewriter center tts")
	channelWords   = lines("auto weapon voice item body")
	soundWords     = lines("volume attenuation position entity offset wide_index_or_explicit_position large_entity")
	fogWords       = lines(`density red green blue time falloff height_density more_bits start_red start_green start_blue
		start_dist end_red end_green end_blue end_dist`)
	splashWords = lines("unknown sparks blue_water brown_water slime lava blood electric")

	flashWords = lines(`blaster machinegun shotgun chaingun1 chaingun2 chaingun3 railgun rocket grenade login logout respawn bfg
		super_shotgun hyperblaster item_respawn ion_ripper blue_hyperblaster phalanx bfg2 phalanx2 21 22 23 24 25 26 27 28 29
		etf_rifle prox etf_rifle2 heat_beam blaster2 tracker nuke1 nuke2 nuke4 nuke8`)

	statWords = lines(`health_icon health ammo_icon ammo armor_icon armor selected_icon pickup_icon pickup_string timer_icon timer
		help_icon selected_item layouts frags flashes chase spectator`)

	effectBitWords = lines(`rotate gib bob blaster rocket grenade hyperblaster bfg color_shell power_screen anim01 anim23 anim_all
		anim_all_fast flies quad pent teleporter flag1 flag2 ion_ripper green_gib blue_hyperblaster spinning_lights plasma trap tracker
		double sphere_trans tag_trail half_damage tracker_trail dual_fire hologram flashlight barrel_exploding teleporter2 grenade_light`)

	renderWords = lines(`min_light viewer_model weapon_model full_bright depth_hack translucent frame_lerp beam custom_skin glow
		shell_red shell_green shell_blue no_shadow cast_shadow infrared_visible shell_double shell_half_damage use_disguise
		shell_lite_green custom_light flare old_frame_lerp dot_shadow low_priority no_lod stair_step`)

	effectWords = lines(`gunshot blood blaster rail_trail shotgun explosion1 explosion2 rocket_explosion grenade_explosion sparks splash
		bubble_trail screen_sparks shield_sparks bullet_sparks laser_sparks parasite_attack rocket_explosion_water
		grenade_explosion_water medic_cable bfg_explosion bfg_big_explosion boss_teleport bfg_laser grapple_cable welding_sparks
		green_blood blue_hyperblaster_trail plasma_explosion tunnel_sparks blaster2 rail_trail2 flame lightning debug_trail
		plain_explosion flashlight force_wall heat_beam monster_heat_beam steam bubble_trail2 more_blood heat_beam_sparks
		heat_beam_steam chainfist_smoke electric_sparks tracker_explosion teleport dball_goal widow_beam_out nuke_blast widow_splash
		explosion1_big explosion1_np flechette blue_hyperblaster bfg_zap berserk_slam grapple_cable2 power_splash lightning_beam
		explosion1_nl explosion2_nl damage_dealt plasma_trail red_blaster shock_splash unnamed`)

	entityFieldWords = lines(`model model2 model3 model4 model5 model6 frame skin effects more_effects render_fx origin_x origin_y
		origin_z pitch yaw roll old_origin sound loop_volume loop_attenuation event solid alpha scale instance owner old_frame`)

	playerFieldWords = lines(`type origin_x origin_y origin_z velocity_x velocity_y velocity_z time flags gravity delta_angles
		view_offset view_height view_pitch view_yaw view_roll kick gun gun_frame gun_offset gun_angles gun_rate blend damage_blend fog
		fov ref_flags team`)
)

// The names are those of the constants, in lower case.

func (f Format) String() string        { return word(formatWords, f) }
func (k BlockKind) String() string     { return word(blockWords, k) }
func (c SolidCoding) String() string   { return word(solidWords, c) }
func (c CastTo) String() string        { return word(castWords, c) }
func (m Move) String() string          { return word(moveWords, m) }
func (f MoveFlags) String() string     { return bitWords(moveFlagWords, f) }
func (e EntityEvent) String() string   { return word(eventWords, e) }
func (c SoundChannel) String() string  { return word(channelWords, c) }
func (f SoundFlags) String() string    { return bitWords(soundWords, f) }
func (b FogBits) String() string       { return bitWords(fogWords, b) }
func (e EntityEffects) String() string { return bitWords(effectBitWords, e) }
func (r RenderEffects) String() string { return bitWords(renderWords, r) }
func (e Effect) String() string        { return word(effectWords, e) }
func (f EntityFields) String() string  { return bitWords(entityFieldWords, f) }
func (f PlayerFields) String() string  { return bitWords(playerFieldWords, f) }
func (m StatMask) String() string      { return bitWords(statMaskWords, m) }

// String is the level's name, with those of the bits beside it.
func (l PrintLevel) String() string {
	s := word(printWords, l&PrintLevelMask)
	if rest := l &^ PrintLevelMask; rest != 0 {
		s += "|" + bitWords([]string{"", "", "", "broadcast", "no_notify"}, rest)
	}
	return s
}

func (r Recording) String() string {
	if r == RecordRelay {
		return "relay"
	}
	return word(recordingWords, r)
}

// statMaskWords are the names of all stats; those that mods use as they like have numbers.
var statMaskWords = func() (list []string) {
	for i := range MaxStats {
		list = append(list, StatName(i))
	}
	return list
}()

// StatName is the name of a stat, its number where mods use it as they like.
func StatName(i int) string { return word(statWords, uint16(i)) }

// FlashName is the name of a player's muzzle flash.
func FlashName(flash uint16) string { return word(flashWords, flash) }

// SplashName is the name of a splash's color.
func SplashName(color uint8) string { return word(splashWords, color) }
