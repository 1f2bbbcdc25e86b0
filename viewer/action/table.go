// Package action is the one table of what a user can do: name, default keys
// and help text. The key handling, the help overlay, the menu, the settings
// file and the table of the README are all made from it.
package action

import "strconv"

// ID names an action; it is what the settings file uses.
type ID string

// The actions.
const (
	PlayPause     ID = "play-pause"
	Reverse       ID = "reverse"
	Pause         ID = "pause"
	Forward       ID = "forward"
	SeekBack      ID = "back-5s"
	SeekForward   ID = "forward-5s"
	SeekBack1     ID = "back-1s"
	SeekForward1  ID = "forward-1s"
	SeekBack30    ID = "back-30s"
	SeekForward30 ID = "forward-30s"
	PrevEvent     ID = "previous-event"
	NextEvent     ID = "next-event"
	FrameBack     ID = "frame-back"
	FrameForward  ID = "frame-forward"
	Faster        ID = "faster"
	Slower        ID = "slower"
	NormalSpeed   ID = "normal-speed"
	Start         ID = "start"
	End           ID = "end"
	PrevChapter   ID = "previous-chapter"
	NextChapter   ID = "next-chapter"
	LoopFrom      ID = "loop-from"
	LoopTo        ID = "loop-to"
	LoopClear     ID = "loop-clear"
	DemoTime      ID = "demo-time"
	Preview       ID = "preview"
	ZoomTimeIn    ID = "timeline-zoom-in"
	ZoomTimeOut   ID = "timeline-zoom-out"

	FreeView       ID = "free-view"
	FollowPrev     ID = "follow-previous"
	FollowNext     ID = "follow-next"
	Fit            ID = "fit"
	ZoomIn         ID = "zoom-in"
	ZoomOut        ID = "zoom-out"
	StoreyUp       ID = "storey-up"
	StoreyDown     ID = "storey-down"
	StoreyAuto     ID = "storey-auto"
	TurnMap        ID = "turn-map"
	FullScreen     ID = "full-screen"
	Names          ID = "names"
	Trails         ID = "trails"
	TrailLength    ID = "trail-length"
	ItemsShown     ID = "items"
	Sounds         ID = "sounds"
	MapMarks       ID = "map-marks"
	Floors         ID = "floors"
	HeatMap        ID = "heat-map"
	HeatKind       ID = "heat-map-kind"
	HeatFilter     ID = "heat-map-filter"
	HeatWeapon     ID = "heat-map-weapon"
	HeatLibrary    ID = "heat-map-library"
	HeatStage      ID = "heat-map-phase"
	Ghosts         ID = "ghosts"
	Sight          ID = "sight"
	NextEyes       ID = "next_eyes"
	MergeViews     ID = "merge_views"
	Race           ID = "race"
	RaceWith       ID = "race-with"
	RaceAxis       ID = "race-axis"
	RaceStart      ID = "race-start"
	RaceMark       ID = "race-mark"
	RaceLoop       ID = "race-loop"
	Speeds         ID = "speeds"
	Arcs           ID = "health-arcs"
	Palette        ID = "palette"
	LargeTargets   ID = "large-targets"
	Context        ID = "context"
	PanelLeft      ID = "panel-players"
	PanelRight     ID = "panel-feed"
	PanelStatus    ID = "panel-status"
	PanelItems     ID = "panel-items"
	PanelHeights   ID = "panel-heights"
	PanelLanes     ID = "panel-lanes"
	Panels         ID = "panels"
	Scoreboard     ID = "scoreboard"
	HideScore      ID = "hide-score"
	ScaleUp        ID = "scale-up"
	ScaleDown      ID = "scale-down"
	Find           ID = "find"
	FindNext       ID = "find-next"
	FindPrev       ID = "find-previous"
	Bookmark       ID = "bookmark"
	Bookmarks      ID = "bookmarks"
	MatchReport    ID = "report"
	Advantage      ID = "advantage"
	NextFrag       ID = "next-frag"
	PrevFrag       ID = "previous-frag"
	NextDeath      ID = "next-death"
	PrevDeath      ID = "previous-death"
	NextItem       ID = "next-item"
	PrevItem       ID = "previous-item"
	KillLines      ID = "kill-lines"
	BookmarkNote   ID = "bookmark-note"
	Draw           ID = "draw"
	DrawKind       ID = "draw-kind"
	DrawSpan       ID = "draw-span"
	DrawUndo       ID = "draw-undo"
	ExportNotes    ID = "notes-export"
	ImportNotes    ID = "notes-import"
	Chapters       ID = "chapters"
	Open           ID = "open"
	GameFolder     ID = "game-folder"
	ForgetMaps     ID = "forget-maps"
	Sample         ID = "sample"
	Address        ID = "open-address"
	EndStream      ID = "end-stream"
	CatchUp        ID = "catch-up"
	Recent         ID = "recent"
	Library        ID = "library"
	LibraryAsk     ID = "library-ask"
	LikeThis       ID = "moments-like-this"
	NextClip       ID = "next-clip"
	PrevClip       ID = "previous-clip"
	PrevDemo       ID = "previous-demo"
	NextDemo       ID = "next-demo"
	Screenshot     ID = "screenshot"
	ScreenshotFull ID = "screenshot-panels"
	Caption        ID = "caption"
	SaveFilm       ID = "film"
	CancelFilm     ID = "film-cancel"
	CopyPicture    ID = "copy-picture"
	CopyPosition   ID = "copy-position"
	SaveClip       ID = "save-clip"
	SavePage       ID = "save-page"
	Help           ID = "help"
	Menu           ID = "menu"
	Escape         ID = "escape"
	Settings       ID = "settings"
	Quit           ID = "quit"
)

// FollowSlot is the action of following the n-th player of the list, n from 1 to 9.
func FollowSlot(n int) ID { return ID("follow-" + strconv.Itoa(n)) }

// Category groups actions in the help and in the menu.
type Category string

// The categories, in the order in which they are shown.
const (
	Playback Category = "Playback"
	View     Category = "View"
	Players  Category = "Players"
	Search   Category = "Find and mark"
	Files    Category = "Demos"
	Share    Category = "Show to others"
	Program  Category = "Program"
)

// Categories are all categories in the order in which they are shown.
func Categories() []Category {
	return []Category{Playback, Players, View, Search, Files, Share, Program}
}

// Action is one row of the table.
type Action struct {
	ID       ID
	Category Category
	// Name is what a menu or a button says.
	Name string
	// Help is one sentence.
	Help string
	// Keys are the default keys.
	Keys []Chord
	// Repeat is set if holding the key does it again and again.
	Repeat bool
	// Hold is set if the action lasts as long as the key is held.
	Hold bool
	// Unlisted actions are left out of help and menu: the key of a family that one row stands for.
	Unlisted bool
}

func row(c Category, id ID, keys, name, help string) Action {
	return Action{ID: id, Category: c, Name: name, Help: help, Keys: mustChords(keys)}
}

func repeat(a Action) Action   { a.Repeat = true; return a }
func hold(a Action) Action     { a.Hold = true; return a }
func unlisted(a Action) Action { a.Unlisted = true; return a }

// Table is the table of all actions, in the order in which help shows them.
func Table() []Action {
	t := []Action{
		row(Playback, PlayPause, "Space", "Play / pause", "Play or pause."),
		row(Playback, Reverse, "J", "Reverse", "Play backwards."),
		row(Playback, Pause, "K", "Pause", "Pause."),
		row(Playback, Forward, "L", "Forward", "Play forwards."),
		repeat(row(Playback, SeekBack, "Left", "5 s back", "Go 5 seconds back.")),
		repeat(row(Playback, SeekForward, "Right", "5 s forward", "Go 5 seconds forward.")),
		repeat(row(Playback, SeekBack1, "Shift+Left", "1 s back", "Go 1 second back.")),
		repeat(row(Playback, SeekForward1, "Shift+Right", "1 s forward", "Go 1 second forward.")),
		repeat(row(Playback, SeekBack30, "Alt+Left", "30 s back", "Go 30 seconds back.")),
		repeat(row(Playback, SeekForward30, "Alt+Right", "30 s forward", "Go 30 seconds forward.")),
		repeat(row(Playback, PrevEvent, "Ctrl+Left", "Previous event", "Go to the previous event: a frag, a capture, a powerup.")),
		repeat(row(Playback, NextEvent, "Ctrl+Right", "Next event", "Go to the next event.")),
		repeat(row(Playback, FrameBack, ",", "Frame back", "Pause and go one snapshot back.")),
		repeat(row(Playback, FrameForward, ".", "Frame forward", "Pause and go one snapshot forward.")),
		row(Playback, Faster, "Up +", "Faster", "Twice the speed, up to 64×."),
		row(Playback, Slower, "Down -", "Slower", "Half the speed, down to 1/16×."),
		row(Playback, NormalSpeed, "R", "Normal speed", "Play at normal speed."),
		row(Playback, Start, "Home", "Start", "Go to the start."),
		row(Playback, End, "End", "End", "Go to the end; of a match that is being played, to what happens now."),
		row(Playback, CatchUp, "", "Catch up", "Play faster behind what happens now in a match that is being played, until that is reached, on or off."),
		row(Playback, PrevChapter, "Ctrl+Home", "Previous chapter", "Go to the start of the level, match or round, or of the one before."),
		row(Playback, NextChapter, "Ctrl+End", "Next chapter", "Go to the next level, match or round."),
		row(Playback, Chapters, "C", "Chapters", "List the levels, matches and rounds."),
		row(Playback, LoopFrom, "I", "Loop from here", "Set the start of the loop."),
		row(Playback, LoopTo, "O", "Loop to here", "Set the end of the loop."),
		row(Playback, LoopClear, "Shift+I", "Clear the loop", "Play on past the loop's end."),
		row(Playback, DemoTime, "W", "Demo time", "Times from the demo's start, or those of the match clock."),
		row(Playback, Preview, "Shift+W", "Preview", "A small map of the time under the pointer over the time line, on or off."),
		repeat(row(Playback, ZoomTimeIn, "Ctrl+Up", "Zoom in the time line", "Show less of the time line, larger.")),
		repeat(row(Playback, ZoomTimeOut, "Ctrl+Down", "Zoom out the time line", "Show more of the time line.")),

		row(Players, FreeView, "0", "Free view", "Follow nobody."),
		repeat(row(Players, FollowPrev, "[", "Previous player", "Follow the previous player in the list.")),
		repeat(row(Players, FollowNext, "]", "Next player", "Follow the next player in the list.")),
		hold(row(Players, Scoreboard, "Tab", "Scoreboard", "Show the scoreboard, with the main numbers of the match, while held; a click keeps it open, one on a number lists its moments.")),
		row(Players, MatchReport, "Shift+R", "Match report", "The numbers of the match: players, weapons, who killed whom, items and their timing."),
		repeat(row(Players, NextFrag, "U", "His next frag", "Go to the followed player's next frag.")),
		repeat(row(Players, PrevFrag, "Shift+U", "His previous frag", "Go to his previous frag.")),
		repeat(row(Players, NextDeath, "Y", "His next death", "Go to his next death.")),
		repeat(row(Players, PrevDeath, "Shift+Y", "His previous death", "Go to his previous death.")),
		repeat(row(Players, NextItem, "A", "His next item", "Go to the next armour, mega health, powerup, weapon or flag that he takes.")),
		repeat(row(Players, PrevItem, "Shift+A", "His previous item", "Go to the one before.")),
		row(Players, KillLines, "Shift+K", "Kill lines", "Lines from killer to victim, with the distance: for a moment, of all of the followed player's life, or off."),
		row(Players, HideScore, "Ctrl+Y", "Hide the score", "No score, no length and nothing of what is still to come, for who has not seen the match; on or off."),
		row(Players, Names, "N", "Names", "Names on or off."),
		row(Players, Arcs, "B", "Health and armour arcs", "Arcs of health and armour on or off."),
		row(Players, Trails, "T", "Trails", "Trails of the last seconds on or off."),
		row(Players, TrailLength, "Shift+T", "Length of trails", "Trails of 1, 3, 10 or 30 seconds, or, with a loop, from its start."),
		row(Players, Ghosts, "G", "Ghosts", "Players out of sight at their last place, on or off."),
		row(Players, NextEyes, "Shift+V", "Point of view", "In a match of several demos, what all of them know, or one of them."),
		row(Players, Sight, "V", "What he knows", "What the followed player sees and hears: all else is dimmed, on or off."),
		row(Players, Speeds, "Ctrl+U", "Speeds", "The followed player's speed, his whole way coloured by it, jumps and splits, on or off."),
		row(Players, HeatMap, "H", "Heat map", "Heat map on or off."),
		row(Players, HeatKind, "Shift+H", "Heat map of…", "What the heat map shows: presence, deaths, kills or pickups."),
		row(Players, HeatFilter, "Alt+H", "Heat map by…", "Whom the heat map shows: everyone, the followed player, or his team."),
		row(Players, HeatWeapon, "Ctrl+H", "Heat map with…", "With which weapon players died or killed on the heat map."),
		row(Players, HeatLibrary, "Ctrl+Alt+H", "Heat map of the library", "The heat map of all demos of the library on this map, or of this demo; a click lists the moments there."),
		row(Players, HeatStage, "Alt+Shift+H", "Heat map when…", "Which phase of the matches of the library the heat map shows: all, warm-up, the first minute, the match, overtime."),

		row(Players, Race, "Alt+R", "Race", "Runs over the same map beside each other: ghosts, splits, speeds and who is ahead, on or off."),
		row(Players, RaceWith, "Ctrl+Alt+R", "Race with…", "Add the demo of another run over this map to the race."),
		row(Players, RaceAxis, "Alt+X", "Race by distance", "The curves of the race over the way of the first run, or over its time."),
		row(Players, RaceStart, "Alt+B", "Start of the race", "What all runs start with: the game's timer, the level, the first move."),
		row(Players, RaceMark, "Alt+N", "Race from here", "All runs start at the place where the first is now."),
		row(Players, RaceLoop, "Alt+I", "Race the loop", "Keep the loop, then race another against it, of this or of another demo."),

		row(View, Fit, "Z", "Fit the map", "The whole map in the window."),
		repeat(row(View, ZoomIn, "Shift+Up", "Zoom in", "Zoom in on the middle of the map.")),
		repeat(row(View, ZoomOut, "Shift+Down", "Zoom out", "Zoom out.")),
		row(View, StoreyUp, "PgUp", "Storey up", "Watch the storey above."),
		row(View, StoreyDown, "PgDn", "Storey down", "Watch the storey below."),
		row(View, StoreyAuto, "Backspace", "Automatic storey", "Watch the storey of the followed player, else all."),
		row(View, TurnMap, "Q", "Turn the map", "Turn the map by a quarter; it stays so for this map."),
		row(View, FullScreen, "F F11", "Full screen", "Full screen on or off."),
		row(View, Panels, "Ctrl+B", "Panels", "All panels on or off."),
		row(View, PanelLeft, "Ctrl+1", "Players panel", "The list of players on or off."),
		row(View, PanelRight, "Ctrl+2", "Kill feed and chat", "Kill feed and chat on or off."),
		row(View, PanelStatus, "Ctrl+3", "Status of the player", "Health, armour, weapons and ammunition of the followed player or point of view."),
		row(View, PanelItems, "Ctrl+4", "Item control", "The strip of armours, mega health, powerups and weapons: when they were taken and came back."),
		row(View, PanelHeights, "Ctrl+5", "Side view", "The side view of the storeys with everyone at his height, on or off."),
		row(View, Advantage, "Ctrl+6", "Advantage", "Who is ahead in health, armour and weapons, as a curve on the time line, on or off."),
		row(View, PanelLanes, "Ctrl+7", "Player lanes", "Health, armour and weapon of each player over time, below the time line, on or off."),
		row(View, ItemsShown, "E", "Items", "Items on the map on or off."),
		row(View, Sounds, "S", "Sounds", "Rings where something was heard, on or off."),
		row(View, MapMarks, "D", "Marks of the map", "Teleporters and jump pads on or off."),
		row(View, Floors, "X", "Floors", "Floors by height, in the colours of their textures, or with the textures, where the map or the game's files have them."),
		row(View, Palette, "P", "Colours", "Colours that colour-blind people tell apart, on or off."),
		row(View, LargeTargets, "", "Large buttons", "Buttons and rows large enough for fingers, on or off."),
		row(Program, ScaleUp, "Ctrl++ Ctrl+=", "Larger", "Larger text and panels."),
		row(Program, ScaleDown, "Ctrl+-", "Smaller", "Smaller text and panels."),

		row(Search, Find, "Ctrl+F", "Find…", "Find players and moments: words, RA, by:… with:… health<30; `fragscope help find` has all."),
		repeat(row(Search, FindNext, "F3", "Next hit", "Go to the next hit.")),
		repeat(row(Search, FindPrev, "Shift+F3", "Previous hit", "Go to the previous hit.")),
		row(Search, LikeThis, "Ctrl+Shift+F", "Moments like this", "The moments of the library that are the most like this one: where everybody is, and what he has."),
		row(Search, LibraryAsk, "Alt+F", "Find in the library", "Ask all demos of the library a question, as Find asks this one; Enter plays from a hit."),
		repeat(row(Search, NextClip, "Alt+PgDn", "Next clip", "Play the next of the hits in the library.")),
		repeat(row(Search, PrevClip, "Alt+PgUp", "Previous clip", "Play the hit before.")),
		row(Search, Bookmark, "M", "Bookmark", "Set a bookmark here."),
		row(Search, Bookmarks, "Shift+M", "Bookmarks", "List the bookmarks."),
		row(Search, BookmarkNote, "Alt+M", "Note…", "Set a bookmark here and write a note on it."),
		row(Search, Draw, "Ctrl+D", "Draw", "Draw on the map for a span of time, on this storey; on or off."),
		row(Search, DrawKind, "Ctrl+Shift+D", "Draw what…", "Draw freehand, an arrow, a circle, or write."),
		row(Search, DrawSpan, "Alt+D", "Draw for…", "What is drawn is shown for 2, 5, 10 or 30 seconds, or, in a loop, for the loop."),
		row(Search, DrawUndo, "Ctrl+Z", "Take back", "Take back what was drawn last."),
		row(Search, ExportNotes, "", "Export notes…", "Save drawings and bookmarks as one file for others."),
		row(Search, ImportNotes, "", "Import notes…", "Add the drawings and bookmarks of a file."),

		row(Files, Open, "Ctrl+O", "Open…", "Open a demo."),
		row(Files, Address, "Ctrl+L", "Open address…", "Watch a match while it is played: qtv://host:port/stream or gtv://host:port."),
		row(Files, Recent, "Ctrl+R", "Recent demos", "List recent demos."),
		row(Files, Library, "Ctrl+Shift+L", "Library", "The demos that you have as a table: typing filters it, columns sort it, Enter watches."),
		row(Files, PrevDemo, "Ctrl+PgUp", "Previous demo", "Open the previous demo in the folder or playlist."),
		row(Files, NextDemo, "Ctrl+PgDn", "Next demo", "Open the next demo in the folder or playlist."),
		row(Files, MergeViews, "Ctrl+Shift+V", "All points of view", "Show this demo and those beside it that are of the same match as one."),
		row(Files, Sample, "", "Sample", "Open the sample that comes with the program."),
		row(Files, EndStream, "", "End the recording", "Leave the match that is being played; what was recorded stays open."),
		row(Files, GameFolder, "", "Game folder…", "Choose a folder in which to look for maps."),
		row(Files, ForgetMaps, "", "Forget learned maps", "Forget what demos told of maps whose files are not there; nothing of it ever leaves this computer."),

		row(Share, Screenshot, "F12 Ctrl+S", "Screenshot", "Save a picture of the map."),
		row(Share, ScreenshotFull, "Shift+F12", "Screenshot with panels", "Save a picture of the window."),
		row(Share, Caption, "Shift+C", "Caption", "Players, score and match clock over the map, and on pictures of it, on or off."),
		row(Share, SaveFilm, "Ctrl+F12", "Save film…", "Save a film: of the loop, else of what follows."),
		row(Share, CancelFilm, "Ctrl+Shift+F12", "Cancel the film", "Stop the film that is being saved; nothing of it stays."),
		row(Share, CopyPicture, "Ctrl+C", "Copy the picture", "Copy a picture of the map."),
		row(Share, CopyPosition, "Ctrl+Shift+C", "Copy the position", "Copy the command that opens this demo at this time, in a browser the address."),
		row(Share, SaveClip, "Ctrl+Shift+S", "Save clip…", "Save the loop as a demo of its own, which the game plays."),
		row(Share, SavePage, "Alt+S", "Save page…", "Save the loop, else the whole demo, as a page that plays in any browser."),

		row(Program, Help, "? F1", "Help", "Show all keys."),
		row(Program, Menu, "F10", "Menu", "Show the menu."),
		row(Program, Context, "Menu", "What can be done here", "List what can be done with what is under the pointer; a right click or a long touch does too."),
		row(Program, Settings, "Ctrl+,", "Settings file", "Write the settings file, in which keys can be rebound, and say where it is."),
		row(Program, Escape, "Esc", "Close", "Close what is open, else stop following, else leave full screen."),
		row(Program, Quit, "Ctrl+Q", "Quit", "Quit."),
	}
	for n := 1; n <= 9; n++ {
		d := strconv.Itoa(n)
		a := row(Players, FollowSlot(n), d, "Follow player "+d, "Follow player "+d+" of the list.")
		if n > 1 {
			a = unlisted(a)
		} else {
			a.Name, a.Help = "Follow player 1 … 9", "Follow a player of the list; a click on him or his row does too."
		}
		t = append(t, a)
	}
	return t
}
