-- What the user says of a demo. It goes with the content, so that it stays when the demo moves or is read again.
CREATE TABLE remarks (
	checksum BLOB NOT NULL,
	text     TEXT NOT NULL, -- tags are words that begin with #
	PRIMARY KEY (checksum)
) WITHOUT ROWID;

-- The scans that found something, the latest last.
CREATE TABLE scans (
	at    TEXT NOT NULL,    -- when it ended, "2006-01-02 15:04:05" UTC
	first INTEGER NOT NULL  -- demos.id from which on demos are new
);
