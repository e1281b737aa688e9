-- One row for each event that concerns a lease, and one more for the lease that a transfer makes.
CREATE TABLE lease_history (
  lease_position INTEGER NOT NULL,    -- leases.position
  position INTEGER NOT NULL,          -- of the event in the journal
  id TEXT NOT NULL,                   -- both of them
  lease_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  file_path TEXT NOT NULL,
  event_type TEXT NOT NULL,           -- acquired, renewed, released, expired, failed and more
  status_before TEXT,
  status_after TEXT,
  renewal_count INTEGER,
  event_at INTEGER NOT NULL,
  reason TEXT,
  -- the changing parts of the lease as they were after the event
  state_before TEXT,
  state_after TEXT NOT NULL,
  event_nanos INTEGER NOT NULL,
  tick INTEGER NOT NULL,
  actor TEXT,                         -- who did it; null if time did
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
