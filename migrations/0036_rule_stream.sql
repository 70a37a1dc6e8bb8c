-- Rules tell: whoever follows a project hears when one is made, changed or archived.

alter table event_stream drop constraint event_stream_type_check;
alter table event_stream add constraint event_stream_type_check check (
  type in ('event.created', 'event.updated', 'alert.created', 'alert.updated', 'run.updated', 'rule.updated')
);
