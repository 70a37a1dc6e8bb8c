-- Who may see and do what: database roles, users, sessions, tokens, members, audit.

-- Database roles. The login user is a member of each and puts one on per connection (SET ROLE), so that a room of the
-- program can only do what its work needs. Roles belong to the whole cluster, hence the guards.
do $$
declare wanted text;
begin
  foreach wanted in array array['pugmark_api', 'pugmark_ingest', 'pugmark_engine', 'pugmark_work', 'pugmark_analysis'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    if not pg_has_role(current_user, wanted, 'member') or not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('grant %I to current_user', wanted);
    end if;
    execute format('grant usage on schema public to %I', wanted);
  end loop;
end $$;

-- Closed enums are domains: a wrong word is refused by the table, and adding one is a migration.
create domain severity as text check (value in ('info', 'warning', 'critical'));
-- A finite double: PostgreSQL sorts NaN above everything, so both bounds are needed.
create domain finite as float8 check (value > '-Infinity'::float8 and value < 'Infinity'::float8);

create table users (
  id uuid primary key,
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  name text not null default '' check (length(name) <= 200),
  password_hash text,                                  -- PHC string; null: no password login
  server_admin boolean not null default false,
  enabled boolean not null default true,
  telegram_chat_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (email)
);

create table sessions (
  id_hash bytea primary key check (length(id_hash) = 32),  -- SHA-256 of the cookie
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address inet,
  user_agent text
);
create index on sessions (user_id);

create table api_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 200),
  token_hash bytea not null unique check (length(token_hash) = 32),
  scopes text[] not null,
  project_ids uuid[],                                  -- null: every project of the user
  kind text not null default 'api' check (kind in ('api', 'mcp')),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index on api_tokens (user_id);

-- Custom roles of a project; the built-in ones (viewer, operator, analyst, admin) are code.
create table roles (
  id uuid primary key,
  project_id uuid not null,
  key text not null check (key ~ '^[a-z][a-z0-9_-]{1,63}$'),
  label text not null,
  permissions text[] not null,
  created_at timestamptz not null default now(),
  unique (project_id, key)
);

create table members (
  project_id uuid not null,
  user_id uuid not null references users on delete cascade,
  role text not null,
  scope_groups uuid[],                                 -- all three null: the whole project
  scope_entities uuid[],
  scope_devices uuid[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
create index on members (user_id);

create table audit_log (
  id uuid primary key,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('user', 'token', 'mcp', 'system')),
  actor_id uuid,
  actor_name text,
  action text not null,
  object_type text not null,
  object_id text,
  project_id uuid,
  detail jsonb not null default '{}',
  request_id text
);
create index on audit_log (at desc, id desc);
create index on audit_log (project_id, at desc, id desc);

-- The answer to a POST that creates, kept for a day: the same key and body give the same answer.
create table idempotency_keys (
  actor_id uuid not null,
  key text not null check (length(key) between 1 and 255),
  route text not null,
  body_hash bytea not null,
  status smallint,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (actor_id, route, key)
);
create index on idempotency_keys (created_at);
