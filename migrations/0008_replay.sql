-- What judging the past again needs: every edition of rules and features, and what each subject was when.

-- Since which edition the version remembers anything: the start of its blank state.
alter table rule_activations add column blank_from_version bigint;
update rule_activations set blank_from_version = book_version;
alter table rule_activations alter column blank_from_version set not null;

-- Features by the editions of the project's book in which they were so. Kept when the feature is gone.
create table feature_editions (
  feature_id uuid not null,
  project_id uuid not null references projects on delete cascade,
  from_version bigint not null,
  until_version bigint,                                -- the first edition in which it was no longer so; null: it still is
  revision integer not null,
  changed_at_version bigint not null,
  feature_type text not null,
  name text not null,
  geometry jsonb not null,
  attributes jsonb not null,
  primary key (feature_id, from_version)
);
create index on feature_editions (project_id, from_version);
insert into feature_editions (feature_id, project_id, from_version, revision, changed_at_version, feature_type, name, geometry, attributes)
select id, project_id, changed_at_version, revision, changed_at_version, feature_type, name, geometry, attributes from features;
drop table feature_revisions;

-- Runs in the transaction of the change, after the book was counted up.
create function keep_feature_edition() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  edition bigint;
begin
  select book_version into edition from projects where id = coalesce(new.project_id, old.project_id);
  if tg_op <> 'INSERT' then
    delete from feature_editions where feature_id = old.id and from_version = edition;
    update feature_editions set until_version = edition where feature_id = old.id and until_version is null;
  end if;
  if tg_op <> 'DELETE' then
    insert into feature_editions (feature_id, project_id, from_version, revision, changed_at_version, feature_type, name, geometry, attributes)
    values (new.id, new.project_id, edition, new.revision, new.changed_at_version, new.feature_type, new.name, new.geometry, new.attributes);
  end if;
  return null;
end $$;
create trigger keep_edition after insert or update or delete on features for each row execute function keep_feature_edition();

-- From where on a subject is judged with an edition of the book: records newer than its floor, ticks after its tick floor.
drop table rule_floors;
create table subject_chapters (
  subject_id uuid not null,
  project_id uuid not null references projects on delete cascade,
  book_version bigint not null,
  partition smallint not null,
  floor timestamptz,                                   -- the subject's watermark then; null: it had none
  tick_floor timestamptz,
  created_at timestamptz not null default now(),
  primary key (subject_id, project_id, book_version)
);

-- Every change of a placement with its event time.
create table subject_moves (
  id bigint generated always as identity primary key,
  subject_id uuid not null,
  project_id uuid not null references projects on delete cascade,
  hardening text not null,
  at timestamptz not null,
  book_version bigint not null,
  inside uuid[] not null,
  detail jsonb
);
create index on subject_moves (subject_id, project_id, hardening, at desc, id desc);

-- What a transition left, whole: the open episode, and which blank start the state belongs to.
alter table rule_transitions add column episode_event_id uuid;
alter table rule_transitions add column blank_from_version bigint not null default 0;
alter table rule_transitions alter column blank_from_version drop default;

-- Ticks up to then are judged for all subjects of a project in a partition.
create table tick_cursors (
  project_id uuid not null references projects on delete cascade,
  partition smallint not null,
  ticked_to timestamptz not null,
  primary key (project_id, partition)
);

-- A device without an entity is another subject in each project.
alter table subject_placements drop constraint subject_placements_pkey, add primary key (subject_id, project_id, hardening);

-- When anything arrived is asked by schedules; rows lie in the order of their arrival, so that the smallest of indexes serves.
create index positions_received on positions using brin (received_at);
create index measurements_received on measurements using brin (received_at);
create index device_states_received on device_states using brin (received_at);

grant select on feature_editions, subject_chapters, subject_moves, tick_cursors to pugmark_ingest, pugmark_engine, pugmark_analysis;
grant select, insert, update, delete on feature_editions, subject_chapters, subject_moves, tick_cursors to pugmark_api, pugmark_work;
grant insert, update, delete on subject_chapters, subject_moves, tick_cursors to pugmark_engine;
grant delete on rule_transitions to pugmark_engine;
grant usage on all sequences in schema public to pugmark_api, pugmark_engine, pugmark_work;
