-- Background work: jobs, heartbeats, automations, deliveries; and what each database role may do.

create table jobs (
  id uuid primary key,
  kind text not null check (kind in ('attribution', 'export', 'curation', 'cleanup')),
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed', 'expired', 'cancelled')),
  project_id uuid references projects on delete cascade,
  device_id uuid references devices on delete cascade,
  parameters jsonb not null default '{}',
  time_from timestamptz,
  time_to timestamptz,
  records_total bigint,
  records_done bigint not null default 0,
  counts jsonb not null default '{}',
  checkpoint jsonb,
  result jsonb,
  error text,
  created_by_user_id uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  attempts integer not null default 0,
  epoch integer not null default 0,
  lease_until timestamptz,
  trace_id uuid
);
create index on jobs (status, created_at) where status in ('queued', 'running');
create index on jobs (device_id, created_at desc, id desc) where device_id is not null;
create index on jobs (project_id, created_at desc, id desc) where project_id is not null;
-- One attribution job per device at a time.
create unique index on jobs (device_id) where kind = 'attribution' and status in ('queued', 'running');

create table worker_heartbeats (
  worker text primary key,
  role text not null,
  host text,
  pid integer,
  started_at timestamptz not null default now(),
  beat_at timestamptz not null default now(),
  detail jsonb not null default '{}'
);

-- A worker says it is alive through this function, so that the analysis role writes only its own two tables.
create function beat(worker_name text, role_name text, process_id integer, said jsonb) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into worker_heartbeats (worker, role, pid, detail) values (worker_name, role_name, process_id, said)
  on conflict (worker) do update set beat_at = now(), detail = excluded.detail, pid = excluded.pid
$$;

create table automations (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  name text not null check (length(name) between 1 and 200),
  enabled boolean not null default true,
  event_types text[] not null default '{}',
  min_severity severity not null default 'info',
  require_alert boolean not null default false,
  rule_ids uuid[] not null default '{}',
  entity_ids uuid[] not null default '{}',
  max_event_age_seconds integer not null default 21600 check (max_event_age_seconds >= 0),
  actions jsonb not null check (jsonb_typeof(actions) = 'array'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on automations (project_id, created_at desc, id desc);

create table deliveries (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  event_id uuid not null references events on delete cascade,
  automation_id uuid references automations on delete set null,
  action jsonb not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'skipped')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index on deliveries (event_id, created_at desc, id desc);
create index on deliveries (project_id, created_at desc, id desc);
create index on deliveries (next_attempt_at) where status = 'queued';

-- Rights. What is not granted is refused: rule versions and alert steps cannot be edited, audit entries neither edited nor removed.
grant select, insert, update, delete on all tables in schema public to pugmark_api, pugmark_work;
grant select on all tables in schema public to pugmark_ingest, pugmark_engine;
grant usage on all sequences in schema public to pugmark_api, pugmark_ingest, pugmark_engine, pugmark_work;
-- direct grants on the default partitions: the job that moves their rows into months names them
grant select, insert, delete on positions_default, measurements_default, device_states_default, processing_traces_default to pugmark_work;
revoke update, delete on audit_log from pugmark_api, pugmark_work;
revoke insert, update, delete on schema_migrations from pugmark_api, pugmark_work;
revoke update on alert_steps, rule_versions from pugmark_api, pugmark_work;
revoke all on analysis_runs, analysis_geometries from pugmark_ingest, pugmark_engine;
revoke all on users, sessions, api_tokens from pugmark_ingest, pugmark_engine;

grant insert on positions, measurements, device_states, observation_log, unknown_identities, kept_reports, metrics, processing_traces,
  events, event_stream to pugmark_ingest;
grant update on unknown_identities to pugmark_ingest;
grant update (partition) on log_partition to pugmark_ingest;   -- row locks ask for it; nothing writes these two columns
grant update (id) on devices to pugmark_ingest;

grant insert, update, delete on subject_placements, rule_states, late_spans to pugmark_engine;
grant insert on rule_transitions, rule_floors, events, alerts, alert_steps, event_stream, processing_traces, book_adoptions to pugmark_engine;
grant update on partition_cursor, events to pugmark_engine;
grant update (last_error, last_error_at, last_error_subject_id, last_fired_at) on rules to pugmark_engine;

grant select on projects, entity_types, groups, entities, devices, features, feature_revisions, project_assignments, entity_assignments,
  metrics, positions, measurements, device_states, effective_position, analysis_runs, analysis_geometries to pugmark_analysis;
grant insert, update on analysis_runs to pugmark_analysis;
grant insert, update, delete on analysis_geometries to pugmark_analysis;
grant usage on sequence analysis_geometries_id_seq to pugmark_analysis;

revoke execute on function beat(text, text, integer, jsonb), make_month(text, date) from public;
grant execute on function beat(text, text, integer, jsonb) to pugmark_api, pugmark_ingest, pugmark_engine, pugmark_work, pugmark_analysis;
grant execute on function make_month(text, date) to pugmark_ingest, pugmark_work, pugmark_api;
