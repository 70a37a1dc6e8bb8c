-- The newest value of each metric of a device that is on no entity, found as that of an entity is. Every value lies in one of the two indexes:
-- one more for the values of each device, whoever wears it, would cost ingest a fifth.
create index measurements_of_bare_device on measurements (device_id, metric_key, original_time desc, id desc) where entity_id is null;
