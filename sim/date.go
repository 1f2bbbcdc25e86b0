package sim

import (
	"strconv"
	"strings"
	"time"
)

// The range of years in which demos can have been recorded. A number or text outside it is not a date.
const firstYear, lastYear = 1996, 2100

// SetDate sets the header's date. at is the demo time at which the date was found. SetDate does nothing if date is
// empty or the header already has a date.
func (h *Header) SetDate(date string, at time.Duration) {
	if h.Date == "" && date != "" {
		h.Date, h.DateAt = date, at
	}
}

// UnixDate converts seconds, a number of seconds since the Unix epoch, to a date in the format of [Header.Date]. It
// returns "" if seconds is not a valid number or the date is out of range.
func UnixDate(seconds string) string {
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil || n < 0 {
		return ""
	}
	return dateText(time.Unix(n, 0).UTC(), time.DateTime+" UTC")
}

// ParseDate parses text according to layout, as defined by package time, and returns the date in the format of
// [Header.Date]. It returns "" if text does not match the layout.
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
