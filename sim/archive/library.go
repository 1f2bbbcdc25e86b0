//go:build !js

package archive

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/adrg/xdg"
)

// UserFile returns the path of the user's library file.
func UserFile() string { return filepath.Join(xdg.DataHome, "fragscope", "library", "library.db") }

// Library is the database of a user's demos. It is safe for concurrent use.
type Library struct {
	db   *sql.DB
	path string
}

// lockWait is how long a connection waits for a lock that another program holds.
const lockWait = 10 * time.Second

// Open opens the library at path and migrates it to the current schema. If the file does not exist, Open creates it.
func Open(path string) (*Library, error) { return open(path, lockWait) }

// open is like Open, for connections that wait for locks no longer than wait.
func open(path string, wait time.Duration) (*Library, error) {
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
	db, err := sql.Open("sqlite", address(path, wait))
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

// opening wraps an error that occurred while opening the library.
func (l *Library) opening(err error) error {
	if err = l.told(err); code(err) != 0 {
		return err
	}
	return &Error{l.path, err.Error(), err}
}

// address returns the address of a file in the form expected by the driver. wait is how long connections wait for locks.
func address(path string, wait time.Duration) string {
	busy := fmt.Sprintf("busy_timeout(%d)", wait.Milliseconds())
	options := url.Values{"_txlock": {"immediate"}, "_pragma": {busy, "journal_mode(WAL)", "synchronous(NORMAL)",
		"foreign_keys(1)", "temp_store(2)", "cache_size(-16000)"}}
	return (&url.URL{Scheme: "file", Path: slashed(path), RawQuery: options.Encode()}).String()
}

// slashed returns a path in the form used in addresses.
func slashed(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // a Windows drive
		path = "/" + path
	}
	return path
}

// Path returns the path of the library file.
func (l *Library) Path() string { return l.path }

// Close closes the library.
func (l *Library) Close() error { return l.db.Close() }

// Add adds folders and files to the library. The next call to [Library.Scan] reads the demos in them.
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

// Folders returns the folders and files that were added to the library, sorted by name.
func (l *Library) Folders() (list []string, err error) {
	err = l.each("SELECT path FROM folders ORDER BY path", nil, func(scan scanner) error {
		var path string
		err := scan(&path)
		list = append(list, path)
		return err
	})
	return list, err
}

// Forget removes a folder or file from the library, together with all data read from it. It also accepts a subfolder of
// one of the library's folders, but only if the subfolder no longer contains any demos. Forget reports whether there
// was anything to remove.
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
	// Files that are also in another folder of the library stay, unless they no longer exist.
	files, err := tx.Exec(`DELETE FROM files WHERE (path = ?1 OR substr(path, 1, length(?2)) = ?2)
		AND (?4 = 0 OR NOT EXISTS (SELECT 1 FROM folders f WHERE files.path = f.path OR substr(files.path, 1, length(f.path) + 1) = f.path || ?3))`,
		abs, below(abs), string(filepath.Separator), n)
	if err != nil {
		return false, err
	}
	if lost, _ := files.RowsAffected(); n == 0 && lost == 0 {
		return false, nil
	}
	if _,
		err := tx.Exec(
		"DELETE FROM contents WHERE id NOT IN (SELECT content FROM copies WHERE content IS NOT NULL)"); err != nil {
		return false, err
	}
	return true, tx.Commit()
}

// empty reports whether a folder exists and is empty.
func empty(dir string) bool {
	list, err := os.ReadDir(dir)
	return err == nil && len(list) == 0
}

// below returns the prefix of all paths inside a folder.
func below(dir string) string {
	if os.IsPathSeparator(dir[len(dir)-1]) {
		return dir
	}
	return dir + string(filepath.Separator)
}

type scanner func(...any) error

// each calls f for each row of the result.
func (l *Library) each(question string, args []any, f func(scanner) error) error {
	return l.eachIn(context.Background(), question, args, f)
}

func (l *Library) eachIn(ctx context.Context, question string, args []any, f func(scanner) error) error {
	rows, err := l.db.QueryContext(ctx, question, args...)
	return l.eachOf(rows, err, f)
}

// eachOf calls f for each row of a result, unless err is not nil.
func (l *Library) eachOf(rows *sql.Rows, err error, f func(scanner) error) error {
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
