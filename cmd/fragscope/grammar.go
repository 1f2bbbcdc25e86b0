package main

import (
	"io"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"

	"fragscope/cmd/fragscope/confine"
	"fragscope/cmd/fragscope/desktop"
)

// parse parses the command line into line. If the returned context is nil, the program exits with the code.
func parse(line *cli, args []string, stdout, stderr io.Writer) (ctx *kong.Context, parser *kong.Kong, code int) {
	if ctx, parser := parseAlone(line, args); ctx != nil {
		return ctx, parser, 0
	}
	exit := -1
	parser, err := newParser(line, stdout, stderr, func(code int) { exit = code })
	if err != nil {
		say(stderr, "%v", err)
		return nil, nil, exitUsage
	}
	if len(args) > 0 {
		if err := mistyped(parser, args[0]); err != nil {
			say(stderr, msgError, err)
			return nil, nil, exitUsage
		}
	}
	ctx, err = parser.Parse(args)
	if exit >= 0 {
		return nil, nil, exit
	}
	if err != nil {
		say(stderr, msgError, err)
		say(stderr, msgHelp)
		return nil, nil, exitUsage
	}
	return ctx, parser, 0
}

func newParser(line any, stdout, stderr io.Writer, exit func(int)) (*kong.Kong, error) {
	return kong.New(line,
		kong.Name("fragscope"),
		kong.Description(desktop.Summary+".\n\n"+desktop.Network),
		kong.Writers(stdout, stderr),
		kong.Exit(exit),
		kong.Vars{"version": version() + "\n" + confine.Offer()},
		kong.UsageOnError(),
		kong.KindMapper(reflect.String, kong.MapperFunc(exactText)),
	)
}

// parseAlone parses a command line whose first word is a verb that reads demos, with a grammar of this verb alone:
// building the whole grammar takes longer than some verbs run. It returns nil if there is anything to print for the
// user, which requires the whole grammar.
func parseAlone(line *cli, args []string) (*kong.Context, *kong.Kong) {
	if len(args) == 0 {
		return nil, nil
	}
	whole := reflect.ValueOf(line).Elem()
	var fields []reflect.StructField
	found := false
	for i := range whole.NumField() {
		f := whole.Type().Field(i)
		if _, isVerb := f.Tag.Lookup("cmd"); isVerb {
			if _, reads := whole.Field(i).Addr().Interface().(verb); !reads || !strings.EqualFold(f.Name, args[0]) {
				continue
			}
			found = true
		}
		fields = append(fields, f)
	}
	if !found {
		return nil, nil
	}
	alone := reflect.New(reflect.StructOf(fields))
	ended := false
	parser, err := newParser(alone.Interface(), io.Discard, io.Discard, func(int) { ended = true })
	if err != nil {
		return nil, nil
	}
	ctx, err := parser.Parse(args)
	if err != nil || ended || ctx.Selected() == nil {
		return nil, nil
	}
	for _, f := range fields {
		whole.FieldByIndex(f.Index).Set(alone.Elem().FieldByName(f.Name))
	}
	return ctx, parser
}
