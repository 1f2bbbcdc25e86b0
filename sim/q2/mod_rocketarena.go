package q2

// rocketArena is Rocket Arena 2.
var rocketArena = mod{dirs: []string{"arena", "rocketarena"}, name: "Rocket Arena 2"}
