-- The payload of a log row in columns of bytes (src/domain/intake/log/packedLog.ts). Rows of before keep their JSON until
-- they are read.
alter table observation_log add column packed bytea;
-- not compressed: columns of a few bytes hardly get smaller
alter table observation_log alter column packed set storage external;
alter table observation_log alter column payload drop not null;
-- not valid: new rows are checked; rows of before all have a payload, and need not be read for it
alter table observation_log add check ((payload is null) <> (packed is null)) not valid;
