-- Rows that the engine writes many of for each event: their references to rules and projects are checked once a
-- commit instead of once a row. Each commit locks its projects (lock_projects), and deleting a project deletes these
-- rows by triggers. Keys that nothing reads rows by are dropped; the columns stay, because they order rows of one time.

alter table rule_states drop constraint rule_states_rule_id_fkey;
alter table rule_transitions drop constraint rule_transitions_rule_id_fkey, drop constraint rule_transitions_pkey;
alter table subject_moves drop constraint subject_moves_project_id_fkey, drop constraint subject_moves_pkey;
alter table subject_placements drop constraint subject_placements_project_id_fkey;
alter table event_stream drop constraint event_stream_project_id_fkey, drop constraint event_stream_pkey;

-- Locks projects against deletion until the end of the transaction; returns how many there are.
create function lock_projects(ids uuid[]) returns integer
language sql security definer set search_path = public, pg_temp as $$
  select count(*)::integer from (select from projects where id = any(ids) order by id for key share) p
$$;

create function forget_rules() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from rule_states s using gone g where s.rule_id = g.id;
  delete from rule_transitions t using gone g where t.rule_id = g.id;
  return null;
end $$;
create trigger forget_rules after delete on rules
  referencing old table as gone for each statement execute function forget_rules();

create function forget_projects() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from subject_moves m using gone g where m.project_id = g.id;
  delete from subject_placements p using gone g where p.project_id = g.id;
  delete from event_stream e using gone g where e.project_id = g.id;
  return null;
end $$;
create trigger forget_projects after delete on projects
  referencing old table as gone for each statement execute function forget_projects();
