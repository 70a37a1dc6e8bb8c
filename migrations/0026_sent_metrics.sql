-- Metrics that come into being by being sent are a project's own: no project fixes the type, the unit or the number of
-- another's. What administrators have defined (`metrics`) holds for all projects, except where a project's own metric
-- of that name was there before.

create table sent_metrics (
  owner_id uuid not null,                              -- a project; of devices in no project their data source
  key text not null check (key ~ '^[A-Za-z][A-Za-z0-9_.:-]{0,63}$'),
  label text,
  unit text,
  value_type text not null check (value_type in ('number', 'boolean', 'text')),
  category text,
  defined boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (owner_id, key)
);
create index on sent_metrics (owner_id, created_at desc, key desc);
create index on sent_metrics (key);

-- What nobody has defined becomes the own metric of the projects that have values of it, and of the data sources of
-- devices that sent some in none.
insert into sent_metrics (owner_id, key, unit, value_type, created_at)
  select o.owner_id, m.key, m.unit, m.value_type, m.created_at from (
    select u.project_id as owner_id, u.metric_key from (
      select distinct r.project_id, r.metric_key from measurements r
      where r.metric_key in (select key from metrics where not defined) and r.project_id is not null) u
      join projects p on p.id = u.project_id
    union
    select i.data_source_id, u.metric_key from (
      select distinct r.device_id, r.metric_key from measurements r
      where r.metric_key in (select key from metrics where not defined) and r.project_id is null) u
      join device_identities i on i.device_id = u.device_id) o
  join metrics m on m.key = o.metric_key;
delete from metrics where not defined;

-- Counts what ingest has to read anew: it keeps metrics in memory, and only what is new comes by itself.
create table metrics_edition (edition bigint not null);
insert into metrics_edition values (1);
create function next_metrics_edition() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  update metrics_edition set edition = edition + 1;
  return null;
end $$;
create trigger next_edition after insert or update or delete on metrics
  for each statement execute function next_metrics_edition();
create trigger next_edition after update or delete on sent_metrics
  for each statement execute function next_metrics_edition();

create function forget_metrics() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from sent_metrics where owner_id = old.id;
  return null;
end $$;
create trigger forget_metrics after delete on projects for each row execute function forget_metrics();
create trigger forget_metrics after delete on data_sources for each row execute function forget_metrics();
