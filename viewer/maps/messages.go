package maps

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgFloors         = "Floors %s."
	msgNotLearned     = "What this demo tells of the map %s was not kept: %s."
	msgNotForgotten   = "The maps were not forgotten: %s."
	msgNothingLearned = "No map was learned yet."
	msgForgotten      = "What demos told of maps is forgotten: %d of them."
	msgNoTextures     = "Floors by height: %s."

	msgOtherMap = "players walked on another map"
	msgMap      = "the map %s: %w"
)
