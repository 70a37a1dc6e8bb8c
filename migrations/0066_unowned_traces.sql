-- Traces of refusals that belong to no project stand in the list of the projects of their source: newest first, a source at a
-- time.
create index on processing_traces (data_source_id, started_at desc, id desc)
  where project_id is null and data_source_id is not null;
