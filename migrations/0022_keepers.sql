-- Whose a device is, also when it is in no project any more: what it has sent belongs to the project it was attributed to, and stays out of
-- the reach of others until that project releases the device.

alter table devices
  add column kept_by uuid[] not null default '{}',     -- the project it was put in last; before the first, those that may put it in one. Projects may be gone
  add column taken_over_at timestamptz,                -- when it came from one project to another, the last time
  add column released_at timestamptz;                  -- since then any project may take it over

-- Devices from before: the last project; where its assignment was deleted, the audit log remembers it; else those that the data sources are for.
update devices d set kept_by = array[a.project_id], taken_over_at = a.taken_over_at from (
  select distinct on (l.device_id) l.device_id, l.project_id, (select min(m.created_at) from project_assignments m
    where m.device_id = l.device_id and m.project_id = l.project_id
      and exists (select from project_assignments o where o.device_id = l.device_id and o.project_id <> l.project_id)) as taken_over_at
  from project_assignments l order by l.device_id, l.valid_from desc) a where a.device_id = d.id;
update devices d set kept_by = array[l.project_id] from (
  select distinct on (detail ->> 'device_id') (detail ->> 'device_id')::uuid as device_id, project_id
  from audit_log where action = 'project_assignment.removed' and project_id is not null order by detail ->> 'device_id', at desc) l
  where l.device_id = d.id and d.kept_by = '{}';
update devices d set kept_by = array(
  select distinct p.id from device_identities i join data_sources s on s.id = i.data_source_id cross join unnest(s.project_ids) as p (id) where i.device_id = d.id order by 1)
  where d.kept_by = '{}';

-- Whoever is given the device keeps it from then on; an assignment that is deleted changes nothing of that.
create function keep_device() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update devices d set kept_by = array[l.project_id],
      taken_over_at = case when d.kept_by = '{}' or l.project_id = any(d.kept_by) then d.taken_over_at else now() end, released_at = null
    from (select project_id from project_assignments where device_id = new.device_id order by valid_from desc limit 1) l
    where d.id = new.device_id and (tg_op = 'INSERT' or d.kept_by <> array[l.project_id]);
  return null;
end $$;
create trigger keep_device after insert or update on project_assignments for each row execute function keep_device();
