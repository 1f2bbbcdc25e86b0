package clips

// Messages about clips and pages to the user, collected here to be read side by side.
const (
	msgNotSaved = "The clip could not be saved: %s."
	msgSaved    = "Clip saved: %s"

	msgPageNotSaved = "The page could not be saved: %s."
	msgPageSaved    = "Page saved: %s"
	msgPageOffer    = "To save pages, the page runtime must be built first. This takes a minute or two and is done only once."
	msgPageBuild    = "Build it"
	msgPageBuilding = "Building the page runtime…"
)
