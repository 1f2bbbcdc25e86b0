package q2

// mission64 is what the rerelease has of the Nintendo 64's.
var mission64 = mod{dirs: []string{"baseq64"}, name: "Mission 64"}
