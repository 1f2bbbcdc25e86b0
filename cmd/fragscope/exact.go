package main

import (
	"reflect"

	"github.com/alecthomas/kong"

	"fragscope/formats/base/outlet"
)

// exactText reads a text of the command line as it is, whatever its bytes; one in the exact form, in which names that are
// no text are printed, becomes what it stands for.
func exactText(ctx *kong.DecodeContext, target reflect.Value) error {
	token, err := ctx.Scan.PopValue("string")
	if err != nil {
		return err
	}
	s, err := outlet.FromExact(token.String())
	if err != nil {
		return err
	}
	target.SetString(s)
	return nil
}
