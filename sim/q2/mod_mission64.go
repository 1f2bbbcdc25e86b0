package q2

// mission64 is the rerelease's version of the Nintendo 64 game.
var mission64 = mod{dirs: []string{"baseq64"}, name: "Mission 64"}
