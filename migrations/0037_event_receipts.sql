-- How the record that an event was judged on came in. Traffic is kept for two days and identities change hands: what an
-- event says of its source is written down with it.
-- {record_kind, record_id, taken_at, received_at, source: {id, name}}; null: made before, or not judged on a record.
alter table events add column receipt jsonb;
