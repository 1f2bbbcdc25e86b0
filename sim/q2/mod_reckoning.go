package q2

import "fragscope/sim"

// theReckoning is the first mission pack.
var theReckoning = mod{dirs: []string{"xatrix"}, name: "The Reckoning", unseenGun: sim.WeaponTrap}
