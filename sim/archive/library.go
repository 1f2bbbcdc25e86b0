//go:build !js

package archive

import (
	"context"
	"database/sql"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"
)

// UserFile is the library of the user.
func UserFile() string { return filepath.Join(xdg.DataHome, "fragscope", "library", "library.db") }

// Library is the database of the demos that a user has. It is safe for concurrent use.
type Library struct {
	db   *sql.DB
	path string
}

// Open opens the library in a file, which is made if it is not there, and brings it up to date.
func Open(path string) (*Library, error) {
	if missing != nil {
		return nil, missing
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	l := &Library{path: path}
	if err := mayOpen(path); err != nil {
		return nil, l.opening(err)
	}
	db, err := sql.Open("sqlite", address(path))
	if err != nil {
		return nil, l.opening(err)
	}
	l.db = db
	if err := l.migrate(); err != nil {
		db.Close()
		return nil, l.opening(err)
	}
	return l, nil
}

// opening is an error of opening the library, in words.
func (l *Library) opening(err error) error {
	if err = l.told(err); code(err) != 0 {
		return err
	}
	return &Error{l.path, err.Error(), err}
}

// address is the name under which the driver opens a file.
func address(path string) string {
	options := url.Values{"_txlock": {"immediate"}, "_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(1)", "temp_store(2)"}}
	return (&url.URL{Scheme: "file", Path: slashed(path), RawQuery: options.Encode()}).String()
}

// slashed is a path as addresses have it.
func slashed(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // a drive of Windows
		path = "/" + path
	}
	return path
}

// Path is the library's file.
func (l *Library) Path() string { return l.path }

// Close closes the library.
func (l *Library) Close() error { return l.db.Close() }

// Add adds folders and files of which the library is made; what is in them is read by [Library.Scan].
func (l *Library) Add(paths ...string) error {
	for _, p := range paths {
		abs, err := filepath.Abs(p)
		if err != nil {
			return err
		}
		if abs, err = filepath.EvalSymlinks(abs); err != nil {
			return err
		}
		if _, err := l.db.Exec("INSERT INTO folders VALUES (?) ON CONFLICT DO NOTHING", abs); err != nil {
			return l.told(err)
		}
	}
	return nil
}

// Folders are what was added, by name.
func (l *Library) Folders() (list []string, err error) {
	err = l.each("SELECT path FROM folders ORDER BY path", nil, func(scan scanner) error {
		var path string
		err := scan(&path)
		list = append(list, path)
		return err
	})
	return list, err
}

// Forget takes a folder or file out of the library, with all that was read there. It reports whether it was one of its folders, or one below
// them that is empty now.
func (l *Library) Forget(path string) (bool, error) {
	ok, err := l.forget(path)
	return ok, l.told(err)
}

func (l *Library) forget(path string) (bool, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return false, err
	}
	tx, err := l.db.Begin()
	if err != nil {
		return false, err
	}
	defer tx.Rollback()
	gone, err := tx.Exec("DELETE FROM folders WHERE path = ?", abs)
	if err != nil {
		return false, err
	}
	n, _ := gone.RowsAffected()
	if n == 0 && !empty(abs) {
		return false, nil
	}
	// What lies in another folder of the library, too, stays, unless there is nothing any more.
	files, err := tx.Exec(`DELETE FROM files WHERE (path = ?1 OR substr(path, 1, length(?2)) = ?2)
		AND (?4 = 0 OR NOT EXISTS (SELECT 1 FROM folders f WHERE files.path = f.path OR substr(files.path, 1, length(f.path) + 1) = f.path || ?3))`,
		abs, below(abs), string(filepath.Separator), n)
	if err != nil {
		return false, err
	}
	if lost, _ := files.RowsAffected(); n == 0 && lost == 0 {
		return false, nil
	}
	if _, err := tx.Exec("DELETE FROM contents WHERE id NOT IN (SELECT content FROM demos WHERE content IS NOT NULL)"); err != nil {
		return false, err
	}
	return true, tx.Commit()
}

// empty reports whether a folder is there with nothing in it.
func empty(dir string) bool {
	list, err := os.ReadDir(dir)
	return err == nil && len(list) == 0
}

// below is what the paths of all that lies in a folder begin with.
func below(dir string) string {
	if os.IsPathSeparator(dir[len(dir)-1]) {
		return dir
	}
	return dir + string(filepath.Separator)
}

// scanner reads the columns of a row.
type scanner func(...any) error

// each calls f with each row of an answer.
func (l *Library) each(question string, args []any, f func(scanner) error) error {
	return l.eachIn(context.Background(), question, args, f)
}

func (l *Library) eachIn(ctx context.Context, question string, args []any, f func(scanner) error) error {
	rows, err := l.db.QueryContext(ctx, question, args...)
	if err != nil {
		return l.told(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows.Scan); err != nil {
			return err
		}
	}
	return l.told(rows.Err())
}
