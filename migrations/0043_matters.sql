-- What needs somebody is found in the tables of what it is about and leaves no row when it is over. So that one can
-- read what ended and when, the worker keeps what it sees at each look: a row a matter, and where different members
-- see different parts of it (messages about different animals) a row a part. A matter that comes back takes up its row.

create table matters (
  project_id uuid not null references projects on delete cascade,
  code text not null,
  object_type text not null,
  object_id text not null,
  entity_id uuid,                                      -- whom the part is about; null: the whole matter
  device_id uuid,
  name text,
  since timestamptz not null,
  count float8 not null,
  said text,
  silent_hours float8 not null,
  ended_at timestamptz,                                -- the look at which it was over; null: it is not
  unique nulls not distinct (project_id, code, object_id, entity_id, device_id)
);
create index on matters (project_id, ended_at) where ended_at is not null;
create index on matters (ended_at) where ended_at is not null;
