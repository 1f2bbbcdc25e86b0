package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"fragscope/formats/base/fault"
	"fragscope/sim/moment"
	"fragscope/sim/recording"
	"fragscope/viewer/notice"
)

// damageKey is the key of the message about a demo's damage.
const damageKey = "damage"

// damageMessages describe the damage: what it is, where, and what is done about it. called returns the moment for a
// time in the demo.
func damageMessages(rec *recording.Recording, stopped bool, called func(time.Duration) moment.Moment) []string {
	end := called(rec.Duration()).Short()
	if stopped {
		return []string{fmt.Sprintf(msgStopped, end)}
	}
	var out []string
	list := rec.Damage()
	if len(list) > 0 {
		last := list[len(list)-1]
		where := fmt.Sprintf("%s (byte %d)", called(last.Time).Short(), last.Offset)
		what := last.What
		if exact, rest, ok := strings.Cut(what, ": "); ok && strings.HasPrefix(exact, "offset ") {
			what = rest // the byte is in the message already
		}
		switch {
		case last.Time >= rec.Duration()-time.Second:
			out = append(out, fmt.Sprintf(msgCutOff, where, what))
		case last.Lost >= 50*time.Millisecond:
			out = append(out, fmt.Sprintf(msgSecondsLost, where, what, last.Lost.Seconds()))
		default:
			out = append(out, fmt.Sprintf(msgDamaged, where, what))
		}
		if n := len(list); n > 1 {
			out[0] += fmt.Sprintf(msgManyPlaces, n)
		}
	}
	var failed *fault.Error
	if err := rec.Err(); err != nil && !errors.Is(err, context.Canceled) &&
		(len(list) == 0 || errors.As(err, &failed)) {
		out = append(out, fmt.Sprintf(msgReadingFailed, end, notice.Reason(err)))
	}
	return out
}
