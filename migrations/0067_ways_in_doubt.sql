-- A record of a subject that reports by several ways proves that one of them was heard, and does not say which. What is
-- judged by it needs to know of all of them: each was heard until then if it said so just now, or is out.

-- When each way last said that it is heard; a record never moves it. Null: not since this is kept.
alter table hearing add beat_at timestamptz;

-- As before, and notes when.
create or replace function hear(way uuid, heard_for interval) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known timestamptz;
  moment timestamptz;
  since timestamptz;
begin
  select heard_to into known from hearing where source_id is not distinct from way for update;
  moment := date_trunc('milliseconds', clock_timestamp());
  if known is null then
    insert into hearing (source_id, heard_to, beat_at)
    select way, moment, moment
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
  update hearing
  set heard_to = case when known > moment + hearing_patience() then moment else greatest(known, moment) end, beat_at = moment
  where source_id is not distinct from way;
end $$;

-- Two beats: a way that said nothing for so long may be out.
create function hearing_doubt() returns interval language sql immutable as $$ select interval '4 seconds' $$;

-- Of each of these ways it is settled whether it was heard up to a moment: it was where it said so just now, and any
-- other is out from when it was heard last. One that goes on ends its outage with its next beat.
create function settle_ways(ways uuid[], up_to timestamptz[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  with doubted as (
    select h.source_id, h.heard_to, v.up_to,
      coalesce(h.beat_at, h.heard_to) >= clock_timestamp() - hearing_doubt() as is_heard
    from hearing h
    join unnest(ways, up_to) as v (way, up_to) on h.source_id is not distinct from v.way
    where h.heard_to < v.up_to
      and not exists (select from outages o where o.source_id is not distinct from h.source_id and o.ended_at is null)
    order by h.source_id
    for update of h
  ), lost as (
    insert into outages (source_id, began_at) select source_id, heard_to from doubted where not is_heard
    on conflict do nothing
  )
  update hearing h set heard_to = least(d.up_to, date_trunc('milliseconds', clock_timestamp() + interval '5 seconds'))
  from doubted d
  where h.source_id is not distinct from d.source_id and d.is_heard
    and h.heard_to < least(d.up_to, date_trunc('milliseconds', clock_timestamp() + interval '5 seconds'));
$$;
