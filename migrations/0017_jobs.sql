-- What background jobs need besides the table of them; curations position by position; and from when on a change of the past may be judged.

alter table jobs drop constraint jobs_kind_check;
alter table jobs add constraint jobs_kind_check check (kind in ('attribution', 'kept_reports', 'export', 'curation', 'cleanup'));
alter table jobs
  add column worker text,
  add column due_at timestamptz not null default now();

-- One of a kind and device runs, and one waits behind it: a change that comes while it runs widens the waiting one.
drop index jobs_device_id_idx;
create unique index jobs_one_runs on jobs (device_id, kind) where status = 'running' and device_id is not null;
create unique index jobs_one_waits on jobs (device_id, kind) where status = 'queued' and device_id is not null;

create function tell_of_job() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('jobs', new.kind);
  return null;
end $$;
create trigger tell_of_job after insert on jobs for each row execute function tell_of_job();

-- Kept reports are processed in the order of their times.
create index on kept_reports (unknown_identity_id, report_time, id);

-- A span is judged once its partition is read up to there: what the log still holds of records that were moved is judged as it was written,
-- and put right after that and not before.
alter table late_spans add column after_position bigint not null default 0;

-- Which positions an overlay lies on. What counts of a position is made anew of those that stand, in their order.
alter table curations
  add column place bigint generated always as identity,
  add column positions integer not null default 0;
create table curated_positions (
  curation_id uuid not null references curations on delete cascade,
  position_id bigint not null,
  original_time timestamptz not null,
  primary key (curation_id, position_id)
);
create index on curated_positions (position_id);

grant select, insert, update, delete on curated_positions to pugmark_api, pugmark_work;
grant usage on all sequences in schema public to pugmark_api, pugmark_work;
