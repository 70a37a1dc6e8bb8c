// Rows of the log that lanes wait for: the cursor of their partition is past them, and they hold entries of a
// project in a lane.

/**
 * Whether a lane `l` waits for a row `o` of its partition's log. A row of an older release does not name its
 * projects, so every lane waits for it.
 */
export const awaitsRow = "l.position < o.id and (o.project_ids is null or l.project_id = any(o.project_ids))"

/**
 * MAX_COUNTED_ROWS bounds the log rows that are counted for all lanes together: a long backlog need not be
 * counted to its end.
 */
const MAX_COUNTED_ROWS = 200_000

/** Each lane `l` with the rows it waits for: how many (`unread`, up to the bound) and the age of the oldest. */
export const waitingLanes = `
  project_lanes l join partition_cursor c on c.partition = l.partition cross join lateral (
    select count(*) as unread, min(o.received_at) as oldest
    from (select id, received_at, project_ids from observation_log o where o.partition = l.partition
      and o.id > l.position and o.id <= c.position
      order by o.id limit (select ${MAX_COUNTED_ROWS} / greatest(1, count(*)) from project_lanes)) o
    where ${awaitsRow}) w`
