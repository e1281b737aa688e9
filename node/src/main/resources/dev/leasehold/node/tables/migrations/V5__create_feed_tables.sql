-- The newest event that the tables know of. Written with every feed, in the same transaction.
CREATE TABLE feed (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  position INTEGER NOT NULL,
  tick INTEGER NOT NULL,
  wall_nanos INTEGER NOT NULL,
  history_from INTEGER NOT NULL,      -- lease_history is whole behind this position
  kept_from INTEGER NOT NULL,         -- where keep_history was last switched on
  kept_tick INTEGER NOT NULL,
  kept_nanos INTEGER NOT NULL
);
INSERT INTO feed VALUES (1, 0, 0, 0, 0, 0, 0, 0);

-- The first event of each second, to find positions by time.
CREATE TABLE moments (
  position INTEGER PRIMARY KEY,
  tick INTEGER NOT NULL,
  wall_nanos INTEGER NOT NULL
);

-- The whole state at a position, in chunks, so that a start need not replay the whole journal.
-- Never trusted unless it fits the journal.
CREATE TABLE kernel_states (
  id INTEGER PRIMARY KEY,
  position INTEGER NOT NULL,
  tick INTEGER NOT NULL,
  block INTEGER NOT NULL,
  block_hash BLOB NOT NULL,
  sha256 BLOB NOT NULL,
  chunks INTEGER NOT NULL
);

CREATE TABLE kernel_state_chunks (
  state_id INTEGER NOT NULL,
  number INTEGER NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (state_id, number)
);
