package main

import "fragscope/sim/outlet"

// fromExact replaces arguments in the exact form, in which names that are no text are printed, by what they stand for.
func fromExact(args ...*string) error {
	for _, arg := range args {
		s, err := outlet.FromExact(*arg)
		if err != nil {
			return usageError(err.Error())
		}
		*arg = s
	}
	return nil
}

// pointers are the elements of a list.
func pointers(list []string) []*string {
	out := make([]*string, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}

// AfterApply reads exact forms.
func (c *openCmd) AfterApply() error {
	return fromExact(append(append(pointers(c.Files), pointers(c.GameDir)...), &c.Follow)...)
}

// AfterApply reads exact forms.
func (c *shotCmd) AfterApply() error {
	return fromExact(append(pointers(c.GameDir), &c.File, &c.Follow, &c.Out)...)
}

// AfterApply reads exact forms.
func (c *infoCmd) AfterApply() error {
	return fromExact(append(pointers(c.Files), pointers(c.GameDir)...)...)
}

// AfterApply reads the exact form.
func (c *eventsCmd) AfterApply() error { return fromExact(&c.File) }

// AfterApply reads the exact form.
func (c *positionsCmd) AfterApply() error { return fromExact(&c.File) }

// AfterApply reads the exact form.
func (c *dumpCmd) AfterApply() error { return fromExact(&c.File) }
