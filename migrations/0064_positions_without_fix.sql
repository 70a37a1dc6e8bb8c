-- Positions that are kept and used by nothing, by data source and minute: at latitude 0, longitude 0, or without a
-- fix by their sender's own words.
alter table data_source_counts add column without_fix bigint not null default 0;

-- Records that are more than a year older than their arrival: of devices whose clocks are years behind.
create index on arrivals (received_at) where lag_seconds > 31536000;
