-- What happened, what needs a person, and the traces that explain it.

create table events (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  event_key bytea not null unique check (length(event_key) = 32),
  time timestamptz not null,
  created_at timestamptz not null default now(),
  event_type text not null check (event_type ~ '^[A-Z][A-Z0-9_]{1,63}$'),
  severity severity not null,
  title text not null check (length(title) <= 2000),
  description text not null default '',
  lon float8 check (lon between -180 and 180),
  lat float8 check (lat between -90 and 90),
  entity_id uuid,
  entity_name text,
  device_id uuid,
  device_name text,
  feature_id uuid,
  source_kind text not null check (source_kind in ('rule', 'user', 'ai', 'device', 'integration')),
  source_id uuid,
  source_name text,
  rule_id uuid,
  rule_version integer,
  sample_time timestamptz,
  late boolean not null default false,
  superseded boolean not null default false,
  snoozed boolean not null default false,
  reminder boolean not null default false,
  ended_at timestamptz,
  context jsonb not null default '{}',
  evidence jsonb,                                      -- ids and revisions read, and the state before: what verify re-derives from
  trace_id uuid,
  check ((lon is null) = (lat is null)),
  check ((source_kind = 'rule') = (rule_id is not null and rule_version is not null)),
  foreign key (rule_id, rule_version) references rule_versions (rule_id, version)
);
create index on events (project_id, time desc, id desc);
create index on events (rule_id, time desc, id desc) where rule_id is not null;
create index on events (entity_id, time desc, id desc) where entity_id is not null;
create index on events (device_id, time desc, id desc) where device_id is not null;

create table alerts (
  id uuid primary key,
  event_id uuid not null unique references events on delete cascade,
  project_id uuid not null references projects on delete cascade,
  status text not null default 'open' check (status in ('open', 'acknowledged', 'resolved')),
  severity severity not null,
  title text not null,
  entity_id uuid,
  device_id uuid,
  created_at timestamptz not null default now(),
  acknowledged_at timestamptz,
  resolved_at timestamptz
);
create index on alerts (project_id, created_at desc, id desc);
create index on alerts (project_id, status, created_at desc, id desc);
create index on alerts (entity_id) where status <> 'resolved';

create table alert_steps (
  id bigint generated always as identity primary key,
  alert_id uuid not null references alerts on delete cascade,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('user', 'token', 'mcp', 'system')),
  actor_id uuid,
  actor_name text,
  from_status text not null check (from_status in ('open', 'acknowledged', 'resolved')),
  to_status text not null check (to_status in ('open', 'acknowledged', 'resolved')),
  note text check (length(note) <= 5000)
);
create index on alert_steps (alert_id, id);
create trigger immutable before update on alert_steps for each row execute function refuse_change();

-- The stream that live readers resume by id. Appended last in each transaction under one advisory lock per project,
-- so that ids are in commit order and a resume misses nothing.
create table event_stream (
  id bigint generated always as identity primary key,
  project_id uuid not null references projects on delete cascade,
  type text not null check (type in ('event.created', 'event.updated', 'alert.created', 'alert.updated', 'run.updated')),
  entity_id uuid,
  device_id uuid,
  object_id uuid not null,
  created_at timestamptz not null default now()
);
create index on event_stream (project_id, id);

-- What the program did with something, for the operator at 3 a.m. By month, so that old classes can be dropped whole.
create table processing_traces (
  id uuid not null,
  kind text not null check (kind in ('ingest', 'rule', 'attribution', 'export', 'curation', 'delivery', 'system')),
  status text not null check (status in ('ok', 'skipped', 'duplicate', 'failed')),
  code text,
  started_at timestamptz not null,
  duration_ms real not null default 0,
  project_id uuid,
  data_source_id uuid,
  device_id uuid,
  entity_id uuid,
  rule_id uuid,
  rule_version integer,
  event_id uuid,
  alert_id uuid,
  error text,
  steps jsonb not null default '[]',
  payload jsonb,                                       -- the raw item, on refusals
  primary key (id, started_at)
) partition by range (started_at);
create index on processing_traces (project_id, started_at desc, id desc);
create index on processing_traces (device_id, started_at desc, id desc) where device_id is not null;
create index on processing_traces (rule_id, started_at desc, id desc) where rule_id is not null;
create index on processing_traces (code, started_at desc, id desc) where code is not null;
create table processing_traces_default partition of processing_traces default;
