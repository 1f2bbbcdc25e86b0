package maps

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgFloors     = "Floors %s."
	msgNoTextures = "Floors by height: %s."
)
