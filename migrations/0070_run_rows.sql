-- A run is a row of a list without its result being read: how many warnings the result has is a column. A release that does not know it
-- leaves it empty.
alter table analysis_runs add column warning_count integer check (warning_count >= 0);
update analysis_runs set warning_count = jsonb_array_length(result -> 'warnings') where jsonb_typeof(result -> 'warnings') = 'array';

-- Who follows a project hears of progress too, in steps of ten percent, and of a request to cancel.
create or replace function tell_of_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' and new.status = 'queued' then
    perform pg_notify('analysis.requested', new.id::text);
  end if;
  if tg_op = 'INSERT' or new.status <> old.status or new.name is distinct from old.name
    or new.cancel_requested <> old.cancel_requested or new.progress / 10 > old.progress / 10 then
    -- the lock under which the stream is appended, so that its ids are in commit order
    perform pg_advisory_xact_lock(hashtextextended(new.project_id::text, 1));
    insert into event_stream (project_id, type, object_id) values (new.project_id, 'run.updated', new.id);
    perform pg_notify('events', '');
  end if;
  return null;
end $$;
