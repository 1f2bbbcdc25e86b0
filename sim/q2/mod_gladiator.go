package q2

// gladiatorBots is the Gladiator Bot's.
var gladiatorBots = mod{dirs: []string{"gladiator"}, name: "Gladiator"}
