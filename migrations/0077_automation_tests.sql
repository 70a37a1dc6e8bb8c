-- Tests of automations: a delivery of no event, that a person asked for.
alter table deliveries alter column event_id drop not null;
create index on deliveries (project_id, created_at) where event_id is null;
