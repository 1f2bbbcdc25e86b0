package desktop

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adrg/xdg"

	"fragscope/assets/icon"
	"fragscope/formats/base/count"
	"fragscope/formats/base/regular"
	"fragscope/formats/base/whole"
)

// dataHome returns the user's data folder.
func dataHome() string {
	xdg.Reload()
	return xdg.DataHome
}

// The files below the data folder that are not icons.
const (
	entryFile = "applications/" + BundleID + ".desktop"
	mimeFile  = "mime/packages/" + BundleID + ".xml"
)

// earlierFiles returns the files that version 0.1 registered under other names.
func earlierFiles() []string {
	out := []string{"applications/" + ID + ".desktop", "mime/packages/" + ID + ".xml"}
	for _, size := range icon.Sizes() {
		out = append(out, iconFile(size, ID))
	}
	return out
}

// userFiles returns the files to register, by path below the data folder.
func userFiles(program string) map[string][]byte {
	files := map[string][]byte{entryFile: Entry(program), mimeFile: MIMEInfo()}
	for _, size := range icon.Sizes() {
		files[iconFile(size, BundleID)] = icon.PNG(size)
	}
	return files
}

func iconFile(size int, name string) string {
	return fmt.Sprintf("icons/hicolor/%dx%d/apps/%s.png", size, size, name)
}

// shortcutFile is a link to the program, below the data folder.
const shortcutFile = "fragscope/program"

// plainPath returns the program's path if it needs no quotes, otherwise a link to it if that is better: without a known
// desktop to ask, xdg-open treats the Exec key's quotes as part of the path.
func plainPath(program, home string) string {
	link := filepath.Join(home, filepath.FromSlash(shortcutFile))
	if !strings.ContainsAny(program, needQuotes) || strings.ContainsAny(link, needQuotes) {
		return program
	}
	if os.MkdirAll(filepath.Dir(link), 0o700) != nil {
		return program
	}
	if err := os.Remove(link); err != nil && !errors.Is(err, fs.ErrNotExist) || os.Symlink(program, link) != nil {
		return program
	}
	return link
}

func register(program string, w io.Writer) error {
	home := dataHome()
	files := userFiles(plainPath(program, home))
	for name, data := range files {
		if err := writeFile(filepath.Join(home, filepath.FromSlash(name)), data); err != nil {
			return fmt.Errorf("registering: %w", err)
		}
	}
	for _, name := range earlierFiles() {
		os.Remove(filepath.Join(home, filepath.FromSlash(name)))
	}
	refresh(home, w)
	fmt.Fprintf(w, "Demos open with %s.\nWritten: %s, %s and %s below %s.\n", program, entryFile, mimeFile,
		count.Of(len(files)-2, "icon"), home)
	return nil
}

// writeFile replaces a file atomically, unless it is unchanged.
func writeFile(name string, data []byte) error {
	if f, _, err := regular.Open(name); err == nil {
		old, err := regular.ReadAll(f, int64(len(data)), int64(len(data))+1)
		f.Close()
		if err == nil && bytes.Equal(old, data) {
			return nil
		}
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return whole.Write(name, data)
}

func unregister(w io.Writer) error {
	home := dataHome()
	removed := 0
	var failed error
	for _, name := range slices.Concat(slices.Collect(maps.Keys(userFiles(""))), earlierFiles(),
		[]string{shortcutFile}) {
		switch err := os.Remove(filepath.Join(home, filepath.FromSlash(name))); {
		case err == nil:
			removed++
		case !errors.Is(err, fs.ErrNotExist):
			failed = errors.Join(failed, err)
		}
	}
	if failed != nil {
		return fmt.Errorf("undoing register: %w", failed)
	}
	if removed == 0 {
		fmt.Fprintln(w, "Nothing was registered.")
		return nil
	}
	refresh(home, w)
	sweep(home)
	fmt.Fprintf(w, "Undone: %s below %s removed.\n", count.Of(removed, "file"), home)
	return nil
}

// refresh makes the desktop read its folders again. If a tool is missing, so is the desktop that would need it; the
// files are ready in case it is installed later.
func refresh(home string, w io.Writer) {
	for _, run := range [][]string{
		{"update-mime-database", filepath.Join(home, "mime")},
		{"update-desktop-database", filepath.Join(home, "applications")},
	} {
		if _, err := os.Stat(run[1]); err != nil {
			continue
		}
		path, err := exec.LookPath(run[0])
		if err != nil {
			fmt.Fprintf(w, "%s is not installed: file managers may need a new login to see the change.\n", run[0])
			continue
		}
		if out, err := exec.Command(path, run[1:]...).CombinedOutput(); err != nil {
			fmt.Fprintf(w, "%s: %v\n%s", run[0], err, out)
		}
	}
	// File managers notice changed icons by the modification time of the theme's folder.
	theme := filepath.Join(home, "icons", "hicolor")
	if info, err := os.Stat(theme); err == nil && info.IsDir() {
		if path, err := exec.LookPath("gtk-update-icon-cache"); err == nil {
			if _, err := os.Stat(filepath.Join(theme, "icon-theme.cache")); err == nil {
				_ = exec.Command(path, "-q", "-f", "-t", theme).Run() // a stale cache is rebuilt by its readers
			}
		}
	}
}

// mimeCaches are the files that update-mime-database generates from packages.
var mimeCaches = []string{"XMLnamespaces", "aliases", "generic-icons", "globs", "globs2", "icons", "magic",
	"mime.cache", "subclasses", "treemagic", "types", "version"}

// sweep removes leftovers of the tools in folders that held only our files: empty caches, then empty folders.
func sweep(home string) {
	at := func(name string) string { return filepath.Join(home, filepath.FromSlash(name)) }
	if empty(at("mime/packages")) {
		for _, name := range mimeCaches {
			os.Remove(at("mime/" + name))
		}
		for _, t := range registeredTypes() {
			os.Remove(at("mime/" + t + ".xml"))
		}
	}
	if entries, err := os.ReadDir(at("applications")); err == nil &&
		!slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() != "mimeinfo.cache" }) {
		os.Remove(at("applications/mimeinfo.cache"))
	}
	folders := []string{"applications", "mime/packages", "mime/application", filepath.Dir(shortcutFile)}
	for _, size := range icon.Sizes() {
		folders = append(folders, filepath.Dir(iconFile(size, ID)))
	}
	for _, f := range folders {
		for ; f != "."; f = filepath.Dir(f) {
			if os.Remove(at(f)) != nil { // fails if the folder is not empty
				break
			}
		}
	}
}

func empty(dir string) bool {
	entries, err := os.ReadDir(dir)
	return errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0
}
