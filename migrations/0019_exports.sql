-- The files of exports: in the database, because whoever writes one and whoever hands it out may be on different machines.

create table export_chunks (
  job_id uuid not null references jobs on delete cascade,
  n integer not null,
  bytes bytea not null,
  primary key (job_id, n)
);
create index jobs_exports_over on jobs (expires_at) where kind = 'export';

-- Records that were moved in time, found by their subject: an export reads one subject after the other.
create index positions_moved on positions ((coalesce(entity_id, device_id)), curated_time, id) where curated_time is not null;
create index measurements_moved on measurements ((coalesce(entity_id, device_id)), curated_time, id) where curated_time is not null;

grant select, delete on export_chunks to pugmark_api;
grant select, insert, delete on export_chunks to pugmark_work;
