-- Which version of MQTT is spoken with a broker; null while there is no connection.
alter table data_source_connections add column protocol text check (protocol in ('5', '3.1.1'));
