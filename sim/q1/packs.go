package q1

import (
	"fragscope/sim"
)

// packClasses maps the file names of the mission packs' items and monsters to classes. The frames of dying are
// those listed in the monsters' own source.
var packClasses = map[string]class{
	"b_lnail0": {kind: sim.EntityItem, item: sim.ItemAmmoNails, center: smallBox},
	"b_lnail1": {kind: sim.EntityItem, item: sim.ItemAmmoNails, center: largeBox},
	"b_mrock0": {kind: sim.EntityItem, item: sim.ItemAmmoRockets, center: smallBox},
	"b_mrock1": {kind: sim.EntityItem, item: sim.ItemAmmoRockets, center: largeBox},
	"b_plas0":  {kind: sim.EntityItem, item: sim.ItemAmmoCells, center: smallBox},
	"b_plas1":  {kind: sim.EntityItem, item: sim.ItemAmmoCells, center: largeBox},
	"empathy":  {kind: sim.EntityItem, item: sim.ItemOther, name: "empathy shields"},
	"horn":     {kind: sim.EntityItem, item: sim.ItemOther, name: "horn of conjuring"},
	"beltup":   {kind: sim.EntityItem, item: sim.ItemOther, name: "anti-grav belt"},
	"sphere":   {kind: sim.EntityItem, item: sim.ItemOther, name: "vengeance sphere"},
	"shield":   {kind: sim.EntityItem, item: sim.ItemPowerShield},

	"grem":     {kind: sim.EntityMonster, name: "Gremlin", dies: [2]int{104, 115}},
	"scor":     {kind: sim.EntityMonster, name: "Centroid", dies: [2]int{36, 40}},
	"armalegs": {kind: sim.EntityMonster, name: "Armagon", dies: [2]int{86, 97}},
	"eel2":     {kind: sim.EntityMonster, name: "Electric Eel", dies: [2]int{6, 15}},
	"sword":    {kind: sim.EntityMonster, name: "Phantom Swordsman", dies: [2]int{19, 39}},
	"mummy":    {kind: sim.EntityMonster, name: "Mummy", dies: [2]int{-1, -1}},
	"lavaman":  {kind: sim.EntityMonster, name: "Hephaestus", dies: [2]int{48, 56}}, "wrthgib": {kind: sim.EntityGib},
	"wrath":    {kind: sim.EntityMonster, name: "Wrath", dies: [2]int{-1, -1}},
	"s_wrath":  {kind: sim.EntityMonster, name: "Overlord", dies: [2]int{-1, -1}},
	"morph_gr": {kind: sim.EntityMonster, name: "Guardian", dies: [2]int{121, 141}},
	"morph_az": {kind: sim.EntityMonster, name: "Guardian", dies: [2]int{121, 141}},
	"morph_eg": {kind: sim.EntityMonster, name: "Guardian", dies: [2]int{121, 141}},
	"dragon":   {kind: sim.EntityMonster, name: "Dragon", dies: [2]int{80, 100}},
}
