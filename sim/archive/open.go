//go:build !js

package archive

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
)

// errForeign is the error for a file that belongs to another program.
var errForeign = errors.New(msgForeign)

// mayOpen returns an error for a file that is not a library. It only reads the file, since opening it as a library
// would change it.
func mayOpen(path string) error {
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		return nil // it is yet to be created
	}
	db,
		err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: slashed(path),
		RawQuery: "mode=ro&immutable=1"}).String())
	if err != nil {
		return err
	}
	defer db.Close()
	var version, application, tables int
	if err := errors.Join(db.QueryRow("PRAGMA user_version").Scan(&version),
		db.QueryRow("PRAGMA application_id").Scan(&application)); err != nil {
		if code(err) == codeNotADB {
			return err
		}
		return nil // somebody may be writing it
	}
	if db.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(&tables) != nil {
		tables = 0
	}
	if application != applicationID && (application != 0 || version != 0 || tables != 0) {
		return errForeign
	}
	return nil
}

// code returns the code of a database error, or 0 for any other error.
func code(err error) int {
	var e interface{ Code() int }
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code() & 0xff // without the extended part
}

// SQLite's error codes (sqlite.org/rescode.html).
const (
	codePerm     = 3
	codeBusy     = 5
	codeReadOnly = 8
	codeIOErr    = 10
	codeCorrupt  = 11
	codeFull     = 13
	codeCantOpen = 14
	codeNotADB   = 26
)

// advice maps the codes of database errors to advice for the user.
var advice = map[int]string{
	codeCorrupt:  msgDamaged,
	codeNotADB:   msgNoLibrary,
	codeFull:     msgFull,
	codeReadOnly: msgReadOnly,
	codeCantOpen: msgNotOpened,
	codePerm:     msgNotOpened,
	codeBusy:     msgBusy,
	codeIOErr:    msgDisk,
}

// Error describes a problem with the library file. Its message is meant for users.
type Error struct {
	Path, What string
	err        error
}

// Error returns the message, which includes the file's path.
func (e *Error) Error() string { return fmt.Sprintf(msgLibrary, e.Path, e.What) }

// Unwrap returns the underlying database error.
func (e *Error) Unwrap() error { return e.err }

// told converts a database error to one with a message for the user. It returns any other error unchanged.
func (l *Library) told(err error) error {
	var e *Error
	if err == nil || errors.As(err, &e) {
		return err
	}
	if what := advice[code(err)]; what != "" {
		return &Error{l.path, what, err}
	}
	return err
}
