-- The event that ended the lease; null where it ended before there was this column.
ALTER TABLE leases ADD COLUMN ended_position INTEGER;
