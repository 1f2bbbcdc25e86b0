package text

import (
	"fmt"
	"io"
	"reflect"
	"time"

	"fragscope/formats"
	"fragscope/formats/damage"
	"fragscope/formats/netquake"
	"fragscope/formats/quake2"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
)

// decoder is a decoder of any game.
type decoder interface {
	Next(handle func(any)) error
	Damage() []damage.Damage
	Time() time.Duration
	Offset() int64
	Reset([]byte)
}

// gameDecoder is that of a game with its handlers.
type gameDecoder[H any] interface {
	Next(H) error
	Damage() []damage.Damage
	Time() time.Duration
	Offset() int64
	Reset([]byte)
}

// reading is a game's decoder as a decoder of any game.
type reading[H any] struct {
	gameDecoder[H]
	handler func(func(any)) H
}

func (r reading[H]) Next(handle func(any)) error { return r.gameDecoder.Next(r.handler(handle)) }

// encoder is an encoder of any game.
type encoder interface {
	Handle(any)
	Finish() error
}

// writing is a game's encoder as an encoder of any game.
type writing[M any] struct {
	enc interface {
		Handle(M)
		Finish() error
	}
}

func (w writing[M]) Handle(m any)  { w.enc.Handle(m.(M)) }
func (w writing[M]) Finish() error { return w.enc.Finish() }

// game is what the text form has to know of a format.
type game struct {
	// name is that of the game in the header.
	name string
	// protocol reports whether there is a protocol that the header can name; nil where demos tell theirs.
	protocol   func(number int) bool
	newDecoder func(data []byte, o options) decoder
	newEncoder func(w io.Writer, o options) encoder
	nameOf     func(any) string
	// messages are the types of the messages by their names.
	messages map[string]reflect.Type
	// endBlock is the name of the message that ends a block, if one does.
	endBlock string
	// endFields is set if that message has fields of its own, and not those of the block.
	endFields bool
	// unfinished is set if blocks are written as soon as they end, and Finish adds an end.
	unfinished bool
	// ends are the names of the messages that end what others begin.
	ends  map[string]string
	rules func(options) rules
}

// options are what a decoder and an encoder need to know.
type options struct {
	multiView bool
	protocol  int
	name      string // of the file, where the protocol is to be found out
}

var games = map[formats.Format]*game{
	formats.NetQuake: {
		name:       "quake",
		newDecoder: netquakeDecoder, newEncoder: netquakeEncoder, nameOf: nameWith(netquake.Name), messages: messagesOf(netquake.Messages, netquake.Name),
		rules: netquakeRules,
	},
	formats.QuakeWorld:          quakeworldGame(),
	formats.QuakeWorldMultiView: quakeworldGame(),
	formats.Quake2:              quake2Game(),
	formats.Quake2MultiView:     quake2Game(),
	formats.Quake3: {
		name:       "quake3",
		protocol:   func(number int) bool { return quake3.ProtocolOf(number) != nil },
		newDecoder: quake3Decoder, newEncoder: quake3Encoder, nameOf: nameWith(quake3.Name), messages: messagesOf(quake3.Messages, quake3.Name),
		endBlock: "block_end", endFields: true, unfinished: true,
		rules: quake3Rules,
	},
}

func nameWith[M any](name func(M) string) func(any) string {
	return func(m any) string { return name(m.(M)) }
}

func messagesOf[M any](all func() []M, name func(M) string) map[string]reflect.Type {
	types := map[string]reflect.Type{}
	for _, m := range all() {
		types[name(m)] = reflect.TypeOf(m).Elem()
	}
	return types
}

// make makes a message by its name, nil where there is none.
func (g *game) make(name string) any {
	if t := g.messages[name]; t != nil {
		return reflect.New(t).Interface()
	}
	return nil
}

func netquakeDecoder(data []byte, _ options) decoder {
	return reading[netquake.Handler]{netquake.NewDecoder(data, netquake.Options{}), func(f func(any)) netquake.Handler {
		return netquake.HandlerFunc(func(m netquake.Message) { f(m) })
	}}
}

func netquakeEncoder(w io.Writer, _ options) encoder {
	return writing[netquake.Message]{netquake.NewEncoder(w, netquake.Options{})}
}

func quakeworldGame() *game {
	return &game{
		name:       "quakeworld",
		newDecoder: quakeworldDecoder, newEncoder: quakeworldEncoder,
		nameOf: nameWith(quakeworld.Name), messages: messagesOf(quakeworld.Messages, quakeworld.Name),
		rules: quakeworldRules,
	}
}

func quakeworldDecoder(data []byte, o options) decoder {
	d := quakeworld.NewDecoder(data, quakeworld.Options{MultiView: o.multiView})
	return reading[quakeworld.Handler]{d, func(f func(any)) quakeworld.Handler {
		return quakeworld.HandlerFunc(func(m quakeworld.Message) { f(m) })
	}}
}

func quakeworldEncoder(w io.Writer, o options) encoder {
	return writing[quakeworld.Message]{quakeworld.NewEncoder(w, quakeworld.Options{MultiView: o.multiView})}
}

func quake2Game() *game {
	return &game{
		name: "quake2",
		newDecoder: func(data []byte, _ options) decoder {
			return reading[quake2.Handler]{quake2.NewDecoder(data, quake2.Options{}), func(f func(any)) quake2.Handler {
				return quake2.HandlerFunc(func(m quake2.Message) { f(m) })
			}}
		},
		newEncoder: func(w io.Writer, _ options) encoder {
			return writing[quake2.Message]{quake2.NewEncoder(w, quake2.Options{})}
		},
		nameOf: nameWith(quake2.Name), messages: messagesOf(quake2.Messages, quake2.Name),
		endBlock: "end_block",
		ends:     map[string]string{"cast": "end_cast", "blast": "end_blast", "compressed": "end_compressed", "stream": "end_stream"},
		rules:    quake2Rules,
	}
}

func quake3Decoder(data []byte, o options) decoder {
	known := quake3.Options{Name: o.name, Protocol: quake3.ProtocolOf(o.protocol)}
	return reading[quake3.Handler]{quake3.NewDecoder(data, known), func(f func(any)) quake3.Handler {
		return quake3.HandlerFunc(func(m quake3.Message) { f(m) })
	}}
}

func quake3Encoder(w io.Writer, o options) encoder {
	return writing[quake3.Message]{quake3.NewEncoder(w, quake3.Options{Protocol: quake3.ProtocolOf(o.protocol)})}
}

// protocolOf is the protocol that a decoder of Quake III found out.
func protocolOf(d decoder) int {
	if r, ok := d.(reading[quake3.Handler]); ok {
		return r.gameDecoder.(*quake3.Decoder).Protocol().Number
	}
	return 0
}

func typesOf(list ...any) map[reflect.Type]bool {
	types := map[reflect.Type]bool{}
	for _, v := range list {
		types[reflect.TypeOf(v)] = true
	}
	return types
}

func usual(list ...any) map[reflect.Type]reflect.Value {
	values := map[reflect.Type]reflect.Value{}
	for _, v := range list {
		values[reflect.TypeOf(v)] = reflect.ValueOf(v)
	}
	return values
}

// fieldsOf are fields of a type.
func fieldsOf[T any](into map[field]bool, names ...string) map[field]bool {
	for _, name := range names {
		t := reflect.TypeFor[T]()
		if _, ok := t.FieldByName(name); !ok {
			panic(fmt.Sprintf("%v has no %s", t, name))
		}
		into[field{t, name}] = true
	}
	return into
}

// Values that a message has without its field are those that its layout gives it.
const (
	fullVolume       = 255
	usualAttenuation = 64
	usualViewHeight  = 22
	noViewZoom       = 255
)

func netquakeRules(options) rules {
	derived, always := map[field]bool{}, map[field]bool{}
	fieldsOf[netquake.Block](derived, "Offset")
	fieldsOf[netquake.Raw](derived, "Offset")
	fieldsOf[netquake.UpdateEntity](derived, "Fields")
	fieldsOf[netquake.ClientData](derived, "HasItems")
	fieldsOf[netquake.UpdateEntity](always, "Entity")
	fieldsOf[netquake.EntityChange](always, "Entity")
	fieldsOf[netquake.TempEntity](always, "Type")
	return rules{
		derived: derived, always: always,
		sparse: typesOf(netquake.Block{}, netquake.UpdateEntity{}, netquake.EntityChange{}, netquake.ClientData{}, netquake.TempEntity{},
			netquake.Raw{}, netquake.Variant{}),
		usual: usual(netquake.Sound{Volume: fullVolume, Attenuation: usualAttenuation},
			netquake.ClientData{ViewHeight: usualViewHeight, ViewZoom: noViewZoom}),
	}
}

func quakeworldRules(o options) rules {
	derived, always := map[field]bool{}, map[field]bool{}
	fieldsOf[quakeworld.Block](derived, "Offset", "Clock")
	fieldsOf[quakeworld.Raw](derived, "Offset")
	fieldsOf[quakeworld.PlayerInfo](derived, "MultiView")
	text := (&coder{}).chars(true)
	fieldsOf[quakeworld.Block](always, "Code")
	fieldsOf[quakeworld.EntityDelta](always, "Number")
	fieldsOf[quakeworld.PlayerInfo](always, "Player")
	fieldsOf[quakeworld.TempEntity](always, "Type")
	fieldsOf[quakeworld.Projectile](always, "Entity")
	fieldsOf[quakeworld.Hidden](always, "Type")
	return rules{
		derived: derived, always: always,
		sparse: typesOf(quakeworld.Block{}, quakeworld.EntityDelta{}, quakeworld.PlayerInfo{}, quakeworld.UserCommand{},
			quakeworld.WeaponPrediction{}, quakeworld.TempEntity{}, quakeworld.Projectile{}, quakeworld.Raw{}, quakeworld.Hidden{}),
		usual: usual(quakeworld.Sound{Volume: fullVolume, Attenuation: usualAttenuation}, quakeworld.PlayerInfo{MultiView: o.multiView}),
		fields: map[field]*form{
			{reflect.TypeFor[quakeworld.Connectionless](), "Data"}: &text,
		},
	}
}

func quake2Rules(options) rules {
	derived, always := map[field]bool{}, map[field]bool{}
	fieldsOf[quake2.Block](derived, "Offset")
	fieldsOf[quake2.EndBlock](derived, "Offset")
	fieldsOf[quake2.Raw](derived, "Offset", "What")
	fieldsOf[quake2.PlayerDelta](derived, "Fields")
	fieldsOf[quake2.ServerData](derived, "Config", "Interval", "Solid")
	stats := numbered(reflect.TypeFor[[quake2.MaxStats]int16](), quake2.StatName)
	flash := wordForm(1<<7, func(n uint64) string { return quake2.FlashName(uint16(n)) })
	loops := loopFields(named(reflect.TypeFor[quake2.EntityFields]()))
	fieldsOf[quake2.EntityState](always, "Number")
	fieldsOf[quake2.TempEntity](always, "Type", "Kind")
	return rules{
		derived: derived, always: always,
		sparse: typesOf(quake2.Block{}, quake2.EndBlock{}, quake2.EntityDelta{}, quake2.PlayerDelta{}, quake2.PlayerFogDelta{},
			quake2.TempEntity{}, quake2.Fog{}, quake2.Header{}),
		usual: usual(quake2.Sound{Volume: fullVolume, Attenuation: usualAttenuation}),
		fields: map[field]*form{
			{reflect.TypeFor[quake2.PlayerState](), "Stats"}:  &stats,
			{reflect.TypeFor[quake2.MuzzleFlash](), "Flash"}:  &flash,
			{reflect.TypeFor[quake2.EntityDelta](), "Fields"}: &loops,
		},
	}
}

// loopFields is the form of the fields of an entity that its mask does not tell of.
func loopFields(all form) form {
	const untold = uint64(quake2.FieldLoopVolume | quake2.FieldLoopAttenuation)
	masked := func(v reflect.Value) reflect.Value { return reflect.ValueOf(quake2.EntityFields(v.Uint() & untold)) }
	return form{
		put:   func(b []byte, v reflect.Value) []byte { return all.put(b, masked(v)) },
		take:  all.take,
		empty: func(v reflect.Value) bool { return masked(v).IsZero() },
	}
}

func quake3Rules(o options) rules {
	derived := map[field]bool{}
	fieldsOf[quake3.Block](derived, "Offset", "Length")
	fieldsOf[quake3.SnapshotDelta](derived, "Sequence")
	fieldsOf[quake3.Skipped](derived, "Offset", "Gamestate", "Renumbered")
	fieldsOf[quake3.End](derived, "Offset")
	return rules{
		asUTF8:  true,
		derived: derived,
		sparse:  typesOf(quake3.BlockEnd{}),
		types:   deltaForms(quake3.ProtocolOf(o.protocol)),
	}
}
