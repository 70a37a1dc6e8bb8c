-- Sources that hold a line to a websocket server, and how far in its stream what came is stored: what the server calls
-- that place, for servers that go on from there. Null: it calls it nothing.
alter table data_sources drop constraint data_sources_adapter_key_check;
alter table data_sources add constraint data_sources_adapter_key_check check (adapter_key in (
  'generic_http', 'owntracks', 'traccar', 'chirpstack', 'tts', 'generic_mqtt', 'osmand', 'generic_websocket'
));
alter table data_source_connections add column mark text;
