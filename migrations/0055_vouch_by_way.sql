-- A record proves that its own way in was heard, and no other: each way has its own moment. A null in `ways` is what is
-- pushed to the API.
drop function vouch(uuid[], boolean, timestamptz);
create function vouch(ways uuid[], up_to timestamptz[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  with proven as (
    select h.source_id, v.up_to
    from hearing h
    join unnest(ways, up_to) as v (way, up_to) on h.source_id is not distinct from v.way
    where h.heard_to < v.up_to and h.heard_to >= v.up_to - hearing_patience()
      and v.up_to <= clock_timestamp() + interval '5 seconds'
    order by h.source_id
    for update of h
  )
  update hearing h set heard_to = greatest(h.heard_to, p.up_to)
  from proven p
  where h.source_id is not distinct from p.source_id;
$$;
