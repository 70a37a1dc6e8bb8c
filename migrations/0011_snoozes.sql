-- A snooze may also be of a bare device: the subject is an entity, or a device that nobody wears.

alter table rule_snoozes drop constraint rule_snoozes_pkey;
alter table rule_snoozes
  alter column entity_id drop not null,
  add column device_id uuid references devices on delete cascade,
  add column subject_id uuid not null generated always as (coalesce(entity_id, device_id)) stored,
  add column actor_kind text not null check (actor_kind in ('user', 'token', 'mcp', 'system')),
  add check (num_nonnulls(entity_id, device_id) = 1),
  add check (length(note) <= 5000);
alter table rule_snoozes add primary key (rule_id, subject_id);
create index on rule_snoozes (entity_id);
create index on rule_snoozes (device_id);
