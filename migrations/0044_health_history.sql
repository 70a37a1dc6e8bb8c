-- How the service was, by the minute, for a day: beats of a worker, how far rules are behind in a partition, what waits
-- in a queue, what runs out. `subject` says of whom; of what there is one of it is empty.
create table health_samples (
  kind text not null,
  subject text not null,
  minute timestamptz not null,
  value float8 not null,
  primary key (kind, subject, minute)
);
create index on health_samples (minute);

-- Who beats counts its beats of the minute besides, so that one can see when it did not. Only roles beat, not what
-- tells their figures beside them.
create or replace function beat(worker_name text, role_name text, process_id integer, said jsonb) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into worker_heartbeats as w (worker, role, pid, detail) values (worker_name, role_name, process_id, said)
  on conflict (worker) do update set beat_at = now(), detail = excluded.detail, pid = excluded.pid,
    started_at = case when w.pid is distinct from excluded.pid or w.beat_at < now() - interval '30 seconds' then now() else w.started_at end;
  insert into health_samples as s (kind, subject, minute, value)
  select 'beats', worker_name, date_trunc('minute', now()), 1 where role_name not like '%:%'
  on conflict (kind, subject, minute) do update set value = s.value + 1;
$$;
