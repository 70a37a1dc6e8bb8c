-- How much geometry a project has, and which projects have rules and features that cannot be loaded.

-- Bytes of the shape as JSON text: what saving is bounded by, and what loading a rule set is bounded by.
alter table features add column geometry_bytes integer not null
  generated always as (octet_length(geometry::text)) stored;

-- Projects whose rules stand still, because the rule set in force cannot be loaded. Their records wait in lanes.
create table parked_projects (
  project_id uuid primary key references projects on delete cascade,
  rule_set_version bigint not null,
  since timestamptz not null,
  code text not null,
  detail text not null,
  trace_id uuid not null
);

-- A point with `radius_m` is the ground round it from now on. A subject that stands there was placed by the point
-- alone: its shape counts as edited, so that it is placed anew without an event.
update projects p set rule_set_version = rule_set_version + 1
where exists (
  select from features f
  where f.project_id = p.id and f.geometry ->> 'type' in ('Point', 'MultiPoint')
    and jsonb_typeof(f.attributes -> 'radius_m') = 'number'
);
update features f set revision = revision + 1, changed_at_version = p.rule_set_version
from projects p
where p.id = f.project_id and f.geometry ->> 'type' in ('Point', 'MultiPoint')
  and jsonb_typeof(f.attributes -> 'radius_m') = 'number';
