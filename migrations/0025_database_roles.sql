-- Each room of the program logs in to this database as a role of its own, which no RESET ROLE leaves. Roles belong to
-- the whole server, and there may be other databases of Pugmark on it, of other owners: what this database's roles
-- are called is drawn once and kept here, so that its copies, renamed or restored elsewhere, know them. Their
-- passwords are derived from the secret. Only the owner reads this.
create table database_access (
  one boolean primary key default true check (one),
  suffix text not null check (suffix ~ '^[a-z0-9]{12}$'),   -- pugmark_api_<suffix>, and so on
  secret bytea not null check (length(secret) = 32),
  grants text,                                              -- SHA-256 of repeatable/grants.sql as it was last run
  rights text[],                                            -- what was granted then
  created_at timestamptz not null default now()
);

-- What roles of Pugmark may do here, of this database and of others, drawn or of the time when they were shared; and
-- everybody, with functions that act as the owner. `object` is written as GRANT takes it; rights to columns have the
-- name of their column.
create view database_rights as
with held as (
  select case c.relkind when 'S' then 'sequence' else 'table' end as kind, c.relnamespace as schema,
    format('%I.%I', 'public', c.relname) as object, null::name as column_name, c.relacl as acl
    from pg_class c where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  union all
  select 'table', c.relnamespace, format('%I.%I', 'public', c.relname), a.attname, a.attacl
    from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attacl is not null
  union all
  select 'function', p.pronamespace, p.oid::regprocedure::text, null, coalesce(p.proacl, acldefault('f', p.proowner))
    from pg_proc p where p.prosecdef and p.prorettype <> 'trigger'::regtype
  union all
  select 'schema', n.oid, 'public', null, n.nspacl from pg_namespace n
)
select held.kind, held.object, held.column_name, coalesce(r.rolname, 'public') as grantee,
    acl.privilege_type as privilege, acl.is_grantable as grantable
  from held cross join lateral aclexplode(held.acl) acl left join pg_roles r on r.oid = acl.grantee
  where held.schema = 'public'::regnamespace and ((acl.grantee = 0 and held.kind = 'function')
    or r.rolname ~ '^pugmark_(api|ingest|engine|work|analysis)(_[a-z0-9]{12})?$');
