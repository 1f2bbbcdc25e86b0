//go:build !js

package archive

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestForeign checks that a file that is not a library is rejected with a message and remains unchanged, byte for byte.
func TestForeign(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "other.db")
	db, err := sql.Open("sqlite", other)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE t (x); INSERT INTO t VALUES (1)"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, bytes.Repeat([]byte("no database "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{other: "another program", text: "not a library"} {
		before, _ := os.ReadFile(name)
		l, err := Open(name)
		if err == nil {
			l.Close()
		}
		after, _ := os.ReadFile(name)
		var told *Error
		if !errors.As(err, &told) || !strings.Contains(err.Error(), want) || !bytes.Equal(before, after) {
			t.Errorf("%s: %v; changed: %v", filepath.Base(name), err, !bytes.Equal(before, after))
		}
	}
	if list, _ := os.ReadDir(dir); len(list) != 2 {
		t.Errorf("%v is left", list)
	}
}

// TestCorrupt checks that a damaged library is reported with a message that includes advice.
func TestCorrupt(t *testing.T) {
	name := filepath.Join(t.TempDir(), "library.db")
	l, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Add(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	l.Close()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := 100; i < len(data); i++ { // behind the head
		data[i] ^= 0xa5
	}
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	l, err = Open(name)
	if err == nil {
		_, err = l.Folders()
		l.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "damaged") || !strings.Contains(err.Error(), "library add") {
		t.Errorf("%v", err)
	}
}
