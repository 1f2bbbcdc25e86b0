//go:build !js && !nolibrary

package archive

import (
	"io"
	"reflect"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// parquetRows writes Parquet.
type parquetRows struct {
	w   *parquet.GenericWriter[any]
	t   *table
	row parquet.Row
}

// kindTypes holds the Go types of the kinds of columns, from which the schema is made.
var kindTypes = [...]reflect.Type{columnText: reflect.TypeFor[string](), columnInt: reflect.TypeFor[int64](), columnReal: reflect.TypeFor[float64](), columnBool: reflect.TypeFor[bool]()}

func newParquet(w io.Writer, t *table) (rowWriter, error) {
	var fields []reflect.StructField
	options := []parquet.WriterOption{parquet.Compression(&parquet.Zstd), parquet.CreatedBy("Fragscope", "", "")}
	for _, c := range t.columns {
		tag := c.name + ",optional"
		if c.kind == columnText {
			tag += ",dict"
		}
		fields = append(fields, reflect.StructField{Name: strings.ToUpper(c.name[:1]) + c.name[1:], Type: kindTypes[c.kind], Tag: reflect.StructTag(`parquet:"` + tag + `"`)})
		options = append(options, parquet.KeyValueMetadata("column."+c.name, c.meaning))
	}
	schema := parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface())
	return &parquetRows{parquet.NewGenericWriter[any](w, append(options, schema)...), t, make(parquet.Row, len(fields))}, nil
}

func (w *parquetRows) write(rows []mapRow) error {
	for _, r := range rows {
		for i := range r.cells {
			c := &r.cells[i]
			if !c.told {
				w.row[i] = parquet.NullValue().Level(0, 0, i)
				continue
			}
			var v parquet.Value
			switch w.t.columns[i].kind {
			case columnInt:
				v = parquet.Int64Value(c.n)
			case columnReal:
				v = parquet.DoubleValue(c.real)
			case columnBool:
				v = parquet.BooleanValue(c.n != 0)
			default:
				v = parquet.ByteArrayValue([]byte(strings.ToValidUTF8(c.text, "\uFFFD")))
			}
			w.row[i] = v.Level(0, 1, i)
		}
		if _, err := w.w.WriteRows([]parquet.Row{w.row}); err != nil {
			return err
		}
	}
	return nil
}

func (w *parquetRows) flush() error { return w.w.Flush() }
func (w *parquetRows) close() error { return w.w.Close() }
