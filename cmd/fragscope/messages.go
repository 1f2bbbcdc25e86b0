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
	msgFilmPipe    = "-o %s: the only film that can be written to a pipe or a device is a .gif"
	msgInterrupted = "interrupted"
	msgNoTurn      = "%q is not a turn of the map: write 90, 180 or 270"
	msgNotesUnread = "--notes %s: %w"
	msgCutRange    = "--to takes a time after that of --from"
	msgNoFolder    = "--game-dir %s: there is no such folder"
	msgDidYouMean  = "%q is neither a verb nor a file; did you mean %q?"
	msgNoVerb      = "%q is neither a verb nor a file; the verbs are %s"
	msgUnconfined  = "the process cannot be confined (--unconfined runs it without): %w"

	// Recordings.
	msgRecordFor     = "--for takes a time such as 30s or 10m"
	msgRecordName    = "-o %s: the name has to end in .%s, as the game expects"
	msgNeverReplaced = "%s exists already and is not replaced: name another file"
	msgNothingCame   = "%v: no demo was received"
	msgRecorded      = "%s: %d bytes"
	msgState         = "fragscope: %s"
	msgStdinUnread   = "standard input: %w"
	msgNotPrinted    = "not all of it could be printed: %w"

	// The library.
	msgNoLibrary      = "there is no library in %s: library add FOLDER makes one"
	msgWantsFolders   = "library %s needs the names of folders"
	msgWantsNoFolders = "library %s is about all folders of the library: leave the folder out, or add it with library add"
	msgNotInLibrary   = "%s is not one of the library's folders"
	msgWantsQuestion  = "find needs a demo and a question, or --library and a question; help find has the grammar"
	msgLike           = "--like DEMO@TIME is for --library, without a question, and lists one moment at least"
	msgNoMoment       = "%q is not a moment of a demo: write match.mvd@3:12"
	msgNoLevel        = "there is no level"
	msgNobodyThere    = "it shows nobody at %s"
	msgMost           = "--most takes a number of at least 1"
	msgNoMap          = "no demo of the library is on %s; the maps of most of its demos are %s"
	msgNothingOnMap   = "nothing of that happens on %s in the demos of the library"
	msgItemOfPickups  = "--item is about pickups: leave --of out, or write --of=pickups"
	msgOutdated       = "%d demos were read by an older version of Fragscope and are opened one by one; library scan reads them again"
	msgRemain         = "%d demos have still to be opened"
	msgNoPlace        = "%q is not a place: write --at 512,-128"
	msgNoShard        = "%q is not a part of several: write 1/10 for the first of ten"
	msgEvery          = "--every takes a time such as 100ms or 1s; 0s lists every snapshot"
	msgExported       = "%s: tables of %d demos; columns.csv there says what their columns mean"
	msgScanStopped    = "stopped; what was read so far is in the library, and library scan goes on from there"

	// Several demos of one match.
	msgMergeTwo  = "--merge takes at least two demos of one match"
	msgOneDemo   = "%s: only one demo is read; --merge makes one recording of several of the same match"
	msgMatchName = "-o %s: no file of that kind can hold several points of view; write a .match, a list that opens the demos as one, or one demo: of QuakeWorld a .mvd, of Quake II a .mvd2"
	msgMatchGame = "-o %s: a match of %s can be written as %s; a .match is a list that opens the demos as one"

	// Races.
	msgRaceCount = "a race takes two to %d demos of the same map"
	msgRaceStart = "%q is not a start: write timer, level or move"
	msgRaceTimes = "--from and --to take one time for each of the %d demos, with commas between them"
	msgRaceShown = "--from and --to are for what is printed: in the window a loop sets them"
	msgRaceRun   = "%d  %s (%s): %s from %s on (%s), highest speed %.0f at %s, %d jumps"
	msgRaceEmpty = "the run would end before it begins: from %s to %s"

	// Learned maps.
	msgLearned    = "%s (%s): %d demos, %d places"
	msgLearnedAll = "%d maps learned from %d demos"
	msgAtlas      = "%s: %d maps from %d demos, %d bytes"
	msgOtherMap   = "%s: its map %s differs from that of the earlier demos and is left out"
	// The report.
	msgTaken   = "%s: taken %d times"
	msgLay     = "; it lay there for %.1f s on average, in the %d of which the demo shows it"
	msgLate    = " (after %s s)"
	msgSpan    = "    of %s: %s, so what was counted is not what the game counts"
	msgCounted = "Numbers with + were counted from what the demo shows; the others the game told, for the whole match. Of those with - the demo tells nothing."

	msgRound       = "Round %d: %s to %s"
	msgWinner      = ", won by %s"
	msgRoundDeaths = "; %s died %d times"
	msgRun         = "Run of %s: checkpoints after"
	msgFinished    = ", finished after %.3f s"

	// The proxy.
	msgProxyTime     = "--for takes a time such as 10m or 1h"
	msgProxyReady    = "The proxy for %v is ready. In your game: connect %v"
	msgProxyRecords  = "%v: recorded to %s"
	msgProxyGap      = "%s, at byte %d: %s"
	msgProxyEnded    = "%s: %s; %d bytes"
	msgProxyNoWindow = "no window could be opened on %s, which is recorded all the same: %w"
	msgProxyStopped  = "the proxy was ended"
	msgProxyExists   = "%s exists already: name another file with -o, or a folder with --dir"
	msgProxyNoFolder = "--dir %s: there is no such folder"

	// Files.
	msgAddress      = "%s is a match that is being played, and this verb reads files: watch it with fragscope open, or record it with fragscope record"
	msgNoFile       = "there is no file %s"
	msgTooLong      = "reading it takes longer than the %v of --time-limit"
	msgTooLarge     = "it needs more memory than the %d MB of --memory-limit"
	msgDrawConfined = "%w; if --unconfined draws it, the display or its driver needs a file that a confined process does not reach"
	msgNotWritten   = "%s cannot be written: %w"
	msgNotPacked    = "%s, %w; %s was not written"
	msgExists       = "%s exists already; --force replaces it"
	msgClipName     = "-o %s: the name of this clip has to end in %s, as the game expects"
	msgPageName     = "-o %s: a page is a .html"
	msgPageMaps     = "%s: with the plan of %s"
	msgPageGrown    = "%s: without a map, drawn from where players walked"
	msgPageWhole    = "fragscope: no part can be cut out of %s (%v): the page has all of it, and begins there"
	msgEndsBefore   = "fragscope: %s ends at %s, before %s: its last moment is shown"
	msgFilmEnds     = "fragscope: %s ends at %s, before %s: the film ends there"
)
