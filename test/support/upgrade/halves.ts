// What an engine has begun and not finished, and what it has found, as the tables say it: the same columns in
// every release from the lanes on.
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * An event by what makes it the same event in every release, and whenever it is found: whether that is late
 * is not among it.
 */
export interface Found {
  readonly key: string
  readonly title: string
  /** epoch seconds */
  readonly time: number
  readonly ended_at: number | null
  readonly superseded: boolean
  readonly has_alert: boolean
}

/**
 * Of a project in a lane a window is judged in part and rows behind it are unread, ticks are judged for some
 * of a partition, a past in part, and holds are under way.
 */
export const isHalfway = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ there: boolean }>`
    select exists (
        select from project_lanes p
        where subject_id is not null
          and exists (
            select from observation_log l
            where l.partition = p.partition and l.id > p.up_to and p.project_id = any (l.project_ids)
          )
      )
      and exists (select from tick_cursors where next_to is not null)
      and exists (select from late_spans where begun and replayed_at is null)
      and exists (select from rule_states where wake_at is not null) as there`
  return found!.there
})

/** Nothing of it is left, all of the log is read, and no hold is under way. */
export const isDrained = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ left: boolean }>`
    select exists (select from project_lanes)
      or exists (select from tick_cursors where next_to is not null)
      or exists (select from late_spans where replayed_at is null)
      or exists (select from rule_states where wake_at is not null)
      or exists (select from observation_log l join partition_cursor c using (partition) where l.id > c.position)
      as left`
  return !found!.left
})

/** Every event there is, in the order of keys. */
export const foundIn = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ event: Found }>`
    select jsonb_build_object(
        'key', encode(e.event_key, 'hex'),
        'title', e.title,
        'time', extract(epoch from e.time),
        'ended_at', extract(epoch from e.ended_at),
        'superseded', e.superseded,
        'has_alert', exists (select from alerts a where a.event_id = e.id)
      ) as event
    from events e
    order by e.event_key`
  return rows.map(({ event }) => event)
})
