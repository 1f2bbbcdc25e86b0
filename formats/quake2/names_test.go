package quake2

import (
	"fmt"
	"math/bits"
	"testing"
)

// TestNames says the last of each list of names, which is wrong where one is missing or too many.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		what fmt.Stringer
		want string
	}{
		{MVD2, "mvd2"}, {BlockBroken, "broken"}, {RecordNetwork, "network"}, {RecordServer, "server"},
		{RecordRelay, "relay"},
		{SolidBox, "box"}, {MulticastPVS, "pvs"}, {MoveNoclip, "noclip"}, {Move(9), "9"},
		{MoveFlags(1 << 6), "no_prediction"}, {MoveFlags(MoveFlagDucked | MoveFlagTeleport), "ducked|teleport"},
		{EntityEvent(9), "ladder_step"}, {SoundChannel(4), "body"},
		{SoundFlags(SoundLargeEntity | SoundEntity | 0x80), "entity|large_entity|0x80"},
		{EntityEffects(1 << 37), "grenade_light"}, {EntityEffects(1 << 31), "tracker_trail"},
		{EntityEffects(0), "none"},
		{RenderEffects(1 << 26), "stair_step"}, {RenderEffects(1 << 16), "shell_double"},
		{EffectFlechette, "flechette"}, {EffectDamageDealt, "damage_dealt"}, {EffectUnnamed, "unnamed"},
		{effectNone, fmt.Sprint(uint8(effectNone))},
		{FieldOldFrame, "old_frame"}, {FieldSolid | FieldModel, "model|solid"}, {PlayerTeam, "team"},
		{PlayerGun, "gun"},
		{FogBits(FogEndDist), "end_dist"},
		{StatMask(1<<StatSpectator | 1<<StatHealth | 1<<40), "health|spectator|40"},
		{PrintLevel(PrintTTS), "tts"}, {PrintLevel(PrintChat | PrintBroadcast | PrintNoNotify),
			"chat|broadcast|no_notify"},
	} {
		if got := c.what.String(); got != c.want {
			t.Errorf("%T: %q, want %q", c.what, got, c.want)
		}
	}
	for got, want := range map[string]string{
		FlashName(FlashPhalanx2): "phalanx2", FlashName(FlashETFRifle): "etf_rifle", FlashName(FlashNuke8): "nuke8",
		FlashName(99): "99", SplashName(SplashElectric): "electric", StatName(StatSpectator): "spectator",
		StatName(18): "18",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if n := bits.Len32(uint32(FieldOldFrame)); len(entityFieldNames) != n {
		t.Errorf("%d names of %d fields", len(entityFieldNames), n)
	}
}
