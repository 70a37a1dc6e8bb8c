-- AI clients that people let in: who asked, what each person agreed to, and what the authorization server keeps of
-- its codes and tokens, by their hashes.

create table oauth_clients (
  id text primary key check (length(id) between 1 and 200),
  metadata jsonb not null check (jsonb_typeof(metadata) = 'object'),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index on oauth_clients (coalesce(last_used_at, created_at));

create table client_grants (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  client_id text not null check (length(client_id) between 1 and 2000),
  client_name text not null check (length(client_name) between 1 and 200),
  redirect_host text not null check (length(redirect_host) between 1 and 300),
  scopes text[] not null check (cardinality(scopes) > 0),
  project_ids uuid[] not null check (cardinality(project_ids) > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index on client_grants (user_id, created_at desc, id desc);
create index on client_grants (client_id);

create table oauth_entries (
  kind text not null check (length(kind) between 1 and 60),
  id_hash bytea not null check (length(id_hash) = 32),
  payload jsonb not null,                                  -- without the id, which is the secret
  grant_id uuid references client_grants on delete cascade,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (kind, id_hash)
);
create index on oauth_entries (grant_id);
create index on oauth_entries (expires_at);
