-- A completed run is drawn small in its row of the list without its result being read: what the picture is drawn of is a column. Null of
-- a run without a result, of one whose result has no shape, and of those that were completed before.
alter table analysis_runs add column preview jsonb check (octet_length(preview::text) <= 4096);
