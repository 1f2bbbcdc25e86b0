package clips

// Messages about clips and pages to the user, collected here to be read side by side.
const (
	msgNotSaved = "The clip could not be saved: %s."
	msgSaved    = "Clip saved: %s"

	msgPageNotSaved = "The page could not be saved: %s."
	msgPageSaved    = "Page saved: %s"
	msgPageOffer    = "Saving pages needs the page runtime, which has not been built yet. It has to be built only once, which takes a minute or two."
	msgPageBuild    = "Build it"
	msgPageBuilding = "Building the page runtime…"
)
