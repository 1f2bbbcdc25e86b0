// Package action describes what a user can do, in tables of actions with name, default keys and help text. The
// window has a table and so does each concern. Together they define key handling, help, menu, settings file and
// manual.
package action

import (
	"slices"
	"strconv"
)

// ID identifies an action, also in the settings file.
type ID string

// Actions of the window itself, and those of concerns that several rooms refer to.
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
	Ghosts         ID = "ghosts"
	NextEyes       ID = "next_eyes"
	MergeViews     ID = "merge_views"
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
	MatchReport    ID = "report"
	Chapters       ID = "chapters"
	Open           ID = "open"
	GameFolder     ID = "game-folder"
	ForgetMaps     ID = "forget-maps"
	Sample         ID = "sample"
	Address        ID = "open-address"
	Recent         ID = "recent"
	Continue       ID = "continue"
	PrevDemo       ID = "previous-demo"
	NextDemo       ID = "next-demo"
	Screenshot     ID = "screenshot"
	ScreenshotFull ID = "screenshot-panels"
	Caption        ID = "caption"
	CopyPicture    ID = "copy-picture"
	CopyPosition   ID = "copy-position"
	Help           ID = "help"
	Menu           ID = "menu"
	Escape         ID = "escape"
	Settings       ID = "settings"
	Quit           ID = "quit"
)

// FollowSlot returns the action that follows the n-th player of the list, for n from 1 to 9.
func FollowSlot(n int) ID { return ID("follow-" + strconv.Itoa(n)) }

// Category groups actions in the help and in the menu.
type Category string

// Categories, in display order.
const (
	Playback Category = "Playback"
	View     Category = "View"
	Players  Category = "Players"
	Search   Category = "Find and mark"
	Files    Category = "Demos"
	Share    Category = "Show to others"
	Program  Category = "Program"
)

// Categories returns all categories in display order.
func Categories() []Category {
	return []Category{Playback, Players, View, Search, Files, Share, Program}
}

// Action is a row of the table.
type Action struct {
	ID       ID
	Category Category
	// Name is the label in menus and on buttons.
	Name string
	// Help is one sentence.
	Help string
	// Keys are the default keys.
	Keys []Chord
	// Repeat is set if holding the key repeats the action.
	Repeat bool
	// Hold is set if the action lasts while the key is held.
	Hold bool
	// After is the action of the same category after which this one is listed; empty to list it where its table has
	// it.
	After ID
	// Unlisted actions are omitted from help and menu, as one row stands for a whole family of keys.
	Unlisted bool
}

// Row returns an action with default keys as [ParseChords] parses them. It panics if they are invalid.
func Row(c Category, id ID, keys, name, help string) Action {
	return Action{ID: id, Category: c, Name: name, Help: help, Keys: mustChords(keys)}
}

// Repeat returns a with Repeat set.
func Repeat(a Action) Action { a.Repeat = true; return a }

// Hold returns a with Hold set.
func Hold(a Action) Action { a.Hold = true; return a }

// Behind returns rows to be listed, in order, after an action of another table.
func Behind(other ID, rows ...Action) []Action {
	for i := range rows {
		rows[i].After = other
	}
	return rows
}

// Join concatenates tables and moves rows that are to be listed after another action there. Rows with the same
// After, or with one that no table has, keep their order.
func Join(tables ...[]Action) []Action {
	all := slices.Concat(tables...)
	known := map[ID]bool{}
	for i := range all {
		known[all[i].ID] = true
	}
	next := map[ID][]Action{}
	for _, a := range all {
		if !known[a.After] {
			a.After = ""
		}
		next[a.After] = append(next[a.After], a)
	}
	var out []Action
	var list func(ID)
	list = func(after ID) {
		for _, a := range next[after] {
			out = append(out, a)
			list(a.ID)
		}
	}
	list("")
	return out
}

// Shell returns the table of the window's own actions in the order in which help shows them. Each concern has its
// own table; together they are all actions.
func Shell() []Action {
	t := []Action{
		Row(Playback, PlayPause, "Space", "Play / pause", "Play or pause."),
		Row(Playback, Reverse, "J", "Reverse", "Play backwards."),
		Row(Playback, Pause, "K", "Pause", "Pause."),
		Row(Playback, Forward, "L", "Forward", "Play forwards."),
		Repeat(Row(Playback, SeekBack, "Left", "5 s back", "Go 5 seconds back.")),
		Repeat(Row(Playback, SeekForward, "Right", "5 s forward", "Go 5 seconds forward.")),
		Repeat(Row(Playback, SeekBack1, "Shift+Left", "1 s back", "Go 1 second back.")),
		Repeat(Row(Playback, SeekForward1, "Shift+Right", "1 s forward", "Go 1 second forward.")),
		Repeat(Row(Playback, SeekBack30, "Alt+Left", "30 s back", "Go 30 seconds back.")),
		Repeat(Row(Playback, SeekForward30, "Alt+Right", "30 s forward", "Go 30 seconds forward.")),
		Repeat(Row(Playback, PrevEvent, "Ctrl+Left", "Previous event", "Go to the previous event: a frag, a capture, a powerup.")),
		Repeat(Row(Playback, NextEvent, "Ctrl+Right", "Next event", "Go to the next event.")),
		Repeat(Row(Playback, FrameBack, ",", "Frame back", "Pause and go one snapshot back.")),
		Repeat(Row(Playback, FrameForward, ".", "Frame forward", "Pause and go one snapshot forward.")),
		Row(Playback, Faster, "Up +", "Faster", "Twice the speed, up to 64×."),
		Row(Playback, Slower, "Down -", "Slower", "Half the speed, down to 1/16×."),
		Row(Playback, NormalSpeed, "R", "Normal speed", "Play at normal speed."),
		Row(Playback, Start, "Home", "Start", "Go to the start."),
		Row(Playback, End, "End", "End", "Go to the end; of a match that is being played, to what happens now."),
		Row(Playback, PrevChapter, "", "Previous chapter", "Go to the start of the level, match or round, or of the one before."),
		Row(Playback, NextChapter, "", "Next chapter", "Go to the next level, match or round."),
		Row(Playback, Chapters, "", "Chapters", "List the levels, matches and rounds."),
		Row(Playback, LoopFrom, "I", "Loop from here", "Select from here on: report, heat map, clips, films and pages are of what is selected, which loops. Shift and the mouse on the time line select, too."),
		Row(Playback, LoopTo, "O", "Loop to here", "Select up to here."),
		Row(Playback, LoopClear, "Shift+I", "Clear the loop", "Select nothing, and play on past the loop's end."),
		Repeat(Row(Playback, ZoomTimeIn, "", "Zoom in the time line", "Show less of the time line, larger.")),
		Repeat(Row(Playback, ZoomTimeOut, "", "Zoom out the time line", "Show more of the time line.")),

		Row(Players, FreeView, "0", "Free view", "Follow nobody."),
		Repeat(Row(Players, FollowPrev, "[", "Previous player", "Follow the previous player in the list.")),
		Repeat(Row(Players, FollowNext, "]", "Next player", "Follow the next player in the list.")),
		Hold(Row(Players, Scoreboard, "Tab", "Scoreboard", "Show the scoreboard, with the main numbers of the match, while held; a click keeps it open, one on a number lists its moments.")),
		Row(Players, HideScore, "", "Hide the score", "No score, no length and nothing of what is still to come, for who has not seen the match; on or off."),
		Row(Players, Names, "N", "Names", "Names on or off."),
		Row(Players, Arcs, "", "Health and armour arcs", "Arcs of health and armour on or off."),
		Row(Players, Trails, "T", "Trails", "Trails of the last seconds on or off."),
		Row(Players, TrailLength, "", "Length of trails", "Trails of 1, 3, 10 or 30 seconds, or, with a loop, from its start."),
		Row(Players, Ghosts, "G", "Ghosts", "Players out of sight at their last place, on or off."),
		Row(Players, NextEyes, "", "Point of view", "In a match of several demos, what all of them know, or one of them."),

		Row(View, Fit, "Z", "Fit the map", "The whole map in the window."),
		Repeat(Row(View, ZoomIn, "", "Zoom in", "Zoom in on the middle of the map.")),
		Repeat(Row(View, ZoomOut, "", "Zoom out", "Zoom out.")),
		Row(View, StoreyUp, "PgUp", "Storey up", "Watch the storey above."),
		Row(View, StoreyDown, "PgDn", "Storey down", "Watch the storey below."),
		Row(View, StoreyAuto, "Backspace", "Automatic storey", "Watch the storey of the followed player, else all."),
		Row(View, TurnMap, "", "Turn the map", "Turn the map by a quarter; it stays so for this map."),
		Row(View, FullScreen, "F F11", "Full screen", "Full screen on or off."),
		Row(View, Panels, "Ctrl+B", "Panels", "All panels on or off."),
		Row(View, PanelLeft, "", "Players panel", "The list of players on or off."),
		Row(View, PanelRight, "", "Kill feed and chat", "Kill feed and chat on or off."),
		Row(View, PanelStatus, "", "Status of the player", "Health, armour, weapons and ammunition of the followed player or point of view."),
		Row(View, PanelItems, "", "Item control", "The strip of armours, mega health, powerups and weapons: when they were taken and came back."),
		Row(View, PanelHeights, "", "Side view", "The side view of the storeys with everyone at his height, on or off."),
		Row(View, PanelLanes, "Ctrl+7", "Player lanes", "Health, armour and weapon of each player over time, below the time line, on or off."),
		Row(View, ItemsShown, "", "Items", "Items on the map on or off."),
		Row(View, Sounds, "", "Sounds", "Rings where something was heard, on or off."),
		Row(View, MapMarks, "", "Marks of the map", "Teleporters and jump pads on or off."),
		Row(View, Floors, "", "Floors", "Floors by height, in the colours of their textures, or with the textures, where the map or the game's files have them."),
		Row(View, Palette, "", "Colours", "Colours that colour-blind people tell apart, on or off."),
		Row(View, LargeTargets, "", "Large buttons", "Buttons and rows large enough for fingers, on or off."),
		Row(Program, ScaleUp, "Ctrl++ Ctrl+=", "Larger", "Larger text and panels."),
		Row(Program, ScaleDown, "Ctrl+-", "Smaller", "Smaller text and panels."),

		Row(Files, Open, "Ctrl+O", "Open…", "Open a demo."),
		Row(Files, Address, "", "Open address…", "Watch a match while it is played: qtv://host:port/stream or gtv://host:port."),
		Row(Files, Recent, "", "Recent demos", "List recent demos."),
		Row(Files, Continue, "", "Continue", "Open the demo that you watched last where you left it."),
		Row(Files, PrevDemo, "Ctrl+PgUp", "Previous demo", "Open the previous demo in the folder or playlist."),
		Row(Files, NextDemo, "Ctrl+PgDn", "Next demo", "Open the next demo in the folder or playlist."),
		Row(Files, MergeViews, "", "All points of view", "Show this demo and those beside it that are of the same match as one."),
		Row(Files, Sample, "", "Sample", "Open the sample that comes with the program."),
		Row(Files, GameFolder, "", "Game folder…", "Choose a folder in which to look for maps."),
		Row(Files, ForgetMaps, "", "Forget learned maps", "Forget what demos told of maps whose files are not there; nothing of it ever leaves this computer."),

		Row(Share, Screenshot, "F12 Ctrl+S", "Screenshot", "Save a picture of the map."),
		Row(Share, ScreenshotFull, "Shift+F12", "Screenshot with panels", "Save a picture of the window."),
		Row(Share, Caption, "", "Caption", "Players, score and match clock over the map, and on pictures of it, on or off."),
		Row(Share, CopyPicture, "Ctrl+C", "Copy the picture", "Copy a picture of the map."),
		Row(Share, CopyPosition, "Ctrl+Shift+C", "Copy the position", "Copy the command that opens this demo at this time, in a browser the address."),

		Row(Program, Help, "? F1", "Help", "Show all keys."),
		Row(Program, Menu, "Ctrl+K F10", "Menu", "Find what to do, players, moments, demos, times and settings by typing, or in groups; change keys."),
		Row(Program, Context, "Menu", "Menu at the pointer", "The small menu of the thing under the pointer; a right click or a long touch opens it, too."),
		Row(Program, Settings, "Ctrl+,", "Settings", "The page of all settings, each with what it does."),
		Row(Program, Escape, "Esc", "Close", "Close what is open, else stop following, else leave full screen."),
		Row(Program, Quit, "Ctrl+Q", "Quit", "Quit."),
	}
	for n := 1; n <= 9; n++ {
		d := strconv.Itoa(n)
		a := Row(Players, FollowSlot(n), d, "Follow player "+d, "Follow player "+d+" of the list.")
		if n > 1 {
			a.Unlisted = true
		} else {
			a.Name, a.Help = "Follow player 1 … 9", "Follow a player of the list; a click on him or his row does too."
		}
		t = append(t, a)
	}
	return t
}
