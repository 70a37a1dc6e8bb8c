-- A file of tracks that goes in piece by piece: how far it came is kept here, so that whoever has the file goes on with
-- it, from any browser. Files are known by their contents and by what was answered about them.
create table track_imports (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  data_source_id uuid references data_sources on delete set null,
  file_name text not null check (length(file_name) between 1 and 255),
  size_bytes int8 not null check (size_bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  answers jsonb not null check (octet_length(answers::text) <= 65536),
  state text not null default 'open' check (state in ('open', 'finished')),
  place_offset int8 not null default 0 check (place_offset >= 0),   -- up to here the file is answered for
  place_line int8 not null default 0 check (place_line >= 0),
  accepted int8 not null default 0,
  duplicates int8 not null default 0,
  rejected int8 not null default 0,
  unassigned int8 not null default 0,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);
create unique index on track_imports (project_id, sha256, md5(answers::text)) where state = 'open';
create index on track_imports (project_id, created_at desc, id desc);
create index on track_imports (data_source_id);
