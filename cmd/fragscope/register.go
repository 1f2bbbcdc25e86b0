package main

import "fragscope/cmd/fragscope/desktop"

type registerCmd struct{}

// Run makes this user's desktop open demos with this program.
func (registerCmd) Run(out *output) error {
	program, err := desktop.Program()
	if err != nil {
		return err
	}
	return desktop.Register(program, out.out)
}

type unregisterCmd struct{}

// Run takes back what register did.
func (unregisterCmd) Run(out *output) error { return desktop.Unregister(out.out) }
