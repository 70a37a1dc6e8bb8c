-- What is tracked: projects, entity types, groups, entities, devices, assignments, features, metrics, data sources.

create extension if not exists btree_gist;

create table projects (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text not null check (length(name) between 1 and 200),
  description text not null default '' check (length(description) <= 5000),
  timezone text not null,
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  -- Every change of a rule or a feature counts the book up, every change of entities, groups, devices and assignments the
  -- roster, in the transaction of the change. The engine judges a batch with the numbers it read together with the batch.
  book_version bigint not null default 1,
  roster_version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table roles add foreign key (project_id) references projects on delete cascade;
alter table members add foreign key (project_id) references projects on delete cascade;

create table entity_types (
  id uuid primary key,
  key text not null unique check (key ~ '^[a-z][a-z0-9_]{0,62}$'),
  label text not null check (length(label) between 1 and 200),
  created_at timestamptz not null default now()
);
insert into entity_types (id, key, label)
select ('00000000-0000-7000-8000-0000000001' || lpad(to_hex(n), 2, '0'))::uuid, key, label
from (values (1, 'livestock', 'Livestock'), (2, 'cow', 'Cow'), (3, 'sheep', 'Sheep'), (4, 'goat', 'Goat'), (5, 'horse', 'Horse'),
  (6, 'wild_horse', 'Wild horse'), (7, 'bison', 'Bison'), (8, 'wildlife', 'Wildlife'), (9, 'animal', 'Animal'),
  (10, 'person', 'Person'), (11, 'vehicle', 'Vehicle')) as seeded (n, key, label);

create table groups (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  parent_id uuid,
  name text not null check (length(name) between 1 and 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, id),
  foreign key (project_id, parent_id) references groups (project_id, id),
  check (parent_id <> id)
);
create index on groups (project_id, created_at desc, id desc);
create index on groups (parent_id);

create table entities (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  entity_type_id uuid not null references entity_types,
  group_id uuid,
  name text not null check (length(name) between 1 and 200),
  status text not null default 'active' check (status in ('active', 'inactive', 'archived')),
  attributes jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, id),
  foreign key (project_id, group_id) references groups (project_id, id)
);
create index on entities (project_id, created_at desc, id desc);
create index on entities (group_id);

create table features (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  feature_type text not null check (feature_type in ('site', 'zone', 'geofence', 'route')),
  name text not null check (length(name) between 1 and 200),
  geometry jsonb not null check (jsonb_typeof(geometry) = 'object'),
  attributes jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object'),
  revision integer not null default 1,                 -- counts the geometry's editions
  changed_at_version bigint not null,                  -- the project's book_version at the last edition of the geometry
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, id)
);
create index on features (project_id, created_at desc, id desc);

-- Past geometries: an event names the revision it was judged on.
create table feature_revisions (
  feature_id uuid not null references features on delete cascade,
  revision integer not null,
  geometry jsonb not null,
  attributes jsonb not null,
  recorded_at timestamptz not null default now(),
  primary key (feature_id, revision)
);

create table data_sources (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  adapter_key text not null check (adapter_key in ('generic_http', 'owntracks', 'traccar', 'chirpstack', 'tts', 'generic_mqtt', 'osmand')),
  enabled boolean not null default true,
  config jsonb not null default '{}' check (jsonb_typeof(config) = 'object'),
  project_ids uuid[] not null default '{}',            -- where devices created from unknown identities may go
  token_hash bytea not null unique check (length(token_hash) = 32),
  previous_token_hash bytea check (length(previous_token_hash) = 32),
  previous_token_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on data_sources (created_at desc, id desc);

create table devices (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  device_type text not null default 'tracker' check (length(device_type) between 1 and 100),
  serial_number text check (length(serial_number) <= 200),
  status text not null default 'active' check (status in ('active', 'inactive', 'retired')),
  attributes jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on devices (created_at desc, id desc);

create table device_identities (
  id uuid primary key,
  device_id uuid not null references devices on delete cascade,
  data_source_id uuid not null references data_sources on delete cascade,
  external_id text not null check (length(external_id) between 1 and 200),
  created_at timestamptz not null default now(),
  unique (data_source_id, external_id)
);
create index on device_identities (device_id);

-- Half-open intervals that cannot overlap: a device is in one project and on one entity at a time.
create table project_assignments (
  id uuid primary key,
  device_id uuid not null references devices on delete cascade,
  project_id uuid not null references projects on delete cascade,
  valid_from timestamptz not null,
  valid_to timestamptz,
  created_at timestamptz not null default now(),
  check (valid_to is null or valid_from < valid_to),
  exclude using gist (device_id with =, tstzrange(valid_from, valid_to, '[)') with &&)
);
create index on project_assignments (project_id, created_at desc, id desc);
create index on project_assignments (device_id);          -- ingest reads a thousand devices at once: the exclusion index is ten times slower

create table entity_assignments (
  id uuid primary key,
  device_id uuid not null references devices on delete cascade,
  project_id uuid not null references projects on delete cascade,
  entity_id uuid not null,
  valid_from timestamptz not null,
  valid_to timestamptz,
  created_at timestamptz not null default now(),
  foreign key (project_id, entity_id) references entities (project_id, id) on delete cascade,
  check (valid_to is null or valid_from < valid_to),
  exclude using gist (device_id with =, tstzrange(valid_from, valid_to, '[)') with &&)
);
create index on entity_assignments (project_id, created_at desc, id desc);
create index on entity_assignments (entity_id);
create index on entity_assignments (device_id);

create table metrics (
  key text primary key check (key ~ '^[A-Za-z][A-Za-z0-9_.:-]{0,63}$'),
  label text,
  unit text,
  value_type text not null check (value_type in ('number', 'boolean', 'text')),
  category text,
  defined boolean not null default false,
  created_at timestamptz not null default now()
);
create index on metrics (created_at desc, key desc);
insert into metrics (key, label, unit, value_type, category, defined) values
  ('battery_voltage', 'Battery voltage', 'V', 'number', 'power', true),
  ('battery_percent', 'Battery charge', '%', 'number', 'power', true),
  ('solar_voltage', 'Solar voltage', 'V', 'number', 'power', true),
  ('temperature_c', 'Temperature', '°C', 'number', 'environment', true),
  ('humidity_percent', 'Relative humidity', '%', 'number', 'environment', true),
  ('accel_x', 'Acceleration x', 'm/s²', 'number', 'motion', true),
  ('accel_y', 'Acceleration y', 'm/s²', 'number', 'motion', true),
  ('accel_z', 'Acceleration z', 'm/s²', 'number', 'motion', true),
  ('activity', 'Activity', 'm/s²', 'number', 'motion', true),
  ('rssi_dbm', 'Signal strength', 'dBm', 'number', 'radio', true),
  ('snr_db', 'Signal to noise', 'dB', 'number', 'radio', true),
  ('odometer_km', 'Odometer', 'km', 'number', 'vehicle', true),
  ('ignition', 'Ignition', null, 'boolean', 'vehicle', true);
