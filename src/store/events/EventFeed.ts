// The event stream for live readers: one notification and one query per process for all of them. Every reader
// has its own place; the newest entries are in memory for readers that keep up, and readers that fall behind or
// resume read the database. So no entry is lost or sent twice, and a slow reader costs no memory.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, RcMap, Semaphore, Stream } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { bigints, uuids } from "../sql/arrays.ts"
import { readRepeatedly, listen, makeSignal, type ReadAfter, type Signal } from "../sql/broadcast.ts"
import { seesRecord, type Visibility } from "../../domain/access/Visibility.ts"
import { Alerts } from "./Alerts.ts"
import { Events } from "./Events.ts"
import type { StreamEntry } from "./EventStream.ts"
import { rulesByIds, runsByIds } from "./streamRecords.ts"

/** ENTRIES_PER_READ is how many entries are read at a time. */
const ENTRIES_PER_READ = 200
/** MAX_CACHED_ENTRIES is how many entries of a project are in memory. */
const MAX_CACHED_ENTRIES = 1000
/** MAX_SLOW_READERS is how many readers read the database at a time, for entries that are not in memory. */
const MAX_SLOW_READERS = 3
/** POLL_MS is how often the database is read without a notification, which is lost while disconnected. */
const POLL_MS = 1000

/**
 * LiveEntry is one entry of a project's stream; `json` is the record as its GET returns it. `Reset`: the
 * reader's place is not of this stream, and it starts from the present.
 */
export interface LiveEntry {
  readonly id: number
  readonly type: StreamEntry["type"] | "reset"
  readonly entityId: string | null
  readonly deviceId: string | null
  readonly json: string
}

interface Row {
  readonly id: number
  readonly project_id: string
  readonly type: StreamEntry["type"]
  readonly entity_id: string | null
  readonly device_id: string | null
  readonly object_id: string
}

/** Returns what is sent about an object that is in no list any more; undefined: nothing. */
const ofGone = ({ object_id, type }: Row): object | undefined =>
  type === "run.updated"
    ? { id: object_id }
    : type === "rule.updated"
      ? { id: object_id, archived: true }
      : undefined

interface Channel {
  readonly projectId: string
  /** the newest entry that was sent */
  last: number
  /** all entries after this one are in `kept` */
  keptAfter: number
  kept: ReadonlyArray<LiveEntry>
  readonly signal: Signal
}

/** EventSubscription is the stream from a place on, each entry once; it never ends. */
interface EventSubscription {
  /** the entry after which it begins; 0: before the first */
  readonly from: number
  readonly entries: Stream.Stream<LiveEntry>
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const pg = yield* PgClient.PgClient
  const events = yield* Events
  const alerts = yield* Alerts
  const channels = new Set<Channel>()
  const behind = yield* Semaphore.make(MAX_SLOW_READERS)

  const read = Effect.fnUntraced(function* (
    places: ReadonlyArray<{ readonly projectId: string; readonly after: number }>
  ) {
    const rows = yield* sql<Row>`
      select s.id::float8 as id, s.project_id, s.type, s.entity_id, s.device_id, s.object_id
      from unnest(${uuids(places.map((p) => p.projectId))}, ${bigints(places.map((p) => p.after))})
        as p (project_id, after)
      cross join lateral (select * from event_stream e where e.project_id = p.project_id and e.id > p.after
        order by e.id limit ${ENTRIES_PER_READ}) s
      order by s.id`.pipe(Effect.orDie)
    const about = (kind: string) => rows.filter((r) => r.type.startsWith(kind)).map((r) => r.object_id)
    const records = new Map<string, object>([
      ...(yield* events.byIds(about("event."))).map((e) => [e.id, e] as const),
      ...(yield* alerts.byIds(about("alert."))).map((a) => [a.id, a] as const),
      ...(yield* runsByIds(pg, about("run."))).map((r) => [r.id, r] as const),
      ...(yield* rulesByIds(pg, about("rule."))).map((r) => [r.id, r] as const)
    ])
    return rows.map((row) => ({ row, record: records.get(row.object_id) ?? ofGone(row) }))
  })

  const entryOf = ({
    record,
    row
  }: {
    readonly row: Row
    readonly record: object | undefined
  }): ReadonlyArray<LiveEntry> =>
    record === undefined
      ? []
      : [
          {
            id: row.id,
            type: row.type,
            entityId: row.entity_id,
            deviceId: row.device_id,
            json: JSON.stringify(record)
          }
        ]

  const newest = (projectId: string) =>
    sql<{ id: number }>`
      select coalesce(max(id), 0)::float8 as id from event_stream where project_id = ${projectId}::uuid`.pipe(
      Effect.map(([row]) => row?.id ?? 0),
      Effect.orDie
    )

  /** Reads new entries of every project with readers; true when there may be more. */
  const look = Effect.fnUntraced(function* () {
    if (channels.size === 0) return false
    const rowsByProject = Map.groupBy(
      yield* read([...channels].map((c) => ({ projectId: c.projectId, after: c.last }))),
      ({ row }) => row.project_id
    )
    for (const channel of channels) {
      const fresh = (rowsByProject.get(channel.projectId) ?? []).filter(({ row }) => row.id > channel.last)
      if (fresh.length === 0) continue
      const entries = [...channel.kept, ...fresh.flatMap(entryOf)]
      const dropped = entries.length - MAX_CACHED_ENTRIES
      if (dropped > 0) channel.keptAfter = entries[dropped - 1]!.id
      channel.kept = dropped > 0 ? entries.slice(dropped) : entries
      channel.last = fresh[fresh.length - 1]!.row.id
      channel.signal.notify()
    }
    return [...rowsByProject.values()].some((rows) => rows.length === ENTRIES_PER_READ)
  })

  const round = Effect.gen(function* () {
    while (yield* look());
  })
  yield* Effect.forkScoped(
    readRepeatedly(
      pg,
      "events",
      POLL_MS,
      "the live stream pauses until the database answers again",
      Effect.succeed(round)
    )
  )

  const open = yield* RcMap.make({
    lookup: (projectId: string) =>
      Effect.gen(function* () {
        const last = yield* newest(projectId)
        const channel: Channel = { projectId, last, keptAfter: last, kept: [], signal: makeSignal() }
        channels.add(channel)
        yield* Effect.addFinalizer(() => Effect.sync(() => channels.delete(channel)))
        return channel
      }),
    idleTimeToLive: "10 seconds"
  })

  /** What comes after an entry: from memory, else from the database. */
  const readOn =
    (channel: Channel): ReadAfter<LiveEntry> =>
    (after) => {
      if (after >= channel.last) return null
      if (after >= channel.keptAfter) {
        // no more than a page, because a stalled reader retains it
        const fresh = channel.kept.filter((e) => e.id > after).slice(0, ENTRIES_PER_READ)
        return Effect.succeed([
          fresh,
          fresh.length === ENTRIES_PER_READ ? fresh[ENTRIES_PER_READ - 1]!.id : channel.last
        ])
      }
      return Effect.map(
        behind.withPermits(1)(read([{ projectId: channel.projectId, after }])),
        (rows) => [rows.flatMap(entryOf), rows[rows.length - 1]?.row.id ?? channel.last] as const
      )
    }
  const from = (channel: Channel, place: number): EventSubscription => ({
    from: place,
    entries: listen(channel.signal, place, readOn(channel))
  })

  const whole = Effect.fnUntraced(function* (projectId: string, after: number | null) {
    const channel = yield* RcMap.get(open, projectId)
    if (after === null) return from(channel, channel.last)
    // another process may have sent more than this one has read, but never more than exists
    const end = after <= channel.last ? channel.last : yield* newest(projectId)
    if (after <= end) return from(channel, after)
    const reset: LiveEntry = { id: end, type: "reset", entityId: null, deviceId: null, json: "{}" }
    const anew = from(channel, end)
    return { ...anew, entries: Stream.concat(Stream.succeed(reset), anew.entries) }
  })

  const isOfTheProject: ReadonlySet<LiveEntry["type"]> = new Set(["reset", "run.updated", "rule.updated"])
  const isSeen = (visibility: Visibility, e: LiveEntry) =>
    isOfTheProject.has(e.type) || seesRecord(visibility, e.entityId, e.deviceId)

  /**
   * Returns the stream of a project after an entry, in order; from now on when none is given. Members with a
   * scope get the entries of their part, and those of all runs and rules as other members do, because the
   * stream does not know their subjects.
   */
  const follow = (projectId: string, visibility: Visibility, after: number | null) =>
    Effect.map(whole(projectId, after), (told) =>
      visibility === null
        ? told
        : { ...told, entries: Stream.filter(told.entries, (e) => isSeen(visibility, e)) }
    )

  return { follow }
})

/** EventFeed is the event stream. */
export class EventFeed extends Context.Service<EventFeed>()("store/EventFeed", { make }) {
  static readonly layer = Layer.effect(EventFeed, make)
}
