//go:build !js

package archive

import (
	_ "embed"
	"errors"
	"fmt"
)

//go:embed schema.sql
var schema string

// migrations upgrade a library from each version of the schema, counted from 0, to the next.
var migrations = []string{
	schema,
	``, // once a view
	spotsSchema,
	statesSchema,
	remarksSchema,
	// The demo's clock, as written in JSON by package moment, or NULL if the demo was read by an older version.
	`ALTER TABLE contents ADD COLUMN clock TEXT;`,
	modelSchema,
	factsSchema,
}

//go:embed facts.sql
var factsSchema string

//go:embed model.sql
var modelSchema string

//go:embed states.sql
var statesSchema string

//go:embed spots.sql
var spotsSchema string

// applicationID marks the file as Fragscope's library (PRAGMA application_id): "Frag".
const applicationID = 0x46726167

// ErrNewer is returned, wrapped, when opening a library that a newer version of the program has written.
var ErrNewer = errors.New("this library was made by a newer version of Fragscope")

// migrate creates the tables or brings them up to date. Each step is done completely or not at all.
func (l *Library) migrate() error {
	// Looking without a transaction takes no lock, so readers do not wait for a scan.
	var version, application int
	if errors.Join(l.db.QueryRow("PRAGMA user_version").Scan(&version),
		l.db.QueryRow("PRAGMA application_id").Scan(&application)) == nil &&
		version == len(migrations) && application == applicationID && hasModel(l.db) {
		return nil
	}
	tx, err := l.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var tables int
	if err := errors.Join(tx.QueryRow("PRAGMA user_version").Scan(&version),
		tx.QueryRow("PRAGMA application_id").Scan(&application),
		tx.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(&tables)); err != nil {
		return err
	}
	switch {
	case application != applicationID && (version != 0 || tables != 0):
		return errForeign
	case version > len(migrations):
		return ErrNewer
	case version == len(migrations) && hasModel(tx):
		return nil
	}
	for _, step := range migrations[version:] {
		if _, err := tx.Exec(step); err != nil {
			return err
		}
	}
	if err := putModel(tx); err != nil {
		return err
	}
	if _, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d; PRAGMA application_id = %d", len(migrations),
		applicationID)); err != nil {
		return err
	}
	return tx.Commit()
}
