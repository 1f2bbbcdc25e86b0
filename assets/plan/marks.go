package plan

import (
	"math"
	"strconv"
	"strings"

	"fragscope/assets/bsp"
)

// position returns an entity's origin.
func position(e bsp.Entity) [3]float64 {
	var p [3]float64
	for i, f := range strings.Fields(e["origin"]) {
		if i == 3 {
			break
		}
		p[i] = number(f)
	}
	return p
}

// number returns a value of an entity as a number, or 0 if it is not one.
func number(s string) float64 {
	v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || math.IsNaN(v) || math.Abs(v) > 1<<18 {
		return 0
	}
	return v
}

// markKinds maps class names to kinds; a name that ends in _ is a prefix. The longest match counts.
var markKinds = map[string]MarkKind{
	"info_player_":              MarkSpawn,
	"info_coop":                 MarkSpawn,
	"team_ctf_":                 MarkSpawn,
	"team_ctf_redflag":          MarkItem,
	"team_ctf_blueflag":         MarkItem,
	"team_ctf_neutralflag":      MarkItem,
	"team_redobelisk":           MarkItem,
	"team_blueobelisk":          MarkItem,
	"team_neutralobelisk":       MarkItem,
	"item_":                     MarkItem,
	"weapon_":                   MarkItem,
	"ammo_":                     MarkItem,
	"holdable_":                 MarkItem,
	"key_":                      MarkItem,
	"trigger_teleport":          MarkTeleporter,
	"misc_teleporter":           MarkTeleporter,
	"info_teleport_destination": MarkDestination,
	"misc_teleporter_dest":      MarkDestination,
	"trigger_push":              MarkPush,
	"target_location":           MarkLocation,
}

func markKind(class string) (MarkKind, bool) {
	if k, ok := markKinds[class]; ok {
		return k, true
	}
	for i := len(class) - 1; i > 0; i-- {
		if class[i] == '_' {
			if k, ok := markKinds[class[:i+1]]; ok {
				return k, true
			}
		}
	}
	return 0, false
}

// marksOf returns the marks of a map's entities.
func marksOf(m *bsp.Map) []Mark {
	targets := map[string]bsp.Entity{}
	for _, e := range m.Entities {
		if name := e["targetname"]; name != "" && (targets[name] == nil || isDestination(e)) {
			targets[name] = e
		}
	}
	var marks []Mark
	for _, e := range m.Entities {
		class := e["classname"]
		kind, ok := markKind(class)
		if !ok {
			continue
		}
		mark := Mark{Kind: kind, Class: class, Pos: place(m, e), Angle: float32(number(e["angle"])), Text: e["message"]}
		if kind != MarkLocation {
			mark.Text = ""
		}
		if kind == MarkTeleporter || kind == MarkPush {
			if t := targets[e["target"]]; t != nil && e["target"] != "" {
				mark.HasDest, mark.Dest = true, place(m, t)
			} else if kind == MarkTeleporter {
				continue
			}
		}
		marks = append(marks, mark)
	}
	return marks
}

func isDestination(e bsp.Entity) bool {
	k, ok := markKind(e["classname"])
	return ok && k == MarkDestination || e["classname"] == "target_position"
}

// place returns an entity's position: its origin, or the middle of its model's box.
func place(m *bsp.Map, e bsp.Entity) [3]float32 {
	p := position(e)
	if n := modelNumber(e); n > 0 && n < len(m.Models) {
		for i := range p {
			p[i] += float64(m.Models[n].Min[i]+m.Models[n].Max[i]) / 2
		}
	}
	return [3]float32{float32(p[0]), float32(p[1]), float32(p[2])}
}

// ParseLocations parses a .loc file, as used in QuakeWorld team play. Each line contains a position, in eighths of a
// unit, and a name. ParseLocations ignores all other lines. It expands $loc_name_ macros in names.
func ParseLocations(data []byte) []Mark {
	var marks []Mark
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		if len(words) < 4 {
			continue
		}
		var mark Mark
		ok := true
		for i := range 3 {
			v, err := strconv.ParseFloat(words[i], 32)
			ok = ok && err == nil && math.Abs(v) < 1<<18
			mark.Pos[i] = float32(v / 8)
		}
		if !ok {
			continue
		}
		mark.Kind, mark.Class = MarkLocation, "loc"
		mark.Text = strings.ReplaceAll(strings.Join(words[3:], " "), "$loc_name_", "")
		marks = append(marks, mark)
	}
	return marks
}
