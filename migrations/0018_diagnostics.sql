-- What operators look at: what came in by which data source, and traces found in any way people look for them.

-- Items by the minute and outcome. Each process adds what it took every few seconds.
create table data_source_counts (
  data_source_id uuid not null references data_sources on delete cascade,
  minute timestamptz not null,
  accepted bigint not null default 0,
  duplicates bigint not null default 0,
  rejected bigint not null default 0,
  unassigned bigint not null default 0,
  primary key (data_source_id, minute)
);

-- Items as they came: all of a quiet source, some of a busy one.
create table arrivals (
  id uuid primary key,
  received_at timestamptz not null,
  data_source_id uuid not null references data_sources on delete cascade,
  external_id text,                                    -- null: it could not be read
  project_id uuid,                                     -- whose it was at its time; null: nobody's
  device_id uuid,
  entity_id uuid,
  status text not null check (status in ('accepted', 'duplicate', 'rejected', 'unassigned')),
  code text,
  trace_id uuid,
  payload jsonb
);
create index on arrivals (data_source_id, received_at desc, id desc);
create index on arrivals (project_id, received_at desc, id desc) where project_id is not null;
create index on arrivals using brin (received_at);

-- A trace is found by whatever somebody knows of it, without reading the others.
drop index processing_traces_code_started_at_id_idx;
create index on processing_traces (project_id, code, started_at desc, id desc) where code is not null;
create index on processing_traces (project_id, kind, started_at desc, id desc);
create index on processing_traces (project_id, status, started_at desc, id desc);
-- As one expression, so that the planner has figures of the two together: of rules, nearly none fails.
create index on processing_traces (project_id, (kind || ' ' || status), started_at desc, id desc) where status <> 'ok';
create index on processing_traces (rule_id, started_at desc, id desc) where rule_id is not null and status <> 'ok';
create index on processing_traces (entity_id, started_at desc, id desc) where entity_id is not null;
create index on processing_traces (data_source_id, started_at desc, id desc) where data_source_id is not null;
create index on processing_traces (started_at) where status = 'failed';
-- Those that go first when they are old.
create index on processing_traces (started_at) where event_id is null;

-- Drops the months of traces that ended before a moment; how many went. With the owner's rights, as `make_month`.
create function drop_trace_months(before timestamptz) returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  part text;
  gone integer := 0;
begin
  if before > now() - interval '90 days' then raise exception 'traces are kept for 90 days at least'; end if;
  perform set_config('lock_timeout', '2s', true);
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'processing_traces'::regclass and c.relname ~ '^processing_traces_\d{4}_\d\d$'
      and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= before
  loop
    execute format('drop table %I', part);
    gone := gone + 1;
  end loop;
  return gone;
end $$;
revoke execute on function drop_trace_months(timestamptz) from public;
grant execute on function drop_trace_months(timestamptz) to pugmark_work;

grant select on data_source_counts, arrivals, automation_outbox to pugmark_api, pugmark_work;
grant select, insert, update on data_source_counts to pugmark_ingest;
grant insert on arrivals to pugmark_ingest;
grant delete on data_source_counts, arrivals, worker_heartbeats to pugmark_work;
