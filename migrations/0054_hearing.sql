-- When the service could hear: what pushes to the API, and by each data source that it connects to. Who listens says so
-- every two seconds; where it did not, an outage is on record, and silence is not counted over it.

-- Up to when each way in was listened to. `source_id` is null for all that is pushed to the API.
create table hearing (
  source_id uuid unique nulls not distinct references data_sources on delete cascade,
  heard_to timestamptz not null
);

-- What could not hear, from when to when; `ended_at` is null while it goes on. Rows outlive their data source: what was
-- judged by them stays as it was.
create table outages (
  id bigint generated always as identity primary key,
  source_id uuid,
  began_at timestamptz not null,
  ended_at timestamptz,
  check (ended_at > began_at)
);
create unique index outages_open on outages (source_id) nulls not distinct where ended_at is null;
create index on outages (source_id, began_at desc);

-- A way in that was not listened to for so long is out. Shorter than the grace of ticks, so that these find it on record.
create function hearing_patience() returns interval language sql immutable as $$ select interval '15 seconds' $$;

-- Somebody hears by a way in and has done so for `heard_for` (null: from now on). What lies between that and what was
-- known before is an outage. The clock of the database counts: where it was set back, what is known goes back with it.
create function hear(way uuid, heard_for interval) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known timestamptz;
  moment timestamptz;
  since timestamptz;
begin
  select heard_to into known from hearing where source_id is not distinct from way for update;
  moment := date_trunc('milliseconds', clock_timestamp());
  if known is null then
    insert into hearing (source_id, heard_to)
    select way, moment
    where way is null or exists (select from data_sources where id = way)
    on conflict do nothing;
    return;
  end if;
  if exists (select from outages where source_id is not distinct from way and ended_at is null) then
    delete from outages where source_id is not distinct from way and ended_at is null and began_at >= moment;
    update outages set ended_at = moment where source_id is not distinct from way and ended_at is null;
  else
    since := case
      when heard_for is null or moment - known > hearing_patience() then moment
      else date_trunc('milliseconds', moment - heard_for)
    end;
    -- one beat takes longer to get here than another
    if since - known > interval '1 second' then
      insert into outages (source_id, began_at, ended_at) values (way, known, since);
    end if;
  end if;
  update hearing set heard_to = case when known > moment + hearing_patience() then moment else greatest(known, moment) end
  where source_id is not distinct from way;
end $$;

-- Ways in that nobody listens to are out from then on. A beat that is under way is waited for.
create function open_outages() returns void
language sql security definer set search_path = public, pg_temp as $$
  with stale as (
    select h.source_id, h.heard_to
    from hearing h
    where h.heard_to < clock_timestamp() - hearing_patience()
      and not exists (select from outages o where o.source_id is not distinct from h.source_id and o.ended_at is null)
    order by h.source_id
    for update
  )
  insert into outages (source_id, began_at) select source_id, heard_to from stale on conflict do nothing;
$$;

-- A record that was received by one of these ways proves that it was heard up to then.
create function vouch(ways uuid[], push boolean, up_to timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  with proven as (
    select h.source_id
    from hearing h
    where (h.source_id = any(ways) or (push and h.source_id is null))
      and h.heard_to < up_to and h.heard_to >= up_to - hearing_patience() and up_to <= clock_timestamp() + interval '5 seconds'
    order by h.source_id
    for update
  )
  update hearing h set heard_to = greatest(h.heard_to, up_to)
  from proven p
  where h.source_id is not distinct from p.source_id;
$$;

-- A source that is switched off hears nothing; one that the service connects to is heard from its first connection on.
create function follow_source() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  dialled boolean := tg_op <> 'DELETE' and new.config ?| array['mqtt', 'websocket'];
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  if tg_op = 'DELETE' then
    delete from outages where source_id = old.id and ended_at is null and began_at >= moment;
    update outages set ended_at = moment where source_id = old.id and ended_at is null;
    return old;
  end if;
  if dialled then
    insert into hearing (source_id, heard_to) values (new.id, moment) on conflict do nothing;
  else
    delete from hearing where source_id = new.id;
    if new.enabled then
      delete from outages where source_id = new.id and ended_at is null and began_at >= moment;
      update outages set ended_at = moment where source_id = new.id and ended_at is null;
    else
      insert into outages (source_id, began_at) values (new.id, moment) on conflict do nothing;
    end if;
  end if;
  return new;
end $$;
create trigger follow_source after insert or delete or update of enabled, config on data_sources
for each row execute function follow_source();

-- What was before this was kept is as it was: nothing is an outage. From the last signs of life on it is known.
insert into hearing (source_id, heard_to)
select null, date_trunc('milliseconds', max(beat_at)) from worker_heartbeats where role = 'serve' having max(beat_at) is not null;
insert into hearing (source_id, heard_to)
select s.id, date_trunc('milliseconds', now())
from data_sources s
where s.config ?| array['mqtt', 'websocket'];
insert into outages (source_id, began_at)
select s.id, date_trunc('milliseconds', now())
from data_sources s
where not s.enabled and not s.config ?| array['mqtt', 'websocket'];
