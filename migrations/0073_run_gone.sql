-- Who has a run open hears that it is gone: removed by a person, or by the clean-up. The stream names its id alone. Of a
-- project that is removed as a whole nothing is said.
create function tell_of_gone_runs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- the locks under which the stream is appended, in the order in which all take them
  perform pg_advisory_xact_lock(hashtextextended(g.project, 1))
    from (select distinct project_id::text as project from gone order by 1 offset 0) g;
  insert into event_stream (project_id, type, object_id)
    select gone.project_id, 'run.updated', gone.id from gone join projects p on p.id = gone.project_id order by gone.id;
  perform pg_notify('events', '') where exists (select from gone);
  return null;
end $$;
create trigger tell_of_gone_runs after delete on analysis_runs referencing old table as gone
  for each statement execute function tell_of_gone_runs();
