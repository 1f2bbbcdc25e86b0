package viewer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"fragscope/formats/base/whole"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/platform"
)

// dialogs asks for files and folders: with the desktop's dialogs or, where it has none, with a path typed into the
// window. It implements [part.Files].
type dialogs struct {
	desktop part.Files
	program part.Program
	notices *notice.List
	ask     func(part.Prompt)
}

// dialogNotice is the key of the message that says why there is no dialog.
const dialogNotice = "no dialog"

// OpenFile implements part.Files.
func (d *dialogs) OpenFile(title, dir string, extensions ...string) (string, error) {
	path, err := d.desktop.OpenFile(title, dir, extensions...)
	if !errors.Is(err, platform.ErrNoDialog) {
		return path, err
	}
	return d.typed(err, part.Prompt{Title: title, Hint: msgFileHint, Text: folderText(dir), Button: "Open"}, isFile)
}

// OpenFolder implements part.Files.
func (d *dialogs) OpenFolder(title, dir string) (string, error) {
	path, err := d.desktop.OpenFolder(title, dir)
	if !errors.Is(err, platform.ErrNoDialog) {
		return path, err
	}
	return d.typed(err, part.Prompt{Title: title, Hint: msgFolderHint, Text: folderText(dir), Button: "Choose"}, isFolder)
}

// SaveFile implements part.Files. If the user types a path because no dialog can be shown, SaveFile never replaces an
// existing file.
func (d *dialogs) SaveFile(title, dir, name string, data []byte) (string, error) {
	path, err := d.desktop.SaveFile(title, dir, name, data)
	if !errors.Is(err, platform.ErrNoDialog) {
		return path, err
	}
	path, err = d.typed(err, part.Prompt{Title: title, Hint: msgSaveHint, Text: folderText(dir) + name,
		Button: "Save"}, isNew)
	if path == "" || err != nil {
		return "", err
	}
	return path, whole.Write(path, data)
}

// folderText returns a folder as the beginning of a path to be completed.
func folderText(dir string) string {
	if dir == "" || dir == "." {
		return ""
	}
	return dir + string(filepath.Separator)
}

// typed asks for a path until it is right or the user gives up. wrong returns what is wrong with a path, or "".
func (d *dialogs) typed(why error, p part.Prompt, wrong func(path string) string) (string, error) {
	d.program.Post(context.Background(), func() {
		d.notices.Add(notice.Notice{Key: dialogNotice, For: notice.Long,
			NoticeView: panel.NoticeView{Text: fmt.Sprintf(msgTypePath, notice.Reason(why))}})
	})
	for {
		answers := make(chan string, 1)
		p.Done = func(text string) { answers <- text }
		p.Cancelled = func() { answers <- "" }
		d.program.Post(context.Background(), func() { d.ask(p) })
		text := <-answers
		if text == "" {
			return "", nil
		}
		path := part.TypedPath(text)
		if p.Note = wrong(path); p.Note == "" {
			return path, nil
		}
		p.Text = text
	}
}

func isFile(path string) string {
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return msgNoSuchFile
	}
	return ""
}

func isFolder(path string) string {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return msgNoSuchFolder
	}
	return ""
}

func isNew(path string) string {
	if _, err := os.Lstat(path); err == nil {
		return msgFileExists
	}
	return isFolder(filepath.Dir(path))
}
