// Commits a batch: cursors, states, transitions, events, alerts, traces and the stream, in one transaction,
// only if the epochs are still this engine's and the cursors are where the batch was read. A repeated batch
// therefore changes nothing. The folder journal/ says how each part is written. Everything is encoded before
// the transaction begins, on the assumption that the database has none of the events yet and no rule is
// snoozed. Where that is wrong, the parts that name events are encoded again, with the same texts.
import { Clock, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { type BatchResult, type Epochs, Fenced, hasOnlyCursors, Journal, Unfit } from "../../engine/ports.ts"
import { countEvents, countWaits } from "./counters.ts"
import { openedAlert } from "./eventRecord.ts"
import { appendStream, type StreamEntry } from "../events/EventStream.ts"
import { adopt, moveTicks } from "./journal/cursors.ts"
import { type Encoded, encodeEach, withKey, CommitSize } from "./journal/encode.ts"
import { encodeEvents, type EncodedEvent, insertAlerts, insertEvents } from "./journal/events.ts"
import { encodeFailures, insertSkippedRow } from "./journal/failures.ts"
import { moveLanes } from "./journal/lanes.ts"
import { lockProjects } from "./journal/lockProjects.ts"
import { recordParkings } from "./journal/parkings.ts"
import { encodePasts, insertLateSpans, rewritePasts, type Rewritten } from "./journal/rewrite.ts"
import {
  correctEpisodes,
  encodeMoves,
  encodePeriods,
  encodeStates,
  encodeTransitions,
  insertMoves,
  insertPeriods,
  insertTransitions,
  writePlacements,
  writeStates
} from "./journal/memory.ts"
import { isReminder, settleReminders } from "./journal/reminders.ts"
import { noteRules } from "./journal/rules.ts"
import { insertTraces } from "./journal/traces.ts"
import { endEpisodes, restoreEvents } from "./journal/validity.ts"
import { bigints, ints } from "../sql/columns.ts"
import { serverMessage } from "../sql/serverMessage.ts"
import { sqlStateOf } from "../sql/sqlState.ts"

/** True where the database refuses the data itself (SQLSTATE classes 22 and 23), so that a retry fails too. */
const isUnfit = (error: SqlError): boolean => /^2[23]/.test(sqlStateOf(error))

/** Maps the failure of a commit: data that the database refuses becomes `Unfit`. */
const failed = (error: SqlError): Effect.Effect<never, Unfit> =>
  isUnfit(error) ? Effect.fail(new Unfit({ message: serverMessage(error) })) : Effect.die(error)

/** Answers is what the database says about the events of a batch. */
interface Answers {
  /** events that were inserted, those of the past among them */
  readonly fresh: ReadonlyArray<EncodedEvent>
  /** ids of events that existed, by the id of this batch */
  readonly known: ReadonlyMap<string, string>
  /** ends of episodes in rewritten pasts */
  readonly ends: Rewritten["ends"]
  /** further entries for live readers */
  readonly stream: ReadonlyArray<StreamEntry>
}

/** Encodes every part of a batch whose encoding is expensive. */
const encode = Effect.fnUntraced(function* (changes: BatchResult) {
  const scale = new CommitSize()
  return {
    changes,
    scale,
    now: changes.now,
    pasts: yield* encodePasts(scale, changes),
    events: yield* encodeEvents(scale, yield* encodeEach(scale, changes.events, withKey)),
    failures: yield* encodeFailures(scale, changes),
    states: yield* encodeStates(scale, changes),
    transitions: yield* encodeTransitions(scale, changes),
    moves: yield* encodeMoves(scale, changes),
    periods: yield* encodePeriods(scale, changes)
  }
})
type Batch = Effect.Success<ReturnType<typeof encode>>

/** Returns what live readers get of events and their alerts. */
const streamOf = (entries: ReadonlyArray<EncodedEvent>): ReadonlyArray<StreamEntry> =>
  entries.flatMap(
    ({
      event: {
        alertId,
        carriesAlert,
        id,
        subject: { deviceId, entityId, projectId }
      }
    }): ReadonlyArray<StreamEntry> => {
      const about = { projectId, entityId, deviceId }
      const type = carriesAlert === true ? "alert.updated" : "alert.created"
      return [
        { ...about, type: "event.created", objectId: id },
        ...(alertId === null ? [] : [{ ...about, type, objectId: alertId } as const])
      ]
    }
  )

/** Writes what depends on which events are new, after their alerts are inserted, in order. */
const consequences = (
  sql: SqlClient.SqlClient,
  batch: Batch,
  { ends, fresh, known, stream }: Answers
): ReadonlyArray<Encoded> => {
  const { changes, periods, failures, moves, states, transitions } = batch
  const ended = changes.ended.map((e) => ({ ...e, eventId: known.get(e.eventId) ?? e.eventId }))
  return [
    insertTraces(sql, fresh, failures, batch.now),
    insertSkippedRow(sql, changes),
    writeStates(sql, states),
    insertTransitions(sql, transitions, known),
    writePlacements(sql, changes, moves),
    insertMoves(sql, moves),
    insertPeriods(sql, periods),
    endEpisodes(sql, [...ended, ...ends]),
    insertLateSpans(sql, changes),
    noteRules(sql, changes, fresh, failures),
    appendStream(sql, [
      ...streamOf(fresh),
      ...ended.map(({ eventId, projectId, subject: { deviceId, entityId } }): StreamEntry => ({
        type: "event.updated",
        objectId: eventId,
        projectId,
        entityId,
        deviceId
      })),
      ...stream
    ])
  ]
}

/** Moves the cursors, only if their epochs still hold and they are where the batch was read. */
const moveCursors = (sql: SqlClient.SqlClient, epochs: Epochs, { cursors }: BatchResult) => {
  const partitions = ints(cursors.map((c) => c.partition))
  // locked in the same order as a claim, so that the two cannot deadlock; no row has the epoch -1
  const move = sql<{ readonly partition: number }>`
    with mine as materialized (select partition from partition_cursor where partition = any(${partitions})
      order by partition for no key update)
    update partition_cursor c set position = v.target, moved_at = now()
    from unnest(${partitions}, ${bigints(cursors.map((c) => c.from))}, ${bigints(cursors.map((c) => c.to))},
      ${bigints(cursors.map((c) => epochs.get(c.partition) ?? -1))})
      as v (partition, source, target, epoch), mine m
    where m.partition = c.partition and c.partition = v.partition and c.position = v.source
      and c.epoch = v.epoch
    returning c.partition`
  return Effect.gen(function* () {
    const moved = new Set((yield* move).map((row) => row.partition))
    const lost = cursors.map((c) => c.partition).filter((partition) => !moved.has(partition))
    if (lost.length > 0)
      return yield* new Fenced({
        message: `partitions ${lost.join(", ")} are owned or were evaluated by another process`,
        partitions: lost
      })
  })
}

/** Runs the transaction of an encoded batch and returns the events that were new. */
const write = (sql: SqlClient.SqlClient, epochs: Epochs, batch: Batch) => {
  const { changes, events, now, scale } = batch
  const first = [
    moveCursors(sql, epochs, changes),
    lockProjects(sql, changes),
    moveLanes(sql, changes),
    moveTicks(sql, changes),
    recordParkings(sql, changes),
    // rules may have changed since the batch was evaluated: an episode that it saw ending is then not ended by
    // them
    endEpisodes(sql, changes.adoptions.length === 0 ? [] : changes.ended),
    adopt(sql, changes)
  ]
  const rewrite = rewritePasts(sql, batch.pasts, changes)
  const insert = insertEvents(sql, events)
  // which alert a reminder is counted on is known only within the transaction
  const foreseen = events.some(isReminder)
    ? null
    : [
        insertAlerts(sql, events),
        ...consequences(sql, batch, { fresh: events, known: new Map(), ends: [], stream: [] })
      ]
  return Effect.gen(function* () {
    yield* Effect.all(first, { discard: true })
    const past = yield* rewrite
    const live = yield* insert
    const isPastQuiet = past.missing.length + past.known.size + past.ends.length + past.stream.length === 0
    if (foreseen !== null && live.allInserted && isPastQuiet) {
      yield* Effect.all(foreseen, { discard: true })
      return events
    }
    const missing = yield* insertEvents(sql, yield* encodeEvents(scale, past.missing))
    const repeated = new Map([...live.known, ...missing.known]),
      storedIds = new Map([...past.known, ...repeated])
    const restored = yield* restoreEvents(sql, [...repeated.values()], now)
    correctEpisodes(changes, storedIds)
    const made = [...live.fresh, ...missing.fresh]
    yield* insertAlerts(
      sql,
      made.filter((entry) => !isReminder(entry))
    )
    const { entries: fresh, stream } = yield* settleReminders(sql, {
      fresh: made,
      existing: past.reminders,
      known: storedIds
    })
    yield* insertAlerts(sql, fresh.filter(isReminder))
    yield* Effect.all(
      consequences(sql, batch, {
        fresh,
        known: storedIds,
        ends: past.ends,
        stream: [...past.stream, ...restored, ...stream]
      }),
      { discard: true }
    )
    return fresh
  })
}

const countFresh = (fresh: ReadonlyArray<EncodedEvent>, now: number) =>
  Effect.andThen(
    countEvents(
      "rule",
      fresh.map(({ event }) => ({ severity: event.severity, hasAlert: openedAlert(event) !== null }))
    ),
    countWaits(
      fresh.flatMap(({ event: { late, receivedAt } }) => (late || receivedAt === null ? [] : [receivedAt])),
      now
    )
  )

/** JournalSql is the `Journal` of the engine on PostgreSQL. */
export const JournalSql = Layer.effect(
  Journal,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const commit = Effect.fn("Journal.commit")(function* (epochs: Epochs, changes: BatchResult) {
      // most fixes of a herd decide nothing: then one statement without a transaction suffices, because each of
      // its rows checks who owns the partition
      if (hasOnlyCursors(changes))
        return yield* Effect.catchTag(moveCursors(sql, epochs, changes), "SqlError", failed)
      const batch = yield* encode(changes)
      yield* Effect.annotateCurrentSpan("bytes", batch.scale.bytes)
      const fresh = yield* Effect.catchTag(sql.withTransaction(write(sql, epochs, batch)), "SqlError", failed)
      yield* countFresh(fresh, yield* Clock.currentTimeMillis)
    })

    return Journal.of({ commit })
  })
)
