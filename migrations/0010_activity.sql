-- Activity is derived from accelerometer values while they are stored, and stored beside them.

-- null: a device said so itself (a column of nulls takes no room).
alter table measurements add column derived boolean;
-- A status message that arrives late changes the activity of the next one, wherever that lies.
create index measurements_curated_of_device on measurements (device_id, curated_time) where curated_time is not null;

grant update (value_number, derived) on measurements to pugmark_ingest;
grant insert on late_spans to pugmark_ingest;
