//go:build !js && !nolibrary

package archive

import (
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/parquet-go/parquet-go"

	"fragscope/sim/archive/model"
)

// parquetRows writes Parquet.
type parquetRows struct {
	w       *parquet.GenericWriter[any]
	columns []model.Column
	row     parquet.Row
}

// kindTypes holds the Go types of the kinds of columns, from which the schema is made, and their encodings.
var (
	kindTypes = [...]reflect.Type{model.Text: reflect.TypeFor[string](), model.Int: reflect.TypeFor[int64](),
		model.Real: reflect.TypeFor[float64](), model.Bool: reflect.TypeFor[bool]()}
	kindTags = [...]string{model.Text: ",dict", model.Int: ",delta", model.Real: "", model.Bool: ""}
)

func newParquet(w io.Writer, columns []model.Column) (rowWriter, error) {
	var fields []reflect.StructField
	options := []parquet.WriterOption{parquet.Compression(&parquet.Zstd), parquet.CreatedBy("Fragscope", "", ""),
		parquet.KeyValueMetadata("model.version", fmt.Sprint(model.Version))}
	for _, c := range columns {
		tag := c.Name + ",optional" + kindTags[c.Kind]
		fields = append(fields, reflect.StructField{Name: strings.ToUpper(c.Name[:1]) + c.Name[1:],
			Type: kindTypes[c.Kind], Tag: reflect.StructTag(`parquet:"` + tag + `"`)})
		options = append(options, parquet.KeyValueMetadata("column."+c.Name, c.Describe()))
	}
	schema := parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface())
	return &parquetRows{parquet.NewGenericWriter[any](w, append(options, schema)...), columns,
		make(parquet.Row, len(fields))}, nil
}

func (w *parquetRows) write(cells []model.Cell) error {
	for i := range cells {
		c := &cells[i]
		if !c.Told {
			w.row[i] = parquet.NullValue().Level(0, 0, i)
			continue
		}
		var v parquet.Value
		switch w.columns[i].Kind {
		case model.Int:
			v = parquet.Int64Value(c.N)
		case model.Real:
			v = parquet.DoubleValue(c.Real)
		case model.Bool:
			v = parquet.BooleanValue(c.N != 0)
		default:
			v = parquet.ByteArrayValue([]byte(strings.ToValidUTF8(c.Text, "\uFFFD")))
		}
		w.row[i] = v.Level(0, 1, i)
	}
	_, err := w.w.WriteRows([]parquet.Row{w.row})
	return err
}

func (w *parquetRows) flush() error { return w.w.Flush() }
func (w *parquetRows) close() error { return w.w.Close() }
