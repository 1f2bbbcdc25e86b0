package q2

import "fragscope/sim"

// groundZero is the second mission pack.
var groundZero = mod{dirs: []string{"rogue"}, name: "Ground Zero", dopplegangers: true, unseenGun: sim.WeaponTesla}
