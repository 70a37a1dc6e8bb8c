-- Alerts about the past are resolved when they are made: of an import of the past (`source`), or known longer after it
-- happened than the project looks back (`age`, projects.settings.history_after_hours).
alter table alerts add column history text check (history in ('source', 'age'));

-- Repeats of one rule and subject fold into one row of a list.
alter table alerts add column rule_id uuid;
update alerts a set rule_id = e.rule_id from events e where e.id = a.event_id and e.rule_id is not null;
create index on alerts (rule_id, (coalesce(entity_id, device_id)), created_at, id) where rule_id is not null;
