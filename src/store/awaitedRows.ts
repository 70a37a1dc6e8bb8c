// Rows of the log that lanes wait for: the cursor of their partition is past them, and they hold entries of a project that is judged apart.

/**
 * Whether a lane `l` waits for a row `o` of its partition's log. A row of an older release does not say whose entries it holds:
 * it may be anybody's.
 */
export const awaits = "l.position < o.id and (o.project_ids is null or l.project_id = any(o.project_ids))"

/**
 * Each row `o` with each lane `l` that waits for it; of `lanes`, a table or a query. The log of a partition is read once, from where its
 * last lane is, however many there are.
 */
export const awaitedRows = (lanes: string): string => `
  (select partition, min(position) as position from ${lanes} m group by partition) m join partition_cursor c on c.partition = m.partition
  join observation_log o on o.partition = m.partition and o.id > m.position and o.id <= c.position
  join ${lanes} l on l.partition = o.partition and ${awaits}`
