-- Data sources that listen to a broker: the password they show it, and how each connection does.

-- Apart from the sources, so that nobody who reads those reads these.
create table data_source_secrets (
  data_source_id uuid primary key references data_sources on delete cascade,
  password text not null,
  updated_at timestamptz not null default now()
);

-- One worker at a time listens for a source, under a lease; what it says of the connection stands beside it.
create table data_source_connections (
  data_source_id uuid primary key references data_sources on delete cascade,
  held_by text,
  held_until timestamptz not null default '-infinity',
  status text not null default 'connecting' check (status in ('connecting', 'connected', 'failed')),
  since timestamptz not null default now(),
  error text,
  last_message_at timestamptz,
  messages bigint not null default 0
);

grant insert, update, delete, select (data_source_id) on data_source_secrets to pugmark_api;
grant select on data_source_connections to pugmark_api, pugmark_work;
-- the role that stores what comes in is the one that goes and gets it
grant select on data_source_secrets to pugmark_ingest;
grant select, insert, update, delete on data_source_connections to pugmark_ingest;
