// Package action describes the user's actions in tables, which contain the name, default keys and help text of each
// action. The key handling, the help, the menu, the settings file and the manual are all derived from these tables. The
// window has a table, and so does each part of the viewer that adds actions.
package action

import (
	"slices"
	"strconv"
)

// ID identifies an action, both in the program and in the settings file.
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
	HideOthers     ID = "hide-others"
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
	MomentsLike    ID = "moments-like-this"
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
	BlocksTaller   ID = "blocks-taller"
	BlocksLower    ID = "blocks-lower"
	TurningPoints  ID = "turning-points"
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

// FollowSlot returns the ID of the action that follows the player with badge number n, which must be from 1 to 9.
func FollowSlot(n int) ID { return ID("follow-" + strconv.Itoa(n)) }

// Category is a group of actions in the help and in the menu.
type Category string

// Categories, in display order.
const (
	Playback Category = "Playback"
	View     Category = "View"
	Players  Category = "Players"
	Search   Category = "Find and mark"
	Files    Category = "Demos"
	Share    Category = "Share"
	Program  Category = "Program"
)

// Categories returns all categories, in display order.
func Categories() []Category {
	return []Category{Playback, Players, View, Search, Files, Share, Program}
}

// Action describes a user action. It is a row of an action table.
type Action struct {
	ID       ID
	Category Category
	// Name is the label in menus and on buttons.
	Name string
	// Help is the help text, a single sentence.
	Help string
	// Keys are the default keys.
	Keys []Chord
	// Repeat is set if holding the key repeats the action.
	Repeat bool
	// Hold is set if the action lasts while the key is held.
	Hold bool
	// After is the ID of the action after which this action is listed. Both must have the same category. If After is
	// empty, the action is listed in the order of its table.
	After ID
	// Unlisted is set if the action is omitted from the help and the menu. Another action then represents it there,
	// together with similar actions.
	Unlisted bool
}

// Row returns an action with the given default keys, in the syntax of [ParseChords]. Row panics if keys is invalid.
func Row(c Category, id ID, keys, name, help string) Action {
	return Action{ID: id, Category: c, Name: name, Help: help, Keys: mustChords(keys)}
}

// Repeat returns a with its Repeat field set.
func Repeat(a Action) Action { a.Repeat = true; return a }

// Hold returns a with its Hold field set.
func Hold(a Action) Action { a.Hold = true; return a }

// Behind sets the After field of each row to other, the ID of an action in another table, and returns rows. The help
// then lists the rows directly after that action.
func Behind(other ID, rows ...Action) []Action {
	for i := range rows {
		rows[i].After = other
	}
	return rows
}

// Join concatenates tables. It then moves each action whose After field is set directly after the action that the field
// names. Actions with the same After field keep their order. If none of the tables contains the named action, the field
// is ignored.
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

// Shell returns the window's own actions, in the order in which the help lists them. All other actions are defined by
// other packages.
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
		Repeat(Row(Playback, PrevEvent, "Ctrl+Left", "Previous event",
			"Go to the previous event, such as a frag, a capture or a powerup.")),
		Repeat(Row(Playback, NextEvent, "Ctrl+Right", "Next event", "Go to the next event.")),
		Repeat(Row(Playback, FrameBack, ",", "Frame back", "Pause and go one snapshot back.")),
		Repeat(Row(Playback, FrameForward, ".", "Frame forward", "Pause and go one snapshot forward.")),
		Row(Playback, Faster, "Up +", "Faster", "Double the speed, up to 64×."),
		Row(Playback, Slower, "Down -", "Slower", "Halve the speed, down to 1/16×."),
		Row(Playback, NormalSpeed, "R", "Normal speed", "Play at normal speed."),
		Row(Playback, Start, "Home", "Start", "Go to the start."),
		Row(Playback, End, "End", "End", "Go to the end or, in a live match, to the live moment."),
		Row(Playback, PrevChapter, "", "Previous chapter",
			"Go to the start of this level, match or round, or of the previous one."),
		Row(Playback, NextChapter, "", "Next chapter", "Go to the next level, match or round."),
		Row(Playback, Chapters, "", "Chapters", "List the levels, matches and rounds."),
		Row(Playback, LoopFrom, "I", "Loop from here",
			"Start the selection here. It plays in a loop, and the report, heat map, clips, films and pages cover only the selection. Shift+drag on the timeline also selects."),
		Row(Playback, LoopTo, "O", "Loop to here", "End the selection here."),
		Row(Playback, LoopClear, "Shift+I", "Clear the loop", "Clear the selection and continue past its end."),
		Repeat(Row(Playback, ZoomTimeIn, "", "Zoom in on the timeline", "Zoom in on the timeline.")),
		Repeat(Row(Playback, ZoomTimeOut, "", "Zoom out on the timeline", "Zoom out on the timeline.")),

		Row(Players, FreeView, "0", "Free view", "Follow nobody."),
		Repeat(Row(Players, FollowPrev, "[", "Previous player", "Follow the previous player in the list.")),
		Repeat(Row(Players, FollowNext, "]", "Next player", "Follow the next player in the list.")),
		Row(Players, HideOthers, "", "Hide the others", "Show only the followed player on the map, or everyone again."),
		Hold(Row(Players, Scoreboard, "Tab", "Scoreboard",
			"While held, show the scoreboard with the main numbers of the match. A click keeps it open; click a number to list its moments.")),
		Row(Players, HideScore, "", "Hide the score",
			"Hide the score, the length and everything still to come, so that nothing is given away."),
		Row(Players, Names, "N", "Names", "Show or hide names."),
		Row(Players, Arcs, "", "Health and armour arcs", "Show or hide arcs of health and armour around players."),
		Row(Players, Trails, "T", "Trails", "Show or hide the players' trails over the last seconds."),
		Row(Players, TrailLength, "", "Length of trails",
			"Choose the length of trails: 1, 3, 10 or 30 seconds or, in a loop, from its start."),
		Row(Players, Ghosts, "G", "Ghosts", "Show or hide players out of sight, at their last known positions."),
		Row(Players, NextEyes, "", "Point of view",
			"In a match combined from several demos, switch between everything they know and what each of them knows."),

		Row(View, Fit, "", "Fit the map", "Show the whole map."),
		Repeat(Row(View, ZoomIn, "", "Zoom in", "Zoom in on the middle of the map.")),
		Repeat(Row(View, ZoomOut, "", "Zoom out", "Zoom out.")),
		Row(View, StoreyUp, "PgUp", "Storey up", "Show the storey above."),
		Row(View, StoreyDown, "PgDn", "Storey down", "Show the storey below."),
		Row(View, StoreyAuto, "Backspace", "Automatic storey",
			"Show the followed player's storey, or all storeys while nobody is followed."),
		Row(View, TurnMap, "", "Turn the map", "Turn the map by 90°. The rotation is remembered for each map."),
		Row(View, FullScreen, "F F11", "Full screen", "Switch to full screen and back."),
		Row(View, Panels, "", "Panels", "Show or hide all panels."),
		Row(View, PanelLeft, "", "Players panel", "Show or hide the list of players."),
		Row(View, PanelRight, "", "Kill feed and chat", "Show or hide the kill feed and the chat."),
		Row(View, PanelStatus, "", "Player status",
			"Show or hide the health, armour, weapons and ammunition of the followed player or the recorder."),
		Row(View, PanelItems, "", "Item control",
			"Show or hide the rows that show when armour, mega health, powerups and weapons were taken and when they respawned."),
		Row(View, PanelHeights, "", "Side view",
			"Show or hide the side view: the storeys, with each player at his height."),
		Row(View, PanelLanes, "", "Player lanes",
			"Show or hide each player's health, armour and weapon over time, below the timeline."),
		Repeat(Row(View, BlocksTaller, "", "Taller rows",
			"Make the advantage curve, item control and player lanes taller.")),
		Repeat(Row(View, BlocksLower, "", "Lower rows",
			"Make the advantage curve, item control and player lanes lower.")),
		Row(View, TurningPoints, "", "Turning points",
			"Show or hide the moments at which the match turned, below the players and on the timeline."),
		Row(View, ItemsShown, "", "Items", "Show or hide items on the map."),
		Row(View, Sounds, "", "Sounds", "Show or hide rings where something was heard."),
		Row(View, MapMarks, "", "Map marks", "Show or hide teleporters and jump pads."),
		Row(View, Floors, "", "Floors",
			"Colour floors by height or in the colours of their textures, or show the textures, if the map or the game's files have them."),
		Row(View, Palette, "", "Colours", "Switch between normal and colour-blind colours."),
		Row(View, LargeTargets, "", "Large buttons", "Make buttons and rows large enough for fingers, or small again."),
		Row(Program, ScaleUp, "Ctrl++ Ctrl+=", "Larger", "Make text and panels larger."),
		Row(Program, ScaleDown, "Ctrl+-", "Smaller", "Make text and panels smaller."),

		Row(Files, Open, "Ctrl+O", "Open…", "Open a demo."),
		Row(Files, Recent, "", "Recent demos", "List recent demos."),
		Row(Files, Continue, "", "Continue", "Continue the demo you watched last where you left off."),
		Row(Files, PrevDemo, "Ctrl+PgUp", "Previous demo", "Open the previous demo in the folder or playlist."),
		Row(Files, NextDemo, "Ctrl+PgDn", "Next demo", "Open the next demo in the folder or playlist."),
		Row(Files, MergeViews, "", "All points of view",
			"Open this demo together with the others in its folder that show the same match."),
		Row(Files, Sample, "", "Sample", "Open the built-in sample."),
		Row(Files, GameFolder, "", "Game folder…", "Choose a game folder to search for maps."),
		Row(Files, ForgetMaps, "", "Forget learned maps",
			"Forget the plans learned from demos for maps without a file. They never leave this computer."),

		Row(Share, Screenshot, "F12 Ctrl+S", "Screenshot", "Save a picture of the map."),
		Row(Share, ScreenshotFull, "Shift+F12", "Screenshot with panels", "Save a picture of the window."),
		Row(Share, Caption, "", "Casting overlay",
			"Show the score, the match clock, item timers and all players' health and armour, over the map and on pictures of it."),
		Row(Share, CopyPicture, "Ctrl+C", "Copy the picture", "Copy a picture of the map."),
		Row(Share, CopyPosition, "Ctrl+Shift+C", "Copy the position",
			"Copy the command that opens this demo at this moment; in a browser, the address."),

		Row(Program, Help, "? F1", "Help", "Show all keys and the manual."),
		Row(Program, Menu, "Ctrl+K F10", "Menu",
			"Find actions, players, moments, demos and settings by typing, or browse them in groups. You can also change keys here."),
		Row(Program, Context, "Menu", "Menu at the pointer",
			"Open the menu for the thing under the pointer, like a right click or a long touch."),
		Row(Program, Settings, "", "Settings", "Show all settings, each with an explanation."),
		Row(Program, Escape, "Esc", "Close",
			"Close whatever is open; if nothing is open, stop following, then leave full screen."),
		Row(Program, Quit, "Ctrl+Q", "Quit", "Quit."),
	}
	for n := 1; n <= 9; n++ {
		d := strconv.Itoa(n)
		a := Row(Players, FollowSlot(n), d, "Follow player "+d, "Follow player "+d+" of the list.")
		if n > 1 {
			a.Unlisted = true
		} else {
			a.Name, a.Help = "Follow player 1 … 9",
				"Follow a player in the list. Clicking him or his row does the same."
		}
		t = append(t, a)
	}
	return t
}
