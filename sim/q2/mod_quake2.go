package q2

// quake2Itself is the unmodified game.
var quake2Itself = mod{dirs: []string{"", "baseq2"}, name: "Quake II"}
