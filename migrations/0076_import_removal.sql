-- What an import stored and made, so that it can be taken back whole.

alter table track_imports drop constraint track_imports_state_check;
alter table track_imports
  add constraint track_imports_state_check check (state in ('open', 'finished', 'removing', 'removed')),
  add column noted boolean not null default false,     -- what it stored and made is noted; of imports before this it is not
  add column removal_job_id uuid,
  add column removal jsonb,                            -- what was removed and what stayed, once it is over
  add column removed_at timestamptz;

-- The records of an import: those that one transaction of intake stored of one device. Such a transaction holds nothing
-- else, so its number tells the import's records from all others.
create table import_batches (
  id bigint generated always as identity primary key,
  import_id uuid not null references track_imports on delete cascade,
  batch_id bigint not null,
  device_id uuid not null,
  from_time timestamptz not null,
  to_time timestamptz not null,                        -- both ends are in it
  positions integer not null,
  measurements integer not null,
  states integer not null,
  repeated integer not null                            -- rows of the file whose records were there before
);
create index on import_batches (import_id, id);
create index on import_batches (import_id, batch_id);
create index on import_batches (device_id, from_time);

-- What an import made besides.
create table import_creations (
  kind text not null check (kind in ('entity', 'device', 'project_assignment', 'entity_assignment')),
  object_id uuid not null,
  import_id uuid not null references track_imports on delete cascade,
  primary key (kind, object_id)
);
create index on import_creations (import_id);

alter table jobs drop constraint jobs_kind_check;
alter table jobs add constraint jobs_kind_check
  check (kind in ('attribution', 'kept_reports', 'export', 'curation', 'cleanup', 'import_removal'));

alter table late_spans drop constraint late_spans_reason_check;
alter table late_spans add constraint late_spans_reason_check
  check (reason in ('late_record', 'curation', 'attribution', 'activity', 'removal'));
