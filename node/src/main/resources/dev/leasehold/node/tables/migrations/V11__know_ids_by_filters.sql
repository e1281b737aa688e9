-- Filters know the ids of leases as well, and requests by their spaces too. Those that are missing are
-- made from the leases.
DROP TABLE request_filters;
CREATE TABLE key_filters (
  part INTEGER PRIMARY KEY,           -- position >> 18
  crc32 INTEGER NOT NULL,             -- of the filter
  filter BLOB NOT NULL
);
