// Feeds live maps: while a project has readers, the end of the log is read and the newest position of each
// subject handed out, at most about once a second. Nothing is stored and no reader can resume: only the latest
// position counts.
import { PgClient } from "@effect/sql-pg"
import { Context, Deferred, Effect, Layer, RcMap, RcRef, Stream } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { seesRecord, type Visibility } from "../../../domain/access/Visibility.ts"
import { decodePositions } from "../../../domain/intake/LogEntry.ts"
import type { Subject } from "../../../domain/rule/Observation.ts"
import { bigints, ints } from "../../sql/arrays.ts"
import { readRepeatedly, listen, makeSignal, type ReadAfter, type Signal } from "../../sql/broadcast.ts"

/** ROWS_PER_READ is how many log rows of one partition are read at a time. */
const ROWS_PER_READ = 8
/** PAUSE_MS is the time between two rounds; what arrives meanwhile is sent together. */
const PAUSE_MS = 1000

/** LivePosition is one subject's newest position, ready to send: as a record, and as what a map needs of it. */
export interface LivePosition {
  readonly entityId: string | null
  readonly deviceId: string
  readonly json: string
  readonly brief: string
}

interface Channel {
  /** by subject and kind of fix, with the round that brought it */
  readonly newest: Map<string, LivePosition & { readonly at: number; readonly round: number }>
  round: number
  readonly signal: Signal
}

type Fix = ReturnType<typeof decodePositions>[number]

const record = (p: Fix): string =>
  JSON.stringify({
    id: p.recordId,
    project_id: p.subject.projectId,
    device_id: p.subject.deviceId,
    entity_id: p.subject.entityId,
    record_type: p.recordType,
    time: new Date(p.at).toISOString(),
    received_at: new Date(p.receivedAt).toISOString(),
    geometry: { type: "Point", coordinates: [p.lon, p.lat] },
    altitude_m: p.altitudeM,
    speed_mps: p.speedMps,
    heading_deg: p.headingDeg,
    accuracy_m: p.accuracyM
  })

const brief = (p: Fix): string =>
  JSON.stringify({
    entity_id: p.subject.entityId,
    device_id: p.subject.deviceId,
    time: new Date(p.at).toISOString(),
    lon: p.lon,
    lat: p.lat,
    heading_deg: p.headingDeg,
    speed_mps: p.speedMps,
    record_type: p.recordType
  })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const pg = yield* PgClient.PgClient
  const channels = new Map<string, Channel>()

  const subjectOf = (projectId: string, deviceId: string, entityId: string | null): Subject => ({
    id: entityId ?? deviceId,
    projectId,
    deviceId,
    entityId
  })

  /** Reads new rows of the log and returns whether there may be more. */
  const look = Effect.fnUntraced(function* (last: Map<number, number>, moved: Set<Channel>) {
    const rows = yield* sql<{
      readonly partition: number
      readonly id: bigint
      readonly payload: string | null
      readonly packed: Uint8Array | null
    }>`
      select l.partition, l.id, l.payload, l.packed
      from unnest(${ints([...last.keys()])}, ${bigints([...last.values()])}) as c (partition, position)
        cross join lateral (
          select *
          from observation_log o
          where o.partition = c.partition and o.id > c.position
          order by o.id
          limit ${ROWS_PER_READ}
        ) l
      order by l.id`
    const counts = new Map<number, number>()
    for (const r of rows) {
      last.set(r.partition, Number(r.id))
      counts.set(r.partition, (counts.get(r.partition) ?? 0) + 1)
      for (const seen of decodePositions(r.packed ?? r.payload!, subjectOf)) {
        const channel = channels.get(seen.subject.projectId)
        if (channel === undefined) continue
        const key = `${seen.subject.id} ${seen.recordType}`
        if ((channel.newest.get(key)?.at ?? -Infinity) >= seen.at) continue
        channel.newest.set(key, {
          at: seen.at,
          round: channel.round + 1,
          entityId: seen.subject.entityId,
          deviceId: seen.subject.deviceId,
          json: record(seen),
          brief: brief(seen)
        })
        moved.add(channel)
      }
      yield* Effect.yieldNow
    }
    return [...counts.values()].some((n) => n === ROWS_PER_READ)
  })

  const tell = (channel: Channel) => {
    channel.round++
    channel.signal.notify()
  }

  /** Starts at the end of the log; what arrives in a pause is sent with the next round. */
  const begin = Effect.gen(function* () {
    const ends = yield* sql<{ partition: number; id: number }>`
      select p.partition,
        coalesce((select max(o.id) from observation_log o where o.partition = p.partition), 0)::float8 as id
      from log_partitions p`
    const last = new Map(ends.map((e) => [e.partition, e.id]))
    return Effect.gen(function* () {
      const moved = new Set<Channel>()
      while (yield* look(last, moved));
      moved.forEach(tell)
      yield* Effect.sleep(PAUSE_MS)
    })
  })
  /** Runs until the scope closes; returns a signal that it has found the end of the log. */
  const tail = Effect.gen(function* () {
    const started = yield* Deferred.make<void>()
    yield* Effect.forkScoped(
      readRepeatedly(
        pg,
        "observations",
        PAUSE_MS,
        "live positions pause until the database answers again",
        Effect.tap(begin, () => Deferred.succeed(started, undefined))
      )
    )
    return started
  })

  // one reader of the log for all subscribers, and none without subscribers
  const shared = yield* RcRef.make({ acquire: tail, idleTimeToLive: "5 seconds" })
  const open = yield* RcMap.make({
    lookup: (projectId: string) =>
      Effect.gen(function* () {
        const started = yield* RcRef.get(shared)
        const channel: Channel = { newest: new Map(), round: 0, signal: makeSignal() }
        channels.set(projectId, channel)
        yield* Effect.addFinalizer(() => Effect.sync(() => channels.delete(projectId)))
        yield* Deferred.await(started)
        return channel
      })
  })

  /** What arrived after a round. */
  const readOn =
    (channel: Channel): ReadAfter<LivePosition> =>
    (round) =>
      channel.round === round
        ? null
        : Effect.succeed([
            [...channel.newest.values()].filter((p) => p.round > round && p.round <= channel.round),
            channel.round
          ])

  return {
    /**
     * Positions of a project that are committed once this has succeeded: of each subject the newest since the
     * last read, so that a slow reader skips and never piles up.
     */
    follow: (projectId: string, visibility: Visibility) =>
      Effect.map(RcMap.get(open, projectId), (channel) => {
        const seen = listen(channel.signal, channel.round, readOn(channel))
        return visibility === null
          ? seen
          : Stream.filter(seen, (p) => seesRecord(visibility, p.entityId, p.deviceId))
      })
  }
})

/** PositionFeed is the feed of live maps. */
export class PositionFeed extends Context.Service<PositionFeed>()("store/PositionFeed", { make }) {
  static readonly layer = Layer.effect(PositionFeed, make)
}
