-- All rights of the roles in this database: a right that is not granted here is refused. The script runs again
-- whenever it has changed, a migration was applied, or the rights differ from its result. The five names are replaced
-- by those of this database, which have a random suffix.

-- Revokes earlier rights of the roles of Pugmark: granted by migrations, by hand, or to the roles that databases of older
-- releases shared. Those roles themselves stay, because other databases may use them.
do $$
declare held record;
begin
  for held in select distinct kind, object, grantee from database_rights loop
    execute format('revoke all on %s %s from %s', held.kind, held.object,
      case held.grantee when 'public' then 'public' else quote_ident(held.grantee) end);
  end loop;
end $$;

grant usage on schema public to pugmark_api, pugmark_ingest, pugmark_engine, pugmark_work, pugmark_analysis;

-- The API and background work read and write nearly everything; audit entries are neither edited nor removed.
grant select, insert, update, delete on
  alerts, analysis_geometries, analysis_runs, api_tokens, automations, curated_positions, curations, data_sources,
  deliveries, device_identities, device_states, devices, effective_position, entities, entity_assignments,
  entity_types, event_stream, events, feature_editions, features, groups, idempotency_keys, jobs, kept_reports,
  late_spans, log_partitions, measurements, members, metrics, observation_log, parked_projects, partition_cursor,
  positions, processing_traces, project_assignments, project_lanes, projects, roles, rule_activations,
  rule_set_adoptions, rule_set_periods, rule_snoozes, rule_states, rule_transitions, rules, sent_metrics, sessions,
  subject_moves, subject_placements, tick_cursors, unknown_identities, users, worker_heartbeats
  to pugmark_api, pugmark_work;
grant select, insert, delete on alert_steps, rule_versions to pugmark_api, pugmark_work;
grant select, insert on audit_log to pugmark_api, pugmark_work;
grant select on
  arrivals, automation_outbox, data_source_connections, data_source_counts, export_chunks, metrics_edition,
  schema_migrations
  to pugmark_api, pugmark_work;

grant insert, update, delete on data_source_secrets to pugmark_api;
grant insert, delete on telegram_codes, webhook_secrets to pugmark_api;
grant select (data_source_id) on data_source_secrets to pugmark_api;
grant select (user_id, expires_at) on telegram_codes to pugmark_api;
grant select (id, automation_id, action_id, expires_at), update (expires_at) on webhook_secrets to pugmark_api;
grant delete on export_chunks to pugmark_api;
grant select, insert, update on track_imports to pugmark_api;
grant select on import_batches to pugmark_api;
grant select, insert on import_creations to pugmark_api;
grant select, insert, update, delete on login_attempts to pugmark_api;
grant select on telegram_bots to pugmark_api;
grant select, insert, update, delete on health_samples to pugmark_api;
grant select, insert, update, delete on client_grants, oauth_clients, oauth_entries to pugmark_api;
grant select, insert, update on client_reports to pugmark_api;

grant select, delete on login_attempts, telegram_codes to pugmark_work;
-- of codes and tokens only which of them have expired
grant select (client_id, revoked_at, expires_at) on client_grants to pugmark_work;
grant select (id, created_at, last_used_at), delete on oauth_clients to pugmark_work;
grant select (expires_at), delete on oauth_entries to pugmark_work;
grant select (used_until), delete on client_reports to pugmark_work;
grant select on webhook_secrets to pugmark_work;
grant select, insert, update on telegram_bots to pugmark_work;
grant insert, delete on export_chunks to pugmark_work;
grant delete on arrivals, data_source_counts to pugmark_work;
grant select, update, delete on track_imports to pugmark_work;
grant select, delete on import_batches, import_creations to pugmark_work;
grant select on hearing, outages to pugmark_api, pugmark_work, pugmark_engine;
grant select on matters to pugmark_api;
grant select, insert, update, delete on matters to pugmark_work;
grant delete, update on automation_outbox to pugmark_work;   -- row locks ask for update; nothing writes
-- for the job that moves rows of the default partitions into months
grant select, insert, delete on positions_default, measurements_default, device_states_default, processing_traces_default
  to pugmark_work;

-- Ingest and the engine read what is tracked, and neither logins, nor runs, nor messages.
grant select on
  alert_steps, alerts, audit_log, curations, data_sources, device_identities, device_states, devices,
  effective_position, entities, entity_assignments, entity_types, event_stream, events, feature_editions, features,
  groups, idempotency_keys, jobs, kept_reports, late_spans, log_partitions, measurements, members, metrics,
  observation_log, parked_projects, partition_cursor, positions, processing_traces, project_assignments,
  project_lanes, projects, roles, rule_activations, rule_set_adoptions, rule_set_periods, rule_snoozes, rule_states,
  rule_transitions, rule_versions, rules, schema_migrations, subject_moves, subject_placements, tick_cursors,
  unknown_identities, worker_heartbeats
  to pugmark_ingest, pugmark_engine;

grant insert on
  arrivals, device_states, event_stream, events, kept_reports, late_spans, measurements, observation_log, positions,
  processing_traces, sent_metrics
  to pugmark_ingest;
grant select on metrics_edition, sent_metrics to pugmark_ingest;
grant insert, update on unknown_identities to pugmark_ingest;
grant select, insert, update on data_source_counts to pugmark_ingest;
grant select, insert, update, delete on data_source_connections to pugmark_ingest;
-- listeners connect to sources under the same role that stores their records
grant select on data_source_secrets to pugmark_ingest;
grant update (value_number, derived) on measurements to pugmark_ingest;
-- a valid fix takes the place of one of the same moment that was sent as wrong, which becomes conflicting
grant update (conflicting) on positions to pugmark_ingest;
grant update (partition) on log_partitions to pugmark_ingest; -- row locks ask for it; nothing writes these two columns
grant update (id) on devices to pugmark_ingest;
-- intake locks the row of an import, so that it is not removed meanwhile; row locks need the right to update
grant select (id, state), update (id) on track_imports to pugmark_ingest;
grant insert on import_batches to pugmark_ingest;

grant insert on alert_steps, alerts, rule_set_adoptions, event_stream, processing_traces to pugmark_engine;
grant insert, update on events to pugmark_engine;
grant update (episode_id) on alerts to pugmark_engine; -- and row locks ask for it
grant insert, delete on rule_transitions to pugmark_engine;
grant insert, update, delete on
  late_spans, parked_projects, project_lanes, rule_set_periods, rule_states, subject_moves, subject_placements, tick_cursors
  to pugmark_engine;
grant update on partition_cursor to pugmark_engine;
grant select, insert, update, delete on cluster_runners, cluster_locks to pugmark_engine;
grant usage on sequence cluster_runners_machine_id_seq to pugmark_engine;
grant select on cluster_runners to pugmark_api, pugmark_work;
grant update (last_error, last_error_at, last_error_subject_id, last_fired_at) on rules to pugmark_engine;

-- Analyses read measurements and positions, and write their runs and geometries.
grant select on
  analysis_geometries, analysis_runs, device_states, devices, effective_position, entities, entity_assignments,
  entity_types, feature_editions, features, groups, measurements, metrics, positions, processing_traces,
  project_assignments, projects, rule_set_periods, subject_moves, tick_cursors
  to pugmark_analysis;
grant update on analysis_runs to pugmark_analysis;
grant insert, update, delete on analysis_geometries to pugmark_analysis;

grant usage on sequence
  alert_steps_id_seq, analysis_geometries_id_seq, batch_ids, device_state_ids, event_stream_id_seq,
  kept_reports_id_seq, late_spans_id_seq, measurement_ids, observation_log_id_seq, position_ids,
  rule_transitions_id_seq
  to pugmark_api, pugmark_ingest, pugmark_engine, pugmark_work;
grant usage on sequence automation_outbox_id_seq, curations_place_seq, rule_set_periods_id_seq, subject_moves_id_seq
  to pugmark_api, pugmark_work;
grant usage on sequence subject_moves_id_seq to pugmark_engine;
grant usage on sequence analysis_geometries_id_seq to pugmark_analysis;

-- Functions that run with the rights of the owner.
grant execute on function beat(text, text, integer, jsonb)
  to pugmark_api, pugmark_ingest, pugmark_engine, pugmark_work, pugmark_analysis;
grant execute on function make_month(text, date) to pugmark_ingest, pugmark_work, pugmark_api;
grant execute on function drop_trace_months(timestamptz) to pugmark_work;
grant execute on function hear(uuid, interval) to pugmark_ingest;
grant execute on function open_outages(), vouch(uuid[], timestamptz[]), settle_ways(uuid[], timestamptz[]) to pugmark_engine;
grant execute on function lock_projects(uuid[]) to pugmark_engine;
