-- Analysis runs and their geometries: all that the analysis role may write. Everything here can be computed again.

create table analysis_runs (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  module text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  name text check (length(name) between 1 and 200),
  parameters jsonb not null check (jsonb_typeof(parameters) = 'object'),
  subject_ids uuid[] not null,
  method_version text not null check (method_version ~ '^[a-z_]+/[0-9]+$'),
  progress smallint not null default 0 check (progress between 0 and 100),
  cancel_requested boolean not null default false,
  input_count integer,
  excluded_count integer,
  result jsonb,
  result_version smallint not null default 1,
  error_code text check (error_code in ('ANALYSIS_FAILED', 'ANALYSIS_TIMEOUT', 'MODULE_DISABLED', 'INPUT_TOO_LARGE')),
  error_message text check (length(error_message) <= 2000),
  created_by_user_id uuid references users on delete set null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  source_run_id uuid,
  trace_id uuid,
  epoch integer not null default 0,
  lease_until timestamptz,
  worker text,
  check ((status in ('completed', 'failed', 'cancelled')) = (finished_at is not null)),
  check (result is null or status = 'completed')
);
create index on analysis_runs (project_id, created_at desc, id desc);
create index on analysis_runs (status, created_at) where status in ('queued', 'running');
create index on analysis_runs (expires_at) where expires_at is not null;

create table analysis_geometries (
  id bigint generated always as identity primary key,
  run_id uuid not null references analysis_runs on delete cascade,
  kind text not null check (kind in ('mcp', 'kde', 'hotspot', 'cluster', 'area_use', 'track_summary')),
  subject_id uuid,
  label text not null,
  level finite,
  area_m2 finite check (area_m2 >= 0),
  geom jsonb not null check (jsonb_typeof(geom) = 'object'),
  properties jsonb not null default '{}' check (jsonb_typeof(properties) = 'object')
);
create index on analysis_geometries (run_id, id);
