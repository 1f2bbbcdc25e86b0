// Prints all that a recording tells, values only, so that two versions of the program can be compared.
package main

import (
	"bufio"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"time"

	"fragscope/sim/load"
)

func put(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return append(b, "- "...)
		}
		return put(b, v.Elem())
	case reflect.Struct:
		if v.Type().Name() == "Slot" && v.NumField() == 1 {
			return append(strconv.AppendInt(b, int64(v.Field(0).Uint())-1, 10), ' ')
		}
		b = append(b, '{')
		for i := range v.NumField() {
			if v.Type().Field(i).Type.Kind() == reflect.Func {
				continue
			}
			b = put(b, v.Field(i))
		}
		return append(b, '}')
	case reflect.Slice, reflect.Array:
		b = append(b, '[')
		for i := range v.Len() {
			b = put(b, v.Index(i))
		}
		return append(b, ']')
	case reflect.Bool:
		if v.Bool() {
			return append(b, "t "...)
		}
		return append(b, "f "...)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := v.Int()
		if v.Type().Name() == "Slot" {
			n--
		}
		return append(strconv.AppendInt(b, n, 10), ' ')
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n := v.Uint()
		if v.Type().Name() == "Slot" {
			return append(strconv.AppendInt(b, int64(n)-1, 10), ' ')
		}
		return append(strconv.AppendUint(b, n, 10), ' ')
	case reflect.Float32, reflect.Float64:
		f := v.Float()
		if math.IsNaN(f) {
			return append(b, "nan "...)
		}
		return append(strconv.AppendFloat(b, f, 'g', -1, 32), ' ')
	case reflect.String:
		return append(strconv.AppendQuote(b, v.String()), ' ')
	case reflect.Map:
		keys := []string{}
		for _, k := range v.MapKeys() {
			keys = append(keys, string(put(put(nil, k), v.MapIndex(k))))
		}
		sort.Strings(keys)
		return append(b, strings.Join(keys, "")...)
	}
	return b
}

func call(v reflect.Value, names []string, args ...reflect.Value) []reflect.Value {
	for _, n := range names {
		if m := v.MethodByName(n); m.IsValid() {
			if m.Type().NumIn() != len(args) {
				continue
			}
			for i := range args {
				if args[i].Type() != m.Type().In(i) {
					a := args[i]
					if m.Type().In(i).Name() == "Slot" {
						a = reflect.ValueOf(int(a.Int()) + 1)
					}
					args[i] = a.Convert(m.Type().In(i))
				}
			}
			return m.Call(args)
		}
	}
	panic("none of " + strings.Join(names, ","))
}

func list(w io.Writer, what string, v reflect.Value) {
	for i := range v.Len() {
		fmt.Fprintf(w, "%s %d %s\n", what, i, put(nil, v.Index(i)))
	}
}

func demo(w io.Writer, path string) (frames int) {
	r, err := load.File(context.Background(), path)
	if err != nil {
		fmt.Fprintf(w, "error\n")
		return 0
	}
	r.Wait()
	rv := reflect.ValueOf(r)
	fmt.Fprintf(w, "header %s\n", put(nil, call(rv, []string{"Header"})[0]))
	levels := call(rv, []string{"Levels"})[0]
	list(w, "level", levels)
	list(w, "event", call(rv, []string{"Events"})[0])
	list(w, "damage", call(rv, []string{"Damage"})[0])
	list(w, "roster", call(rv, []string{"Roster"})[0])
	list(w, "anomaly", call(rv, []string{"Remarks", "Anomalies"})[0])
	for i := range levels.Len() {
		list(w, fmt.Sprintf("absence %d", i), call(rv, []string{"ItemSpans", "ItemAbsences", "Absences"}, reflect.ValueOf(i))[0])
	}
	dst := reflect.Zero(reflect.TypeOf(r.Path).In(3))
	for slot := range 64 {
		h := fnv.New64a()
		p := call(rv, []string{"Path"}, reflect.ValueOf(slot), reflect.ValueOf(time.Duration(0)), reflect.ValueOf(r.Duration()+time.Second), dst)[0]
		for i := range p.Len() {
			h.Write(put(nil, p.Index(i)))
		}
		if p.Len() > 0 {
			fmt.Fprintf(w, "path %d: %d points %x\n", slot, p.Len(), h.Sum64())
		}
	}
	c := r.Cursor()
	cv := reflect.ValueOf(c)
	d := r.Duration()
	for i := range 101 {
		t := d * time.Duration(i) / 100
		wv := call(cv, []string{"At"}, reflect.ValueOf(t))[0]
		if wv.IsNil() {
			continue
		}
		wv = wv.Elem()
		for f := range wv.NumField() {
			fv := wv.Field(f)
			if fv.Kind() == reflect.Slice {
				for k := range fv.Len() {
					fmt.Fprintf(w, "world %d.%d.%d %s\n", i, f, k, put(nil, fv.Index(k)))
				}
				continue
			}
			fmt.Fprintf(w, "world %d.%d %s\n", i, f, put(nil, fv))
		}
	}
	return r.Frames()
}

func main() {
	root, sub, dir := os.Args[1], os.Args[2], os.Args[3]
	var paths []string
	filepath.WalkDir(root, func(p string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() && strings.Contains(p, sub) {
			switch filepath.Ext(p) {
			case ".md", ".tsv", ".txt":
			default:
				paths = append(paths, p)
			}
		}
		return nil
	})
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, p := range paths {
		h := fnv.New64a()
		var w io.Writer = h
		var f *os.File
		var bw *bufio.Writer
		if dir != "-" {
			f, _ = os.Create(filepath.Join(dir, strings.ReplaceAll(strings.TrimPrefix(p, root+"/"), "/", "_")))
			bw = bufio.NewWriter(f)
			w = io.MultiWriter(h, bw)
		}
		n := demo(w, p)
		if bw != nil {
			bw.Flush()
			f.Close()
		}
		fmt.Fprintf(out, "%s %d %x\n", strings.TrimPrefix(p, root+"/"), n, h.Sum64())
	}
}
