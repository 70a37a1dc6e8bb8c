-- Who is let in: how often somebody tried, what a token carries, and what the audit log is asked for.

-- Tries to log in, per address and per account at that address. A row of the past hour or of a block is all that is kept.
create table login_attempts (
  address cidr not null,                               -- one IPv4 address, or the /64 of an IPv6 one
  account text not null,                               -- an e-mail address, of somebody or nobody; '': all from there
  failures integer not null default 0,
  last_at timestamptz not null,
  blocked_until timestamptz,
  primary key (address, account)
);
create index on login_attempts (last_at);

alter table api_tokens
  add check (cardinality(scopes) > 0),
  add check (project_ids is null or cardinality(project_ids) > 0);
create index on api_tokens (created_at desc, id desc);

create index on audit_log (actor_id, at desc, id desc) where actor_id is not null;
create index on audit_log (object_type, object_id, at desc, id desc);

grant select, insert, update, delete on login_attempts to pugmark_api;
grant select, delete on login_attempts to pugmark_work;
