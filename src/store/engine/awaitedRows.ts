// Rows of the log that lanes wait for: the cursor of their partition is past them, and they hold entries of a
// project that is judged apart.

/**
 * Whether a lane `l` waits for a row `o` of its partition's log. A row of an older release does not say whose
 * entries it holds: it may be anybody's.
 */
export const awaits = "l.position < o.id and (o.project_ids is null or l.project_id = any(o.project_ids))"

/**
 * Log rows that are looked at, of all lanes together: a backlog is long, and who asks wants to know that it
 * is.
 */
const LOOKED_AT = 200_000

/**
 * Each lane `l` with what it waits for: how many rows (`unread`; among the first of a long backlog) and since
 * when the oldest.
 */
export const waiting = `
  project_lanes l join partition_cursor c on c.partition = l.partition cross join lateral (
    select count(*) as unread, min(o.received_at) as oldest
    from (select id, received_at, project_ids from observation_log o where o.partition = l.partition
      and o.id > l.position and o.id <= c.position
      order by o.id limit (select ${LOOKED_AT} / greatest(1, count(*)) from project_lanes)) o
    where ${awaits}) w`
