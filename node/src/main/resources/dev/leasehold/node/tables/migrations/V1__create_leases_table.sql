-- One row for each lease. The first columns are for people and scripts: times in Unix seconds,
-- and a status of five words. The others hold the lease exactly, times in nanoseconds.
CREATE TABLE leases (
  position INTEGER PRIMARY KEY,       -- of the event that made the lease: the order of listing
  id TEXT NOT NULL,
  file_path TEXT NOT NULL,            -- the patterns of the scope, one a line
  agent_id TEXT NOT NULL,             -- the holder
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,        -- 0 while it waits
  ttl_seconds INTEGER NOT NULL,
  status TEXT NOT NULL,               -- pending, active, expired, released or failed
  renewal_count INTEGER DEFAULT 0,
  max_renewals INTEGER DEFAULT -1,    -- -1 for unlimited
  updated_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  policy TEXT NOT NULL,
  policy_version INTEGER NOT NULL,
  space TEXT NOT NULL,
  mode TEXT NOT NULL,
  session TEXT,
  issued_tick INTEGER NOT NULL,
  issued_nanos INTEGER NOT NULL,
  deadline_tick INTEGER NOT NULL,
  expires_nanos INTEGER NOT NULL,
  ttl_nanos INTEGER NOT NULL,
  last_renewed_nanos INTEGER,
  fencing_token INTEGER NOT NULL,     -- 0 while it waits
  epoch INTEGER NOT NULL,
  labels TEXT,                        -- JSON
  request_id TEXT,
  request_caller TEXT,                -- null for the holder, where there was no request id
  request_fingerprint INTEGER,
  end_request_id TEXT,                -- of the last request that ended it or planned its end
  end_request_caller TEXT,
  end_request_fingerprint INTEGER,
  successor INTEGER,                  -- position of the lease that a transfer made
  ended_tick INTEGER,
  ended_nanos INTEGER,
  cause TEXT,
  reason TEXT,
  ended_by TEXT,
  grace_end_tick INTEGER,
  -- what few leases have
  heartbeat_nanos INTEGER,
  heartbeat_deadline_tick INTEGER,
  place TEXT,                         -- in the queue, JSON
  announced_end TEXT,                 -- JSON
  delayed_release TEXT,               -- JSON
  authority TEXT,                     -- JSON
  pool TEXT,
  budget TEXT,                        -- JSON
  parent_id TEXT,
  ancestor_tokens TEXT,               -- JSON
  reminded INTEGER
);

-- Ids and paths come in no order, and a row at a random place of a large index costs more than all
-- the rest of the lease. So these are indexes of a quarter of a million events each, one behind the
-- other. SQLite goes through all of them by itself when asked for an id, because of the statistics.
CREATE UNIQUE INDEX idx_leases_id ON leases (position >> 18, id);
CREATE INDEX idx_leases_file_path ON leases (position >> 18, file_path);
ANALYZE;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('leases', 'idx_leases_id', '4000000 100000 1'),
  ('leases', 'idx_leases_file_path', '4000000 100000 10');

CREATE INDEX idx_leases_agent_id ON leases (agent_id);

-- A lease that is over is not in these, so most leases never get into them.
CREATE INDEX idx_leases_expires_at ON leases (expires_at) WHERE status = 'active';
CREATE INDEX idx_leases_file_status ON leases (file_path, status) WHERE status = 'active';
CREATE INDEX idx_leases_agent_status ON leases (agent_id, status) WHERE status = 'active';

CREATE INDEX idx_leases_request ON leases (request_caller, request_id)
  WHERE request_id IS NOT NULL;

-- The terms of policies, so that a lease can be shown under those it was granted under.
CREATE TABLE lease_policies (
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  added_event BLOB NOT NULL,
  PRIMARY KEY (name, version)
) WITHOUT ROWID;

-- The spaces that do not distinguish case.
CREATE TABLE lease_spaces (name TEXT PRIMARY KEY) WITHOUT ROWID;
