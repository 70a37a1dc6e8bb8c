-- A run leaves the trace that it names: what was asked, by whom it was computed, and how it ended. Written by the database, whoever ends
-- the run, because the analysis role writes nothing but its own two tables. A trace begins when the run was asked for: its id was made then,
-- and says in which month it is looked for.

alter table processing_traces drop constraint processing_traces_kind_check,
  add constraint processing_traces_kind_check check (kind in ('ingest', 'rule', 'attribution', 'export', 'curation', 'delivery', 'analysis', 'system')) not valid;

create function trace_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wire constant text := 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
  ended constant text := case new.status when 'completed' then 'ok' when 'cancelled' then 'skipped' else 'failed' end;
begin
  insert into processing_traces (id, kind, status, code, started_at, duration_ms, project_id, entity_id, error, steps)
  values (new.trace_id, 'analysis', ended, coalesce(new.error_code, 'RUN_' || upper(new.status)), new.created_at, greatest(0, extract(epoch from new.finished_at - new.created_at) * 1000),
    new.project_id, case when cardinality(new.subject_ids) = 1 then new.subject_ids[1] end, new.error_message,
    jsonb_build_array(
      jsonb_build_object('name', 'request', 'status', 'ok', 'at', to_char(new.created_at at time zone 'utc', wire),
        'detail', jsonb_build_object('run_id', new.id, 'module', new.module, 'subjects', cardinality(new.subject_ids))))
    || case when new.started_at is null then '[]' else jsonb_build_array(
      jsonb_build_object('name', 'compute', 'status', ended, 'at', to_char(new.started_at at time zone 'utc', wire), 'duration_ms', greatest(0, extract(epoch from new.finished_at - new.started_at) * 1000),
        'detail', jsonb_strip_nulls(jsonb_build_object('worker', new.worker, 'method_version', new.method_version, 'fixes', new.input_count, 'excluded', new.excluded_count)))) end
    || jsonb_build_array(
      jsonb_build_object('name', 'end', 'status', ended, 'at', to_char(new.finished_at at time zone 'utc', wire),
        'detail', jsonb_strip_nulls(jsonb_build_object('run', new.status, 'code', new.error_code, 'error', new.error_message, 'remedy', case
          when new.status <> 'failed' then null
          when new.error_code = 'MODULE_DISABLED' then 'Switch the module on for the deployment and for the project, and start the run again.'
          when new.error_code = 'INPUT_TOO_LARGE' then 'Choose fewer subjects or areas, or a shorter period.'
          when new.error_code = 'ANALYSIS_TIMEOUT' then 'Choose fewer subjects or a shorter period, or allow runs more time, and start the run again.'
          else 'Do what the error says and start the run again. If it does not say, the log of the analysis worker has it under the id of the run.' end)))))
  on conflict do nothing;
  return null;
end $$;
create trigger trace_run after update of status on analysis_runs for each row
  when (old.status in ('queued', 'running') and new.status in ('completed', 'failed', 'cancelled') and new.trace_id is not null) execute function trace_run();
