-- How a project stands with its alerts is asked for on every page: what people did in the last 30 days is found
-- without reading all that they ever did.

create index on alerts (project_id, resolved_at) where resolved_at is not null;
create index on alerts (project_id, acknowledged_at) where acknowledged_at is not null;
