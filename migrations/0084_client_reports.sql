-- How much of the events that it may report each AI client has used, as the time at which all of it is free again: so
-- that every process that serves the API counts together.
create table client_reports (
  grant_id uuid primary key,
  used_until timestamptz not null
);
