package q2

// minionsCTF is Loki's Minions.
var minionsCTF = mod{dirs: []string{"lmctf", "lmctf60"}, name: "Loki's Minions CTF", gameType: "Capture the Flag"}
