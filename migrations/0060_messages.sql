-- The messages of the bus have the names of the specification (6.4), one channel for each consumer: analysis.requested with
-- the id of a new run, for the workers of analyses; export.requested and curation.job_requested with the id of a job. A
-- request to cancel is no message: the worker that has the run reads it when it renews its lease. Workers also look at the
-- tables once a second, so what an older release announced under another name is found.

create or replace function tell_of_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' and new.status = 'queued' then
    perform pg_notify('analysis.requested', new.id::text);
  end if;
  if tg_op = 'INSERT' or new.status <> old.status or new.name is distinct from old.name then
    -- the lock under which the stream is appended, so that its ids are in commit order
    perform pg_advisory_xact_lock(hashtextextended(new.project_id::text, 1));
    insert into event_stream (project_id, type, object_id) values (new.project_id, 'run.updated', new.id);
    perform pg_notify('events', '');
  end if;
  return null;
end $$;

create or replace function tell_of_job() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify(case new.kind when 'export' then 'export.requested' else 'curation.job_requested' end, new.id::text);
  return null;
end $$;
