-- Members as they are edited: a count of changes for those who edit at the same time, and scopes that follow what is removed.

alter table members add column revision bigint not null default 1;

-- all three null: the whole project; an empty scope shows nothing, and is not that
alter table members
  add check ((scope_groups is null) = (scope_entities is null) and (scope_groups is null) = (scope_devices is null)),
  add check (role ~ '^[a-z][a-z0-9_-]{1,63}$');
alter table roles add check (key not in ('viewer', 'operator', 'analyst', 'admin')), add check (cardinality(permissions) > 0);
create index on members (project_id, created_at desc, user_id desc);
create index on roles (project_id, created_at desc, id desc);

-- What is removed leaves the scopes that name it. A scope that becomes empty stays a scope.
create function leave_scopes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  case tg_argv[0]
    when 'groups' then
      update members set scope_groups = array_remove(scope_groups, old.id), revision = revision + 1, updated_at = now()
      where project_id = old.project_id and scope_groups @> array[old.id];
    when 'entities' then
      update members set scope_entities = array_remove(scope_entities, old.id), revision = revision + 1, updated_at = now()
      where project_id = old.project_id and scope_entities @> array[old.id];
    when 'devices' then
      update members set scope_devices = array_remove(scope_devices, old.id), revision = revision + 1, updated_at = now()
      where project_id in (select project_id from project_assignments where device_id = old.id) and scope_devices @> array[old.id];
  end case;
  return old;
end $$;
create trigger leave_scopes before delete on groups for each row execute function leave_scopes('groups');
create trigger leave_scopes before delete on entities for each row execute function leave_scopes('entities');
create trigger leave_scopes before delete on devices for each row execute function leave_scopes('devices');
