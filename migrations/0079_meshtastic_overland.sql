-- Two more formats that data sources read: Meshtastic's JSON and Overland's.
alter table data_sources drop constraint data_sources_adapter_key_check;
alter table data_sources add constraint data_sources_adapter_key_check check (adapter_key in (
  'generic_http', 'owntracks', 'traccar', 'chirpstack', 'tts', 'generic_mqtt', 'osmand', 'generic_websocket',
  'meshtastic', 'overland'
));
