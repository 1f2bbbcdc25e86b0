package corpus

import "reflect"

// Copy returns a deep copy of the struct that m points to. Tests use it to keep messages, because decoders reuse them.
func Copy[M any](m M) M {
	from := reflect.ValueOf(m).Elem()
	to := reflect.New(from.Type())
	to.Elem().Set(from)
	for i := range from.NumField() {
		if f := to.Elem().Field(i); f.Kind() == reflect.Slice && f.CanSet() && f.Len() > 0 {
			f.Set(reflect.AppendSlice(reflect.MakeSlice(f.Type(), 0, f.Len()), from.Field(i)))
		}
	}
	return to.Interface().(M)
}
