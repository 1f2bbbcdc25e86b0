package sim

import (
	"strconv"
	"strings"
	"time"
)

// The years that demos can be from: numbers and texts beyond them are no dates.
const firstYear, lastYear = 1996, 2100

// SetDate records a date that was told at a demo time, unless it is empty or there was one before.
func (h *Header) SetDate(date string, at time.Duration) {
	if h.Date == "" && date != "" {
		h.Date, h.DateAt = date, at
	}
}

// UnixDate is the date that a text with a number of seconds since 1970 tells, as [Header] has dates;
// empty for other texts.
func UnixDate(seconds string) string {
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil || n < 0 {
		return ""
	}
	return dateText(time.Unix(n, 0).UTC(), time.DateTime+" UTC")
}

// ParseDate is the date that a text tells in one of the layouts of package time, as [Header] has dates;
// empty for other texts.
func ParseDate(layout, text string) string {
	t, err := time.Parse(layout, text)
	if err != nil {
		return ""
	}
	if !strings.Contains(layout, "05") {
		return dateText(t, "2006-01-02 15:04")
	}
	return dateText(t, time.DateTime)
}

func dateText(t time.Time, layout string) string {
	if t.Year() < firstYear || t.Year() > lastYear {
		return ""
	}
	return t.Format(layout)
}
