package query

import (
	"context"
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/lead"
)

// wordLead is the kind of an event by which the lead changed hands, and the word for it.
const wordLead = "lead"

// AsksLead reports whether the condition is kind:lead, which selects events that changed the lead. Testing the
// condition requires the score of the whole match.
func (t *Condition) AsksLead() bool { return t.key.name == "kind" && t.means(wordLead) }

// AsksLead reports whether the query has a kind:lead condition. Conditions that follow "within" count too.
func (q *Query) AsksLead() bool {
	return slices.ContainsFunc(q.terms, func(t Condition) bool { return t.AsksLead() }) ||
		q.near != nil && q.near.AsksLead()
}

// saysLead reports whether the condition is the word, which stands for the changes of the lead where they are known.
func (t *Condition) saysLead() bool { return t.key.name == "" && t.means(wordLead) }

// means reports whether a text is one of the condition's alternatives.
func (t *Condition) means(text string) bool {
	return slices.ContainsFunc(t.Values, func(v Value) bool { return v.Text == text })
}

// leadKey identifies an event that changed the lead.
type leadKey struct {
	at             time.Duration
	kind           sim.EventKind
	slot, attacker sim.Slot
}

func leadKeyOf(e *sim.Event) leadKey { return leadKey{e.Time, e.Kind, e.Slot, e.Attacker} }

// findLeads finds the changes of the lead if one of the terms asks for them.
func (f *finder) findLeads(ctx context.Context, terms []Condition) error {
	if f.leads != nil || !slices.ContainsFunc(terms, func(t Condition) bool { return t.AsksLead() || t.saysLead() }) {
		return nil
	}
	list, err := lead.Changes(ctx, f.src.Recording)
	f.leads = map[leadKey]string{}
	for i := range list {
		if c := &list[i]; c.Event >= 0 && c.Event < len(f.events) {
			f.leads[leadKeyOf(&f.events[c.Event])] = c.String()
		}
	}
	return err
}

// tookLead reports whether the event changed the lead. The moment's sentence then says so.
func (c *check) tookLead() bool {
	if c.event == nil {
		return false
	}
	text, ok := c.f.leads[leadKeyOf(c.event)]
	if ok {
		c.lead = text
	}
	return ok
}
