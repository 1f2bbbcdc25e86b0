package q2

// zaero is Team Evolve's mission pack.
var zaero = mod{dirs: []string{"zaero"}, name: "Zaero"}
