package q2

// lithium is Lithium II.
var lithium = mod{dirs: []string{"lithium"}, name: "Lithium II"}
