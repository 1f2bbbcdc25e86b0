package settings

import (
	"slices"
)

const (
	learnedFile = "learned.json"
	learnedMost = 2000     // maps
	learnedSize = 64 << 20 // bytes in all of them
)

// learnedMap is a map with stored data.
type learnedMap struct {
	Name  string `json:"name"`
	Bytes int    `json:"bytes"`
	Demos int    `json:"demos"`
}

func learnedName(name string) string { return "maps/" + name + ".learned" }

// Learned returns the data learned about the map called name, or nil if there is none.
func (s Store) Learned(name string) []byte {
	data, err := s.Data.Read(learnedName(name))
	if err != nil || len(data) == 0 {
		return nil
	}
	return data
}

// KeepLearned stores data learned about the map called name. demos is the number of demos from which the data was
// learned. If the data for all maps takes up too much space, KeepLearned deletes the data stored longest ago.
func (s Store) KeepLearned(name string, data []byte, demos int) error {
	if slices.Equal(s.Learned(name), data) {
		return nil
	}
	// The list comes first: a map on the list whose file is missing is learned again, whereas one not on the list would
	// stay forever.
	var gone []learnedMap
	err := editList(s.Data, learnedFile, func(list []learnedMap) []learnedMap {
		list = slices.DeleteFunc(list, func(m learnedMap) bool { return m.Name == name })
		list = slices.Insert(list, 0, learnedMap{name, len(data), demos})
		sum, most := 0, 0
		for most < min(len(list), learnedMost) && (most == 0 || sum+list[most].Bytes <= learnedSize) {
			sum += list[most].Bytes
			most++
		}
		gone = slices.Clone(list[most:])
		return list[:most]
	})
	for _, m := range gone {
		s.Data.Write(learnedName(m.Name), nil)
	}
	if err != nil {
		return err
	}
	return s.Data.Write(learnedName(name), data)
}

// ForgetLearned deletes the data learned about all maps. It returns the number of maps whose data it deleted.
func (s Store) ForgetLearned() (maps int, err error) {
	list, err := readList[learnedMap](s.Data, learnedFile)
	if err != nil {
		return 0, err
	}
	for _, m := range list {
		if err := s.Data.Write(learnedName(m.Name), nil); err != nil {
			return 0, err
		}
	}
	return len(list), editList(s.Data, learnedFile, func([]learnedMap) []learnedMap { return nil })
}
