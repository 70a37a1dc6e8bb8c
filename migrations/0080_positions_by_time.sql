-- Positions have an index less: more than half of the bytes of a position were indexes, and each of them is written to
-- the log as well.

-- Those of a project are read by its animals (`positions_of_entity`), or by time where it has many. Only positions of
-- devices without an animal are looked up by their project.
drop index positions_of_project;
create index positions_of_no_entity on positions (project_id, original_time desc, id desc)
  where entity_id is null and project_id is not null;

-- The key begins with the time, so that it serves reads of a span. A position is looked up by id and time, or among
-- those of its device. It is built partition by partition; nothing else uses the table meanwhile.
alter table positions drop constraint positions_pkey;
alter table positions add primary key (original_time, id);
