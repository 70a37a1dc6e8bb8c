-- How late an item came: seconds from when it was true to its arrival. Null: it was refused, so nobody knows when it
-- was true, or it came before this was kept.
alter table arrivals add column lag_seconds float4;
