-- One word for one thing, in tables as in the program: a project's rules and features of one edition are its rule
-- set (it was its book), what a subject is judged with from one moment to the next is a period (a chapter), and how a
-- condition looks at fixes is a position filter (a hardening). Plain renames: no row is written. What was stored as
-- JSON keeps its members.

alter table projects rename book_version to rule_set_version;
alter table rule_activations rename book_version to rule_set_version;

alter table book_adoptions rename to rule_set_adoptions;
alter table rule_set_adoptions rename book_version to rule_set_version;

alter table subject_placements rename hardening to filter_key;
alter table subject_placements rename book_version to rule_set_version;

alter table subject_moves rename hardening to filter_key;
alter table subject_moves rename book_version to rule_set_version;
alter index subject_moves_subject_id_project_id_hardening_at_id_idx
  rename to subject_moves_subject_id_project_id_filter_key_at_id_idx;

alter table subject_chapters rename to rule_set_periods;
alter sequence subject_chapters_id_seq rename to rule_set_periods_id_seq;
alter table rule_set_periods rename book_version to rule_set_version;
alter table rule_set_periods rename floor to records_after;       -- records newer than this are judged in it, and
alter table rule_set_periods rename tick_floor to ticks_after;    -- ticks after this; null: all
alter table rule_set_periods rename standing to scope_key;

-- Constraints have the names of what they hold; PostgreSQL 18 names those of `not null` too.
do $$
declare
  held record;
begin
  for held in
    select c.conrelid::regclass as of_table, c.conname as before,
      replace(replace(replace(replace(replace(c.conname,
        'book_adoptions', 'rule_set_adoptions'),
        'book_version', 'rule_set_version'),
        'subject_chapters', 'rule_set_periods'),
        'hardening', 'filter_key'),
        'standing', 'scope_key') as after
    from pg_constraint c
    where c.conrelid in (
      'projects'::regclass, 'rule_activations'::regclass, 'rule_set_adoptions'::regclass,
      'subject_placements'::regclass, 'subject_moves'::regclass, 'rule_set_periods'::regclass
    )
  loop
    if held.before <> held.after then
      execute format('alter table %s rename constraint %I to %I', held.of_table, held.before, held.after);
    end if;
  end loop;
end $$;

-- Runs in the transaction of the change, after the rule set was counted up.
create or replace function keep_feature_edition() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  edition bigint;
begin
  select rule_set_version into edition from projects where id = coalesce(new.project_id, old.project_id);
  if tg_op <> 'INSERT' then
    delete from feature_editions where feature_id = old.id and from_version = edition;
    update feature_editions set until_version = edition where feature_id = old.id and until_version is null;
  end if;
  if tg_op <> 'DELETE' then
    insert into feature_editions (
      feature_id, project_id, from_version, revision, changed_at_version, feature_type, name, geometry, attributes
    )
    values (
      new.id, new.project_id, edition, new.revision, new.changed_at_version, new.feature_type, new.name,
      new.geometry, new.attributes
    );
  end if;
  return null;
end $$;
