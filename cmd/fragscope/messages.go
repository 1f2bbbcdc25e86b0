package main

// messages are what the verbs say when something is not as it should be. They stand here so that they can be read one after the
// other: each says what happened, to which file, and what the user can do.
const (
	msgWarning = "fragscope: warning: "
	msgError   = "fragscope: %v"
	msgHelp    = "fragscope --help lists all verbs and flags."
	msgGivenUp = "fragscope: stopped: %v"

	// The command line.
	msgNoTime      = "%q is not a time: write 3:12 or 192.5"
	msgNoPixels    = "%q is not a size: write 1920x1080"
	msgPixels      = "%s is out of range: a picture has 64x64 to 7680x4320 pixels"
	msgNoMemory    = "%q is not a size: write 500M or 2G"
	msgTimeLimit   = "--time-limit takes a time such as 30s or 2m"
	msgSpeed       = "--speed takes a number from 0.0625 to 64"
	msgScale       = "--scale takes a number up to 8"
	msgLength      = "a .gif shows at most 10:00 of a demo: name an .avi or an .mp4 with -o, or a shorter --length"
	msgNeedsLength = "-o %s: that is a film: say with --length how much of the demo it shows"
	msgPictureName = "-o %s: a picture is a .png, .jpg or .jpeg; with --length a film is a .gif, .avi, .mp4, .webm, .mkv or .mov"
	msgFilmName    = "-o %s: --length makes a film, which is a .gif, .avi, .mp4, .webm, .mkv or .mov"
	msgFilmPipe    = "-o %s: of all films only a .gif can be written to what is no plain file"
	msgNoFFmpeg    = "%s cannot be written: %w"
	msgInterrupted = "interrupted"
	msgNoFolder    = "--game-dir %s: there is no such folder"
	msgDidYouMean  = "%q is neither a verb nor a file; did you mean %q?"
	msgNoVerb      = "%q is neither a verb nor a file; the verbs are %s"
	msgUnconfined  = "the process cannot be confined (--unconfined runs it without): %w"

	// Files.
	msgNoFile       = "there is no file %s"
	msgNoDump       = "%s: demos of the format %v cannot be dumped"
	msgTooLong      = "reading it takes longer than the %v of --time-limit"
	msgTooLarge     = "it needs more memory than the %d MB of --memory-limit"
	msgDrawConfined = "%w; if --unconfined draws it, the display or its driver needs a file that a confined process does not reach"
	msgNotWritten   = "%s cannot be written: %w"
	msgIsThere      = "%s exists already: --force replaces it"
	msgNotPacked    = "%s, %w; %s was not written"
	msgEndsBefore   = "fragscope: %s ends at %s, before %s: its last moment is shown"
	msgFilmEnds     = "fragscope: %s ends at %s, before %s: the film ends there"
)
