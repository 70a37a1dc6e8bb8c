-- Runs tell: whoever follows a project hears when one begins or ends, and workers hear of a new one and of a request to cancel.
-- Done by the database, because the analysis role writes nothing but its own two tables.

create function tell_of_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.cancel_requested is distinct from old.cancel_requested then
    perform pg_notify('analysis_requested', new.id::text);
  end if;
  if tg_op = 'INSERT' or new.status <> old.status or new.name is distinct from old.name then
    -- the lock under which the stream is appended, so that its ids are in commit order
    perform pg_advisory_xact_lock(hashtextextended(new.project_id::text, 1));
    insert into event_stream (project_id, type, object_id) values (new.project_id, 'run.updated', new.id);
    perform pg_notify('events', '');
  end if;
  return null;
end $$;
create trigger tell_of_run after insert or update on analysis_runs for each row execute function tell_of_run();

-- Kept runs are counted, oldest first.
create index on analysis_runs (project_id, finished_at) where name is not null;
create index on analysis_geometries (run_id, kind, id);

-- The run counts what its devices sent twice.
grant select on processing_traces to pugmark_analysis;
revoke insert on analysis_runs from pugmark_analysis;
