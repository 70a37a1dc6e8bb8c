-- Automations at work: which events wait to be looked at, what is carried to whom, the secrets that sign it, and chats of users.

-- Events that automations have not looked at yet. The trigger below fills it in the event's own transaction, whoever inserts the
-- event; a project without an enabled automation costs one look into an index a statement.
create table automation_outbox (
  id bigint generated always as identity primary key,
  event_id uuid not null,
  project_id uuid not null
);

create index on automations (project_id) where enabled;

create function hand_to_automations() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into automation_outbox (event_id, project_id)
  select f.id, f.project_id from fresh f where exists (select from automations a where a.project_id = f.project_id and a.enabled);
  if found then
    perform pg_notify('deliveries', '');
  end if;
  return null;
end $$;
revoke execute on function hand_to_automations() from public;

create trigger hand_to_automations after insert on events referencing new table as fresh for each statement execute function hand_to_automations();

-- A delivery is one message to one receiver. What the action says is read when it is sent, so that a corrected address helps.
alter table deliveries drop column action;
alter table deliveries
  add column automation_name text not null,
  add column action_id uuid not null,
  add column action_type text not null check (action_type in ('webhook', 'email', 'telegram')),
  add column target text not null,                     -- the origin of a webhook, an address, a user's id
  add column lane text not null,                       -- deliveries of one lane wait for each other and for no one else
  add column code text,
  add column epoch integer not null default 0,         -- raised by every claim: who holds the newest one settles it
  add column tries jsonb not null default '[]',        -- what earlier attempts met: [{at, duration_ms, code, error}]
  add column asked_at timestamptz,                     -- when a person asked for it again
  add column trace_id uuid,
  add check ((status = 'queued') = (finished_at is null));
drop index deliveries_next_attempt_at_idx;
-- `next_attempt_at` of one being sent is the end of its lease: a worker that died is followed by another.
create index on deliveries (lane, next_attempt_at, id) where status = 'queued';
create unique index on deliveries (event_id, automation_id, action_id, target);
create index on deliveries (project_id, status, created_at desc, id desc);
create index on deliveries (automation_id, created_at desc, id desc) where automation_id is not null;

-- Secrets that sign webhooks, apart from the automations, so that nobody who reads those reads these.
create table webhook_secrets (
  id uuid primary key,
  automation_id uuid not null references automations on delete cascade,
  action_id uuid not null,
  secret text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz                               -- of one that was replaced; until then both sign
);
create index on webhook_secrets (automation_id, action_id);

-- Chats. A code, told to the bot within ten minutes, links the chat to the user who asked for it.
alter table users add column telegram_linked_at timestamptz;

create table telegram_codes (
  code_hash bytea primary key check (length(code_hash) = 32),
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index on telegram_codes (user_id);

-- One worker at a time asks a bot for what it was told; `next_update_id` moves in the transaction of what came of the update.
create table telegram_bots (
  bot_id text primary key,
  username text,
  next_update_id bigint not null default 0,
  polled_by text,
  polled_until timestamptz not null default '-infinity'
);

revoke select on automations, deliveries from pugmark_ingest, pugmark_engine;
grant select, delete, update on automation_outbox to pugmark_work;   -- row locks ask for update; nothing writes
grant insert, delete, select (id, automation_id, action_id, expires_at), update (expires_at) on webhook_secrets to pugmark_api;
grant select on webhook_secrets to pugmark_work;
grant insert, delete, select (user_id, expires_at) on telegram_codes to pugmark_api;
grant select, delete on telegram_codes to pugmark_work;
grant select on telegram_bots to pugmark_api;
grant select, insert, update on telegram_bots to pugmark_work;
