package query

// Cheap is the question with only those conditions that need no world: whatever answers q answers it, too. It is nil where there are none,
// and for questions about states.
func (q *Query) Cheap() *Query {
	if q.AsksStates() {
		return nil
	}
	c := new(Query)
	for _, t := range q.terms {
		if !t.costly() {
			c.terms = append(c.terms, t)
		}
	}
	if len(c.terms) == 0 {
		return nil
	}
	return c
}

// Players are, for each condition that a player or his team is called so, the names, in lower case: one of each list is part of the name
// of somebody, or the name of a team, in every recording that has an answer. There are none for questions about states.
func (q *Query) Players() (list [][]string) {
	if q.AsksStates() {
		return nil
	}
	for i := range q.terms {
		t := &q.terms[i]
		if t.not || t.key != keyNamed("by") && t.key != keyNamed("of") && t.key != keyNamed("who") {
			continue
		}
		var names []string
		for _, v := range t.values {
			names = append(names, v.text)
		}
		list = append(list, names)
	}
	return list
}
