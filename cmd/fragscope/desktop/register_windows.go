package desktop

import (
	"errors"
	"fmt"
	"io"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/registry"
)

const classes = `Software\Classes\`

func register(program string, w io.Writer) error {
	for _, v := range registryValues(program) {
		if err := v.write(); err != nil {
			return fmt.Errorf("registering: %w", err)
		}
	}
	tellShell()
	fmt.Fprintf(w,
		"Demos open with %s.\nWhere another program opens them already, Fragscope is in \"Open with\". Windows does not tell compressed demos (.gz) apart by name: open these from inside.\n",
		program)
	return nil
}

func (v *regValue) write() error {
	key, _, err := registry.CreateKey(registry.CURRENT_USER, classes+v.key, registry.QUERY_VALUE|registry.SET_VALUE)
	if err != nil {
		return fmt.Errorf("%s: %w", v.key, err)
	}
	defer key.Close()
	if v.polite && taken(v.key) {
		return nil
	}
	if err := key.SetStringValue(v.name, v.data); err != nil {
		return fmt.Errorf("%s: %w", v.key, err)
	}
	return nil
}

// taken reports whether an extension is associated with a kind of document, for this user or for all.
func taken(ext string) bool {
	key, err := registry.OpenKey(registry.CLASSES_ROOT, ext, registry.QUERY_VALUE)
	if err != nil {
		return false
	}
	defer key.Close()
	data, _, err := key.GetStringValue("")
	return err == nil && data != ""
}

func unregister(w io.Writer) error {
	var failed error
	for _, v := range registryValues("") {
		if v.shared {
			failed = errors.Join(failed, v.remove())
		}
	}
	for _, key := range registryKeys() {
		failed = errors.Join(failed, removeTree(classes+key))
		removeEmpty(parents(key)[1:])
	}
	if failed != nil {
		return fmt.Errorf("undoing register: %w", failed)
	}
	tellShell()
	fmt.Fprintln(w, "Undone: demos no longer open with Fragscope.")
	return nil
}

// remove removes our value from a key that belongs to others, and keys that are then empty.
func (v *regValue) remove() error {
	key, err := registry.OpenKey(registry.CURRENT_USER, classes+v.key, registry.QUERY_VALUE|registry.SET_VALUE)
	if errors.Is(err, registry.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", v.key, err)
	}
	data, _, err := key.GetStringValue(v.name)
	if err == nil && data == v.data {
		err = key.DeleteValue(v.name)
	}
	key.Close()
	if err != nil && !errors.Is(err, registry.ErrNotExist) {
		return fmt.Errorf("%s: %w", v.key, err)
	}
	removeEmpty(parents(v.key))
	return nil
}

// removeEmpty removes keys, deepest first, up to the first that is not empty.
func removeEmpty(keys []string) {
	for _, k := range keys {
		if !emptyKey(classes+k) || registry.DeleteKey(registry.CURRENT_USER, classes+k) != nil {
			return
		}
	}
}

func emptyKey(path string) bool {
	key, err := registry.OpenKey(registry.CURRENT_USER, path, registry.QUERY_VALUE)
	if err != nil {
		return false
	}
	defer key.Close()
	info, err := key.Stat()
	return err == nil && info.SubKeyCount == 0 && info.ValueCount == 0
}

// removeTree removes a key and everything below it. Windows requires the leaves to go first.
func removeTree(path string) error {
	key, err := registry.OpenKey(registry.CURRENT_USER, path, registry.ENUMERATE_SUB_KEYS)
	if errors.Is(err, registry.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	names, err := key.ReadSubKeyNames(-1)
	key.Close()
	for _, name := range names {
		err = errors.Join(err, removeTree(path+`\`+name))
	}
	return errors.Join(err, registry.DeleteKey(registry.CURRENT_USER, path))
}

// tellShell notifies Explorer that associations have changed (SHCNE_ASSOCCHANGED).
func tellShell() {
	const assocChanged = 0x08000000
	notify := windows.NewLazySystemDLL("shell32.dll").NewProc("SHChangeNotify")
	if notify.Find() == nil {
		_, _, _ = notify.Call(assocChanged, 0, 0, 0) // it returns nothing
	}
}
