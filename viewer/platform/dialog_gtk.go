//go:build !darwin && !js && !windows

package platform

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"unicode"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"
)

// From GTK 3 (gtkdialog.h, gtkfilechooser.h).
const (
	gtkActionOpen   = 0
	gtkActionSave   = 1
	gtkActionFolder = 2
	gtkAccept       = -3
	gtkCancel       = -6
)

// gtk holds the GTK 3 functions needed for a dialog. The variadic one is bound with the arguments in use.
type gtk struct {
	free          func(p *byte)
	unref         func(object uintptr)
	eventsPending func() bool
	iterate       func() bool
	destroy       func(widget uintptr)
	realize       func(widget uintptr)
	window        func(widget uintptr) uintptr

	newDialog func(title string, parent uintptr, action int32, cancel string, cancelled int32, accept string,
		accepted int32, end uintptr) uintptr
	run      func(dialog uintptr) int32
	setModal func(window uintptr, on bool)

	newNative func(title string, parent uintptr, action int32, accept, cancel string) uintptr
	runNative func(dialog uintptr) int32

	setFolder  func(chooser uintptr, name string) bool
	setName    func(chooser uintptr, name string)
	confirm    func(chooser uintptr, on bool) // before a file is replaced
	name       func(chooser uintptr) *byte
	addFilter  func(chooser, filter uintptr)
	newFilter  func() uintptr
	nameFilter func(filter uintptr, name string)
	addPattern func(filter uintptr, pattern string)

	// For a parent that is an X11 window, or nil if GDK was built without X11.
	display   func() uintptr
	foreign   func(display, window uintptr) uintptr
	transient func(window, parent uintptr)
}

// loadGTK loads and initialises GTK, once. It fails if GTK is not installed or finds no display.
var loadGTK = sync.OnceValues(func() (*gtk, error) {
	lib, err := purego.Dlopen("libgtk-3.so.0", purego.RTLD_LAZY|purego.RTLD_GLOBAL)
	if err != nil {
		return nil, noDialogError(msgNoGTK)
	}
	g := new(gtk)
	for name, f := range map[string]any{
		"g_free": &g.free, "g_object_unref": &g.unref, "gtk_events_pending": &g.eventsPending,
		"gtk_main_iteration": &g.iterate, "gtk_widget_destroy": &g.destroy, "gtk_widget_realize": &g.realize,
		"gtk_widget_get_window": &g.window, "gtk_file_chooser_dialog_new": &g.newDialog, "gtk_dialog_run": &g.run,
		"gtk_window_set_modal": &g.setModal, "gtk_file_chooser_native_new": &g.newNative,
		"gtk_native_dialog_run": &g.runNative, "gtk_file_chooser_set_current_folder": &g.setFolder,
		"gtk_file_chooser_set_current_name": &g.setName, "gtk_file_chooser_set_do_overwrite_confirmation": &g.confirm,
		"gtk_file_chooser_get_filename": &g.name, "gtk_file_chooser_add_filter": &g.addFilter,
		"gtk_file_filter_new": &g.newFilter, "gtk_file_filter_set_name": &g.nameFilter,
		"gtk_file_filter_add_pattern": &g.addPattern, "gdk_display_get_default": &g.display,
		"gdk_window_set_transient_for": &g.transient,
	} {
		symbol, err := purego.Dlsym(lib, name)
		if err != nil {
			return nil, noDialogError(fmt.Sprintf(msgOldGTK, err))
		}
		purego.RegisterFunc(f, symbol)
	}
	if symbol, err := purego.Dlsym(lib, "gdk_x11_window_foreign_new_for_display"); err == nil {
		purego.RegisterFunc(&g.foreign, symbol)
	}
	var start func(argc, argv uintptr) bool
	purego.RegisterLibFunc(&start, lib, "gtk_init_check")
	var backends func(string)
	purego.RegisterLibFunc(&backends, lib, "gdk_set_allowed_backends")
	backends("x11,*") // the window's own, as the dialog belongs to it
	if !start(0, 0) {
		return nil, noDialogError(msgNoDisplay)
	}
	return g, nil
})

// choose asks for a file or a folder. It returns "" if none was chosen. All calls have to come from one thread.
func choose(q question) (string, error) {
	g, err := loadGTK()
	if err != nil {
		return "", err
	}
	action, accept := int32(gtkActionOpen), "Open"
	switch {
	case q.folder:
		action = gtkActionFolder
	case q.name != "":
		action, accept = gtkActionSave, "Save"
	}
	// In a sandbox files come through the desktop's portal, which only the native dialog uses.
	var dialog uintptr
	ask, end := g.run, g.destroy
	if _, err := os.Stat("/.flatpak-info"); err == nil {
		dialog, ask, end = g.newNative(q.title, 0, action, accept, "Cancel"), g.runNative, g.unref
	} else {
		dialog = g.newDialog(q.title, 0, action, "Cancel", gtkCancel, accept, gtkAccept, 0)
		g.attach(dialog)
	}
	defer func() {
		end(dialog)
		for g.eventsPending() { // nothing else removes the dialog from the screen
			g.iterate()
		}
	}()
	for _, f := range q.filters {
		filter := g.newFilter()
		g.nameFilter(filter, f.name)
		for _, ext := range f.extensions {
			g.addPattern(filter, "*"+anyCase(ext))
		}
		g.addFilter(dialog, filter)
	}
	if q.dir != "" {
		g.setFolder(dialog, q.dir)
	}
	if q.name != "" {
		g.setName(dialog, q.name)
		g.confirm(dialog, true)
	}
	if ask(dialog) != gtkAccept {
		return "", nil
	}
	p := g.name(dialog)
	if p == nil {
		return "", errors.New(msgNotHere)
	}
	defer g.free(p)
	return unix.BytePtrToString(p), nil
}

// attach keeps a dialog above the program's window.
func (g *gtk) attach(dialog uintptr) {
	window := ownWindow()
	if window == 0 || g.foreign == nil {
		return
	}
	g.realize(dialog)
	if parent := g.foreign(g.display(), uintptr(window)); parent != 0 {
		g.transient(g.window(dialog), parent)
	}
	g.setModal(dialog, true)
}

// anyCase returns a pattern for an extension in any case: GTK's patterns are case-sensitive, and old demos have
// capitals.
func anyCase(ext string) string {
	if ext == "*" {
		return ""
	}
	var b strings.Builder
	b.WriteByte('.')
	for _, r := range ext {
		if upper := unicode.ToUpper(r); upper != r {
			fmt.Fprintf(&b, "[%c%c]", r, upper)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
