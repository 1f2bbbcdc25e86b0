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
	Ghosts         ID = "ghosts"
	Arcs           ID = "health-arcs"
	Palette        ID = "palette"
	LargeTargets   ID = "large-targets"
	Context        ID = "context"
	PanelLeft      ID = "panel-players"
	PanelRight     ID = "panel-feed"
	PanelStatus    ID = "panel-status"
	PanelItems     ID = "panel-items"
	PanelHeights   ID = "panel-heights"
	Panels         ID = "panels"
	Scoreboard     ID = "scoreboard"
	ScaleUp        ID = "scale-up"
	ScaleDown      ID = "scale-down"
	Find           ID = "find"
	FindNext       ID = "find-next"
	FindPrev       ID = "find-previous"
	Bookmark       ID = "bookmark"
	Bookmarks      ID = "bookmarks"
	Chapters       ID = "chapters"
	Open           ID = "open"
	GameFolder     ID = "game-folder"
	Sample         ID = "sample"
	Recent         ID = "recent"
	PrevDemo       ID = "previous-demo"
	NextDemo       ID = "next-demo"
	Screenshot     ID = "screenshot"
	ScreenshotFull ID = "screenshot-panels"
	SaveFilm       ID = "film"
	CancelFilm     ID = "film-cancel"
	CopyPicture    ID = "copy-picture"
	CopyPosition   ID = "copy-position"
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
		row(Playback, End, "End", "End", "Go to the end."),
		row(Playback, PrevChapter, "Ctrl+Home", "Previous chapter", "Go to the start of the level, match or round, or of the one before."),
		row(Playback, NextChapter, "Ctrl+End", "Next chapter", "Go to the next level, match or round."),
		row(Playback, Chapters, "C", "Chapters", "List the levels, matches and rounds."),
		row(Playback, LoopFrom, "I", "Loop from here", "Set the start of the loop."),
		row(Playback, LoopTo, "O", "Loop to here", "Set the end of the loop."),
		row(Playback, LoopClear, "Shift+I", "Clear the loop", "Play on past the loop's end."),
		row(Playback, DemoTime, "W", "Demo time", "Times from the demo's start, or those of the match clock."),
		repeat(row(Playback, ZoomTimeIn, "Ctrl+Up", "Zoom in the time line", "Show less of the time line, larger.")),
		repeat(row(Playback, ZoomTimeOut, "Ctrl+Down", "Zoom out the time line", "Show more of the time line.")),

		row(Players, FreeView, "0", "Free view", "Follow nobody."),
		repeat(row(Players, FollowPrev, "[", "Previous player", "Follow the previous player in the list.")),
		repeat(row(Players, FollowNext, "]", "Next player", "Follow the next player in the list.")),
		hold(row(Players, Scoreboard, "Tab", "Scoreboard", "Show the scoreboard while held.")),
		row(Players, Names, "N", "Names", "Names on or off."),
		row(Players, Arcs, "B", "Health and armour arcs", "Arcs of health and armour on or off."),
		row(Players, Trails, "T", "Trails", "Trails of the last seconds on or off."),
		row(Players, TrailLength, "Shift+T", "Length of trails", "Trails of 1, 3, 10 or 30 seconds, or, with a loop, from its start."),
		row(Players, Ghosts, "G", "Ghosts", "Players out of sight at their last place, on or off."),
		row(Players, HeatMap, "H", "Heat map", "Heat map on or off."),
		row(Players, HeatKind, "Shift+H", "Heat map of…", "What the heat map shows: presence, deaths or kills."),
		row(Players, HeatFilter, "Alt+H", "Heat map by…", "Whom the heat map shows: everyone, the followed player, or his team."),
		row(Players, HeatWeapon, "Ctrl+H", "Heat map with…", "With which weapon players died or killed on the heat map."),

		row(View, Fit, "Z", "Fit the map", "The whole map in the window."),
		repeat(row(View, ZoomIn, "Shift+Up", "Zoom in", "Zoom in on the middle of the map.")),
		repeat(row(View, ZoomOut, "Shift+Down", "Zoom out", "Zoom out.")),
		row(View, StoreyUp, "PgUp", "Storey up", "Watch the storey above."),
		row(View, StoreyDown, "PgDn", "Storey down", "Watch the storey below."),
		row(View, StoreyAuto, "Backspace", "Automatic storey", "Watch the storey of the followed player, else all."),
		row(View, FullScreen, "F F11", "Full screen", "Full screen on or off."),
		row(View, Panels, "Ctrl+B", "Panels", "All panels on or off."),
		row(View, PanelLeft, "Ctrl+1", "Players panel", "The list of players on or off."),
		row(View, PanelRight, "Ctrl+2", "Kill feed and chat", "Kill feed and chat on or off."),
		row(View, PanelStatus, "Ctrl+3", "Status of the player", "Health, armour, weapons and ammunition of the followed player or point of view."),
		row(View, PanelItems, "Ctrl+4", "Item control", "The strip of armours, mega health, powerups and weapons: when they were taken and came back."),
		row(View, PanelHeights, "Ctrl+5", "Side view", "The side view of the storeys with everyone at his height, on or off."),
		row(View, ItemsShown, "E", "Items", "Items on the map on or off."),
		row(View, Sounds, "S", "Sounds", "Rings where something was heard, on or off."),
		row(View, MapMarks, "D", "Marks of the map", "Teleporters and jump pads on or off."),
		row(View, Floors, "X", "Floors", "Floors by height, in the colours of their textures, or with the textures, where the map or the game's files have them."),
		row(View, Palette, "P", "Colours", "Colours that colour-blind people tell apart, on or off."),
		row(View, LargeTargets, "", "Large buttons", "Buttons and rows large enough for fingers, on or off."),
		row(View, ScaleUp, "Ctrl++ Ctrl+=", "Larger", "Larger text and panels."),
		row(View, ScaleDown, "Ctrl+-", "Smaller", "Smaller text and panels."),

		row(Search, Find, "Ctrl+F", "Find…", "Find a player, a text or a kind of event."),
		repeat(row(Search, FindNext, "F3", "Next hit", "Go to the next hit.")),
		repeat(row(Search, FindPrev, "Shift+F3", "Previous hit", "Go to the previous hit.")),
		row(Search, Bookmark, "M", "Bookmark", "Set a bookmark here."),
		row(Search, Bookmarks, "Shift+M", "Bookmarks", "List the bookmarks."),

		row(Files, Open, "Ctrl+O", "Open…", "Open a demo."),
		row(Files, Recent, "Ctrl+R", "Recent demos", "List recent demos."),
		row(Files, PrevDemo, "Ctrl+PgUp", "Previous demo", "Open the previous demo in the folder or playlist."),
		row(Files, NextDemo, "Ctrl+PgDn", "Next demo", "Open the next demo in the folder or playlist."),
		row(Files, Sample, "", "Sample", "Open the sample that comes with the program."),
		row(Files, GameFolder, "", "Game folder…", "Choose a folder in which to look for maps."),

		row(Share, Screenshot, "F12 Ctrl+S", "Screenshot", "Save a picture of the map."),
		row(Share, ScreenshotFull, "Shift+F12", "Screenshot with panels", "Save a picture of the window."),
		row(Share, SaveFilm, "Ctrl+F12", "Save film…", "Save a film: of the loop, else of what follows."),
		row(Share, CancelFilm, "Ctrl+Shift+F12", "Cancel the film", "Give up the film that is being saved."),
		row(Share, CopyPicture, "Ctrl+C", "Copy the picture", "Copy a picture of the map."),
		row(Share, CopyPosition, "Ctrl+Shift+C", "Copy the position", "Copy the command that opens this demo at this time."),

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
