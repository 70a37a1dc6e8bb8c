-- A worker that was silent and beats again was started again: since when it is there begins anew, also where its name is the one of before
-- (in a container it is process 1 of the same host each time). As many seconds as SILENT_SECONDS in src/domain/system/SystemHealth.ts.
create or replace function beat(worker_name text, role_name text, process_id integer, said jsonb) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into worker_heartbeats as w (worker, role, pid, detail) values (worker_name, role_name, process_id, said)
  on conflict (worker) do update set beat_at = now(), detail = excluded.detail, pid = excluded.pid,
    started_at = case when w.pid is distinct from excluded.pid or w.beat_at < now() - interval '30 seconds' then now() else w.started_at end
$$;
