// SQL for how a stored item is read: the adapter and configuration of its data source.

/**
 * READ_BY_SQL is the data source `s` as `ReadBy`, without certificates and websockets; null where there is
 * none.
 */
export const READ_BY_SQL =
  "case when s.id is null then null else jsonb_build_object('adapter', s.adapter_key, 'config', " +
  "(s.config #- '{mqtt,ca}') - 'websocket') end"
