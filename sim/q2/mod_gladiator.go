package q2

// gladiatorBots is the mod of the Gladiator Bot.
var gladiatorBots = mod{dirs: []string{"gladiator"}, name: "Gladiator"}
