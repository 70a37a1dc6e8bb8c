// What a kept item came by, for who reads which member became which field.

/**
 * READ_BY is the data source `s` as `ReadBy`, without what no reader of items needs; null where there is
 * none.
 */
export const READ_BY =
  "case when s.id is null then null else jsonb_build_object('adapter', s.adapter_key, 'config', " +
  "(s.config #- '{mqtt,ca}') - 'websocket') end"
