-- What a run computes, as it was planned when it was asked for: who, in which periods, in which areas, with which
-- options. A worker goes by this alone. null: queued by a release that planned when it computed.
alter table analysis_runs add column plan jsonb check (jsonb_typeof(plan) = 'object');
