package quake3

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/wire"
)

// TestDetect holds that the bytes decide, whatever the name says.
func TestDetect(t *testing.T) {
	for _, rel := range demos(t, intact...) {
		data := corpus.Load(t, rel)
		want := family.numberOf(rel)
		for _, name := range []string{rel, "", "x.dm3", "x.dm_48", "x.dm_68", "x.dm_73", "x.dm_90", "x.dm_91"} {
			if d := Detect(data, name); !slices.Contains(d.Protocol.Numbers, want) || d.Blocks < statedBlocks {
				t.Errorf("%s named %q: %d with %d blocks", filepath.Base(rel), name, d.Number, d.Blocks)
			}
		}
		if Sniff(data) != wire.Likely {
			t.Errorf("%s: not sniffed", rel)
		}
	}
}

// TestDetectNumber has demos whose extension and serverinfo disagree.
func TestDetectNumber(t *testing.T) {
	for rel, want := range map[string]int{
		"q3/dm3/duel.dm3":                                    45,
		"q3/dm3/tdm.dm3":                                     43,
		"q3/dm_67/2004_-_TDM_1_(QLAN2).dm_67":                68,
		"q3/dm_68/four.dm_68":                                66,
		"recorded/q3/aggressor_tdm_spec71.dm_71":             71,
		"q3/dm_67/2002_-_Duel_1_(CPL_Cologne).dm_67":         67,
		"ql/dm_90/tdm.dm_90":                                 90,
		"broken/q3/invalid_command_byte.dm_68":               68,
		"broken/q3/truncated.dm_68":                          68,
		"broken/derived/huge-first-length.dm_68":             68,
		"broken/q3/invalid_entity_state_field_count_2.dm_68": 68,
	} {
		if d := Detect(corpus.Load(t, rel), rel); d.Number != want {
			t.Errorf("%s: %d, want %d", rel, d.Number, want)
		}
	}
}

// TestDetectDamagedStart has a gamestate that does not decode.
func TestDetectDamagedStart(t *testing.T) {
	for _, rel := range []string{"q3/dm3/duel.dm3", "q3/dm_48/duel.dm_48", "q3/dm_67/2004_-_TDM_1_(QLAN2).dm_67",
		"ql/dm_73/tdm_tdmscores2.dm_73", "ql/dm_90/tdm.dm_90", corpus.Match(t, "ql/dm_91/*.dm_91")} {
		data := corpus.Load(t, rel)[:200000]
		clear(data[:100])
		if d := Detect(data, ""); !slices.Contains(d.Protocol.Numbers, family.numberOf(rel)) {
			t.Errorf("%s: %d", rel, d.Number)
		}
	}
}

func TestDetectNothing(t *testing.T) {
	for _, data := range [][]byte{nil, {1}, []byte(strings.Repeat("not a demo ", 1000)), make([]byte, 10000)} {
		if d := Detect(data, "a.dm_90"); d.Blocks != 0 || d.Protocol.Number != 90 {
			t.Errorf("%d bytes: %+v", len(data), d)
		}
		if Sniff(data) > wire.Faint {
			t.Errorf("%d bytes: sniffed", len(data))
		}
	}
}

func TestNumberOfName(t *testing.T) {
	for name, want := range map[string]int{
		"a.dm3": 43, "b.DM_68": 68, `c:\demos\x.dm_91`: 91, "dir.dm_66/plain": 0, "a.dm_68.gz": 68, "a.dm_x": 0, "": 0,
	} {
		if got := family.numberOf(name); got != want {
			t.Error(strconv.Quote(name), got, want)
		}
	}
}

// TestTables holds what the tables of the published engines have.
func TestTables(t *testing.T) {
	counts := map[int][2]int{43: {50, 45}, 48: {51, 48}, 68: {51, 48}, 73: {53, 48}, 90: {55, 50}, 91: {58, 58}}
	for _, p := range protocols {
		if got := [2]int{len(p.Entity), len(p.Player)}; got != counts[p.Number] {
			t.Errorf("%d: %v fields, want %v", p.Number, got, counts[p.Number])
		}
		for _, table := range [][]Field{p.Entity, p.Player} {
			var seen uint64
			for _, f := range table {
				if seen>>f.ID&1 != 0 {
					t.Errorf("%d: field %d twice", p.Number, f.ID)
				}
				seen |= 1 << f.ID
			}
		}
	}
	if f := entity73[9]; f.ID != uint8(EntPosGravity) {
		t.Errorf("field 9 of 73 is %d", f.ID)
	}
	if f := entity73[46]; f.ID != uint8(EntAposGravity) {
		t.Errorf("field 46 of 73 is %d", f.ID)
	}
	if f := player91[42]; f.ID != uint8(PsWeaponPrimary) {
		t.Errorf("field 42 of 91 is %d", f.ID)
	}
}

// TestNames holds that each field and each kind of message has a name of its own.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range kinds {
		if k.code != svcVoiceOpus && seen[k.name] {
			t.Errorf("message %q twice", k.name)
		}
		seen[k.name] = true
	}
	entity, player := map[string]bool{}, map[string]bool{}
	for i := range NumFields {
		entity[EntityField(i).String()] = true
		player[PlayerField(i).String()] = true
	}
	if len(entity) != NumEntityFields || len(player) != NumPlayerFields {
		t.Errorf("%d and %d names", len(entity), len(player))
	}
	if EntityField(NumFields).String() != "unknown" || PlayerField(NumFields).String() != "unknown" {
		t.Error("what is no field has a name")
	}
	if !EntPosBaseX.IsFloat() || EntEType.IsFloat() || !PsViewYaw.IsFloat() || PsWeapon.IsFloat() {
		t.Error("floats are not as in the tables")
	}
}
