// The heartbeats of the engine processes, which the placement keeps in the database.

/** HEARTBEAT_LIMIT is the age of a heartbeat at which a process counts as gone, and its partitions move. */
export const HEARTBEAT_LIMIT = "5 seconds"

const isRecent = (heartbeat: string): string => `${heartbeat} > now() - interval '${HEARTBEAT_LIMIT}'`

/** SQL. Whether a process, by the name with which it owns partitions, counts as running. */
export const isRunning = (owner: string): string => `exists (
    select from cluster_runners r
    where starts_with(r.address, ${owner} || '/') and ${isRecent("r.last_heartbeat")}
  )`

/** SQL. The names of the processes that count as running. */
export const runningNames = `
    select distinct split_part(r.address, '/', 1) as name
    from cluster_runners r
    where ${isRecent("r.last_heartbeat")}`
