package sim

import (
	"testing"
	"time"
)

func TestDates(t *testing.T) {
	tests := []struct{ got, want string }{
		{UnixDate("1440136593"), "2015-08-21 05:56:33 UTC"},
		{UnixDate("0"), ""},
		{UnixDate("-5"), ""},
		{UnixDate("99999999999999999"), ""},
		{UnixDate("soon"), ""},
		{ParseDate("2006-01-02 15:04", "2018-10-25 23:13"), "2018-10-25 23:13"},
		{ParseDate("01-02-06 15:04", "11-09-19 14:27"), "2019-11-09 14:27"},
		{ParseDate("Mon Jan 2, 15:04:05 2006", "Tue Sep 25, 17:04:11 2007"), "2007-09-25 17:04:11"},
		{ParseDate("2006-01-02 15:04", "2018-13-25 23:13"), ""},
		{ParseDate("2006-01-02 15:04", "1970-01-01 00:00"), ""},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
	var h Header
	h.SetDate("", time.Second)
	h.SetDate("2001-02-03 04:05", time.Minute)
	h.SetDate("2002-02-03 04:05", time.Hour)
	if h.Date != "2001-02-03 04:05" || h.DateAt != time.Minute {
		t.Errorf("the first date became %q at %v", h.Date, h.DateAt)
	}
}
