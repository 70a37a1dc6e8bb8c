-- What the late lane needs to know of a subject's chapters besides their edition and floors.

-- A subject begins a chapter with a new edition of the book, and also when it comes into or leaves what scopes ask for.
alter table subject_chapters
  add column id bigint generated always as identity,
  add column judged jsonb not null default '{}',       -- rule -> newest deadline judged by then, epoch ms, where that is past the floor
  add column standing text not null default '';        -- its type and groups then, as the engine writes them; '': none, or not on record
alter table subject_chapters drop constraint subject_chapters_pkey;
alter table subject_chapters add primary key (subject_id, project_id, id);

-- The few records whose time was curated lie elsewhere in the other indexes than where they count.
create index measurements_curated on measurements (project_id, curated_time) where curated_time is not null;
create index device_states_curated on device_states (project_id, curated_time) where curated_time is not null;
