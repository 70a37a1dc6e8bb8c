-- What was seen: positions, measurements, device states, and the log the engine reads.

-- One number per ingest transaction, taken before its bulk work: records and log rows carry it.
create sequence batch_ids as bigint;
create sequence position_ids as bigint;
create sequence measurement_ids as bigint;
create sequence device_state_ids as bigint;

-- Partitioned by month of the *original* time: a curated time never moves a row.
create table positions (
  id bigint not null default nextval('position_ids'),
  device_id uuid not null,
  project_id uuid,                                     -- resolved at original_time by the assignments; null: none
  entity_id uuid,
  record_type text not null check (record_type in ('gnss', 'network')),
  original_time timestamptz not null check (original_time >= '1990-01-01T00:00:00Z'),
  lon float8 not null check (lon between -180 and 180),
  lat float8 not null check (lat between -90 and 90),
  altitude_m finite,
  speed_mps finite check (speed_mps >= 0),
  heading_deg finite check (heading_deg >= 0 and heading_deg < 360),
  accuracy_m finite check (accuracy_m >= 0),
  satellites smallint check (satellites >= 0),
  attributes jsonb,                                    -- null: none (an empty object a row costs a million rows 20 MB)
  conflicting boolean not null default false,          -- same device, type and time as another fix, elsewhere: judged by no rule
  curated_time timestamptz,
  curated_lon float8 check (curated_lon between -180 and 180),
  curated_lat float8 check (curated_lat between -90 and 90),
  valid boolean not null default true,
  curation_revision integer not null default 0,
  received_at timestamptz not null,
  batch_id bigint not null,
  check ((curated_lon is null) = (curated_lat is null)),
  primary key (id, original_time)
) partition by range (original_time);
create unique index positions_once on positions (device_id, original_time, record_type) where not conflicting;
create unique index positions_conflicting_once on positions (device_id, original_time, record_type, lon, lat) where conflicting;
create index positions_of_entity on positions (entity_id, original_time desc, id desc) where entity_id is not null;
create index positions_of_device on positions (device_id, original_time desc) where entity_id is null;
create index positions_of_project on positions (project_id, original_time desc, id desc) where project_id is not null;
create index positions_curated on positions (project_id, curated_time) where curated_time is not null;
create table positions_default partition of positions default;

create table measurements (
  id bigint not null default nextval('measurement_ids'),
  device_id uuid not null,
  project_id uuid,
  entity_id uuid,
  metric_key text not null,
  original_time timestamptz not null check (original_time >= '1990-01-01T00:00:00Z'),
  value_number finite,
  value_boolean boolean,
  value_text text check (length(value_text) <= 1000),
  curated_time timestamptz,
  valid boolean not null default true,
  curation_revision integer not null default 0,
  received_at timestamptz not null,
  batch_id bigint not null,
  check (num_nonnulls(value_number, value_boolean, value_text) = 1),
  primary key (id, original_time)
) partition by range (original_time);
create unique index measurements_once on measurements (device_id, original_time, metric_key);
create index measurements_of_entity on measurements (entity_id, metric_key, original_time desc, id desc) where entity_id is not null;
create index measurements_newest on measurements (entity_id, original_time desc) where entity_id is not null;
create index measurements_of_device on measurements (device_id, original_time desc) where entity_id is null;
create index measurements_of_project on measurements (project_id, original_time desc, id desc) where project_id is not null;
create table measurements_default partition of measurements default;

create table device_states (
  id bigint not null default nextval('device_state_ids'),
  device_id uuid not null,
  project_id uuid,
  entity_id uuid,
  state_key text not null check (state_key ~ '^[A-Za-z][A-Za-z0-9_.:-]{0,63}$'),
  original_time timestamptz not null check (original_time >= '1990-01-01T00:00:00Z'),
  value jsonb not null,
  curated_time timestamptz,
  valid boolean not null default true,
  curation_revision integer not null default 0,
  received_at timestamptz not null,
  batch_id bigint not null,
  primary key (id, original_time)
) partition by range (original_time);
create unique index device_states_once on device_states (device_id, original_time, state_key);
create index device_states_of_entity on device_states (entity_id, state_key, original_time desc, id desc) where entity_id is not null;
create index device_states_newest on device_states (entity_id, original_time desc) where entity_id is not null;
create index device_states_of_device on device_states (device_id, original_time desc) where entity_id is null;
create table device_states_default partition of device_states default;

-- Makes the partition of a month in one of the three tables; false when the default partition already holds rows of it
-- (PostgreSQL refuses then; a job moves them). Runs with the owner's rights: the ingest role cannot do DDL otherwise.
create function make_month(parent text, month date) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first date := date_trunc('month', month)::date;
  part text := format('%s_%s', parent, to_char(first, 'YYYY_MM'));
begin
  if parent not in ('positions', 'measurements', 'device_states', 'processing_traces') then raise exception 'no monthly table %', parent; end if;
  if to_regclass(part) is not null then return true; end if;
  perform set_config('lock_timeout', '2s', true);
  perform pg_advisory_xact_lock(hashtext('make_month'));
  if to_regclass(part) is not null then return true; end if;
  execute format('create table %I (like %I including defaults including constraints)', part, parent);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
    first::text || ' 00:00:00+00', (first + interval '1 month')::date::text || ' 00:00:00+00');
  return true;
exception when check_violation or lock_not_available then
  return false;
end $$;

-- What analyses, tracks and histories read: curated time and place, device fixes, valid rows (specification 2.3).
create view effective_position as
select id, device_id, project_id, entity_id, record_type, coalesce(curated_time, original_time) as time, original_time,
  coalesce(curated_lon, lon) as lon, coalesce(curated_lat, lat) as lat, altitude_m, speed_mps, heading_deg, accuracy_m, satellites,
  attributes, received_at, batch_id, curation_revision
from positions
where valid and not conflicting;

-- The log: one row per ingest transaction and partition, its observations in order. Partition = hash(subject) mod 16.
create table observation_log (
  id bigint generated always as identity,
  partition smallint not null check (partition between 0 and 15),
  batch_id bigint not null,
  received_at timestamptz not null default now(),
  size integer not null,
  payload text not null,
  primary key (partition, id)
);
alter table observation_log alter column payload set storage external;

-- Rows to lock, in ascending order, before appending: numbers are then in commit order within a partition. Never updated.
create table log_partition (partition smallint primary key);
insert into log_partition select generate_series(0, 15);

-- Where the engine is, and who may move it: a commit carries `epoch = mine and position = the one I read`.
create table partition_cursor (
  partition smallint primary key references log_partition,
  position bigint not null default 0,
  epoch bigint not null default 0,
  owner text,
  lease_until timestamptz not null default '-infinity',
  moved_at timestamptz not null default now()
);
insert into partition_cursor (partition) select generate_series(0, 15);

-- From which log position on a partition was judged with which edition of a project's rules and features:
-- "which rule saw this fix" has one answer, also in a replay.
create table book_adoptions (
  partition smallint not null,
  project_id uuid not null references projects on delete cascade,
  book_version bigint not null,
  from_position bigint not null,
  at timestamptz not null default now(),
  primary key (partition, project_id, book_version)
);

-- Changes of the past that the late lane has to replay.
create table late_spans (
  id bigint generated always as identity primary key,
  partition smallint not null,
  project_id uuid not null,
  subject_id uuid not null,
  from_time timestamptz not null,
  reason text not null check (reason in ('late_record', 'curation', 'attribution', 'activity')),
  created_at timestamptz not null default now(),
  replayed_at timestamptz
);
create index on late_spans (partition, id) where replayed_at is null;

-- Overlays on positions: every edition is kept.
create table curations (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  device_id uuid not null references devices on delete cascade,
  selection jsonb not null,
  change jsonb not null,
  reason text not null check (length(reason) between 1 and 1000),
  actor_id uuid,
  actor_name text,
  created_at timestamptz not null default now(),
  reverted_at timestamptz,
  reverted_by uuid
);
create index on curations (project_id, created_at desc, id desc);

-- Reports of devices nobody has registered: kept whole until a device is made for them, or they are ignored.
create table unknown_identities (
  id uuid primary key,
  data_source_id uuid not null references data_sources on delete cascade,
  external_id text not null check (length(external_id) between 1 and 200),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  report_count bigint not null default 0,
  ignored_at timestamptz,
  unique (data_source_id, external_id)
);
create index on unknown_identities (last_seen_at desc, id desc);

create table kept_reports (
  id bigint generated always as identity primary key,
  unknown_identity_id uuid not null references unknown_identities on delete cascade,
  received_at timestamptz not null,
  report_time timestamptz not null,
  fingerprint bytea not null,                          -- the same report sent again is kept once
  report jsonb not null,
  unique (unknown_identity_id, fingerprint)
);
