// Attaches reminders to alerts: the newest alert of the episode is found and locked until the commit, so that a
// person resolves it either before the reminder or after it.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { carriedAlert, type EpisodeAlert } from "../../../domain/event/episodeAlert.ts"
import type { NewEvent } from "../../../engine/ports.ts"
import { uuids } from "../../sql/columns.ts"
import type { StreamEntry } from "../../events/EventStream.ts"
import { firingOf } from "../eventRecord.ts"
import type { Verdict } from "./compare.ts"
import { utf8 } from "./encode.ts"
import type { EncodedEvent } from "./events.ts"
import { findHistory } from "./history.ts"

/** Whether an entry is a reminder. */
export const isReminder = ({ event }: Pick<EncodedEvent, "event">): boolean => event.kind === "reminder"

/** Reminders is what a commit has of them. */
interface Reminders {
  /** inserted events of any kind, in the order of their time */
  readonly fresh: ReadonlyArray<EncodedEvent>
  /** reminders that existed, with what the replay gave: their episode may begin with another event now */
  readonly existing: Verdict["reminders"]
  /** ids of events that existed, by the id of this batch */
  readonly known: ReadonlyMap<string, string>
}

/** Reads the newest alert of each episode whose own event is valid, by episode. */
const newestAlerts = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, episodes: ReadonlyArray<string>) {
  const rows = yield* sql<{
    readonly episode_id: string
    readonly id: string
    readonly resolved_at: Date | null
  }>`
    select e.episode_id, a.id, case when a.status = 'resolved' then a.resolved_at end as resolved_at
    from unnest(${uuids([...new Set(episodes)])}) as e (episode_id)
      cross join lateral (
        select n.id, n.status, n.resolved_at
        from alerts n
        where coalesce(n.episode_id, n.event_id) = e.episode_id
          and not exists (select from events o where o.id = n.event_id and o.superseded)
        order by n.created_at desc, n.id desc
        limit 1
        for no key update of n
      ) a`
  return new Map(
    rows.map(({ episode_id, id, resolved_at }): [string, EpisodeAlert] => [
      episode_id,
      { id, resolvedAt: resolved_at?.getTime() ?? null }
    ])
  )
})

const aboutOf = ({ subject: { deviceId, entityId, projectId } }: NewEvent) => ({
  projectId,
  entityId,
  deviceId
})

/**
 * Decides which alert each reminder is counted on and writes it to the events, after the other alerts were
 * inserted. Returns the entries with that, and further entries for live readers.
 */
export const settleReminders = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { existing, fresh, known }: Reminders
) {
  const episodeOf = ({ episodeId }: NewEvent): string | null =>
    episodeId === undefined ? null : (known.get(episodeId) ?? episodeId)
  const moved = existing.filter(({ event, kept }) => episodeOf(event) !== kept.episode_id),
    reminders = fresh.filter(isReminder)
  if (moved.length + reminders.length === 0) return { entries: fresh, stream: [] }
  const owners = moved.flatMap(({ event, kept }) => (kept.alert_id === null ? [] : [{ event, id: kept.id }]))
  if (owners.length > 0)
    yield* sql`
      update alerts a set episode_id = v.episode_id
      from unnest(${uuids(owners.map((o) => o.id))}, ${uuids(owners.map((o) => episodeOf(o.event)))})
        as v (event_id, episode_id)
      where a.event_id = v.event_id`
  const newest = yield* newestAlerts(
    sql,
    [...reminders.map((r) => r.event), ...moved.map((m) => m.event)].flatMap((e) => episodeOf(e) ?? [])
  )
  const isAnyResolved = [...newest.values()].some((alert) => alert.resolvedAt !== null)
  const history = yield* findHistory(sql, isAnyResolved ? reminders.map((r) => r.event) : [])
  const settled = new Map<EncodedEvent, EncodedEvent>()
  for (const entry of reminders.toSorted((a, b) => a.event.at - b.event.at)) {
    const { event } = entry
    const episodeId = episodeOf(event)
    const carried = carriedAlert((episodeId === null ? undefined : newest.get(episodeId)) ?? null, {
      ...event,
      isHistory: history.has(event.id)
    })
    if (carried.opens && episodeId !== null) newest.set(episodeId, { id: carried.id!, resolvedAt: null })
    const { episodeId: _given, ...own } = event
    const made = {
      ...own,
      ...(episodeId === null ? {} : { episodeId }),
      alertId: carried.id,
      ...(carried.opens || carried.id === null ? {} : { carriesAlert: true as const })
    }
    settled.set(entry, { ...entry, event: made, steps: utf8(firingOf(made)) })
  }
  const made = [...settled.values()].map(({ event }) => ({
    id: event.id,
    episodeId: event.episodeId ?? null,
    alertId: event.carriesAlert === true ? event.alertId : null
  }))
  const carriedBy = ({ event, kept }: Verdict["reminders"][number]): string | null =>
    kept.alert_id === null ? (newest.get(episodeOf(event) ?? "")?.id ?? null) : null
  const others = moved.map((m) => ({
    id: m.kept.id,
    episodeId: episodeOf(m.event),
    alertId: carriedBy(m)
  }))
  const rows = [...made, ...others]
  yield* sql`
    update events e set episode_id = v.episode_id, alert_id = v.alert_id
    from unnest(
      ${uuids(rows.map((r) => r.id))}, ${uuids(rows.map((r) => r.episodeId))},
      ${uuids(rows.map((r) => r.alertId))}
    ) as v (id, episode_id, alert_id)
    where e.id = v.id`
  const changed = new Map(
    moved.flatMap((m) =>
      [m.kept.carried_id, carriedBy(m)].flatMap((id) => (id === null ? [] : [[id, m.event] as const]))
    )
  )
  const stream = [
    ...moved.map(({ event, kept }): StreamEntry => ({
      ...aboutOf(event),
      type: "event.updated",
      objectId: kept.id
    })),
    ...[...changed].map(([objectId, event]): StreamEntry => ({
      ...aboutOf(event),
      type: "alert.updated",
      objectId
    }))
  ]
  return { entries: fresh.map((entry) => settled.get(entry) ?? entry), stream }
})
