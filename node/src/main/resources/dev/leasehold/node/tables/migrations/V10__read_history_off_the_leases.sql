-- Tables of before are built anew. Most leases are granted and ended, and nothing else happens to
-- them: their history is read off their row, and only the others have entries of their own.
DROP TABLE lease_history;
DROP TABLE leases;

-- One row for each lease. The first columns are for people and scripts: times in Unix seconds,
-- and a status of five words. The others hold the lease exactly, times in nanoseconds.
CREATE TABLE leases (
  position INTEGER PRIMARY KEY,       -- of the event that made the lease: the order of listing
  id TEXT NOT NULL,
  file_path TEXT NOT NULL,            -- the paths and patterns of the scope, one a line
  path_kind TEXT,                     -- of each line: exact, subtree (all below it too) or pattern
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
  issued_tick INTEGER NOT NULL,
  issued_nanos INTEGER NOT NULL,
  deadline_tick INTEGER NOT NULL,
  expires_nanos INTEGER NOT NULL,
  ttl_nanos INTEGER NOT NULL,
  fencing_token INTEGER NOT NULL,     -- 0 while it waits
  epoch INTEGER NOT NULL,
  ended_tick INTEGER,
  ended_nanos INTEGER,
  ended_position INTEGER,             -- of the event that ended it
  reason TEXT,
  ended_by TEXT,
  -- what fewer leases have
  has_entries INTEGER,                -- 1 if its history is in lease_entries; else it is this row
  session TEXT,
  labels TEXT,                        -- JSON
  last_renewed_nanos INTEGER,
  cause TEXT,
  grace_end_tick INTEGER,
  recorded_tick INTEGER,              -- of the event that ended it, where that came later
  recorded_nanos INTEGER,
  request_id TEXT,
  request_caller TEXT,                -- null for the holder, where there was no request id
  request_fingerprint INTEGER,
  end_request_id TEXT,                -- of the last request that ended it or planned its end
  end_request_caller TEXT,
  end_request_fingerprint INTEGER,
  successor INTEGER,                  -- position of the lease that a transfer made
  parent_id TEXT,
  pool TEXT,
  budget TEXT,                        -- JSON
  rare TEXT                           -- heartbeat, place in the queue, planned ends and more, JSON
);

-- Ids and paths come in no order, and a row at a random place of a large index costs more than all
-- the rest of the lease. So these are indexes of a quarter of a million events each, one behind the
-- other. SQLite goes through all of them by itself when asked for an id, because of the statistics.
CREATE INDEX idx_leases_id ON leases (position >> 18, id);
CREATE INDEX idx_leases_file_path ON leases (position >> 18, file_path);
CREATE INDEX idx_leases_request ON leases (position >> 18, request_id, request_caller)
  WHERE request_id IS NOT NULL;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('leases', 'idx_leases_id', '4000000 100000 1'),
  ('leases', 'idx_leases_file_path', '4000000 100000 10');

CREATE INDEX idx_leases_agent_id ON leases (agent_id);

-- A lease that is over is not in these, so most leases never get into them.
CREATE INDEX idx_leases_living ON leases (id) WHERE status IN ('active', 'pending');
CREATE INDEX idx_leases_expires_at ON leases (expires_at) WHERE status = 'active';
CREATE INDEX idx_leases_file_status ON leases (file_path, status) WHERE status = 'active';
CREATE INDEX idx_leases_agent_status ON leases (agent_id, status) WHERE status = 'active';

-- Leases that events may still name after their end, and those that were derived from others.
CREATE INDEX idx_leases_after_end ON leases (id)
  WHERE budget IS NOT NULL OR grace_end_tick IS NOT NULL;
CREATE INDEX idx_leases_parent ON leases (parent_id) WHERE parent_id IS NOT NULL;

-- The events of leases to which more happened than a grant and an end.
CREATE TABLE lease_entries (
  lease_position INTEGER NOT NULL,    -- leases.position
  position INTEGER NOT NULL,          -- of the event in the journal
  event_type TEXT NOT NULL,
  reason TEXT,
  actor TEXT,                         -- who did it; null if time did
  state_before TEXT,
  -- the changing parts of the lease as they were after the event
  state_after TEXT NOT NULL,
  renewal_count INTEGER,
  event_nanos INTEGER NOT NULL,
  tick INTEGER NOT NULL,
  mode TEXT NOT NULL,
  issued_nanos INTEGER NOT NULL,
  issued_tick INTEGER NOT NULL,
  deadline_tick INTEGER NOT NULL,
  expires_nanos INTEGER NOT NULL,
  ttl_nanos INTEGER NOT NULL,
  last_renewed_nanos INTEGER,
  fencing_token INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  amounts TEXT,                       -- of money that moved, JSON
  request_id TEXT,
  request_fingerprint INTEGER,
  PRIMARY KEY (lease_position, position)
) WITHOUT ROWID;

-- One row for each event that concerns a lease, and one more for the lease that a transfer makes.
CREATE VIEW lease_history AS
  SELECT
    position AS lease_position, position, position || '-' || position AS id,
    id AS lease_id, agent_id, file_path, path_kind, 'acquired' AS event_type,
    NULL AS status_before, 'active' AS status_after, 0 AS renewal_count,
    created_at AS event_at, NULL AS reason, coalesce(request_caller, agent_id) AS actor,
    NULL AS state_before, 'ACTIVE' AS state_after, issued_nanos AS event_nanos,
    issued_tick AS tick, mode, issued_nanos, issued_tick, deadline_tick, expires_nanos, ttl_nanos,
    NULL AS last_renewed_nanos, fencing_token, epoch, NULL AS amounts,
    request_id, request_fingerprint
  FROM leases
  WHERE has_entries IS NULL AND +position >= (SELECT kept_from FROM feed)
UNION ALL
  SELECT
    position, ended_position, position || '-' || ended_position,
    id, agent_id, file_path, path_kind, lower(state),
    'active', status, renewal_count,
    coalesce(recorded_nanos, ended_nanos) / 1000000000, coalesce(reason, cause), ended_by,
    'ACTIVE', state, coalesce(recorded_nanos, ended_nanos),
    coalesce(recorded_tick, ended_tick), mode, issued_nanos, issued_tick, deadline_tick,
    expires_nanos, ttl_nanos,
    last_renewed_nanos, fencing_token, epoch, NULL,
    end_request_id, end_request_fingerprint
  FROM leases
  WHERE has_entries IS NULL AND +position >= (SELECT kept_from FROM feed)
    AND ended_position IS NOT NULL
UNION ALL
  SELECT
    lease_position, entry.position, lease_position || '-' || entry.position,
    lease.id, agent_id, file_path, path_kind, event_type,
    CASE WHEN state_before IN ('PENDING', 'ACTIVE', 'EXPIRED', 'FAILED') THEN lower(state_before)
      WHEN state_before IS NOT NULL THEN 'released' END,
    CASE WHEN state_after IN ('PENDING', 'ACTIVE', 'EXPIRED', 'FAILED') THEN lower(state_after)
      ELSE 'released' END,
    entry.renewal_count, event_nanos / 1000000000, entry.reason, actor,
    state_before, state_after, event_nanos,
    tick, entry.mode, entry.issued_nanos, entry.issued_tick, entry.deadline_tick,
    entry.expires_nanos, entry.ttl_nanos,
    entry.last_renewed_nanos, entry.fencing_token, entry.epoch, amounts,
    entry.request_id, entry.request_fingerprint
  FROM lease_entries AS entry JOIN leases AS lease ON lease.position = lease_position;

-- The leases that somebody holds or waits for, in words.
CREATE VIEW leases_now AS
  SELECT
    space,
    replace(file_path, char(10), ', ')
      || CASE path_kind WHEN 'subtree' THEN ' and all below it' ELSE '' END AS path,
    agent_id AS holder,
    CASE status WHEN 'active' THEN datetime(expires_at, 'unixepoch') || ' UTC' END AS until,
    agent_id
      || CASE WHEN status = 'pending' THEN ' has been waiting for '
        WHEN mode = 'SHARED' THEN ' shares ' ELSE ' holds ' END
      || replace(file_path, char(10), ', ')
      || CASE path_kind WHEN 'subtree' THEN ' and all below it' ELSE '' END
      || CASE status WHEN 'pending' THEN ' since ' || datetime(created_at, 'unixepoch')
        ELSE ' until ' || datetime(expires_at, 'unixepoch') END
      || ' UTC' AS in_words,
    id AS lease_id
  FROM leases WHERE status IN ('active', 'pending');

-- Amounts are JSON: how much of each unit.
CREATE TABLE lease_pools (
  id TEXT PRIMARY KEY,
  is_open INTEGER NOT NULL,           -- 0 after a restore, until an admin confirms what was spent
  free TEXT NOT NULL,
  outstanding TEXT NOT NULL,          -- with leases
  spent TEXT NOT NULL
);

-- The open ones.
CREATE TABLE lease_reservations (
  lease_position INTEGER NOT NULL,    -- leases.position
  id TEXT NOT NULL,
  lease_id TEXT NOT NULL,
  amounts TEXT NOT NULL,              -- JSON
  deadline_tick INTEGER NOT NULL,
  PRIMARY KEY (lease_position, id)
) WITHOUT ROWID;

-- The money of leases, a row for each unit.
CREATE VIEW lease_budgets AS
  SELECT
    leases.id AS lease_id, agent_id, pool, status, unit.key AS unit, unit.value AS granted,
    coalesce(json_extract(budget, '$.reserved."' || unit.key || '"'), 0) AS reserved,
    coalesce(json_extract(budget, '$.delegated."' || unit.key || '"'), 0) AS delegated,
    coalesce(json_extract(budget, '$.spent."' || unit.key || '"'), 0) AS spent,
    coalesce(json_extract(budget, '$.returned."' || unit.key || '"'), 0) AS returned
  FROM leases, json_each(budget, '$.granted') AS unit
  WHERE budget IS NOT NULL OR grace_end_tick IS NOT NULL;
