-- Fair turns: a project whose records ask for more than its share of a turn goes on in lanes of its own.

-- Whose entries a row holds: rows of projects in lanes are passed without being read. Null: a row of before.
alter table observation_log add column project_ids uuid[];
-- Whether a record is judged already is asked by the transaction that stored it.
create index on observation_log (partition, batch_id);

-- A project in a lane of a partition: of its entries those in rows up to `position` are judged. Those in the rows after it, up to `up_to`, are
-- the window under way: judged subject by subject and in the order of time, up to the place. The cursor of the partition goes on without the project.
create table project_lanes (
  partition smallint not null check (partition between 0 and 15),
  project_id uuid not null references projects on delete cascade,
  position bigint not null,
  up_to bigint not null,                               -- = position: no window is under way
  subject_id uuid,                                     -- of the window, what this subject and those before it had up to then; null: nothing yet
  at timestamptz,
  ticked boolean not null default false,               -- schedules that tick at that very moment were asked too
  opened_at timestamptz not null,
  rule_id uuid,                                        -- which rule makes most of the events; null: none does
  primary key (partition, project_id),
  check (up_to >= position and (subject_id is null) = (at is null))
);

-- Ticks up to `next_to` are judged in part: for the subjects before this one, and for it up to `at`.
alter table tick_cursors
  add column next_to timestamptz,
  add column subject_id uuid,
  add column at timestamptz,
  add check ((next_to is null) = (subject_id is null) and (subject_id is null) = (at is null));

-- A past that is being judged again in several commits: finished before newer changes of the same subject are looked at.
alter table late_spans add column begun boolean not null default false;

grant select on project_lanes to pugmark_ingest, pugmark_engine;
grant select, insert, update, delete on project_lanes to pugmark_api, pugmark_work;
grant insert, update, delete on project_lanes to pugmark_engine;
