package clips

// Messages about clips and pages to the user, collected here to be read side by side.
const (
	msgNotSaved = "The clip could not be saved: %s."
	msgSaved    = "Clip saved: %s"

	msgPageNotSaved = "The page could not be saved: %s."
	msgPageSaved    = "Page saved: %s"
	msgPageOffer    = "Pages need a part of Fragscope that has not been built yet. This is done once and takes a minute or two."
	msgPageBuild    = "Build it"
	msgPageBuilding = "Building the part that pages need…"
)
