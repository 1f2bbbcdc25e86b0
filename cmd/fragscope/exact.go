package main

import (
	"reflect"

	"github.com/alecthomas/kong"

	"fragscope/formats/base/outlet"
)

// exactText reads a command-line argument verbatim, whatever its bytes. An argument in the exact form, used to print
// names that are not valid text, is decoded.
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
