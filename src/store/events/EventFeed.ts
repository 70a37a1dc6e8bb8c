// The event stream, handed to live readers: one notification and one query per process for all of them. Every
// reader keeps its own place; what the process read last is kept for those who keep up, and whoever falls
// behind or resumes reads the database. So nothing is lost or told twice, and a slow reader costs no memory.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, RcMap, type Scope, Semaphore, Stream } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { bigints, uuids } from "../sql/arrays.ts"
import { keepLooking, listen, makeSignal, type ReadOn, type Signal } from "../sql/broadcast.ts"
import { seesRecord, type Visibility } from "../../domain/access/Visibility.ts"
import { Alerts } from "./Alerts.ts"
import { Events } from "./Events.ts"
import type { StreamEntry } from "./EventStream.ts"
import { rulesByIds, runsByIds } from "./streamRecords.ts"

/** Entries read at a time, and kept per project for readers that keep up. */
const PAGE = 200
const KEPT = 1000
/** Readers that read the database at a time, for what is not kept any more. */
const BEHIND = 3
/** Notifications are lost while disconnected: whoever waits looks every second anyway. */
const LOOK_MS = 1000

/**
 * One entry of a project's stream; `json` is the record as its GET gives it. `Reset`: the reader's place is
 * not of this stream, it begins anew.
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

/** What is told of an object that is in no list any more; undefined: nothing. */
const ofGone = ({ object_id, type }: Row): object | undefined =>
  type === "run.updated"
    ? { id: object_id }
    : type === "rule.updated"
      ? { id: object_id, archived: true }
      : undefined

interface Channel {
  readonly projectId: string
  /** the newest entry handed out */
  last: number
  /** everything after this one is in `kept` */
  keptAfter: number
  kept: ReadonlyArray<LiveEntry>
  readonly signal: Signal
}

/** What is told from a place on, each entry once; never ends. */
export interface Told {
  /** the entry after which it begins; 0: before the first */
  readonly from: number
  readonly entries: Stream.Stream<LiveEntry>
}

export class EventFeed extends Context.Service<
  EventFeed,
  {
    /**
     * The stream of a project after an entry, in order; from now on when there is none. Who sees a part of
     * the project is told of that part, and of every run and rule as those who see all of it are: the stream
     * does not know whom they are about.
     */
    readonly follow: (
      projectId: string,
      visibility: Visibility,
      after: number | null
    ) => Effect.Effect<Told, never, Scope.Scope>
  }
>()("store/EventFeed") {
  static readonly layer = Layer.effect(
    EventFeed,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const pg = yield* PgClient.PgClient
  const events = yield* Events
  const alerts = yield* Alerts
  const channels = new Set<Channel>()
  const behind = yield* Semaphore.make(BEHIND)

  const read = Effect.fnUntraced(function* (
    places: ReadonlyArray<{ readonly projectId: string; readonly after: number }>
  ) {
    const rows = yield* sql<Row>`
      select s.id::float8 as id, s.project_id, s.type, s.entity_id, s.device_id, s.object_id
      from unnest(${uuids(places.map((p) => p.projectId))}, ${bigints(places.map((p) => p.after))})
        as p (project_id, after)
      cross join lateral (select * from event_stream e where e.project_id = p.project_id and e.id > p.after
        order by e.id limit ${PAGE}) s
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

  /** Reads on for every project with readers; true when there may be more. */
  const look = Effect.fnUntraced(function* () {
    if (channels.size === 0) return false
    const found = Map.groupBy(
      yield* read([...channels].map((c) => ({ projectId: c.projectId, after: c.last }))),
      ({ row }) => row.project_id
    )
    for (const channel of channels) {
      const fresh = (found.get(channel.projectId) ?? []).filter(({ row }) => row.id > channel.last)
      if (fresh.length === 0) continue
      const kept = [...channel.kept, ...fresh.flatMap(entryOf)]
      const dropped = kept.length - KEPT
      if (dropped > 0) channel.keptAfter = kept[dropped - 1]!.id
      channel.kept = dropped > 0 ? kept.slice(dropped) : kept
      channel.last = fresh[fresh.length - 1]!.row.id
      channel.signal.notify()
    }
    return [...found.values()].some((rows) => rows.length === PAGE)
  })

  const round = Effect.gen(function* () {
    while (yield* look());
  })
  yield* Effect.forkScoped(
    keepLooking(
      pg,
      "events",
      LOOK_MS,
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

  /** What comes after an entry: from what is kept, else from the database. */
  const readOn =
    (channel: Channel): ReadOn<LiveEntry> =>
    (after) => {
      if (after >= channel.last) return null
      if (after >= channel.keptAfter) {
        // no more than a page: whoever stands still holds on to it
        const fresh = channel.kept.filter((e) => e.id > after).slice(0, PAGE)
        return Effect.succeed([fresh, fresh.length === PAGE ? fresh[PAGE - 1]!.id : channel.last])
      }
      return Effect.map(
        behind.withPermits(1)(read([{ projectId: channel.projectId, after }])),
        (rows) => [rows.flatMap(entryOf), rows[rows.length - 1]?.row.id ?? channel.last] as const
      )
    }
  const from = (channel: Channel, place: number): Told => ({
    from: place,
    entries: listen(channel.signal, place, readOn(channel))
  })

  const whole = Effect.fnUntraced(function* (projectId: string, after: number | null) {
    const channel = yield* RcMap.get(open, projectId)
    if (after === null) return from(channel, channel.last)
    // another process may have told more than this one read so far, but nobody more than there is
    const end = after <= channel.last ? channel.last : yield* newest(projectId)
    if (after <= end) return from(channel, after)
    const reset: LiveEntry = { id: end, type: "reset", entityId: null, deviceId: null, json: "{}" }
    const anew = from(channel, end)
    return { ...anew, entries: Stream.concat(Stream.succeed(reset), anew.entries) }
  })

  const isOfTheProject: ReadonlySet<LiveEntry["type"]> = new Set(["reset", "run.updated", "rule.updated"])
  const isSeen = (visibility: Visibility, e: LiveEntry) =>
    isOfTheProject.has(e.type) || seesRecord(visibility, e.entityId, e.deviceId)

  const follow = (projectId: string, visibility: Visibility, after: number | null) =>
    Effect.map(whole(projectId, after), (told) =>
      visibility === null
        ? told
        : { ...told, entries: Stream.filter(told.entries, (e) => isSeen(visibility, e)) }
    )

  return EventFeed.of({ follow })
})
