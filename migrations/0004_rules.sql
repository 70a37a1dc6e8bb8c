-- What is to be noticed: rules, their immutable versions, and the state of each rule and subject.

create table rules (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  name text not null check (length(name) between 1 and 200),
  description text not null default '' check (length(description) <= 5000),
  enabled boolean not null default false,
  current_version integer not null,
  -- The book_version at which the rule last began blank: enabling, or a version with another trigger or other conditions.
  -- State rows of an older beginning, and placements older than it, say nothing to the rule.
  blank_from_version bigint not null,
  last_error text,
  last_error_at timestamptz,
  last_error_subject_id uuid,
  last_fired_at timestamptz,
  archived_at timestamptz,
  etag bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, id)
);
create index on rules (project_id, created_at desc, id desc) where archived_at is null;

create table rule_versions (
  rule_id uuid not null references rules on delete cascade,
  version integer not null check (version >= 1),
  document jsonb not null check (jsonb_typeof(document) = 'object'),
  runnable boolean not null,                           -- false: uses a reserved condition kind
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (rule_id, version)
);
alter table rules add foreign key (id, current_version) references rule_versions (rule_id, version) deferrable initially deferred;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows never change', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger immutable before update on rule_versions for each row execute function refuse_change();

-- Which version was in force from when on (current_version and enabled, told apart by the book's edition).
create table rule_activations (
  rule_id uuid not null references rules on delete cascade,
  book_version bigint not null,
  version integer,                                     -- null: disabled from here on
  at timestamptz not null default now(),
  primary key (rule_id, book_version)
);

-- Where a subject was last placed, one row for each hardening setting in use ('' is none).
create table subject_placements (
  subject_id uuid not null,
  hardening text not null default '',
  partition smallint not null,
  project_id uuid not null references projects on delete cascade,
  book_version bigint not null,                        -- features changed after this edition have not placed the subject yet
  inside uuid[] not null,
  detail jsonb,                                        -- streaks of features that want several agreeing fixes
  primary key (subject_id, hardening)
);

-- One row only where there is something to remember: blank states have none.
create table rule_states (
  rule_id uuid not null references rules on delete cascade,
  subject_id uuid not null,
  partition smallint not null,
  version integer not null,
  blank_from_version bigint not null,
  active boolean not null,
  since timestamptz,
  last_fired_at timestamptz,
  holds jsonb not null default '[]',
  wake_at timestamptz,                                 -- the earliest hold's, for the timer after a restart
  judged_to timestamptz,                               -- the newest deadline a timer has judged
  episode_event_id uuid,
  updated_at timestamptz not null default now(),
  primary key (rule_id, subject_id)
);
create index on rule_states (subject_id);
create index on rule_states (partition, wake_at) where wake_at is not null;

-- Every change of a state with its event time: what a replay starts from and what `explain` shows.
create table rule_transitions (
  id bigint generated always as identity primary key,
  rule_id uuid not null references rules on delete cascade,
  version integer not null,
  subject_id uuid not null,
  at timestamptz not null,
  state jsonb not null,
  event_id uuid,
  log_position bigint not null,
  created_at timestamptz not null default now()
);
create index on rule_transitions (rule_id, subject_id, at desc, id desc);

-- The subject's watermark when a version came into force: it judges nothing at or before it.
create table rule_floors (
  rule_id uuid not null references rules on delete cascade,
  book_version bigint not null,
  subject_id uuid not null,
  floor timestamptz not null,
  primary key (rule_id, book_version, subject_id)
);

create table rule_snoozes (
  rule_id uuid not null references rules on delete cascade,
  entity_id uuid not null references entities on delete cascade,
  until timestamptz not null,
  note text,
  actor_id uuid,
  actor_name text,
  created_at timestamptz not null default now(),
  primary key (rule_id, entity_id)
);
